import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LOGIN_LOCK, SECURITY_QUESTION } from '#contract/accounts/limits.ts'
import { QUESTION_LOOKUP } from '../../server/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import {
  ANSWER,
  captcha,
  login,
  member,
  nextMinute,
  PASSWORD,
  QUESTION,
  loggedIn,
} from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const UNKNOWN = 'Account does not exist, please register'
const NOT_SET = 'Security question is not set for this account.'
const WEAK =
  'Please choose an answer that no one can guess from the question or from your name, email or password.'
const PASSWORD_TOO = 'To save a security question, type your password too.'
const MINUTE = 60_000

let portal: Portal
before(async () => {
  portal = await openPortal()
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const setQuestion = (
  visitor: Visitor,
  security_question: unknown,
  security_answer: unknown,
  password?: string,
) => visitor.post('/api/security/set/', { security_question, security_answer, password })

describe('S1 §5, §8 setting the question', () => {
  test('saved, it is no longer asked for', async () => {
    const { email, visitor } = await loggedIn(portal)
    assert.equal((await visitor.get('/api/user/profile/')).json.require_security_setup, true)
    const { status, json } = await setQuestion(visitor, `  ${QUESTION} `, ANSWER)
    assert.deepEqual([status, json], [200, { message: 'Your security question is saved' }])
    assert.equal((await visitor.get('/api/user/profile/')).json.require_security_setup, false)
    assert.equal((await login(portal.visitor(), email)).json.require_security_setup, false)
  })
  test('both are required: the key message has the sentence', async () => {
    const { visitor } = await loggedIn(portal)
    const sentence = 'Both question and answer are required'
    for (const [question, answer] of [
      ['', ANSWER],
      [QUESTION, ' '],
      [undefined, undefined],
    ]) {
      const { status, json } = await setQuestion(visitor, question, answer)
      assert.deepEqual([status, json.message, json.error], [422, sentence, sentence])
    }
  })
  test('T5: an answer that is easy to guess from the account is refused', async () => {
    const { email, visitor } = await loggedIn(portal)
    const row = await portal.db.row<{ id_number: string }>(
      sql`select id_number from users where email = ${email}`,
    )
    for (const answer of [
      'ab',
      'class teacher',
      email,
      email.toUpperCase(),
      email.split('@')[0],
      'WANJIKU',
      "ng'ang'a",
      row?.id_number,
      '+254712345678',
      PASSWORD,
      ` ${PASSWORD} `,
    ]) {
      const { status, json } = await setQuestion(visitor, QUESTION, answer)
      assert.deepEqual([status, json.message, json.security_answer], [422, WEAK, [WEAK]], String(answer))
    }
  })
  test('T5: an answer of names alone, in any order, and the question itself are refused', async () => {
    const { email } = await member(portal, {
      first_name: 'jane',
      middle_name: 'wanjiku',
      last_name: 'atieno',
    })
    const visitor = portal.visitor()
    visitor.token = (await login(visitor, email)).json.token
    for (const answer of [
      'Wanjiku',
      'Jane Wanjiku',
      'wanjiku  JANE',
      'Jane Wanjiku Atieno',
      'Atieno, Jane',
      QUESTION,
    ])
      assert.equal((await setQuestion(visitor, QUESTION, answer)).json.message, WEAK, answer)
    assert.equal((await setQuestion(visitor, QUESTION, 'Jane of Kitui')).status, 200)
  })
  test('stored is a slow hash of the answer, never the answer', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const row = await portal.db.row<Record<string, string>>(
      sql`select security_question, security_answer_hash from users where email = ${email}`,
    )
    assert.equal(row?.security_question, QUESTION)
    assert.match(row?.security_answer_hash ?? '', /^\$argon2id\$/)
  })
  test('A8: the portal refuses an answer that equals the password, which reveals it; so each new answer counts as a try of the password', async () => {
    const { visitor } = await loggedIn(portal)
    for (let guess = 0; guess < 3; guess++)
      assert.equal((await setQuestion(visitor, QUESTION, `a guess ${guess}`)).status, 200)
    const wrong = {
      current_password: 'a guess 3',
      new_password: 'quiet river stone',
      re_new_password: 'quiet river stone',
    }
    for (let guess = 3; guess < 5; guess++)
      assert.equal((await visitor.post('/api/change-password/', wrong)).status, 422)
    const { status, json, headers } = await setQuestion(visitor, QUESTION, PASSWORD)
    assert.deepEqual([status, json.code], [429, 'too_many'])
    assert.ok(Number(headers.get('retry-after')) > 0)
    portal.clock.advance(15 * MINUTE + 1)
    assert.equal((await setQuestion(visitor, QUESTION, ANSWER, PASSWORD)).status, 200)
  })
  test('C3: later than ten minutes after the login, only the password sets a first question or replaces one; its tries count', async () => {
    const { email, visitor } = await loggedIn(portal)
    portal.clock.advance(50 * MINUTE)
    const first = await setQuestion(visitor, QUESTION, ANSWER)
    assert.deepEqual(
      [first.status, first.json.message, first.json.password],
      [422, PASSWORD_TOO, [PASSWORD_TOO]],
    )
    assert.equal((await visitor.get('/api/user/profile/')).json.require_security_setup, true)
    assert.equal((await setQuestion(visitor, QUESTION, ANSWER, PASSWORD)).status, 200)
    const replace = (password?: string) => setQuestion(visitor, 'Of whom?', 'Mama Njeri', password)
    const refused = async (sentence: string, password?: string) => {
      const { status, json } = await replace(password)
      assert.deepEqual([status, json.message, json.password], [422, sentence, [sentence]])
    }
    await refused(PASSWORD_TOO)
    await refused(PASSWORD_TOO, '')
    // The first answer counted as a try of the password too (A8).
    for (let tries = 1; tries < LOGIN_LOCK.failures; tries++)
      await refused('Current password is incorrect', 'a guess')
    assert.equal((await replace(PASSWORD)).status, 429)
    const { security_question: stored } =
      (await portal.db.row<{ security_question: string }>(
        sql`select security_question from users where email = ${email}`,
      )) ?? {}
    assert.equal(stored, QUESTION)
    portal.clock.advance(15 * MINUTE + 1)
    assert.equal((await replace(PASSWORD)).status, 200)
  })
  test('C3: up to ten minutes after the login, a question is replaced without the password', async () => {
    const { visitor } = await loggedIn(portal, { question: true })
    portal.clock.advance(SECURITY_QUESTION.freshLoginMinutes * MINUTE)
    assert.equal((await setQuestion(visitor, QUESTION, 'Mwalimu Otieno')).status, 200)
    portal.clock.advance(1)
    assert.equal((await setQuestion(visitor, QUESTION, ANSWER)).json.message, PASSWORD_TOO)
  })
  test('C3: a notification and an email say that a question was replaced, at most three emails an hour; the first question needs none', async () => {
    const { email, visitor } = await loggedIn(portal)
    const changeEmails = async () =>
      (await emailsTo(portal, email)).filter(
        ({ subject }) => subject === 'Your security question was changed',
      )
    await setQuestion(visitor, QUESTION, ANSWER)
    assert.equal((await changeEmails()).length, 0)
    for (let time = 0; time < 4; time++)
      assert.equal((await setQuestion(visitor, QUESTION, `Mwalimu number ${time}`)).status, 200)
    const sentEmails = await changeEmails()
    assert.equal(sentEmails.length, 3)
    assert.match(sentEmails[0]?.text ?? '', /by someone who was logged in/)
    assert.doesNotMatch(sentEmails[0]?.text ?? '', /Mwalimu|teacher/)
    const notifications = (await visitor.get('/api/notifications/')).json as {
      message: string
      type: string
    }[]
    const changeNotifications = notifications.filter(
      ({ message }) => message === 'Your security question was changed.',
    )
    assert.equal(changeNotifications.length, 4)
  })
  test('T6: a password that changes while the answer is hashed leaves the question as it was', async () => {
    const { email, id, visitor } = await loggedIn(portal, { question: true })
    const { hash } = portal.deps.hasher
    // On its next call only, the hasher first changes the password in the database, then hashes the answer.
    portal.deps.hasher.hash = async (secret) => {
      portal.deps.hasher.hash = hash
      await portal.db.run(sql`update users set password_hash = 'another' where id = ${id}`)
      return hash(secret)
    }
    const { status, json } = await setQuestion(visitor, 'A question of a thief?', 'An answer of a thief')
    assert.deepEqual([status, json.code], [401, 'signed_out'])
    assert.equal(
      (
        await portal.db.row<{ it: string }>(
          sql`select security_question as it from users where email = ${email}`,
        )
      )?.it,
      QUESTION,
    )
  })
  test('without a session it is 401, and sets nothing; too long is 422', async () => {
    assert.equal((await setQuestion(portal.visitor(), QUESTION, ANSWER)).status, 401)
    const { visitor } = await loggedIn(portal)
    for (const [question, answer] of [
      ['q'.repeat(201), ANSWER],
      [QUESTION, 'a'.repeat(201)],
      [QUESTION, 5],
      [['q'], ANSWER],
      ['What\u0000?', ANSWER],
    ]) {
      assert.equal((await setQuestion(visitor, question, answer)).status, 422)
    }
    assert.equal((await visitor.get('/api/user/profile/')).json.require_security_setup, true)
  })
})

describe('S1 §8 security question lookup', () => {
  const lookUp = (visitor: Visitor, email: string, more: Record<string, unknown> = {}, ip?: string) =>
    visitor.post('/api/security/question/', { email, ...more }, ip ? { ip } : {})
  /** A browser with a cookie of the portal, which counts the look-ups of security questions by cookie. */
  const device = async () => {
    const visitor = portal.visitor()
    await visitor.get('/api/csrf/')
    return visitor
  }

  test('the question, for an address however it is written', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const { status, json } = await lookUp(await device(), ` ${email.toUpperCase()} `)
    assert.deepEqual([status, json], [200, { question: QUESTION }])
  })
  test('C2: 404 with its sentence for an unknown account', async () => {
    const { status, json } = await lookUp(await device(), 'nobody@example.com')
    assert.deepEqual([status, json.error, json.message], [404, UNKNOWN, UNKNOWN])
  })
  test('409 in error when no question is set', async () => {
    const { email } = await member(portal)
    const { status, json } = await lookUp(await device(), email)
    assert.deepEqual([status, json.error], [409, NOT_SET])
  })
  test('A4, T2: one device has three look-ups free and two with a captcha, then 429 with Retry-After until the quarter of an hour is over', async () => {
    const visitor = await device()
    const email = 'nobody@example.com'
    for (let time = 1; time <= 3; time++) assert.equal((await lookUp(visitor, email)).status, 404)
    const refused = await lookUp(visitor, email)
    assert.deepEqual(
      [refused.status, refused.json.error],
      [422, 'Please complete the reCAPTCHA verification'],
    )
    assert.equal((await lookUp(visitor, email, { recaptchaToken: await captcha(portal) })).status, 404)
    portal.clock.advance(5 * MINUTE)
    const closed = await lookUp(visitor, email, { recaptchaToken: await captcha(portal) })
    assert.deepEqual(
      [closed.status, closed.json.error, closed.headers.get('retry-after')],
      [429, 'Too many attempts. Please wait a moment and try again.', '600'],
    )
    portal.clock.advance(10 * MINUTE)
    assert.equal((await lookUp(visitor, email)).status, 404)
  })
  test('T2: three hundred people of one cyber cafe, one look-up each, are all answered', async () => {
    for (let round = 0; round < 10; round++) {
      nextMinute()
      portal.clock.advance(MINUTE)
      const answers = await Promise.all(
        Array.from({ length: 30 }, async () =>
          lookUp(await device(), 'nobody@example.com', {}, '41.100.0.1'),
        ),
      )
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]))
    }
  })
  /**
   * The sorted statuses of five look-ups from one network, and of five more when the network has three left.
   * The three hundred people above walk the whole way to the limit.
   */
  const aroundLimit = async (network: string, visitorOf: (index: number) => Visitor) => {
    const five = async (first: number) => {
      const lookUps = Array.from({ length: 5 }, (_, index) =>
        lookUp(visitorOf(first + index), 'nobody@example.com', {}, `${network}.1`),
      )
      return (await Promise.all(lookUps)).map(({ status }) => status).sort((left, right) => left - right)
    }
    const first = await five(0)
    const { length } = await portal.db.rows(sql`
      update counters set count = ${QUESTION_LOOKUP.perNetwork - 3}
      where key like ${`question network ${network}%`} and count = 5 returning key`)
    assert.equal(length, 1)
    return [first, await five(5)]
  }
  test('T2: a program that invents a new device for each look-up needs a captcha once the limit of its network is reached', async () => {
    const answers = await aroundLimit('41.101.0', (index) => {
      const visitor = portal.visitor()
      visitor.cookies.set('csrf', `x${index}x`.padEnd(43, 'a'))
      return visitor
    })
    assert.deepEqual(answers, [
      [404, 404, 404, 404, 404],
      [404, 404, 404, 422, 422],
    ])
    const honest = await device()
    assert.equal(
      (await lookUp(honest, 'nobody@example.com', { recaptchaToken: await captcha(portal) }, '41.101.0.9'))
        .status,
      404,
    )
  })
  test('T2: without a cookie, only the limit of the network counts', async () => {
    assert.deepEqual(await aroundLimit('41.102.0', () => portal.visitor()), [
      [404, 404, 404, 404, 404],
      [404, 404, 404, 429, 429],
    ])
    assert.equal(portal.log.filter(({ event }) => event === 'question.sweep').length, 2)
  })
})
