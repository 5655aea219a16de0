import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Hasher } from '../../server/deps.ts'
import { QUESTION_LOOKUP } from '../../server/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { createHasher } from '../../server/hasher.ts'
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
import { emailsTo, linkTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

const WRONG = 'The answer is not right'
const CLOSED = 'Too many wrong answers. Use an emailed code instead, or try again tomorrow.'
const UNDONE = { message: 'The reset is undone. Your old password works again. Every device is logged out.' }
const DEAD_LINK =
  'This link does not work any more. If someone else changed your password, reset it now and write to us.'
const HOUR = 3_600_000

let portal: Portal
/** How many security answers and passwords the hasher has checked. */
let verified = 0
before(async () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const hasher: Hasher = { ...real, verify: (hash, secret) => (verified++, real.verify(hash, secret)) }
  portal = await openPortal({ hasher })
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

// The reset sends a solved captcha. The portal wants it only after many failures (reset-ceilings.test.ts).
const reset = async (email: string, answer: unknown = ANSWER, new_password: unknown = NEW_PASSWORD) =>
  portal
    .visitor()
    .post('/api/security/reset/', { email, answer, new_password, recaptchaToken: await captcha(portal) })
const works = async (email: string, password: string) =>
  (await login(portal.visitor(), email, password)).status === 200
const undoToken = async (email: string) => (await linkTo(portal, email, 'not-me')).split('/').at(-1) ?? ''
const undo = (token: string) => portal.visitor().post(`/api/security/undo-reset/${token}/`)
const refusedUndo = async (token: string) => {
  const { status, json } = await undo(token)
  assert.deepEqual([status, json.error], [404, DEAD_LINK], token)
}

describe('S1 §8 security reset', () => {
  test('the right answer, however it is typed, sets the password; all sessions end; an email notifies the person', async () => {
    const { email, visitor } = await loggedIn(portal, { question: true })
    const { status, json } = await reset(` ${email.toUpperCase()}`, '  mwalimu   WAFULA ')
    assert.deepEqual([status, json], [200, { message: 'Password updated successfully' }])
    assert.deepEqual([await works(email, NEW_PASSWORD), await works(email, PASSWORD)], [true, false])
    assert.equal((await visitor.get('/api/user/profile/')).status, 401)
    const lastEmail = (await emailsTo(portal, email)).at(-1)
    assert.equal(lastEmail?.subject, 'Your password was changed')
    assert.match(lastEmail?.text ?? '', /by someone who knew the answer to your security question/)
  })
  test('a wrong answer gets its sentence in error', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const { status, json } = await reset(email, 'Mwalimu Wekesa')
    assert.deepEqual([status, json.error], [422, WRONG])
    assert.equal(await works(email, PASSWORD), true)
  })
  test('S1 §5: its field rules, each in error too', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const empty = await reset(email, ' ', 'seven77')
    assert.deepEqual(
      [empty.status, empty.json.answer, empty.json.new_password],
      [422, ['Answer is required'], ['Password must be at least 8 characters long']],
    )
    assert.equal(empty.json.error, 'Answer is required')
    assert.equal(
      (await reset(email, ANSWER, 'seven77')).json.error,
      'Password must be at least 8 characters long',
    )
    const known = 'This password is on a list of stolen passwords. Please choose another one.'
    const common = await reset(email, ANSWER, 'iloveyou1')
    assert.deepEqual([common.status, common.json.error, common.json.new_password], [422, known, [known]])
  })
  test('an unknown account is 404, one without a question 409', async () => {
    const unknown = await reset('nobody@example.com')
    assert.deepEqual([unknown.status, unknown.json.error], [404, 'Account does not exist, please register'])
    const without = await reset((await member(portal)).email)
    assert.deepEqual(
      [without.status, without.json.error],
      [409, 'Security question is not set for this account.'],
    )
  })
})

