import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ALLOWANCES } from '#contract/allowances.ts'
import { allowances, KNOWN_DEVICE_CALLS, NEIGHBOUR_FAILURES } from '../../server/http/allowance.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { refuse } from '../../server/http/refuse.ts'
import { networkOf, visitorOf } from '../../server/http/visitor.ts'
import {
  ANSWER,
  captcha,
  count,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { answers, readyToSend, SUBMIT } from '../support/answers.ts'
import { codeTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Answer } from '../support/visitor.ts'

// These tests check how many calls the portal answers a minute for one network, address, account and device.
// A network is the first three numbers of an IPv4 address: 41.120.0.1 and 41.120.0.2 share one.
const TOO_MANY = 'Too many attempts. Please wait a moment and try again.'

let portal: Portal
// Faults of the hasher. `busy`: it refuses each password. `isFull`: it says that all its threads are at work.
let [busy, isFull] = [false, false]
before(async () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const full = () => Promise.reject(refuse('busy', { retryAfter: 5 }))
  const hasher: Hasher = {
    ...real,
    isFull: () => isFull,
    hash: (secret) => (busy ? full() : real.hash(secret)),
    verify: (hash, secret) => (busy ? full() : real.verify(hash, secret)),
  }
  portal = await openPortal({ hasher })
})
beforeEach(() => {
  busy = false
  isFull = false
  nextMinute()
})
after(() => portal.close())

/** Makes this number of calls, fifteen at a time. Counts the replies of each status. */
const statusCounts = async (howOften: number, ask: (index: number) => Promise<Answer>) => {
  const seen = new Map<number, number>()
  for (let done = 0; done < howOften; done += 15)
    for (const { status } of await Promise.all(
      Array.from({ length: Math.min(15, howOften - done) }, (_, index) => ask(done + index)),
    ))
      seen.set(status, (seen.get(status) ?? 0) + 1)
  return Object.fromEntries(seen)
}

