import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LOGIN_LOCK } from '../../contract/accounts/limits.ts'
import { STUFFING_ALARM, LOOKUP_ALARM } from '../../server/accounts/limits.ts'
import { buildApp } from '../../server/app.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { captcha, login, member, nextMinute, PASSWORD, register, registration } from '../support/accounts.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// Attackers try passwords at many accounts or from many networks; the portal then asks strangers for a
// captcha.

const PROVE = 'Please complete the reCAPTCHA verification'
const MINUTE = 60_000

let portal: Portal
/** How often the hasher checked each password. The tests use different passwords, to tell logins apart. */
const judged = new Map<string, number>()
const openCounting = () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const hasher: Hasher = {
    ...real,
    verify: (hash, secret) => (judged.set(secret, (judged.get(secret) ?? 0) + 1), real.verify(hash, secret)),
  }
  return openPortal({ hasher })
}
before(async () => {
  portal = await openCounting()
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  judged.clear()
  portal.log.length = 0
})
after(() => portal.close())

const events = (name: string) => portal.log.filter(({ event }) => event === name)
const ipOf = (network: number) => `41.${130 + (network >> 8)}.${network & 255}.7`
/** Logs in with a solved captcha. */
const solved = (email: string, password: string, recaptchaToken: string, ip = ipOf(0)) =>
  portal.visitor().post('/api/login/', { email, password, recaptchaToken }, { ip })
/** Calls `each` for every item, ten items at a time. */
async function inTens<Item, Result>(items: Item[], each: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let index = 0; index < items.length; index += 10)
    results.push(...(await Promise.all(items.slice(index, index + 10).map(each))))
  return results
}
/** Failing logins with unknown email addresses, from 500 networks in turn. Returns their statuses. */
const failTimes = (times: number, name: string) =>
  inTens(
    Array.from({ length: times }, (_, index) => index),
    async (index) =>
      (
        await login(portal.visitor(), `${name}${index}@example.com`, 'Wrong7password', {
          ip: ipOf(index % 500),
        })
      ).status,
  )
/**
 * Sets the stored count of the present half hour, as if so many logins had failed or succeeded. The portal
 * reads it at the next failed login. The list of 5,000 pairs below counts to the limit by calls alone.
 */
const setCount = async (outcome: 'failed' | 'good', logins: number) => {
  const windowMs = STUFFING_ALARM.windowMinutes * MINUTE
  const window = Math.floor(portal.clock.now().getTime() / windowMs)
  await portal.db.run(sql`
    insert into counters (key, count, window_ends)
    values (${`logins ${outcome} ${window}`}, ${logins}, ${new Date((window + 2) * windowMs)})
    on conflict (key) do update set count = excluded.count`)
}

describe('T3: guessing at one account from many networks', () => {
  test('five tries of strangers in a quarter of an hour are checked, fifty at once or one by one; each further try needs a captcha', async () => {
    portal.clock.set(A_TUESDAY)
    for (const address of [(await member(portal)).email, 'nobody.there@example.com']) {
      judged.clear()
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          login(portal.visitor(), address, 'Wrong7password', { ip: ipOf(index) }),
        ),
      )
      assert.equal(judged.get('Wrong7password'), LOGIN_LOCK.failures, address)
      const challenged = answers.filter(({ status }) => status === 422)
      assert.deepEqual(
        [challenged.length, challenged[0]?.json.error, challenged[0]?.json.recaptchaToken],
        [45, PROVE, [PROVE]],
      )
      for (let index = 50; index < 60; index++)
        assert.equal(
          (await login(portal.visitor(), address, 'Wrong7password', { ip: ipOf(index) })).status,
          422,
        )
      assert.equal(judged.get('Wrong7password'), LOGIN_LOCK.failures, address)
      assert.equal((await solved(address, 'Wrong7password', await captcha(portal), ipOf(60))).status, 401)
      portal.clock.advance(15 * MINUTE)
      assert.equal((await login(portal.visitor(), address, 'Wrong7password', { ip: ipOf(61) })).status, 401)
    }
  })
  test('the owner logs in on a new device with a captcha, on a known device without; a request for a captcha is no failure', async () => {
    const { email } = await member(portal)
    const phone = portal.visitor()
    await login(phone, email)
    for (let index = 0; index < 5; index++)
      await login(portal.visitor(), email, 'Wrong7password', { ip: ipOf(index) })
    for (let time = 0; time < 9; time++)
      assert.equal((await login(portal.visitor(), email, PASSWORD, { ip: ipOf(70) })).json.error, PROVE)
    assert.equal((await solved(email, PASSWORD, 'no token', ipOf(70))).json.code, 'captcha_failed')
    assert.equal((await solved(email, PASSWORD, await captcha(portal), ipOf(70))).status, 200)
    assert.equal((await login(phone, email, PASSWORD, { ip: ipOf(71) })).status, 200)
  })
  test('a captcha serves one try', async () => {
    const { email } = await member(portal)
    for (let index = 0; index < 5; index++)
      await login(portal.visitor(), email, 'Wrong7password', { ip: ipOf(index) })
    const token = await captcha(portal)
    assert.equal((await solved(email, 'Wrong7password', token, ipOf(80))).status, 401)
    assert.equal((await solved(email, 'Wrong7password', token, ipOf(81))).json.code, 'captcha_failed')
  })
})

