import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SUGGESTED_QUESTIONS } from '#contract/accounts/words.ts'
import { sql } from '../../server/database/connect.ts'
import {
  ANSWER,
  count,
  member,
  NEW_PASSWORD,
  nextMinute,
  QUESTION,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// With the setting ACCOUNT_LOOKUP=uniform, the portal's answers do not show whether an account exists (C2).
let portal: Portal
before(async () => {
  portal = await openPortal({ config: { ACCOUNT_LOOKUP: 'uniform' } })
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

const lookUp = (email: string) => portal.visitor().post('/api/security/question/', { email })
const reset = (email: string, answer: string) =>
  portal.visitor().post('/api/security/reset/', { email, answer, new_password: NEW_PASSWORD })
const subjects = async (email: string) => (await emailsTo(portal, email)).map(({ subject }) => subject)

describe('C2 ACCOUNT_LOOKUP=uniform: the question', () => {
  test('an account gets its own question; an account without one, or no account, always gets the same suggested question', async () => {
    const { email } = await loggedIn(portal, { question: true })
    assert.deepEqual((await lookUp(email)).json, { question: QUESTION })
    const shown = new Set<string>()
    for (const address of [
      (await member(portal)).email,
      ...Array.from({ length: 20 }, (_, index) => `nobody${index}@example.com`),
    ]) {
      const { status, json } = await lookUp(address)
      assert.deepEqual([status, Object.keys(json)], [200, ['question']])
      assert.ok((SUGGESTED_QUESTIONS as readonly string[]).includes(json.question))
      assert.deepEqual((await lookUp(` ${address.toUpperCase()}`)).json, json)
      shown.add(json.question)
    }
    assert.ok(shown.size > 1, 'not one question for all')
  })
  test('wrong answers get the same bytes for each of these, try by try, also once answers are refused', async () => {
    const { email } = await loggedIn(portal, { question: true })
    const without = (await member(portal)).email
    for (let time = 1; time <= 7; time++) {
      const answers = await Promise.all(
        [email, without, 'nobody.at.all@example.com'].map((address) => reset(address, `guess ${time}`)),
      )
      for (const { status, text } of answers)
        assert.deepEqual([status, text], [time <= 5 ? 422 : 429, answers[0]?.text])
    }
    assert.ok((await subjects(email)).includes('Wrong answers to your security question'))
    assert.deepEqual(await subjects('nobody.at.all@example.com'), [])
  })
  test('the right answer works as ever', async () => {
    const { email } = await loggedIn(portal, { question: true })
    assert.equal((await reset(email, ANSWER)).status, 200)
  })
})

describe('C2 ACCOUNT_LOOKUP=uniform: registration', () => {
  test('a known address gets the answer of a new one; its owner gets an email, and nothing changes', async () => {
    const newcomer = registration()
    const first = await register(portal, newcomer)
    const again = await register(portal, registration({ email: newcomer.email, first_name: 'Thief' }))
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(
      await count(portal, sql`select from users where email = ${newcomer.email} and first_name = 'Wanjiku'`),
      1,
    )
    assert.ok((await subjects(newcomer.email)).includes('You already have an IEBC Jobs account'))
  })
  test('a known ID number too; an email explains to the person who entered it why there is no account', async () => {
    const owner = registration()
    const first = await register(portal, owner)
    const other = registration({ id_number: owner.id_number })
    const again = await register(portal, other)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(await count(portal, sql`select from users where email = ${other.email}`), 0)
    assert.deepEqual(await subjects(other.email), ['Your IEBC Jobs account was not created'])
    const [explanation] = await emailsTo(portal, other.email)
    assert.doesNotMatch(
      `${explanation?.text}${explanation?.html}`,
      new RegExp(`${owner.email}|${owner.id_number}`),
    )
  })
})
