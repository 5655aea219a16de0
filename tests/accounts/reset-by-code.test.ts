import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { RESET_CODE } from '#contract/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import {
  captcha,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { codeTo, emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const WRONG = 'The code is not right, or it has expired'
const REQUESTED = { message: 'If the email exists, an OTP has been sent to the address provided.' }
const MINUTE = 60_000

// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
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

const request = (email: string, ip?: string) =>
  portal.visitor().post('/api/password-reset-request/', { email }, ip ? { ip } : {})
// Both functions send a solved captcha. The portal wants it only after many failures
// (reset-ceilings.test.ts).
const verify = async (email: string, otp: string) =>
  portal.visitor().post('/api/verify-otp/', { email, otp, recaptchaToken: await captcha(portal) })
const update = async (email: string, otp: string, new_password = NEW_PASSWORD) =>
  portal
    .visitor()
    .post('/api/update-password/', { email, otp, new_password, recaptchaToken: await captcha(portal) })
const withCode = async () => {
  const { email, id } = await member(portal)
  assert.equal((await request(email)).status, 200)
  const code = await codeTo(portal, email)
  assert.match(code, /^\d{6}$/)
  return { id, email, code }
}
/** A wrong reset code: the right code plus `by`. */
const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const refusedCode = ({ status, json }: { status: number; json: Record<string, unknown> }) =>
  assert.deepEqual([status, json.code, json.error], [422, 'wrong_code', WRONG])

test('A3: a person requests a code, checks it and sets a password; code and old password stop working, and an email notifies the person', async () => {
  const { email, code } = await withCode()
  const checked = await verify(` ${email.toUpperCase()} `, ` ${code.slice(0, 3)} ${code.slice(3)} `)
  assert.deepEqual(
    [checked.status, checked.json],
    [200, { message: 'The code is right. Now choose a new password.' }],
  )
  const { status, json } = await update(email, code)
  assert.deepEqual([status, json], [200, { message: 'Password updated successfully' }])
  assert.equal((await login(portal.visitor(), email, NEW_PASSWORD)).status, 200)
  assert.equal((await login(portal.visitor(), email, PASSWORD)).status, 401)
  refusedCode(await update(email, code))
  refusedCode(await verify(email, code))
  const last = (await emailsTo(portal, email)).at(-1)
  assert.equal(last?.subject, 'Your password was changed')
  assert.match(last?.text ?? '', /Tuesday, 24 November 2026 at 2:02 p\.m\. EAT/)
})

test('A3: a code can be used without checking it first, and a check does not use it up', async () => {
  const direct = await withCode()
  assert.equal((await update(direct.email, direct.code)).status, 200)
  const careful = await withCode()
  for (let time = 0; time < 3; time++) assert.equal((await verify(careful.email, careful.code)).status, 200)
  assert.equal((await update(careful.email, careful.code)).status, 200)
})

test('A3: right at the fifth try, the code still sets the password', async () => {
  const { email, code } = await withCode()
  for (let time = 1; time <= 4; time++) refusedCode(await verify(email, other(code, time)))
  assert.equal((await verify(email, code)).status, 200)
  assert.equal((await update(email, code)).status, 200)
})

describe('A2 password-reset-request', () => {
  test('T1: the same bytes for a known, an unverified and an unknown address; `notification` never holds a code', async () => {
    const known = (await member(portal)).email
    const unverified = registration()
    await register(portal, unverified)
    const answers = await Promise.all(
      [known, unverified.email, 'nobody.at.all@example.com', ` ${known.toUpperCase()} `].map((email) =>
        request(email),
      ),
    )
    for (const { status, json, headers } of answers) {
      assert.deepEqual([status, json], [200, REQUESTED])
      assert.equal(headers.getSetCookie().length, 0)
    }
  })
  test('T1: an address without an account gets an email that says so, at most three an hour, and no code', async () => {
    const email = 'nobody.under.this@example.com'
    for (let time = 0; time < 5; time++) assert.deepEqual((await request(email)).json, REQUESTED)
    const sentEmails = await emailsTo(portal, email)
    assert.deepEqual(
      sentEmails.map(({ subject }) => subject),
      Array.from({ length: 3 }, () => 'No IEBC Jobs account under this address'),
    )
    assert.match(
      sentEmails[0]?.text ?? '',
      /^Hello,\n[\s\S]*Someone asked for a code[\s\S]*no account uses this address[\s\S]*http:\/\/\S+\/register\n/,
    )
    assert.equal(await codeTo(portal, email), '')
  })
  test('T1: a known and an unknown address cause the same row in the database', async () => {
    // The topic and the field names of the newest email in the queue.
    const rows = () =>
      portal.db.rows<{ topic: string; keys: string }>(sql`
      select topic, array_to_string(array(select jsonb_object_keys(payload)), ' ') as keys from outbox order by id desc limit 1`)
    await request((await member(portal)).email)
    const known = await rows()
    await request('nobody.here.either@example.com')
    assert.deepEqual([await rows(), known.length], [known, 1])
  })
  test('malformed is 422, so that real errors are not swallowed', async () => {
    for (const email of ['', 'nobody', 'a@b,evil@x.co', 'a@example.com\r\nBcc: evil@example.com']) {
      const { status, json } = await request(email)
      assert.deepEqual([status, Array.isArray(json.email)], [422, true], email)
    }
  })
  test('T23: a hundred requests from everywhere are three emails, all answered alike', async () => {
    const { email } = await member(portal)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => request(email, `10.1.${index}.1`)),
    )
    assert.ok(answers.every(({ status, json }) => status === 200 && json.message === REQUESTED.message))
    const codes = (await emailsTo(portal, email)).filter(
      ({ subject }) => subject === 'Your code for a new IEBC Jobs password',
    )
    assert.equal(codes.length, 3)
  })
  test('the code comes through the address, so it verifies the address too', async () => {
    const body = registration()
    await register(portal, body)
    await request(body.email)
    assert.equal((await update(body.email, await codeTo(portal, body.email))).status, 200)
    assert.equal((await login(portal.visitor(), body.email, NEW_PASSWORD)).status, 200)
  })
})

