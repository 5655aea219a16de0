import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { nameError } from '#contract/accounts/registration-rules.ts'
import { sql } from '../../server/database/connect.ts'
import { anyText } from '../support/any-text.ts'
import { count, login, nextMinute, register, registration, loggedIn } from '../support/accounts.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const users = () => count(portal, sql`select from users`)
/** Registers with this value. Expects no new account, and returns the error sentence at the field. */
const refusedAt = async (field: string, value: unknown) => {
  const before = await users()
  const { status, json } = await register(portal, registration({ [field]: value }))
  assert.deepEqual(
    [status, json.code, Array.isArray(json[field]), typeof json.error],
    [422, 'invalid', true, 'string'],
    JSON.stringify(value)?.slice(0, 60),
  )
  assert.equal(await users(), before)
  return String(json[field][0])
}

describe('names', () => {
  for (const field of ['first_name', 'middle_name', 'last_name'] as const) {
    test(`${field}: ten thousand characters are too long, sixty are not`, async () => {
      assert.match(await refusedAt(field, 'a'.repeat(10_000)), /too long: 60 characters/)
      await refusedAt(field, 'a'.repeat(61))
      assert.equal((await register(portal, registration({ [field]: 'a'.repeat(60) }))).status, 201)
    })
    test(`${field}: null bytes, control characters and marks that turn text around are refused`, async () => {
      for (const odd of [
        'Wan\u0000jiku',
        'Wan\u0007jiku',
        'Wan\u001bjiku',
        '\u202eukijnaW',
        '\u2066Wanjiku\u2069',
        '\ud800',
        'Wan\ufffejiku',
      ]) {
        assert.equal(await refusedAt(field, odd), 'This contains characters that cannot be stored')
      }
    })
    test(`${field}: what is no text is refused`, async () => {
      for (const odd of [5, true, null, ['Wanjiku'], { $ne: '' }]) await refusedAt(field, odd)
    })
  }
  for (const [typed, stored] of [
    ['عمر', 'عمر'],
    ['王小明', '王小明'],
    ['Wanjiku 😀', 'Wanjiku 😀'],
    ['Zoë-Łucja', 'Zoë-Łucja'],
    ["Robert'); drop table users;--", "Robert'); Drop Table Users;--"],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ] as const) {
    const isName = nameError(typed) === undefined
    test(`${typed} is ${isName ? 'a name like any other' : 'refused, and where it was taken before'}: stored, shown and written to as text`, async () => {
      const body = registration({ first_name: isName ? typed : 'Wanjiku' })
      if (!isName) await refusedAt('first_name', typed)
      assert.equal((await register(portal, body)).status, 201)
      if (!isName)
        await portal.db.run(sql`update users set first_name = ${stored} where email = ${body.email}`)
      const row = await portal.db.row<{ first_name: string }>(
        sql`update users set email_verified_at = now() where email = ${body.email} returning first_name`,
      )
      assert.equal(row?.first_name, stored)
      assert.equal((await login(portal.visitor(), body.email)).json.user.first_name, stored)
      await portal.db.run(sql`update users set email_verified_at = null where email = ${body.email}`)
      const [sentEmail] = await emailsTo(portal, body.email)
      // A name with characters other than letters and dashes could contain an advert, so emails leave it out
      // (T23).
      assert.ok(sentEmail?.text?.startsWith(/^[\p{L}-]+$/u.test(stored) ? `Dear ${stored},` : 'Hello,'))
      assert.doesNotMatch(sentEmail?.html ?? '', /<script/)
    })
  }
})

