import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { RESET_CODE } from '../../contract/accounts/limits.ts'
import { STUFFING_ALARM } from '../../server/accounts/limits.ts'
import { codeTriesKey } from '../../server/accounts/lock.ts'
import { accountKey } from '../../server/accounts/tokens.ts'
import { TRIES_WITHOUT_CAPTCHA } from '#contract/accounts/reset-limits.ts'
import { sql } from '../../server/database/connect.ts'
import { handleFor } from '../../server/support/handle.ts'
import {
  ANSWER,
  captcha,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  loggedIn,
} from '../support/accounts.ts'
import { codeTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

// How many wrong reset codes and security answers the portal accepts before it wants a captcha, and before it
// refuses all further tries.

const CLOSED =
  'Too many wrong codes. Use a phone or computer where you logged in before, or try again tomorrow.'
const PROVE = 'Please complete the reCAPTCHA verification'
const HOUR = 3_600_000
const WRONG = 'not-it'

let portal: Portal
before(async () => void (portal = await openPortal()))
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

let networks = 0
/** An IP address in a network from which no one has called so far. */
const elsewhere = () => `41.${140 + (++networks >> 8)}.${networks & 255}.7`
type Asked = { visitor?: Visitor; ip?: string; proof?: string }
const verify = (
  email: string,
  otp: string,
  { visitor = portal.visitor(), ip = elsewhere(), proof = '' }: Asked = {},
) => visitor.post('/api/verify-otp/', { email, otp, recaptchaToken: proof }, { ip })
/** Tries the reset code with a solved captcha. */
const proved = async (email: string, otp: string, options: Asked = {}) =>
  verify(email, otp, { ...options, proof: await captcha(portal) })
const request = (email: string) =>
  portal.visitor().post('/api/password-reset-request/', { email }, { ip: elsewhere() })
const codeFor = async (email: string) => {
  await request(email)
  return codeTo(portal, email)
}
/** Sends this number of wrong reset codes, each from a new network. Returns the codes of the replies. */
const wrongTimes = async (email: string, times: number, otp = WRONG) => {
  const kinds: string[] = []
  for (let time = 0; time < times; time++) kinds.push((await proved(email, otp)).json.code)
  return kinds
}
/**
 * Counts this number of wrong reset codes for an address. Only the first and the last are sent: a test below
 * sends all fifty.
 */
const countedTimes = async (email: string, times: number) => {
  assert.deepEqual(await wrongTimes(email, 1), ['wrong_code'])
  await setTries(email, times - 1)
  assert.deepEqual(await wrongTimes(email, 1), ['wrong_code'])
}
const setTries = (email: string, tries: number) =>
  portal.db.run(
    sql`update counters set count = ${tries} where key = ${codeTriesKey(accountKey(portal.deps.secrets, email))}`,
  )

describe('T4: wrong codes are counted across codes and networks', () => {
  test('after five wrong codes of strangers, each further try needs a captcha, for known and unknown addresses; a try without captcha does not count', async () => {
    for (const email of [(await member(portal)).email, 'nobody.of.this.name@example.com']) {
      for (let time = 0; time < RESET_CODE.tries; time++)
        assert.equal((await verify(email, WRONG)).json.code, 'wrong_code')
      for (let time = 0; time < 60; time++) {
        const { status, json } = await verify(email, WRONG)
        assert.deepEqual([status, json.error, json.recaptchaToken], [422, PROVE, [PROVE]], email)
      }
      assert.equal((await proved(email, WRONG)).json.code, 'wrong_code')
    }
  })
  test('after fifty wrong codes in a day, both calls refuse strangers until the next day, however many codes were sent', async () => {
    for (const email of [(await member(portal)).email, 'nobody.at.this.address@example.com']) {
      for (let round = 0; round < 5; round++) {
        await request(email)
        assert.deepEqual(new Set(await wrongTimes(email, 10)), new Set(['wrong_code']))
        portal.clock.advance(HOUR)
      }
      const code = (await codeFor(email)) || '000000'
      const answers = [
        await proved(email, code),
        await portal
          .visitor()
          .post(
            '/api/update-password/',
            { email, otp: code, new_password: NEW_PASSWORD, recaptchaToken: await captcha(portal) },
            { ip: elsewhere() },
          ),
      ]
      for (const { status, json, headers } of answers) {
        assert.deepEqual(
          [status, json.code, json.error, json.otp],
          [429, 'codes_closed', CLOSED, [CLOSED]],
          email,
        )
        // The refusal lasts a day from the first wrong code, which was sent five hours ago.
        assert.equal(headers.get('retry-after'), String(19 * 3_600))
      }
      portal.clock.advance(19 * HOUR)
      assert.notEqual((await proved(email, WRONG)).status, 429)
    }
  })
  test('of a hundred wrong codes at once, fifty count, five are checked, and the last fifty are refused', async () => {
    const { id, email } = await member(portal)
    await codeFor(email)
    const kinds = await Promise.all(
      Array.from({ length: 100 }, async () => (await proved(email, WRONG)).json.code),
    )
    assert.equal(kinds.filter((kind) => kind === 'wrong_code').length, RESET_CODE.perDay)
    assert.equal(kinds.filter((kind) => kind === 'codes_closed').length, 100 - RESET_CODE.perDay)
    assert.equal(
      (await portal.db.row<{ tries: number }>(sql`select tries from reset_codes where user_id = ${id}`))
        ?.tries,
      RESET_CODE.tries,
    )
  })
  test('a device that has logged in before needs no captcha, whatever strangers tried; it has a limit of tries of its own', async () => {
    const { email } = await member(portal)
    const phone = portal.visitor()
    await login(phone, email)
    await countedTimes(email, RESET_CODE.perDay)
    assert.equal((await proved(email, WRONG)).status, 429)
    const code = await codeFor(email)
    assert.equal((await verify(email, WRONG, { visitor: phone })).json.code, 'wrong_code')
    assert.equal((await verify(email, code, { visitor: phone })).status, 200)
    await setTries(email, 2 * RESET_CODE.perDay - 3)
    for (let time = 0; time < 3; time++)
      assert.equal((await verify(email, WRONG, { visitor: phone })).json.code, 'wrong_code')
    assert.equal((await verify(email, code, { visitor: phone })).json.code, 'codes_closed')
    assert.equal((await login(phone, email, PASSWORD)).status, 200, 'the login is another door')
  })
  test('the right code does not reset the count of wrong ones; a new password does', async () => {
    const { email } = await member(portal)
    await countedTimes(email, RESET_CODE.perDay - 1)
    const code = await codeFor(email)
    for (let time = 0; time < 3; time++) assert.equal((await proved(email, code)).status, 200)
    const body = { email, otp: code, new_password: NEW_PASSWORD, recaptchaToken: await captcha(portal) }
    assert.equal(
      (await portal.visitor().post('/api/update-password/', body, { ip: elsewhere() })).status,
      200,
    )
    for (let time = 0; time < RESET_CODE.tries; time++)
      assert.equal((await verify(email, WRONG)).json.code, 'wrong_code')
  })
  test('support sees that it is closed and opens it', async () => {
    const { id, email } = await member(portal)
    await countedTimes(email, RESET_CODE.perDay)
    const helper = await officer(portal, 'administrator')
    const personPath = `/api/staff/support/people/${handleFor(portal.deps, helper.id, id)}/`
    assert.deepEqual((await helper.visitor.get(personPath)).json.locked, {
      until: new Date(A_TUESDAY.getTime() + 24 * HOUR).toISOString(),
      places: 0,
      everywhere: true,
    })
    assert.equal(
      (await helper.visitor.post(`${personPath}unlock/`, { reason: 'Called from the number of the account' }))
        .status,
      200,
    )
    assert.equal((await verify(email, WRONG)).json.code, 'wrong_code')
  })
  test('a captcha serves one try', async () => {
    const { email } = await member(portal)
    await wrongTimes(email, RESET_CODE.tries)
    const proof = await captcha(portal)
    assert.equal((await verify(email, WRONG, { proof })).json.code, 'wrong_code')
    assert.equal((await verify(email, WRONG, { proof })).json.code, 'captcha_failed')
  })
})

describe('T3: many accounts from one network, and from many', () => {
  test('after thirty wrong codes of a network in a quarter of an hour, each further try needs a captcha, except on known devices', async () => {
    const ip = elsewhere()
    const { email } = await member(portal)
    const phone = portal.visitor()
    await login(phone, email)
    for (let index = 0; index < TRIES_WITHOUT_CAPTCHA.perNetwork; index++)
      assert.equal((await verify(`many${index}@example.com`, WRONG, { ip })).json.code, 'wrong_code')
    assert.equal((await verify('one.more@example.com', WRONG, { ip })).json.error, PROVE)
    assert.equal((await verify(email, WRONG, { ip, visitor: phone })).json.code, 'wrong_code')
    assert.equal((await proved('one.more@example.com', WRONG, { ip })).json.code, 'wrong_code')
    portal.clock.advance(TRIES_WITHOUT_CAPTCHA.minutes * 60_000)
    assert.equal((await verify('one.more@example.com', WRONG, { ip })).json.code, 'wrong_code')
  })
  test('the same for answers to security questions', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const ip = elsewhere()
    const answer = (to: string, proof = '') =>
      portal
        .visitor()
        .post(
          '/api/security/reset/',
          { email: to, answer: ANSWER, new_password: NEW_PASSWORD, recaptchaToken: proof },
          { ip },
        )
    for (let index = 0; index < TRIES_WITHOUT_CAPTCHA.perNetwork; index++)
      assert.equal((await answer(`many${index}@example.com`)).status, 404)
    assert.equal((await answer(email)).json.error, PROVE)
    assert.equal((await answer(email, await captcha(portal))).status, 200)
  })
  test('many wrong codes and answers raise the same alarm as failed logins; then all three calls ask strangers for a captcha', async () => {
    const attacked = await openPortal()
    const visit = (path: string, body: object, ip: string) => attacked.visitor().post(path, body, { ip })
    const { email } = await member(attacked)
    const fail = (name: string) =>
      visit('/api/verify-otp/', { email: `${name}@example.com`, otp: WRONG }, elsewhere())
    await fail('first')
    // All but three of the other failures are only counted. The portal reads the count at the next failure.
    await attacked.db.run(sql`
      update counters set count = ${STUFFING_ALARM.failures - 3} where key like 'logins failed %' and count = 1`)
    for (const name of ['second', 'third']) await fail(name)
    assert.ok(attacked.log.every(({ event }) => event !== 'login.captcha_on'))
    await fail('fourth')
    assert.ok(attacked.log.some(({ event }) => event === 'login.captcha_on'))
    const resets = [
      await visit('/api/login/', { email, password: PASSWORD }, elsewhere()),
      await visit('/api/verify-otp/', { email, otp: WRONG }, elsewhere()),
      await visit('/api/security/reset/', { email, answer: ANSWER, new_password: NEW_PASSWORD }, elsewhere()),
    ]
    assert.deepEqual(
      resets.map(({ json }) => json.error),
      [PROVE, PROVE, PROVE],
    )
    await attacked.close()
  })
})