describe('T4: guessing', () => {
  test('after five wrong the right one is refused, by both calls', async () => {
    const { email, code } = await withCode()
    for (let time = 1; time <= 5; time++) refusedCode(await verify(email, other(code, time)))
    refusedCode(await verify(email, code))
    refusedCode(await update(email, code))
    assert.equal((await login(portal.visitor(), email)).status, 200)
  })
  test('both calls count together', async () => {
    const { email, code } = await withCode()
    for (let time = 1; time <= 5; time++)
      refusedCode(await (time % 2 ? update : verify)(email, other(code, time)))
    refusedCode(await update(email, code))
  })
  test('of forty wrong codes at once over both calls, five count, and then the right code is refused too', async () => {
    const { id, email, code } = await withCode()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? update : verify)(email, other(code, index + 1))),
    )
    for (const answer of answers) refusedCode(answer)
    const row = await portal.db.row<{ tries: number }>(
      sql`select tries from reset_codes where user_id = ${id}`,
    )
    assert.equal(row?.tries, 5)
    refusedCode(await update(email, code))
  })
  test('of two hundred guesses one after the other, five are checked and fifty are counted; after them the right code is refused by both calls', async () => {
    const { id, email, code } = await withCode()
    const kinds: string[] = []
    for (let guess = 1; guess <= 200; guess++) {
      if (guess % 20 === 1) nextMinute()
      kinds.push((await verify(email, other(code, guess))).json.code)
    }
    assert.deepEqual(kinds, [
      ...Array<string>(RESET_CODE.perDay).fill('wrong_code'),
      ...Array<string>(200 - RESET_CODE.perDay).fill('codes_closed'),
    ])
    const row = await portal.db.row<{ tries: number }>(
      sql`select tries from reset_codes where user_id = ${id}`,
    )
    assert.equal(row?.tries, RESET_CODE.tries)
    nextMinute()
    for (const right of [await verify(email, code), await update(email, code)])
      assert.deepEqual([right.status, right.json.code], [429, 'codes_closed'])
    assert.equal((await login(portal.visitor(), email)).status, 200, 'the password is the old one')
  })
  test('of two calls at once with the right code, one sets the password', async () => {
    const { email, code } = await withCode()
    const answers = await Promise.all([
      update(email, code, 'first quiet river'),
      update(email, code, 'second quiet river'),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status).sort((left, right) => left - right),
      [200, 422],
    )
    const works = await Promise.all(
      ['first quiet river', 'second quiet river'].map(
        async (password) => (await login(portal.visitor(), email, password)).status,
      ),
    )
    assert.deepEqual(
      works,
      answers.map(({ status }) => (status === 200 ? 200 : 401)),
    )
  })
  test('only a text of the six digits is accepted', async () => {
    const { email, code } = await withCode()
    for (const wrong of ['', code.slice(1), `${code}0`, '١٢٣٤٥٦']) refusedCode(await verify(email, wrong))
    const { status, json } = await verify(email, '1'.repeat(21))
    assert.deepEqual([status, Array.isArray(json.otp)], [422, true])
    assert.equal((await portal.visitor().post('/api/verify-otp/', { email, otp: Number(code) })).status, 422)
    assert.equal((await update(email, code)).status, 200)
  })
  test('an empty code is refused by both calls, and costs no try', async () => {
    const { email, code } = await withCode()
    for (let time = 0; time <= RESET_CODE.tries; time++)
      for (const empty of ['', ' ']) {
        refusedCode(await verify(email, empty))
        refusedCode(await update(email, empty))
      }
    for (let time = 1; time < RESET_CODE.tries; time++) refusedCode(await verify(email, other(code, time)))
    assert.equal((await update(email, code)).status, 200)
  })
  test('a code is good for its own address only', async () => {
    const [mine, theirs] = [await withCode(), await withCode()]
    refusedCode(await verify(theirs.email, mine.code === theirs.code ? other(mine.code) : mine.code))
    refusedCode(await update('nobody.at.all@example.com', mine.code))
    assert.equal((await update(mine.email, mine.code)).status, 200)
  })
  test('T1: an unknown address, one without a code, and a wrong code are refused with the same bytes', async () => {
    const { email, code } = await withCode()
    const bodies = await Promise.all([
      verify(email, other(code)),
      verify((await member(portal)).email, code),
      verify('nobody.at.all@example.com', code),
    ])
    assert.equal(new Set(bodies.map(({ status, text }) => `${status} ${text}`)).size, 1)
  })
})

