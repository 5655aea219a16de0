import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ALLOWANCES, KNOWN_DEVICE_CALLS } from '#contract/allowances.ts'
import { allowances } from '../../../server/http/allowance.ts'
import { sql } from '../../../server/database/connect.ts'
import type { Hasher } from '../../../server/deps.ts'
import { createHasher } from '../../../server/hasher.ts'
import { refuse } from '../../../server/http/refuse.ts'
import { ANSWER, count, login, member, NEW_PASSWORD, nextMinute, register, registration, signedIn } from '../../support/accounts.ts'
import { codeTo } from '../../support/letters.ts'
import { openPortal, type Portal } from '../../support/portal.ts'

const TOO_MANY = 'Too many tries. Please wait a little and try again.'

let portal: Portal
let busy = false
before(async () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const full = () => Promise.reject(refuse('busy', { retryAfter: 5 }))
  const hasher: Hasher = {
    ...real,
    hash: (secret) => (busy ? full() : real.hash(secret)),
    verify: (hash, secret) => (busy ? full() : real.verify(hash, secret)),
  }
  portal = await openPortal({ hasher })
})
beforeEach(() => {
  busy = false
  nextMinute()
})
after(() => portal.close())

describe('D11: the wide net over a network', () => {
  for (const [kind, path] of [
    ['account', '/api/verify-otp/'],
    ['mail', '/api/resend-verification/'],
  ] as const) {
    test(`${kind}: a minute’s share, then 429 with Retry-After, for this network and this kind of call only`, async () => {
      const ask = (ip: string) => portal.visitor().post(path, { email: 'somebody' }, { ip })
      const { calls } = ALLOWANCES[kind]
      for (let done = 0; done < calls; done += 30) {
        const answers = await Promise.all(Array.from({ length: Math.min(30, calls - done) }, (_, at) => ask(`41.120.0.${at + 1}`)))
        assert.ok(answers.every(({ status }) => status === 422))
      }
      const { status, json, headers } = await ask('41.120.0.99')
      assert.deepEqual([status, json.code, json.error], [429, 'too_many', TOO_MANY])
      const wait = Number(headers.get('retry-after'))
      assert.ok(wait >= 1 && wait <= 60, String(wait))
      assert.equal((await ask('41.121.0.1')).status, 422)
      assert.equal((await portal.visitor().get('/api/csrf/', { ip: '41.120.0.1' })).status, 200)
      nextMinute()
      assert.equal((await ask('41.120.0.1')).status, 422)
    })
  }
  const times = async (howOften: number, ask: () => Promise<{ status: number }>) => {
    const seen = new Set<number>()
    for (let done = 0; done < howOften; done += 30)
      for (const { status } of await Promise.all(Array.from({ length: Math.min(30, howOften - done) }, ask))) seen.add(status)
    return [...seen]
  }
  test('one phone that asks for captchas, or tries codes, without end silences neither its neighbours nor, in the same cafe, a known device', async () => {
    const { email } = await member(portal)
    const known = portal.visitor()
    assert.equal((await login(known, email, undefined, { ip: '41.125.0.9' })).status, 200)
    nextMinute()
    const [loud, neighbour] = ['41.125.0.5', '41.125.0.77']
    const captchaOf = (ip: string, by = portal.visitor()) => by.get('/api/captcha/', { ip })
    assert.deepEqual(await times(ALLOWANCES.captcha.perAddress, () => captchaOf(loud)), [200])
    assert.deepEqual(await times(2 * ALLOWANCES.captcha.calls, () => captchaOf(loud)), [429])
    assert.equal((await captchaOf(neighbour)).status, 200)
    assert.equal((await login(portal.visitor(), email, undefined, { ip: neighbour })).status, 200)
    assert.equal((await login(portal.visitor(), email, undefined, { ip: loud })).status, 200, 'captchas are counted apart')
    const tried = (ip: string) => portal.visitor().post('/api/verify-otp/', { email: 'somebody' }, { ip })
    await times(ALLOWANCES.account.calls, () => tried(loud))
    assert.equal((await tried(loud)).status, 429)
    assert.equal((await login(portal.visitor(), email, undefined, { ip: neighbour })).status, 200)
    for (let call = 0; call < KNOWN_DEVICE_CALLS; call++) assert.equal((await captchaOf(loud, known)).status, 200)
    assert.equal((await captchaOf(loud, known)).status, 429)
    assert.equal((await login(known, email, undefined, { ip: loud })).status, 200)
    const forger = portal.visitor()
    forger.cookies.set('device', `${'A'.repeat(32)}.${'B'.repeat(24)}`)
    assert.equal((await login(forger, email, undefined, { ip: loud })).status, 429)
  })
  test('D11: who has logged in a thousand times has a thousand devices, and with all of them as many calls again as the network, no more', () => {
    const spend = allowances(() => 0)
    const visitor = { address: '41.126.0.5', network: '41.126.0' }
    let answered = 0
    for (let device = 0; device < 1_000; device++) {
      for (let call = 0; call < KNOWN_DEVICE_CALLS; call++) {
        try {
          spend(visitor, 'account', () => `device ${device}`)
          answered++
        } catch {}
      }
    }
    assert.ok(answered >= ALLOWANCES.account.calls && answered <= 2 * ALLOWANCES.account.calls, String(answered))
  })
  test('of IPv6 a /64 is one address and a /48 one network, however they are written', async () => {
    const ask = (ip: string) => portal.visitor().get('/api/captcha/', { ip })
    let host = 0
    assert.deepEqual(await times(ALLOWANCES.captcha.perAddress + 1, () => ask(`2c0f:fe38:1::${(++host).toString(16)}`)), [200, 429])
    assert.equal((await ask('2c0f:fe38:1:0:1:2:3:4')).status, 429)
    assert.equal((await ask('2c0f:fe38:1:1::1')).status, 200)
  })
  test('T36: an X-Forwarded-For from a peer we do not trust counts for nothing', async () => {
    const open = await openPortal({ config: { TRUST_PROXY: '10.9.9.9' } })
    const { email } = await member(open)
    for (let time = 1; time <= 5; time++) assert.equal((await login(open.visitor(), email, 'Wrong7password', { ip: `41.122.${time}.1` })).status, 401)
    assert.equal((await login(open.visitor(), email, 'Violet7inkpot', { ip: '41.123.0.1' })).status, 429)
    await open.close()
  })
})