describe('T3: lists of stolen passwords', () => {
  let list: Portal
  before(async () => {
    list = await openCounting()
  })
  after(() => list.close())
  test('5,000 pairs, one in a hundred valid, from 50 addresses: the captcha is on by 500 failures; a victim logs in from a known device', {
    timeout: 120_000,
  }, async () => {
    judged.clear()
    const people = Array.from({ length: 50 }, () => registration())
    await inTens(people, async (body) => register(list, body))
    await list.db.run(sql`update users set email_verified_at = ${list.clock.now()}`)
    const phone = list.visitor()
    assert.equal((await login(phone, people[49]?.email ?? '')).status, 200)
    judged.clear()
    // The attacker tries 1,000 emails with five passwords each, from 50 networks in turn. Every twentieth
    // email has an account, and one of its five passwords is right.
    const pairs = Array.from({ length: 5_000 }, (_, index) => {
      // 7 and 1,000 have no common factor. So each thousand tries contain every email once, in a mixed order.
      const account = (index * 7) % 1_000
      const person = people[account % 20 === 0 ? account / 20 : -1]
      const right = person !== undefined && Math.floor(index / 1_000) === (account / 20) % 5
      return {
        email: person?.email ?? `stuffed${account}@example.com`,
        password: right ? PASSWORD : `Wrong7password ${account}`,
        ip: ipOf(index % 50),
      }
    })
    let failures = 0
    /** The number of failed logins when the portal first asked for a captcha. */
    let onAt: number | undefined
    let [sent, opened] = [0, 0]
    await inTens(pairs, async ({ email, password, ip }) => {
      if (sent++ % 4_000 === 0) nextMinute()
      const { status } = await login(list.visitor(), email, password, { ip })
      if (status === 401) failures++
      if (status === 422) onAt ??= failures
      if (status === 200) opened++
    })
    assert.ok(onAt !== undefined && onAt <= 500, `the captcha came at ${onAt} failures`)
    assert.ok(failures <= 500, `${failures} failures`)
    assert.ok(opened < 10, `${opened} of 50 accounts were opened`)
    for (const [password, times] of judged)
      if (password !== PASSWORD) assert.ok(times <= 5, `${password}: ${times}`)
    assert.ok([...judged.values()].reduce((left, right) => left + right) <= 510)
    assert.equal((await login(phone, people[49]?.email ?? '')).status, 200)
    assert.equal(list.log.filter(({ event }) => event === 'login.captcha_on').length, 1)
  })
  test('the captcha is required in the whole portal, for known and unknown addresses alike, and ends by itself', async () => {
    portal.clock.set(new Date(A_TUESDAY.getTime() + 24 * 60 * MINUTE))
    const { email } = await member(portal)
    const phone = portal.visitor()
    await login(phone, email)
    await setCount('failed', STUFFING_ALARM.failures - 11)
    assert.ok((await failTimes(10, 'one')).every((status) => status === 401))
    assert.equal((await login(portal.visitor(), email, PASSWORD, { ip: ipOf(300) })).status, 200)
    await failTimes(1, 'last')
    const challenged = await Promise.all(
      [email, 'nobody.at.all@example.com'].map((address) =>
        login(portal.visitor(), address, PASSWORD, { ip: ipOf(301) }),
      ),
    )
    for (const { status, text } of challenged) assert.deepEqual([status, text], [422, challenged[0]?.text])
    assert.equal(challenged[0]?.json.recaptchaToken[0], PROVE)
    assert.equal((await login(phone, email, 'Wrong7password')).status, 401)
    assert.equal((await login(phone, email)).status, 200)
    assert.equal((await solved(email, PASSWORD, await captcha(portal), ipOf(301))).status, 200)
    assert.deepEqual(
      events('login.captcha_on').map(({ level }) => level),
      ['warn'],
    )
    portal.clock.advance(2 * STUFFING_ALARM.windowMinutes * MINUTE)
    assert.equal((await login(portal.visitor(), email, PASSWORD, { ip: ipOf(302) })).status, 200)
    assert.equal(events('login.captcha_off').length, 1)
  })
  test('many failed logins among even more successful ones do not count as an attack', async () => {
    portal.clock.set(new Date(A_TUESDAY.getTime() + 48 * 60 * MINUTE))
    const phones = await Promise.all(
      Array.from({ length: 10 }, async () => ({
        phone: portal.visitor(),
        email: (await member(portal)).email,
      })),
    )
    await setCount('good', STUFFING_ALARM.failures)
    for (let round = 0; round < 3; round++) {
      for (const { status } of await Promise.all(phones.map(({ phone, email }) => login(phone, email))))
        assert.equal(status, 200)
    }
    await setCount('failed', STUFFING_ALARM.failures)
    await failTimes(10, 'busy')
    assert.equal(
      (await login(portal.visitor(), phones[0]?.email ?? '', PASSWORD, { ip: ipOf(300) })).status,
      200,
    )
    await setCount('failed', STUFFING_ALARM.failures + 40)
    await failTimes(10, 'more')
    assert.equal(
      (await login(portal.visitor(), phones[0]?.email ?? '', PASSWORD, { ip: ipOf(301) })).status,
      422,
    )
  })
  test('the count is in the database: a portal that starts during an attack requires captchas after the first failure', async () => {
    portal.clock.set(new Date(A_TUESDAY.getTime() + 96 * 60 * MINUTE))
    await setCount('failed', STUFFING_ALARM.failures - 10)
    await failTimes(10, 'before')
    const again = await buildApp({ ...portal.deps })
    await again.listen({ host: '127.0.0.1', port: 0 })
    const statuses: number[] = []
    for (const index of [0, 1]) {
      const answer = await again.inject({
        method: 'POST',
        url: '/api/login/',
        payload: { email: `after${index}@example.com`, password: 'Wrong7password' },
      })
      statuses.push(answer.statusCode)
    }
    assert.deepEqual(statuses, [401, 422])
    await again.close()
  })
})