describe('each other field of the wrong kind gets an error at that field', () => {
  for (const [field, odd] of [
    [
      'email',
      [5, null, [], {}, `${'a'.repeat(10_000)}@example.com`, 'a\u0000@example.com', '\u202emoc.elpmaxe@a'],
    ],
    ['password', [5, null, [], 'Violet7\u0000inkpot', `Aa1${'x'.repeat(2_000)}`]],
    ['phone', [254_712_345_678, null, '+254712345678'.padEnd(41, ' '), '+254\u0000712345678']],
    ['id_number', [12_345_678, null, ['12345678'], '1'.repeat(10_000)]],
    ['document_type', [1, null, 'ID Card\u0000']],
    ['gender', [1, null, ['M'], {}]],
    ['date_of_birth', [19_990_506, null, { year: 1999 }]],
    ['county', ['Nairobi', 4.5, -1, 0, '1e1', true, [47], {}, 2 ** 31, '٤٧', Number.MAX_SAFE_INTEGER]],
    ['constituency', ['x', 1.5, [274]]],
    ['ward', ['x', 1.5, [1366]]],
    ['is_pwd', [5, [], {}, 'maybe']],
  ] as const) {
    test(field, async () => {
      for (const value of odd) await refusedAt(field, value)
    })
  }
  test('ids of places may be sent as texts of digits', async () => {
    assert.equal(
      (await register(portal, registration({ county: '47', constituency: '274', ward: '1366' }))).status,
      201,
    )
  })
})

describe('every call of account access', () => {
  const calls = (Object.keys(endpoints) as EndpointKey[]).filter(
    (key) =>
      'body' in endpoints[key] &&
      !key.includes(' /api/staff/') &&
      /\/(?:login|register|resend|password|verify-otp|update-password|security)/.test(key),
  )
  // The calls of officers are tested in tests/staff/any-call.test.ts.
  test('all ten calls of account access are tested below', () => assert.equal(calls.length, 10))
  for (const key of calls) {
    test(`${key}: any JSON at all is answered in the one shape, and never with a 500`, async () => {
      const { visitor } = await loggedIn(portal)
      const fields = Object.keys((endpoints[key] as unknown as { body: { shape: object } }).body.shape)
      const value = fc.oneof(
        anyText(40),
        fc.constantFrom('', 'a@example.com', '+254712345678', 'Violet7inkpot', '\u0000'),
        fc.jsonValue({ maxDepth: 1 }),
      )
      const body = fc.dictionary(
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...fields) },
          {
            weight: 1,
            arbitrary: fc
              .string({ minLength: 1 })
              .filter((name) => name !== '__proto__' && name !== 'constructor'),
          },
        ),
        value,
      )
      await fc.assert(
        fc.asyncProperty(body, async (sent) => {
          const { status, json, headers } = await visitor.post(endpoints[key].path, sent)
          assert.ok(status < 500, `${status} for ${JSON.stringify(sent)}`)
          assert.equal(headers.get('cache-control'), 'no-store')
          if (status < 400) return
          assert.deepEqual([typeof json.code, typeof json.message], ['string', 'string'])
          assert.deepEqual([json.error, json.detail], [json.message, json.message])
        }),
        { numRuns: 40 },
      )
    })
    test(`T27 ${key}: more than 16 KiB are 413`, async () => {
      const { visitor } = await loggedIn(portal)
      const { status, json } = await visitor.post(endpoints[key].path, { email: 'a'.repeat(16_384) })
      assert.deepEqual([status, json.code], [413, 'too_large'])
    })
  }
})

test('J7: the account calls answer with and without the trailing slash, and a POST is never redirected', async () => {
  // The random calls of the tests above count as failures, some of them for a whole day.
  portal.clock.advance(2 * 86_400_000)
  for (const path of [
    '/api/login',
    '/api/register',
    '/api/password-reset-request',
    '/api/verify-otp',
    '/api/update-password',
    '/api/security/question',
    '/api/security/reset',
    '/api/resend-verification',
  ]) {
    const [withSlash, without] = await Promise.all([
      portal.visitor().post(`${path}/`, {}),
      portal.visitor().post(path, {}),
    ])
    assert.deepEqual([withSlash.status, withSlash.text], [without.status, without.text], path)
    assert.ok(withSlash.status < 500 && withSlash.status !== 301 && withSlash.status !== 308)
  }
})