describe('D11: who is counted, and for what (decisions#silent-limits)', () => {
  let scaled: Portal
  before(
    async () =>
      (scaled = await openPortal({
        config: { NETWORK_ALLOWANCE_FACTOR: '0.1', ACCOUNT_ALLOWANCE_FACTOR: '0.25' },
      })),
  )
  after(() => scaled.close())
  const perMinute = (kind: keyof typeof ALLOWANCES) => ({
    network: ALLOWANCES[kind].perNetwork / 10,
    account: ALLOWANCES[kind].perAccount / 4,
  })

  // 360 calls a minute are a tenth of 60 a second. This portal also has a tenth of the real limit per
  // network.
  test('360 logins, 360 submissions and 70 registrations a minute behind one address: none is refused for their number (last-hour#shared-network)', {
    timeout: 60_000,
  }, async () => {
    const ip = '41.127.0.9'
    const people: Awaited<ReturnType<typeof readyToSend>>[] = []
    for (let person = 0; person < 15; person++) people.push(await readyToSend(scaled))
    const logins = await statusCounts(360, (index) =>
      login(scaled.visitor(), people[index % 15]?.email ?? '', undefined, { ip }),
    )
    const submissions = await statusCounts(360, (index) => {
      const { visitor, jobId } = people[index % 15] ?? assert.fail()
      return visitor.post(SUBMIT, { job_id: jobId, idempotency_key: `job-${jobId}`, ...answers() }, { ip })
    })
    const captchas = await statusCounts(70, () => scaled.visitor().get('/api/captcha/', { ip }))
    const registrations = await statusCounts(70, async () =>
      scaled
        .visitor()
        .post('/api/register/', { ...registration(), recaptchaToken: await captcha(scaled) }, { ip }),
    )
    assert.deepEqual(
      [logins, submissions, captchas, registrations],
      [{ 200: 360 }, { 200: 360 }, { 200: 70 }, { 201: 70 }],
    )
  })
  test('a client that repeats without pause uses up the limit of its own account; others behind the same address are not affected (last-hour#callers-counted)', async () => {
    const ip = '41.127.1.9'
    const [loud, neighbour] = [await readyToSend(scaled), await readyToSend(scaled)]
    nextMinute()
    const submit = ({ visitor, jobId }: typeof loud) =>
      visitor.post(SUBMIT, { job_id: jobId, idempotency_key: 'again', ...answers() }, { ip })
    const { account } = perMinute('write')
    assert.deepEqual(await statusCounts(account + 200, () => submit(loud)), { 200: account, 429: 200 })
    const refused = await submit(loud)
    assert.equal(refused.json.code, 'too_many')
    const wait = Number(refused.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, String(wait))
    assert.equal(
      (await loud.visitor.get('/api/user/profile/', { ip })).status,
      200,
      'of another kind it may make calls',
    )
    assert.deepEqual(await statusCounts(account, () => submit(neighbour)), { 200: account })
    nextMinute()
    assert.equal((await submit(loud)).status, 200)
  })
  test('T27: who logs in to one account without pause must wait, however the address is written, even with the right password; others at the same address need not', async () => {
    const ip = '41.127.3.9'
    const [loud, neighbour] = [await member(scaled), await member(scaled)]
    const { account } = perMinute('account')
    // A call that finds all hashers busy does not count, so slightly fewer calls may be answered.
    const { 200: answered = 0, 429: refused = 0 } = await statusCounts(account + 10, () =>
      login(scaled.visitor(), loud.email, undefined, { ip }),
    )
    assert.ok(
      answered <= account && refused >= 10 && answered + refused === account + 10,
      `${answered} and ${refused}`,
    )
    for (let time = 0; time < account; time++) await login(scaled.visitor(), loud.email, undefined, { ip })
    for (const written of [loud.email, ` ${loud.email}`, `${loud.email}\u2003`, loud.email.toUpperCase()])
      assert.equal((await login(scaled.visitor(), written, undefined, { ip })).status, 429, written)
    assert.equal((await login(scaled.visitor(), neighbour.email, undefined, { ip })).status, 200)
    assert.equal(
      (await login(scaled.visitor(), loud.email, undefined, { ip: '41.127.3.10' })).status,
      200,
      'nobody shuts them out from elsewhere',
    )
  })
  test('T6: invalid tokens count against their network, which does not affect a neighbour with a valid token (last-hour#callers-counted)', async () => {
    const { network } = perMinute('token')
    const { visitor } = await loggedIn(scaled)
    const guess = (index: number) => {
      const headers = { authorization: `Token ${String(index).padStart(43, 'x')}` }
      return scaled
        .visitor()
        .get(index % 2 ? '/api/user/profile/' : '/api/jobs/list/', { ip: `41.127.2.${index % 250}`, headers })
    }
    const seen = await statusCounts(2 * network, guess)
    assert.equal(seen[429], network, JSON.stringify(seen))
    assert.equal((await guess(1)).status, 429)
    assert.equal(
      (await scaled.visitor().get('/api/user/profile/', { ip: '41.127.2.7' })).status,
      429,
      'nor is there more to be had without one',
    )
    assert.equal((await visitor.get('/api/user/profile/', { ip: '41.127.2.7' })).status, 200)
    assert.equal((await scaled.visitor().get('/api/jobs/list/', { ip: '41.127.2.7' })).status, 200)
    assert.equal(
      (await login(scaled.visitor(), (await member(scaled)).email, undefined, { ip: '41.127.2.7' })).status,
      200,
    )
    assert.equal((await guess(1)).status, 429)
  })
  for (const [kind, method, path] of [
    ['mail', 'POST', '/api/resend-verification/'],
    ['receipt', 'POST', '/api/receipts/verify/'],
    ['search', 'GET', '/api/jobs/list/?search=clerk'],
  ] as const) {
    test(`${kind}: this costly call is limited by network for visitors without a login, and by account for logged-in people`, async () => {
      const { network } = perMinute(kind)
      const ask = (ip: string, by = scaled.visitor()) =>
        by.request(method, path, { ...(method === 'POST' ? { body: { email: 'x@example.com' } } : {}), ip })
      const seen = await statusCounts(network + 10, (index) => ask(`41.128.0.${index % 250}`))
      assert.equal(seen[429], 10, JSON.stringify(seen))
      assert.notEqual((await ask('41.128.1.1')).status, 429)
      assert.equal((await scaled.visitor().get('/api/jobs/list/', { ip: '41.128.0.1' })).status, 200)
      const { visitor } = await loggedIn(scaled)
      // Without its cookies, the browser is no known device. Only the session token names the account.
      visitor.cookies.clear()
      assert.equal(
        (await ask('41.128.0.1', visitor)).status,
        kind === 'search' ? 200 : 429,
        'only where the account is asked for',
      )
    })
  }
})