describe('T4: time', () => {
  test('ten minutes are in time, ten minutes and a second are not', async () => {
    const inTime = await withCode()
    const late = await withCode()
    portal.clock.advance(10 * MINUTE - 1_000)
    assert.equal((await update(inTime.email, inTime.code)).status, 200)
    portal.clock.advance(2_000)
    refusedCode(await verify(late.email, late.code))
    refusedCode(await update(late.email, late.code))
  })
  test('a new code replaces the old one, which stops working', async () => {
    const { email, code } = await withCode()
    portal.clock.advance(MINUTE)
    await request(email)
    const fresh = await codeTo(portal, email)
    // Two reset codes are equal by chance once in a million times.
    if (fresh !== code) refusedCode(await verify(email, code))
    assert.equal((await update(email, fresh)).status, 200)
  })
})

describe('A6, C7: the new password', () => {
  const known = 'This password is on a list of stolen passwords. Please choose another one.'
  test('S1 §5: only its length is checked, and that costs no try', async () => {
    const { email, code } = await withCode()
    for (let time = 0; time < 6; time++) {
      const { status, json } = await update(email, code, 'seven77')
      assert.deepEqual(
        [status, json.new_password, json.error],
        [422, ['Password must be at least 8 characters long'], 'Password must be at least 8 characters long'],
      )
    }
    assert.equal((await update(email, code, 'only lower case')).status, 200)
  })
  test('a well-known password is refused in the key that the screen reads, and costs no try', async () => {
    const { email, code } = await withCode()
    for (const password of [
      'password1',
      'PASSWORD1',
      '12345678',
      'qwertyuiop',
      `${email.split('@')[0]}!!`,
      String(email.split('@')[0]),
      email.toUpperCase(),
      'IEBC2026',
    ]) {
      const { status, json } = await update(email, code, password)
      assert.deepEqual([status, json.new_password, json.error], [422, [known], known], password)
    }
    assert.equal((await update(email, code)).status, 200)
  })
})

test('T6: neither the code nor the password is in the database', async () => {
  const { code } = await withCode()
  const rows = await portal.db.rows(
    sql`select to_jsonb(reset_codes) as it from reset_codes union all select to_jsonb(outbox) from outbox`,
  )
  // Times are left out, because the digits of their fractions could equal the six-digit code.
  assert.doesNotMatch(
    JSON.stringify(rows).replace(/\d{4}-\d\d-\d\dT[\d:.+]+/g, ''),
    new RegExp(`\\b${code}\\b|${NEW_PASSWORD}`),
  )
})

test('T5 a security question that someone set in a stolen session opens nothing after the owner came back by the emailed code', async () => {
  const { email, visitor } = await loggedIn(portal)
  const question = { security_question: 'What was my first school?', security_answer: 'the thief knows' }
  assert.equal((await visitor.post('/api/security/set/', question)).status, 200)
  await request(email)
  assert.equal((await update(email, await codeTo(portal, email))).status, 200)
  nextMinute()
  const refused = await portal.visitor().post('/api/security/question/', { email })
  assert.equal(refused.json.code, 'question_not_set')
  const again = { email, answer: question.security_answer, new_password: 'A thief chose 7 this' }
  assert.equal((await portal.visitor().post('/api/security/reset/', again)).json.code, 'question_not_set')
  const back = await login(portal.visitor(), email, NEW_PASSWORD)
  assert.deepEqual([back.status, back.json.require_security_setup], [200, true])
  assert.match((await emailsTo(portal, email)).at(-1)?.text ?? '', /We removed your security question/)
})

describe('A3: the email about the new password says that the security question was removed', () => {
  const removed = /We removed your security question/
  /** Resets the password by code. Returns the text of the last email; `meanwhile` runs before it is sent. */
  const emailAfterReset = async (email: string, meanwhile = async () => {}) => {
    await request(email)
    assert.equal((await update(email, await codeTo(portal, email))).status, 200)
    await meanwhile()
    return (await emailsTo(portal, email)).at(-1)?.text ?? ''
  }
  test('to a person who had one, and not to a person who never had one', async () => {
    const [without, withOne] = [await member(portal), await loggedIn(portal, { question: true })]
    const text = await emailAfterReset(without.email)
    assert.match(text, /The password of your account was changed/)
    assert.doesNotMatch(text, removed)
    assert.match(await emailAfterReset(withOne.email), removed)
  })
  test('also in an email that an earlier version queued, which does not say whether there was one', async () => {
    const { email } = await member(portal)
    const asQueuedEarlier = async () =>
      void (await portal.db.run(
        sql`update outbox set payload = payload - 'hadQuestion' where topic = 'accounts.password-changed'`,
      ))
    assert.match(await emailAfterReset(email, asQueuedEarlier), removed)
  })
})
