import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CAPTCHA_LIFETIME_MS } from '../../contract/captcha/limits.ts'
import { newChallenge } from '../../server/captcha/altcha.ts'
import { captcha, register, registration, solve } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const SENTENCES = {
  required: 'Please complete the reCAPTCHA verification',
  expired: 'reCAPTCHA has expired. Please verify again.',
  failed: 'reCAPTCHA verification failed. Please try again.',
} as const

/**
 * Registers with this captcha token. The portal must refuse it with the sentence for this kind of refusal.
 */
const refusedWith = async (portal: Portal, recaptchaToken: unknown, kind: keyof typeof SENTENCES) => {
  const { status, json } = await register(portal, registration({ recaptchaToken }))
  assert.deepEqual(
    [status, json.code, json.recaptchaToken, json.error],
    [422, `captcha_${kind}`, [SENTENCES[kind]], SENTENCES[kind]],
  )
}
/** Makes a captcha token as a browser sends it: challenge and solution as JSON, in base64. */
const pack = (solved: unknown) => Buffer.from(JSON.stringify(solved)).toString('base64')
const unpack = (token: string) =>
  JSON.parse(Buffer.from(token, 'base64').toString()) as {
    challenge: { parameters: Record<string, unknown>; signature: string }
    solution: Record<string, unknown>
  }

describe('A19: our own proof of work', () => {
  let portal: Portal
  before(async () => {
    portal = await openPortal()
  })
  beforeEach(() => portal.clock.set(A_TUESDAY))
  after(() => portal.close())

  test('a challenge as a browser gets it, solved as a browser solves it, lets in', async () => {
    const { status, json, headers } = await portal.visitor().get('/api/captcha/')
    assert.deepEqual(
      [status, json.provider, json.site_key, headers.get('cache-control')],
      [200, 'altcha', '', 'no-store'],
    )
    assert.equal(
      (await register(portal, registration({ recaptchaToken: await solve(json.challenge) }))).status,
      201,
    )
  })
  test('a registration without a captcha is refused', async () => {
    await refusedWith(portal, '', 'required')
    await refusedWith(portal, undefined, 'required')
  })
  test('T38: replayed, whole or differently written, it is refused', async () => {
    const token = await captcha(portal)
    assert.equal((await register(portal, registration({ recaptchaToken: token }))).status, 201)
    const { challenge, solution } = unpack(token)
    const reversed = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    for (const again of [
      token,
      `${token}=`,
      pack({ solution, challenge }),
      pack({ challenge: { ...challenge, seen: 1 }, solution }),
      pack({ challenge: { ...challenge, parameters: reversed }, solution }),
      pack({
        challenge: { signature: challenge.signature, parameters: challenge.parameters },
        solution: { ...solution, time: 5 },
      }),
    ]) {
      await refusedWith(portal, again, 'failed')
    }
  })
  test('T38: ten registrations at once with one solution make one account', async () => {
    const recaptchaToken = await captcha(portal)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register(portal, registration({ recaptchaToken }))),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [201, ...Array(9).fill(422)],
    )
  })
  test('a solution that comes too late is refused as expired', async () => {
    const token = await captcha(portal)
    portal.clock.advance(CAPTCHA_LIFETIME_MS - 1)
    assert.equal((await register(portal, registration({ recaptchaToken: token }))).status, 201)
    const late = await captcha(portal)
    portal.clock.advance(CAPTCHA_LIFETIME_MS)
    await refusedWith(portal, late, 'expired')
  })
  test('refused: a captcha of another portal, unsigned, made easier, without the work, or no captcha at all', async () => {
    const { challenge, solution } = unpack(await captcha(portal))
    const other = await openPortal()
    const foreign = await captcha(other)
    await other.close()
    const unsolved = await newChallenge(portal.deps)
    // `until` is the time when a captcha challenge expires. A captcha token may have 8,192 characters.
    for (const wrong of [
      foreign,
      pack({ challenge: { ...challenge, signature: '' }, solution }),
      pack({ challenge: { ...challenge, signature: [...challenge.signature] }, solution }),
      pack({
        challenge: { ...challenge, parameters: { ...challenge.parameters, data: { until: 9e15 } } },
        solution,
      }),
      pack({ challenge: unsolved, solution: { counter: 1, derivedKey: solution.derivedKey } }),
      pack({ challenge: unsolved, solution: {} }),
      pack({ challenge: unsolved }),
      pack({ challenge: { parameters: { data: { until: 9e15 } } }, solution }),
      pack(null),
      pack([]),
      pack('text'),
      pack({ challenge: null }),
      'not base64 at all',
      '😀',
      'a'.repeat(8_192),
    ]) {
      await refusedWith(portal, wrong, 'failed')
    }
  })
  test('a token of the wrong kind or size is 422 at its field', async () => {
    for (const recaptchaToken of [5, {}, ['x'], 'a'.repeat(8_193), '\u0000']) {
      const { status, json } = await register(portal, registration({ recaptchaToken }))
      assert.deepEqual([status, Array.isArray(json.recaptchaToken)], [422, true])
    }
  })
})

