import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { normaliseEmail, normaliseName } from '#contract/normalise.ts'
import { storable } from '#contract/storable.ts'
import {
  ANSWER,
  captcha,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  QUESTION,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { anyText } from '../support/any-text.ts'
import { officersOf } from '../support/as-officer.ts'
import { addressOf, bodyOf, fieldsOf, freshNetwork } from '../support/calls.ts'
import { sql } from '../../server/database/connect.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'

// Odd texts in every field of every call. `fieldsOf` lists a call's fields; `addressOf` and `bodyOf` make a
// valid path and body. `officers.ask` makes a call as an officer with the right to make it.
let portal: Portal
let job: number
let token: string
let officers: ReturnType<typeof officersOf>
before(async () => {
  portal = await openPortal()
  ;[job = 0] = await postJobs(portal, {}, { title: '100% _sure_ \\ job' })
  ;({ token } = await loggedIn(portal, { question: true }))
  // Each sample id is 1. Officer 1 makes no call, so no call changes the officer who makes it.
  await officer(portal, 'reviewer')
  officers = officersOf(portal)
})
after(() => portal.close())

/**
 * Texts that have broken programs: quotes, comments and wildcards of SQL, letters that get longer in upper
 * case, halves of characters.
 */
const ODD = [
  `' " ; -- /* \\ \\x27 % _ %_% $1 $$ {{1}} \` %00 %27 \uff07 \u02bc \u2019 1e309 -0 NaN null [] {} a'||'b`.split(
    ' ',
  ),
  ["' or 1=1 --", "'); drop table users; --", '") union select 1 --', "\\'; select pg_sleep(9); --", '${1}'],
  '\u0000 \u0130 \u0149 \u1e9e \ufb03 \ud800 \udc00 \u202e \ufeff \u200b e\u0301 \u{1f600} \u{1f468}\u200d\u{1f469} \u001b[31m'.split(
    ' ',
  ),
  ['\u00a0', '\r\n', '\t'],
].flat()
const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc
    .tuple(
      fc.constantFrom('', 'a', 'Wanjiku ', '1'),
      fc.constantFrom(...ODD),
      fc.constantFrom('', 'b', '@example.com'),
    )
    .map((parts) => parts.join('')),
  anyText(60),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
)

// The seed of the random texts. It is fixed, so that a failed test fails again; another number tries other
// texts.
const SEED = 2_026

const PERSON = { email: 'somebody@example.com', password: PASSWORD }
/** Valid bodies for calls that would refuse a sample body before they read the odd text. */
const VALID_BODIES: Partial<Record<EndpointKey, Record<string, unknown>>> = {
  'POST /api/login/': PERSON,
  'POST /api/resend-verification/': { email: PERSON.email },
  'POST /api/password-reset-request/': { email: PERSON.email },
  'POST /api/verify-otp/': { email: PERSON.email, otp: '123456' },
  'POST /api/update-password/': { email: PERSON.email, otp: '123456', new_password: NEW_PASSWORD },
  'POST /api/security/question/': { email: PERSON.email },
  'POST /api/security/reset/': { email: PERSON.email, answer: ANSWER, new_password: NEW_PASSWORD },
  'POST /api/security/set/': { security_question: QUESTION, security_answer: ANSWER },
  'POST /api/job-applications/': { job: 1 },
  'POST /api/newsletter/': { email: PERSON.email },
}

/** Makes the call as a visitor who may, and checks that the server does not fail. Returns the status. */
const ask = async (endpoint: Endpoint, path: string, body?: unknown) => {
  const options = { ip: freshNetwork(), ...(body === undefined ? {} : { body }) }
  const visitor = portal.visitor()
  if (endpoint.allowedFor === 'applicant') visitor.token = token
  const { status, text } =
    endpoint.allowedFor === 'staff'
      ? await officers.ask(endpoint, path, options)
      : await visitor.request(endpoint.method, path, options)
  assert.ok(
    status < 500 && status >= 200,
    `${endpoint.method} ${path} ${JSON.stringify(body)}: ${status} ${text}`,
  )
  return status
}

