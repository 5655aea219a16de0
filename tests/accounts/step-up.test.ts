import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ANSWER, login, NEW_PASSWORD, nextMinute, PASSWORD, QUESTION, loggedIn } from '../support/accounts.ts'
import { codeTo, emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// The setting RESET_STEP_UP says when a reset by the security question also needs a code from an email (C3).
const HELD =
  'Your password was changed with the security question less than 24 hours ago. You can change the question 24 hours after that.'
const CODE_TOO = 'Your answer is right. We also emailed you a code: type it here.'
const HOUR = 3_600_000

let portal: Portal
before(async () => {
  portal = await openPortal({ config: { RESET_STEP_UP: 'email' } })
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const reset = (email: string, answer: string, otp?: string, new_password = NEW_PASSWORD) =>
  portal
    .visitor()
    .post('/api/security/reset/', { email, answer, new_password, ...(otp === undefined ? {} : { otp }) })
/** How many emails with a reset code this address has received. */
const codes = async (email: string) =>
  (await emailsTo(portal, email)).filter(
    ({ subject }) => subject === 'Your code for a new IEBC Jobs password',
  ).length
const works = async (email: string, password: string) =>
  (await login(portal.visitor(), email, password)).status === 200

describe('C3 RESET_STEP_UP=email', () => {
  test('the right answer alone changes nothing and sends a code; with the code it sets the password', async () => {
    const { email, visitor } = await loggedIn(portal, { question: true })
    const { status, json } = await reset(email, ANSWER)
    assert.deepEqual([status, json.code, json.error, json.otp], [422, 'code_required', CODE_TOO, [CODE_TOO]])
    assert.equal(await works(email, PASSWORD), true)
    const otp = await codeTo(portal, email)
    assert.equal((await reset(email, 'somebody else', otp)).json.code, 'wrong_answer')
    assert.equal((await reset(email, ANSWER, otp === '000000' ? '111111' : '000000')).json.code, 'wrong_code')
    assert.equal((await reset(email, ANSWER, otp)).status, 200)
    assert.equal(await works(email, NEW_PASSWORD), true)
    assert.equal((await visitor.get('/api/user/profile/')).status, 401)
    assert.equal((await reset(email, ANSWER, otp, 'third quiet river')).json.code, 'wrong_code')
  })
  test('a wrong answer sends no code; right ones send three an hour at the most, and use no try up', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await reset(email, 'somebody else')
    assert.equal(await codes(email), 0)
    // `codes` delivers each email before the next code is requested. So the last code in the mailbox is
    // valid.
    for (let time = 1; time <= 8; time++) {
      assert.equal((await reset(email, ANSWER)).json.code, 'code_required')
      assert.equal(await codes(email), Math.min(time, 3))
    }
    assert.equal((await reset(email, ANSWER, await codeTo(portal, email))).status, 200)
  })
  test('two at once with the same code set one password', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await reset(email, ANSWER)
    const otp = await codeTo(portal, email)
    const answers = await Promise.all(
      ['first quiet river', 'second quiet river'].map((password) => reset(email, ANSWER, otp, password)),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [200, 422],
    )
  })
})

describe('C3 RESET_STEP_UP=unknown-device', () => {
  test('a device on which the account has logged in needs no code; every other device does, also one that knows another account', async () => {
    const wary = await openPortal({ config: { RESET_STEP_UP: 'unknown-device' } })
    try {
      const mine = await loggedIn(wary, { question: true })
      const other = await loggedIn(wary, { question: true })
      const from = (visitor: typeof mine.visitor, new_password: string) =>
        visitor.post('/api/security/reset/', { email: mine.email, answer: ANSWER, new_password })
      assert.equal((await from(wary.visitor(), NEW_PASSWORD)).json.code, 'code_required')
      assert.equal((await from(other.visitor, NEW_PASSWORD)).json.code, 'code_required')
      assert.equal((await login(wary.visitor(), mine.email, PASSWORD)).status, 200)
      assert.equal((await from(mine.visitor, NEW_PASSWORD)).status, 200)
      assert.equal((await login(wary.visitor(), mine.email, NEW_PASSWORD)).status, 200)
    } finally {
      await wary.close()
    }
  })
})

describe('C3: 24 hours after a reset by the question', () => {
  test('the question cannot be changed for 24 hours, or until the reset is undone', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await reset(email, ANSWER)
    assert.equal((await reset(email, ANSWER, await codeTo(portal, email))).status, 200)
    const thief = portal.visitor()
    const change = async () => {
      thief.token = (await login(thief, email, NEW_PASSWORD)).json.token
      return thief.post('/api/security/set/', {
        security_question: QUESTION,
        security_answer: 'not the owner’s',
      })
    }
    const held = await change()
    assert.deepEqual([held.status, held.json.code, held.json.message], [409, 'question_held', HELD])
    portal.clock.advance(24 * HOUR - 1)
    assert.equal((await change()).status, 409)
    portal.clock.advance(1)
    assert.equal((await change()).status, 200)
  })
  test('a reset by an emailed code removes the question, so the owner sets a new one at once, also after a thief’s reset by the question', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await reset(email, ANSWER)
    assert.equal((await reset(email, ANSWER, await codeTo(portal, email))).status, 200)
    const set = async (password: string) => {
      const visitor = portal.visitor()
      visitor.token = (await login(visitor, email, password)).json.token
      const body = { security_question: QUESTION, security_answer: 'a new answer' }
      return (await visitor.post('/api/security/set/', body)).status
    }
    assert.equal(await set(NEW_PASSWORD), 409)
    await portal.visitor().post('/api/password-reset-request/', { email })
    const otp = await codeTo(portal, email)
    const update = { email, otp, new_password: 'third quiet river' }
    assert.equal((await portal.visitor().post('/api/update-password/', update)).status, 200)
    assert.equal(await set('third quiet river'), 200)
    assert.equal(await set('third quiet river'), 409)
  })
  test('after a reset by an emailed code the question can be changed at once, and after an undo the owner sets a new one', async () => {
    const { email } = await loggedIn(portal, { question: true })
    await portal.visitor().post('/api/password-reset-request/', { email })
    await portal
      .visitor()
      .post('/api/update-password/', { email, otp: await codeTo(portal, email), new_password: NEW_PASSWORD })
    const owner = portal.visitor()
    const set = async (password: string) => {
      owner.token = (await login(owner, email, password)).json.token
      return (
        await owner.post('/api/security/set/', { security_question: QUESTION, security_answer: ANSWER })
      ).status
    }
    assert.equal(await set(NEW_PASSWORD), 200)
    await reset(email, ANSWER)
    await reset(email, ANSWER, await codeTo(portal, email), 'third quiet river')
    assert.equal(await set('third quiet river'), 409)
    const lastEmail = (await emailsTo(portal, email)).at(-1)?.text ?? ''
    const token = /\/not-me\/(\S+)/.exec(lastEmail)?.[1] ?? ''
    assert.equal((await portal.visitor().post(`/api/security/undo-reset/${token}/`)).status, 200)
    assert.equal(await set(NEW_PASSWORD), 200)
  })
})