describe('A19: a provider of the operator’s choice', () => {
  let portal: Portal
  let peer: http.Server
  let reply: (response: http.ServerResponse) => void
  const verifyCalls: { path: string; form: URLSearchParams }[] = []
  /** Sets what the captcha provider answers to the next checks. */
  const says = (body: unknown, status = 200) => {
    reply = (response) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  before(async () => {
    peer = http.createServer((request, response) => {
      let form = ''
      request.on('data', (piece) => (form += piece))
      request.on('end', () => {
        verifyCalls.push({ path: request.url ?? '', form: new URLSearchParams(form) })
        reply(response)
      })
    })
    await new Promise<void>((listening) => peer.listen(0, '127.0.0.1', listening))
    portal = await openPortal({
      config: {
        CAPTCHA_PROVIDER: 'hcaptcha',
        CAPTCHA_SITE_KEY: 'public-key',
        CAPTCHA_SECRET: 'the-secret',
        CAPTCHA_VERIFY_URL: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/siteverify`,
      },
    })
  })
  after(async () => {
    await portal.close()
    peer.closeAllConnections()
    peer.close()
  })

  test('the page receives the name of the provider, its key, and an own challenge for when the provider does not answer', async () => {
    const { json } = await portal.visitor().get('/api/captcha/')
    assert.deepEqual(
      [json.provider, json.site_key, typeof json.challenge],
      ['hcaptcha', 'public-key', 'object'],
    )
    assert.doesNotMatch(JSON.stringify(json), /the-secret/)
  })
  test('if the provider accepts, the person may register; the provider got secret, token and IP address', async () => {
    says({ success: true })
    const answer = await portal
      .visitor()
      .post('/api/register/', registration({ recaptchaToken: 'tok' }), { ip: '41.90.1.2' })
    assert.equal(answer.status, 201)
    assert.deepEqual(verifyCalls.at(-1), {
      path: '/siteverify',
      form: new URLSearchParams({ secret: 'the-secret', response: 'tok', remoteip: '41.90.1.2' }),
    })
  })
  test('if the provider refuses, or says that the token is too old, the person reads just that', async () => {
    says({ success: false, 'error-codes': ['invalid-input-response'] })
    await refusedWith(portal, 'tok', 'failed')
    says({ success: 'true' })
    await refusedWith(portal, 'tok', 'failed')
    says({ success: false, 'error-codes': ['timeout-or-duplicate'] })
    await refusedWith(portal, 'tok', 'expired')
    await refusedWith(portal, '', 'required')
  })
  test('C10, R16: if the provider fails in any way, its tokens let no one in, but our own proof of work does', async () => {
    const broken: [string, () => void][] = [
      ['500', () => says({}, 500)],
      ['not JSON', () => says('<html>')],
      ['no object', () => says('null')],
      [
        'a redirect',
        () => void (reply = (response) => response.writeHead(302, { location: '/elsewhere' }).end()),
      ],
      ['cut off', () => void (reply = (response) => response.destroy())],
      ['much too long', () => says(JSON.stringify({ success: true, more: 'x'.repeat(20_000) }))],
      [
        'much too long, in pieces',
        () =>
          void (reply = (response) => {
            response.writeHead(200, { 'content-type': 'application/json' })
            response.write('{"success":true,"more":"')
            response.end(`${'x'.repeat(2_000_000)}"}`)
          }),
      ],
    ]
    for (const [what, breakProvider] of broken) {
      breakProvider()
      const { status, json } = await register(portal, registration({ recaptchaToken: 'tok' }))
      assert.deepEqual([status, json.error], [422, SENTENCES.failed], what)
      // When no token is given, `register` solves the portal's own captcha, a proof of work.
      assert.equal((await register(portal, registration())).status, 201, what)
    }
    assert.equal(
      verifyCalls.some(({ path }) => path === '/elsewhere'),
      false,
    )
    assert.ok(portal.log.some(({ event }) => event === 'captcha.provider_away'))
    assert.doesNotMatch(JSON.stringify(portal.log), /the-secret|tok/)
  })
})