describe('T19 any text in any field of any call gets an answer, and never an error of the server', () => {
  for (const [key, entry] of Object.entries(endpoints) as [EndpointKey, Endpoint][]) {
    const fields = fieldsOf(entry)
    // A call without fields takes no text, so it is left out.
    if (fields.length === 0) continue
    test(`T19 ${key}: ${[...new Set(fields.map(({ name }) => name))].join(', ')}`, async () => {
      const statuses = new Set<number>()
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...fields), odd, async (field, value) => {
          const filled = addressOf(entry, {
            ...(entry.path.includes('/jobs/{id}/') ? { id: job } : {}),
            ...(field.in === 'path' ? { [field.name]: value.toWellFormed() } : {}),
          })
          const path =
            field.in === 'query'
              ? `${filled}?${field.name}=${encodeURIComponent(value.toWellFormed())}`
              : filled
          if (entry.method === 'GET') return void statuses.add(await ask(entry, path))
          const right =
            key === 'POST /api/register/'
              ? { ...registration(), recaptchaToken: await captcha(portal) }
              : (VALID_BODIES[key] ?? bodyOf(entry))
          statuses.add(
            await ask(entry, path, field.in === 'body' ? { ...right, [field.name]: value } : right),
          )
        }),
        { numRuns: 24, seed: SEED },
      )
      // If every call was refused for want of a login or a right, the test tried no text.
      if (entry.allowedFor !== 'anyone')
        assert.ok(!statuses.has(401) && [...statuses].some((status) => status !== 403), [...statuses].join())
    })
  }
  test('T19 and none of these calls was logged as an error', () => {
    assert.deepEqual(
      portal.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})

describe('T19 what is stored comes back as it was', () => {
  // Each test makes nearly all calls that one address may make in a minute.
  beforeEach(() => nextMinute())
  const storableText = odd.filter(
    (value) => storable.test(value) && value.isWellFormed() && value.trim().length >= 2 && value.length <= 60,
  )
  test('T19 names', async () => {
    let stored = 0
    // Nine in ten names have only letters of any script. One in ten is any text, which may be refused.
    const name = fc.oneof(
      { weight: 9, arbitrary: storableText.map((value) => `a${value.replace(/[^\p{L}\p{M}]/gu, '')}`) },
      { weight: 1, arbitrary: storableText },
    )
    await fc.assert(
      fc.asyncProperty(name, name, async (first, last) => {
        const body = registration({ first_name: first, last_name: last })
        const { status, text } = await register(portal, body)
        if (status === 422) return
        assert.equal(status, 201, text)
        await portal.db.run(
          sql`update users set email_verified_at = ${portal.clock.now()} where email = ${body.email}`,
        )
        const { user } = (await login(portal.visitor(), body.email)).json
        assert.deepEqual(
          [user.first_name, user.last_name, user.email],
          [normaliseName(first), normaliseName(last), normaliseEmail(body.email)],
        )
        stored++
      }),
      { numRuns: 80, seed: SEED },
    )
    assert.ok(stored > 30, `${stored} were stored`)
  })
  test('T19 a security question', async () => {
    const { email } = await member(portal)
    const visitor = portal.visitor()
    visitor.token = (await login(visitor, email)).json.token
    let stored = 0
    await fc.assert(
      fc.asyncProperty(storableText, async (question) => {
        // Each call counts as a try of the password, and tries are limited. So the count is deleted.
        await portal.db.run(sql`delete from counters where key like 'password %'`)
        const set = await visitor.post('/api/security/set/', {
          security_question: question,
          security_answer: ANSWER,
          current_password: PASSWORD,
        })
        if (set.status === 422) return
        assert.equal(set.status, 200, set.text)
        const row = await portal.db.row<{ security_question: string }>(
          sql`select security_question from users where email = ${email}`,
        )
        assert.equal(row?.security_question, question.trim())
        stored++
      }),
      { numRuns: 36, seed: SEED },
    )
    assert.ok(stored > 30, `${stored} were stored`)
  })
  test('T19 wildcards of LIKE are characters like any other', async () => {
    const found = async (search: string) =>
      (
        (await portal.visitor().get(`/api/jobs/list/?search=${encodeURIComponent(search)}`)).json as {
          count: number
        }
      ).count
    for (const search of ['100%', '_sure_', '% _', '\\', '100% _sure_ \\ job'])
      assert.equal(await found(search), 1, search)
    for (const search of ['%%', '__', '100_', '%sure%', '\\\\']) assert.equal(await found(search), 0, search)
  })
})
