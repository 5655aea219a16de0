import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { raw } from 'sql-template-tag'
import { RESET_CODE, SECURITY_ANSWER } from '#contract/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import type { Hasher } from '../../server/deps.ts'
import { createHasher } from '../../server/hasher.ts'
import { refuse } from '../../server/http/refuse.ts'
import { ANSWER, captcha, NEW_PASSWORD, nextMinute, loggedIn } from '../support/accounts.ts'
import { codeTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

// A reset of the password that does not get to its end, although what the person typed is right. With this
// setting, a reset by the question needs an emailed code too.

let portal: Portal
/** Whether the hasher refuses to hash new passwords. */
let isBusy = false
before(async () => {
  const real = createHasher({ memoryKib: 8, passes: 1 })
  const hasher: Hasher = {
    ...real,
    hash: async (secret) => {
      if (isBusy) throw refuse('busy')
      return real.hash(secret)
    },
  }
  portal = await openPortal({ hasher, config: { RESET_STEP_UP: 'email' } })
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  isBusy = false
  portal.clock.set(A_TUESDAY)
})
after(() => portal.close())

type Person = { email: string; otp: string }
const byQuestion = ({ email, otp }: Person, over: { recaptchaToken?: string } = {}) =>
  portal
    .visitor()
    .post('/api/security/reset/', { email, answer: ANSWER, otp, new_password: NEW_PASSWORD, ...over })
const byCode = ({ email, otp }: Person) =>
  portal.visitor().post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD })
/** A person with a security question, who has just received a code by email. */
async function withCode(): Promise<Person> {
  const { email } = await loggedIn(portal, { question: true })
  await portal.visitor().post('/api/password-reset-request/', { email })
  return { email, otp: await codeTo(portal, email) }
}

const WAYS = [
  ['question', byQuestion, 'accounts.reset-by-question'],
  ['code', byCode, 'accounts.password-changed'],
] as const

describe('C3 A3 a reset that the portal could not finish counts as no try', () => {
  for (const [way, reset, topic] of WAYS) {
    test(`by ${way}: while the portal is too busy for the new password, the code is not used up`, async () => {
      const person = await withCode()
      isBusy = true
      for (let time = 0; time <= RESET_CODE.tries; time++) assert.equal((await reset(person)).status, 503)
      isBusy = false
      nextMinute()
      assert.equal((await reset(person)).status, 200)
    })
    test(`by ${way}: while the new password cannot be stored, the code is not used up`, async () => {
      const person = await withCode()
      await portal.db.run(
        raw(`alter table outbox add constraint broken check (topic <> '${topic}') not valid`),
      )
      try {
        for (let time = 0; time <= RESET_CODE.tries; time++) assert.equal((await reset(person)).status, 500)
      } finally {
        await portal.db.run(sql`alter table outbox drop constraint broken`)
      }
      nextMinute()
      assert.equal((await reset(person)).status, 200)
    })
  }
})

describe('C3 RESET_STEP_UP=email: the right answer is never counted as a wrong one', () => {
  test('not with a wrong code, and not while a captcha is required: the question stays open', async () => {
    const { email, otp } = await withCode()
    const wrong = { email, otp: otp === '000000' ? '111111' : '000000' }
    const kinds: string[] = []
    for (let time = 0; time <= 2 * SECURITY_ANSWER.tries; time++) {
      nextMinute()
      kinds.push((await byQuestion(wrong)).json.code)
    }
    assert.deepEqual(kinds, [
      ...Array<string>(RESET_CODE.tries).fill('wrong_code'),
      ...Array<string>(kinds.length - RESET_CODE.tries).fill('captcha_required'),
    ])
    nextMinute()
    await byQuestion({ email, otp: '' })
    const person = { email, otp: await codeTo(portal, email) }
    assert.equal((await byQuestion(person, { recaptchaToken: await captcha(portal) })).status, 200)
  })
})