describe('A7, T5: guessing', () => {
  test('after five wrong answers in a day, even the right one is refused; the login still works, and an email notifies the person', async () => {
    const { email } = await loggedIn(portal, { question: true })
    for (let time = 1; time <= 5; time++) {
      assert.equal((await reset(email, `guess ${time}`)).json.error, WRONG)
      portal.clock.advance(60_000)
    }
    for (let time = 0; time < 3; time++) {
      const { status, json, headers } = await reset(email)
      assert.deepEqual(
        [status, json.error, headers.get('retry-after')],
        [429, CLOSED, String(24 * 3_600 - 300)],
      )
    }
    assert.equal(await works(email, PASSWORD), true)
    const warnings = (await emailsTo(portal, email)).filter(
      ({ subject }) => subject === 'Wrong answers to your security question',
    )
    assert.equal(warnings.length, 1)
    portal.clock.advance(24 * HOUR - 300_000)
    assert.equal((await reset(email)).status, 200)
  })
  test('T5: the email about the refused answers is sent once a day, even when it is delivered before the next try', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const closedEmails = async () =>
      (await emailsTo(portal, email)).filter(
        ({ subject }) => subject === 'Wrong answers to your security question',
      ).length
    const sent: number[] = []
    for (let time = 1; time <= 8; time++) {
      await reset(email, `guess ${time}`)
      sent.push(await closedEmails())
    }
    assert.deepEqual(sent, [0, 0, 0, 0, 0, 1, 1, 1])
    portal.clock.advance(24 * HOUR)
    for (let time = 1; time <= 7; time++) await reset(email, `guess ${time}`)
    assert.equal(await closedEmails(), 2)
  })
  test('of fifty wrong answers at once, at most five are checked', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const before = verified
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset(email, `guess ${index}`)),
    )
    assert.equal(verified - before, 5)
    assert.deepEqual(
      [
        answers.filter(({ status }) => status === 422).length,
        answers.filter(({ status }) => status === 429).length,
      ],
      [5, 45],
    )
  })
  test('four wrong and a right one forget the wrong ones', async () => {
    const { email } = await loggedIn(portal, { question: true })
    for (let time = 1; time <= 4; time++) await reset(email, `guess ${time}`)
    assert.equal((await reset(email)).status, 200)
    for (let time = 1; time <= 4; time++) assert.equal((await reset(email, `guess ${time}`)).status, 422)
    assert.equal((await reset(email, ANSWER, 'another quiet river')).status, 200)
  })
  test('T2: answers for many addresses from one network are limited, as look-ups of questions are', async () => {
    const sweep = async (tries: number, name: string) => {
      const batch = Array.from({ length: tries }, async (_, index) => {
        const body = {
          email: `${name}${index}@example.com`,
          answer: 'x y z',
          new_password: NEW_PASSWORD,
          recaptchaToken: await captcha(portal),
        }
        return portal.visitor().post('/api/security/reset/', body, { ip: '41.103.0.1' })
      })
      return (await Promise.all(batch)).map(({ status }) => status).sort((left, right) => left - right)
    }
    assert.deepEqual(
      await sweep(5, 'first'),
      Array.from({ length: 5 }, () => 404),
    )
    // The network has tried five times. The others up to shortly before its limit are only counted.
    const { length } = await portal.db.rows(sql`
      update counters set count = ${QUESTION_LOOKUP.perNetwork - 3}
      where key like 'answer network 41.103.0%' and count = 5 returning key`)
    assert.equal(length, 1)
    assert.deepEqual(await sweep(5, 'last'), [404, 404, 404, 429, 429])
  })
  test('D11: above the limit of its network, a browser solves a captcha, and a device that the account knows needs none', async () => {
    const { email, visitor: known } = await loggedIn(portal, { question: true })
    const browser = portal.visitor()
    await browser.get('/api/csrf/')
    const answer = async (visitor: Visitor, proof = '') => {
      const body = { email, answer: 'somebody else', new_password: NEW_PASSWORD, recaptchaToken: proof }
      const { status, json } = await visitor.post('/api/security/reset/', body, { ip: '41.104.0.1' })
      return [status, json.code]
    }
    assert.deepEqual(await answer(portal.visitor()), [422, 'wrong_answer'])
    await portal.db.run(sql`
      update counters set count = ${QUESTION_LOOKUP.perNetwork} where key like 'answer network 41.104.0%'`)
    assert.deepEqual(await answer(portal.visitor(), await captcha(portal)), [429, 'too_many'])
    assert.deepEqual(await answer(browser), [422, 'captcha_required'])
    assert.deepEqual(await answer(browser, await captcha(portal)), [422, 'wrong_answer'])
    assert.deepEqual(await answer(known), [422, 'wrong_answer'])
  })
})