describe('D11: the wide net over a network', () => {
  let wrongs = 0
  /** A call that fails with 422: it checks a reset code for a text that is no email address. */
  const wrong = (ip: string, by = portal.visitor()) =>
    by.post('/api/verify-otp/', { email: `somebody ${++wrongs}` }, { ip })
  test('failures: after the limit of a minute, 429 with Retry-After, only for this network and this kind of call', async () => {
    const { perNetwork } = ALLOWANCES.account
    assert.deepEqual(await statusCounts(perNetwork, (index) => wrong(`41.120.0.${(index % 20) + 1}`)), {
      422: perNetwork,
    })
    const { status, json, headers } = await wrong('41.120.0.9')
    assert.deepEqual([status, json.code, json.error], [429, 'too_many', TOO_MANY])
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60, String(wait))
    assert.equal((await wrong('41.121.0.1')).status, 422)
    assert.equal((await portal.visitor().get('/api/csrf/', { ip: '41.120.0.1' })).status, 200)
    nextMinute()
    assert.equal((await wrong('41.120.0.1')).status, 422)
  })
  test('one phone that tries codes without end does not block its neighbours, nor a known device at the same address', async () => {
    const { email } = await member(portal)
    const known = portal.visitor()
    assert.equal((await login(known, email, undefined, { ip: '41.125.0.9' })).status, 200)
    nextMinute()
    const [loud, neighbour] = ['41.125.0.5', '41.125.0.77']
    const { perAddress, perNetwork } = ALLOWANCES.account
    assert.deepEqual(await statusCounts(perNetwork + 1, () => wrong(loud)), {
      422: perAddress,
      429: perNetwork + 1 - perAddress,
    })
    assert.equal((await login(portal.visitor(), email, undefined, { ip: neighbour })).status, 200)
    assert.equal((await login(known, email, undefined, { ip: loud })).status, 200)
    const forger = portal.visitor()
    forger.cookies.set('device', `${'A'.repeat(32)}.${'B'.repeat(24)}`)
    assert.equal((await login(forger, email, undefined, { ip: loud })).status, 429)
    assert.deepEqual(await statusCounts(KNOWN_DEVICE_CALLS + 1, () => wrong(loud, known)), {
      422: KNOWN_DEVICE_CALLS,
      429: 1,
    })
  })
  test('a neighbour who names an account without pause does not block the phone on which its owner logged in before (C4)', async () => {
    const { email } = await member(portal)
    const [ip, known] = ['41.123.0.9', portal.visitor()]
    assert.equal((await login(known, email, undefined, { ip })).status, 200)
    nextMinute()
    const rival = () => portal.visitor().post('/api/verify-otp/', { email, otp: '000000' }, { ip })
    const seen = await statusCounts(ALLOWANCES.account.perAccount + 1, rival)
    assert.equal(seen[429], 1, JSON.stringify(seen))
    assert.equal((await login(portal.visitor(), email, undefined, { ip })).status, 429)
    // The logins run in turn, because a running login counts as a failure until it has succeeded.
    for (let time = 0; time < KNOWN_DEVICE_CALLS; time++)
      assert.equal((await login(known, email, undefined, { ip })).status, 200)
    assert.equal((await login(known, email, undefined, { ip })).status, 429)
  })
  test('a few addresses that guess passwords use up the failures of their network, but no neighbour is refused a login or registration', async () => {
    const { email } = await member(portal)
    const { perAddress, perNetwork } = ALLOWANCES.account
    const few = Math.ceil(perNetwork / perAddress) + 1
    const seen = await statusCounts(few * perAddress, (index) => wrong(`41.124.0.${1 + (index % few)}`))
    assert.deepEqual(seen, { 422: perNetwork, 429: few * perAddress - perNetwork })
    const ip = '41.124.0.99'
    // The logins run in turn, because a running call counts as a failure until it has succeeded.
    for (let time = 0; time < NEIGHBOUR_FAILURES + 5; time++)
      assert.equal((await login(portal.visitor(), email, undefined, { ip })).status, 200)
    const registering = portal
      .visitor()
      .post('/api/register/', { ...registration(), recaptchaToken: await captcha(portal) }, { ip })
    assert.equal((await registering).status, 201)
    assert.deepEqual(await statusCounts(NEIGHBOUR_FAILURES + 1, () => wrong(ip)), {
      422: NEIGHBOUR_FAILURES,
      429: 1,
    })
    // A caller who has the whole network gets the same number of failures again, and no more.
    const all = await statusCounts(perNetwork, (index) => wrong(`41.124.0.${100 + (index % 100)}`))
    assert.deepEqual(all, { 422: perNetwork - NEIGHBOUR_FAILURES, 429: NEIGHBOUR_FAILURES })
  })
  // The tests below use the counters without a server. A function argument names the device or account.
  const caller = (network: string, headers: Record<string, string> = {}) => ({
    address: `${network}.5`,
    network,
    header: (name: string) => headers[name],
  })
  const nobodyKnown = () => undefined
  const isAnswered = (ask: () => void) => {
    try {
      ask()
      return true
    } catch {
      return false
    }
  }
  test('a network with a thousand known devices may make at most as many more calls as the network itself', () => {
    const { begin } = allowances(undefined, () => 0)
    let answered = 0
    for (let device = 0; device < 1_000; device++) {
      for (let call = 0; call < KNOWN_DEVICE_CALLS; call++) {
        if (isAnswered(() => begin(caller('41.126.0'), 'account', () => `device ${device}`).anonymous()))
          answered++
      }
    }
    const { perNetwork } = ALLOWANCES.account
    assert.ok(answered >= perNetwork && answered <= 2 * perNetwork, String(answered))
  })
  test('50,000 people behind one address log in, ask for captchas and read in one minute: none is refused, and what fails still is (last-hour#shared-network)', () => {
    let now = 0
    const { begin } = allowances(undefined, () => now)
    const client = caller('41.129.0')

    const captchas = ALLOWANCES.captcha.perAddress
    for (let person = 0; person < 50_000; person++) {
      now = (person / 50_000) * 59_000
      for (const kind of ['read', 'account'] as const) {
        const call = begin(client, kind, nobodyKnown)
        call.anonymous()
        call.succeeded()
      }
      if (person < captchas) begin(client, 'captcha', nobodyKnown).anonymous()
      begin(client, 'write', nobodyKnown).account(`user ${person}`)
    }
    const failures = Array.from({ length: 1_000 }, () =>
      isAnswered(() => begin(client, 'account', nobodyKnown).anonymous()),
    ).filter(Boolean)
    assert.equal(failures.length, ALLOWANCES.account.perAddress)
  })
  test('a call that fails because of the portal does not count as a failure; a refused call does', () => {
    const { begin } = allowances(undefined, () => 0)
    const once = (network: string, kind: 'not_found' | 'busy' | 'failed') => {
      const call = begin(caller(network), 'account', nobodyKnown)
      call.anonymous()
      call.failed(refuse(kind))
    }
    for (let time = 0; time < 2_000; time++)
      for (const kind of ['busy', 'failed'] as const) once('41.129.1', kind)
    assert.ok(isAnswered(() => once('41.129.1', 'not_found')))
    for (let time = 0; time < ALLOWANCES.account.perAddress; time++) once('41.129.2', 'not_found')
    assert.ok(!isAnswered(() => once('41.129.2', 'not_found')))
  })
  test('a million invented networks, accounts and devices take no more memory than fifty thousand, and do not displace counters of another kind', () => {
    let now = 0
    const { begin, size } = allowances(undefined, () => now)
    const { perAccount } = ALLOWANCES.write
    const write = () => begin(caller('10.0.0'), 'write', nobodyKnown).account('user of old')
    for (let call = 0; call < perAccount; call++) write()
    let largest = 0
    // One call in forty comes from one network and fills the counters of devices, the others those of
    // networks.
    for (let index = 0; index < 800_000; index++) {
      if (index % 40 !== 0)
        isAnswered(() => begin(caller(`network ${index}`), 'account', () => `device ${index}`).anonymous())
      else isAnswered(() => begin(caller('10.0.1'), 'mail', () => `device ${index}`).anonymous())
      largest = Math.max(largest, size())
    }
    assert.ok(largest <= 4 * 50_000, String(largest))
    assert.ok(!isAnswered(write), 'its own count is as it was')
    for (let index = 0; index < 200_000; index++)
      isAnswered(() =>
        begin(caller('10.0.2', { authorization: `Token ${index}` }), 'write', nobodyKnown).account(
          `user ${index}`,
        ),
      )
    assert.ok(size() <= 5 * 50_000, String(size()))
    assert.ok(isAnswered(write), 'when full, the older half begins again at nothing')
    now = 61_000
    assert.ok(isAnswered(write))
  })
  test('of IPv6 a /64 is one address and a /56 one network, however they are written; tries at a secret count by /48 (last-hour#callers-counted)', () => {
    assert.equal(networkOf('2c0f:fe38:1:ab00::1'), networkOf('2C0F:FE38:0001:abff:1:2:3:4'))
    assert.notEqual(networkOf('2c0f:fe38:1:ab00::1'), networkOf('2c0f:fe38:1:ac00::1'))
    assert.deepEqual(['::ffff:41.120.3.9', '41.120.3.200', '2c0f:fe38::1', '::1'].map(networkOf), [
      '41.120.3',
      '41.120.3',
      '2c0f:fe38:0:0',
      '0:0:0:0',
    ])
    const visit = (ip: string) => visitorOf(portal.deps.config, { ip, headers: {} } as never, {} as never)
    assert.deepEqual(
      [visit('2c0f:fe38:1:abcd:1::').address, visit('2c0f:fe38:1:abcd::9').site],
      ['2c0f:fe38:1:abcd', '2c0f:fe38:1'],
    )
  })
  test('T36: an X-Forwarded-For from a peer we do not trust counts for nothing', async () => {
    const open = await openPortal({ config: { TRUST_PROXY: '10.9.9.9' } })
    const { email } = await member(open)
    for (let time = 1; time <= 5; time++)
      assert.equal(
        (await login(open.visitor(), email, 'Wrong7password', { ip: `41.122.${time}.1` })).status,
        401,
      )
    assert.equal((await login(open.visitor(), email, 'Violet7inkpot', { ip: '41.123.0.1' })).status, 429)
    await open.close()
  })
})

describe('T27: when all hashers are at work', () => {
  test('login and registration get a 503 with a time to retry at once, and nothing is stored', async () => {
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
  test('a login gets this answer before the portal looks anything up, even for a locked account', async () => {
    const { email } = await member(portal)
    for (let time = 0; time < 5; time++) await login(portal.visitor(), email, 'Wrong7password')
    assert.equal((await login(portal.visitor(), email)).status, 429)
    isFull = true
    assert.equal((await login(portal.visitor(), email)).status, 503)
    isFull = false
    assert.equal((await login(portal.visitor(), email)).status, 429)
  })
  test('these answers do not count as failures: they lock no account, and use up no code and no security answer', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await portal.visitor().post('/api/password-reset-request/', { email })
    const otp = await codeTo(portal, email)
    const byLogin = () => login(portal.visitor(), email)
    const byAnswer = () =>
      portal.visitor().post('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD })
    const byCode = () =>
      portal.visitor().post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD })
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
  test('and they allow no additional guess: five passwords are checked, as ever', async () => {
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