test('T2: a thousand look-ups of accounts in a short time cause one warning to the operator, which names no one', async () => {
  portal.clock.set(new Date(A_TUESDAY.getTime() + 72 * 60 * MINUTE))
  const lookUps = (count: number, name: string) =>
    inTens(
      Array.from({ length: count }, (_, index) => index),
      async (index) => {
        if (index % 500 === 0) nextMinute()
        const reset = {
          email: `${name}${index}@example.com`,
          answer: 'x y z',
          new_password: 'quiet river stone',
        }
        return portal.visitor().post(index % 2 ? '/api/security/question/' : '/api/security/reset/', reset, {
          ip: ipOf(index % 500),
        })
      },
    )
  await lookUps(LOOKUP_ALARM.calls - 1, 'first')
  assert.equal(events('account.many_look_ups').length, 0)
  await lookUps(200, 'second')
  assert.deepEqual(events('account.many_look_ups'), [
    { level: 'warn', event: 'account.many_look_ups', fields: { count: LOOKUP_ALARM.calls } },
  ])
  portal.clock.advance(LOOKUP_ALARM.windowMinutes * MINUTE)
  await lookUps(1, 'third')
  await portal.db.run(
    sql`update counters set count = ${LOOKUP_ALARM.calls - 2} where key = 'look-ups of accounts' and count = 1`,
  )
  await lookUps(1, 'fourth')
  assert.equal(events('account.many_look_ups').length, 1)
  await lookUps(1, 'fifth')
  assert.equal(events('account.many_look_ups').length, 2)
})