describe('A7, C3: "this was not me"', () => {
  /** An account whose password a thief has reset by the security question. `token` undoes the reset. */
  const attacked = async () => {
    const account = await loggedIn(portal, { question: true })
    assert.equal((await reset(account.email)).status, 200)
    return { ...account, token: await undoToken(account.email) }
  }
  test('the old password works again, the question is gone, and all sessions end', async () => {
    const { email, token } = await attacked()
    const thief = portal.visitor()
    thief.token = (await login(thief, email, NEW_PASSWORD)).json.token
    const { status, json } = await undo(token)
    assert.deepEqual([status, json], [200, UNDONE])
    assert.deepEqual([await works(email, PASSWORD), await works(email, NEW_PASSWORD)], [true, false])
    assert.equal((await thief.get('/api/user/profile/')).status, 401)
    assert.equal((await reset(email)).status, 409)
    assert.equal((await login(portal.visitor(), email)).json.require_security_setup, true)
  })
  test('the link works once, and for 24 hours', async () => {
    const { token } = await attacked()
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(token)))
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [200, 404, 404, 404, 404],
    )
    await refusedUndo(token)
    const late = await attacked()
    portal.clock.advance(24 * HOUR)
    await refusedUndo(late.token)
    assert.equal(await works(late.email, NEW_PASSWORD), true)
  })
  test('after two resets by a thief, the link to undo either one restores the owner’s password, never the thief’s first one', async () => {
    for (const order of [
      ['first', 'second'],
      ['second', 'first'],
    ] as const) {
      const { email, token: first } = await attacked()
      portal.clock.advance(60_000)
      assert.equal((await reset(email, ANSWER, 'the second of the thief')).status, 200)
      const tokens = { first, second: await undoToken(email) }
      assert.notEqual(tokens.first, tokens.second)
      assert.equal((await undo(tokens[order[0]])).status, 200)
      assert.deepEqual(
        [
          await works(email, PASSWORD),
          await works(email, NEW_PASSWORD),
          await works(email, 'the second of the thief'),
        ],
        [true, false, false],
        order[0],
      )
      await refusedUndo(tokens[order[1]])
      assert.equal(await works(email, PASSWORD), true)
    }
  })
  test('after undoing the reset, failed logins from before do not lock the owner out', async () => {
    const { email, token } = await attacked()
    for (let time = 0; time < 6; time++) await login(portal.visitor(), email, 'Wrong7password')
    await undo(token)
    assert.equal(await works(email, PASSWORD), true)
  })
  test('forged and foreign links are refused', async () => {
    const { email, token } = await attacked()
    const [id = '', signature = ''] = token.split('.')
    for (const wrong of [
      'x',
      id,
      `${id}.`,
      `${id}.${'A'.repeat(43)}`,
      `00000000-0000-0000-0000-000000000000.${signature}`,
      `' or true --.${signature}`.replaceAll(' ', '%20'),
    ])
      await refusedUndo(wrong)
    const verification = (await emailsTo(portal, email))
      .map(({ text }) => /verify-email\/(\S+)/.exec(text ?? '')?.[1])
      .find(Boolean)
    await refusedUndo(verification ?? id)
    assert.equal(await works(email, NEW_PASSWORD), true)
  })
})