describe('T27: when all hashers are at work', () => {
  test('login and registration are told to come back at once, and nothing is stored', async () => {
    const before = await count(portal, sql`select from users`)
    const { email } = await member(portal)
    busy = true
    const answers = [await login(portal.visitor(), email), await register(portal, registration())]
    for (const { status, json, headers } of answers) {
      assert.deepEqual(
        [status, json.code, json.error, headers.get('retry-after')],
        [503, 'busy', 'Very many people are here at once. Please try again in a moment.', '5'],
      )
    }
    assert.equal(await count(portal, sql`select from users`), before + 1)
    busy = false
    assert.equal((await login(portal.visitor(), email)).status, 200)
  })
  test('being told so is no failure: however often, it locks nobody out, and ends no code and no answer', async () => {
    const { email } = await signedIn(portal, { question: true })
    await portal.visitor().post('/api/password-reset-request/', { email })
    const otp = await codeTo(portal, email)
    const byLogin = () => login(portal.visitor(), email)
    const byAnswer = () => portal.visitor().post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD })
    const byCode = () => portal.visitor().post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD })
    for (const ask of [byLogin, byAnswer, byCode]) {
      busy = true
      for (let time = 0; time < 8; time++) assert.equal((await ask()).status, 503)
      assert.deepEqual(
        (await Promise.all(Array.from({ length: 4 }, ask))).map(({ status }) => status),
        [503, 503, 503, 503],
      )
      busy = false
      assert.equal((await ask()).status, 200)
    }
  })
  test('and what is given back buys no guess: still five are judged', async () => {
    const { email } = await member(portal)
    const wrong = () => login(portal.visitor(), email, 'Wrong7password')
    for (let time = 0; time < 5; time++) {
      busy = true
      assert.equal((await wrong()).status, 503)
      busy = false
      assert.equal((await wrong()).status, 401)
    }
    assert.equal((await wrong()).status, 429)
    busy = true
    assert.equal((await login(portal.visitor(), email)).status, 429)
  })
})
