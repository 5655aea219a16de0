import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { SESSION } from '../../contract/accounts/session-limits.ts'
import { sql } from '../../server/database/connect.ts'
import { login, member, loggedIn } from '../support/accounts.ts'
import { addressOf } from '../support/calls.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

// Every call of the API is made by every kind of caller, and each must get the expected status. Calls that
// another site makes are in accounts/csrf.test.ts.

/**
 * The status of a call for a visitor without a login, and for a logged-in applicant. If the call needs a
 * body, `body` has it.
 */
type Expectation = { anyone: number; applicant: number; body?: Record<string, unknown> }

/** The names of the calls for officers. */
type OfStaff = {
  [K in EndpointKey]: (typeof endpoints)[K]['allowedFor'] extends 'staff' ? K : never
}[EndpointKey]
const all = Object.entries(endpoints) as [EndpointKey, Endpoint][]

// A new call of the contract fails here until someone adds its expected status. Most writes with an empty
// body answer 422 for missing fields, which shows that the caller had the right. Calls for officers are not
// here but in tests/staff/rights.test.ts.
const EXPECTED_OF_OTHERS: Record<Exclude<EndpointKey, OfStaff>, Expectation> = {
  'GET /api/job-applications/{id}/access-records/': { anyone: 401, applicant: 200 },
  'POST /api/job-applications/{id}/withdraw/': { anyone: 401, applicant: 409 },
  'POST /api/job-applications/{id}/reopen/': { anyone: 401, applicant: 409 },
  'POST /api/job-applications/{id}/keep-sent/': { anyone: 401, applicant: 409 },
  'GET /api/csrf/': { anyone: 200, applicant: 200 },
  'POST /api/login/': { anyone: 422, applicant: 422 },
  'POST /api/logout/': { anyone: 401, applicant: 200 },
  'POST /api/session/extend/': { anyone: 401, applicant: 200 },
  'POST /api/register/': { anyone: 422, applicant: 422 },
  'GET /api/captcha/': { anyone: 200, applicant: 200 },
  'POST /api/verify-email/{token}/': { anyone: 404, applicant: 404 },
  'POST /api/resend-verification/': { anyone: 422, applicant: 422 },
  'POST /api/password-reset-request/': { anyone: 422, applicant: 422 },
  'POST /api/verify-otp/': { anyone: 422, applicant: 422 },
  'POST /api/update-password/': { anyone: 422, applicant: 422 },
  'POST /api/security/question/': { anyone: 404, applicant: 404 },
  'POST /api/security/reset/': { anyone: 422, applicant: 422 },
  'POST /api/security/undo-reset/{token}/': { anyone: 404, applicant: 404 },
  'POST /api/security/set/': { anyone: 401, applicant: 422 },
  'GET /api/user/profile/': { anyone: 401, applicant: 200 },
  'PATCH /api/user/profile/': { anyone: 401, applicant: 200 },
  'POST /api/change-password/': { anyone: 401, applicant: 422 },
  'GET /api/email-change/': { anyone: 401, applicant: 200 },
  'POST /api/email-change/': { anyone: 401, applicant: 422 },
  'DELETE /api/email-change/': { anyone: 401, applicant: 404 },
  'POST /api/own-data/': { anyone: 401, applicant: 422 },
  'GET /api/erasure/': { anyone: 401, applicant: 200 },
  'POST /api/erasure/': { anyone: 401, applicant: 422 },
  'POST /api/email-change/confirm/{token}/': { anyone: 404, applicant: 404 },
  'POST /api/email-change/undo/{token}/': { anyone: 404, applicant: 404 },
  'GET /api/sessions/': { anyone: 401, applicant: 200 },
  'DELETE /api/sessions/{id}/': { anyone: 401, applicant: 404 },
  'POST /api/sessions/end-others/': { anyone: 401, applicant: 200 },
  'POST /api/login/passkey/options/': { anyone: 200, applicant: 200 },
  'POST /api/login/passkey/': { anyone: 422, applicant: 422 },
  'GET /api/passkeys/': { anyone: 401, applicant: 200 },
  'POST /api/passkeys/options/': { anyone: 401, applicant: 422 },
  'POST /api/passkeys/': { anyone: 401, applicant: 422 },
  'POST /api/passkeys/proof/': { anyone: 401, applicant: 404 },
  'DELETE /api/passkeys/{id}/': { anyone: 401, applicant: 404 },
  'GET /api/corrections/': { anyone: 401, applicant: 200 },
  'POST /api/corrections/': { anyone: 401, applicant: 422 },
  'DELETE /api/corrections/{id}/': { anyone: 401, applicant: 404 },
  'GET /api/failed-logins/': { anyone: 401, applicant: 200 },
  'GET /api/dashboard/stats/': { anyone: 401, applicant: 200 },
  'GET /api/notifications/': { anyone: 401, applicant: 200 },
  'POST /api/notifications/read-all/': { anyone: 401, applicant: 200 },
  'PATCH /api/notifications/{id}/': { anyone: 401, applicant: 200 },
  'GET /api/jobs/list/': { anyone: 200, applicant: 200 },
  'GET /api/jobs/wider/': { anyone: 200, applicant: 200 },
  'GET /api/jobs/counts/': { anyone: 200, applicant: 200 },
  'GET /api/jobs/{id}/': { anyone: 200, applicant: 200 },
  'GET /api/selections/': { anyone: 200, applicant: 200 },
  'GET /api/selections/{id}/': { anyone: 200, applicant: 200 },
  'GET /api/selections/{id}/results/{run}/': { anyone: 200, applicant: 200 },
  'GET /api/selections/{id}/results/{run}/units/{unit}/': { anyone: 200, applicant: 200 },
  'GET /api/jobs/{id}/selection-rule/': { anyone: 200, applicant: 200 },
  'GET /api/job-types/': { anyone: 200, applicant: 200 },
  'GET /api/job-types/{id}/': { anyone: 200, applicant: 200 },
  'GET /api/job-applications/check/{id}/': { anyone: 401, applicant: 200 },
  'POST /api/job-applications/': { anyone: 401, applicant: 200, body: { job: 1 } },
  'GET /api/job-applications/': { anyone: 401, applicant: 200 },
  'POST /api/job-applications/partial-save/': { anyone: 401, applicant: 200, body: { job: 1 } },
  'POST /api/job-applications/submit/': { anyone: 401, applicant: 422, body: { job: 1 } },
  'PUT /api/job-applications/update/{id}/': { anyone: 401, applicant: 422, body: { job: 1 } },
  'GET /api/job-applications/{id}/': { anyone: 401, applicant: 200 },
  'GET /api/job-applications/{id}/selection/': { anyone: 401, applicant: 404 },
  'GET /api/job-applications/{id}/points/': { anyone: 401, applicant: 200 },
  'GET /api/job-applications/{id}/documents/{kind}/': { anyone: 401, applicant: 404 },
  'PUT /api/job-applications/{id}/documents/{kind}/': { anyone: 401, applicant: 422 },
  'DELETE /api/job-applications/{id}/documents/{kind}/': { anyone: 401, applicant: 200 },
  'GET /api/huduma-centres/': { anyone: 200, applicant: 200 },
  'GET /api/by-election-areas/': { anyone: 200, applicant: 200 },
  'GET /api/qualification-levels/': { anyone: 200, applicant: 200 },
  'POST /api/receipts/verify/': { anyone: 422, applicant: 422 },
  'GET /api/transparency/': { anyone: 200, applicant: 200 },
  'GET /api/transparency/consistency/': { anyone: 422, applicant: 422 },
  'GET /api/assistant/': { anyone: 200, applicant: 200 },
  'POST /api/assistant/': { anyone: 422, applicant: 422 },
  'POST /api/staff/login/': { anyone: 422, applicant: 422 },
  'POST /api/staff/login/totp/': { anyone: 409, applicant: 409 },
  'POST /api/staff/login/passkey/options/': { anyone: 409, applicant: 409 },
  'POST /api/staff/login/passkey/': { anyone: 409, applicant: 409, body: { response: {} } },
  'POST /api/staff/enrol/totp/': { anyone: 409, applicant: 409 },
  'POST /api/staff/enrol/totp/confirm/': { anyone: 409, applicant: 409 },
  'POST /api/staff/enrol/passkey/options/': { anyone: 409, applicant: 409 },
  'POST /api/staff/enrol/passkey/': { anyone: 409, applicant: 409, body: { response: {} } },
  'POST /api/staff/invitation/': { anyone: 404, applicant: 404 },
  'POST /api/staff/join/': { anyone: 422, applicant: 422 },
  'GET /api/counties/': { anyone: 200, applicant: 200 },
  'GET /api/constituencies/': { anyone: 200, applicant: 200 },
  'GET /api/wards/': { anyone: 200, applicant: 200 },
  'GET /api/email-config/': { anyone: 200, applicant: 200 },
  'GET /api/status/': { anyone: 200, applicant: 200 },
  'GET /api/site/': { anyone: 200, applicant: 200 },
  'GET /api/retention/': { anyone: 200, applicant: 200 },
  'POST /api/validation-statistics/': { anyone: 422, applicant: 422 },
  'POST /api/newsletter/': { anyone: 422, applicant: 422 },
  'POST /api/newsletter/confirm/{token}/': { anyone: 404, applicant: 404 },
  'POST /api/newsletter/stop/{token}/': { anyone: 404, applicant: 404 },
}

const EXPECTED = {
  ...Object.fromEntries(
    all
      .filter(([, entry]) => entry.allowedFor === 'staff')
      .map(([key]) => [key, { anyone: 401, applicant: 401 }]),
  ),
  ...EXPECTED_OF_OTHERS,
} as Record<EndpointKey, Expectation>

const LOGGED_OUT = 'Please log in again. Your session has ended.'

let portal: Portal
let account: { email: string }
/** This second account makes the calls about sessions, because they may end all sessions of an account. */
let other: { email: string }
let expiredToken: string
before(async () => {
  // One account makes all other calls, so its limit of calls is raised.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' } })
  const [job] = await postJobs(portal, {})
  assert.equal(job, 1)
  const { visitor, token, email } = await loggedIn(portal)
  await visitor.post('/api/job-applications/', { job })
  account = { email }
  other = await member(portal)
  expiredToken = token
  portal.clock.advance(SESSION.endAfterMs + 1)
})
after(() => portal.close())

let networks = 0
/**
 * A caller whose calls each come from a new network, so that they reach no limit of a network. `header` is
 * sent as Authorization.
 */
const callerWith = ({ browser = false, header }: { browser?: boolean; header?: string } = {}): Visitor => {
  const visitor = portal.visitor({ browser })
  const { request } = visitor
  visitor.request = (method, path, options) =>
    request(method, path, {
      ip: `10.${++networks >> 8}.${networks & 255}.1`,
      ...options,
      headers: { ...options?.headers, ...(header === undefined ? {} : { authorization: header }) },
    })
  visitor.post = (path, body = {}, options = {}) => visitor.request('POST', path, { ...options, body })
  return visitor
}
/** Makes a caller who is logged in. */
async function someone(browser = false, { email } = account): Promise<Visitor> {
  const visitor = callerWith({ browser })
  visitor.token = (await login(visitor, email)).json.token
  return visitor
}
/** Makes a value at the first call and stores it, because a login takes longer than most calls. */
const once = <Made>(make: () => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}
const endsSessions = (key: string) => /session|logout/.test(key)
const inApp = once(() => someone())
const inBrowser = once(() => someone(true))
const takenFromBrowser = once(async () => (await someone(true)).token)

/** `as` returns the visitor who makes a call. Calls that end sessions need a new visitor each time. */
type Caller = { name: string; as: (key: string) => Promise<Visitor> | Visitor; loggedIn: boolean }
const bearing = (header: string) => () => callerWith({ header })
const CALLERS: Caller[] = [
  { name: 'a visitor', as: () => callerWith(), loggedIn: false },
  { name: 'a visitor in a browser', as: () => callerWith({ browser: true }), loggedIn: false },
  {
    name: 'an applicant',
    as: (key) => (endsSessions(key) ? someone(false, other) : inApp()),
    loggedIn: true,
  },
  {
    name: 'an applicant in a browser',
    as: (key) => (endsSessions(key) ? someone(true, other) : inBrowser()),
    loggedIn: true,
  },
  { name: 'an expired token', as: () => callerWith({ header: `Token ${expiredToken}` }), loggedIn: false },
  { name: 'a token that never was', as: bearing(`Token ${'x'.repeat(43)}`), loggedIn: false },
  { name: 'a token of another shape', as: bearing('Token null'), loggedIn: false },
  { name: 'another scheme', as: bearing(`Bearer ${'x'.repeat(43)}`), loggedIn: false },
  { name: 'an empty header', as: bearing('Token '), loggedIn: false },
  {
    name: 'a logged-out token',
    as: once(async () => {
      const visitor = await someone()
      assert.equal((await visitor.post('/api/logout/')).status, 200)
      return visitor
    }),
    loggedIn: false,
  },
  {
    name: 'a token taken from a browser',
    as: async () => callerWith({ header: `Token ${await takenFromBrowser()}` }),
    loggedIn: false,
  },
]

const pathOf = (endpoint: Endpoint, id?: string) =>
  addressOf(endpoint, { token: 'none', ...(id === undefined ? {} : { id }) })
const ask = (visitor: Visitor, key: EndpointKey, path: string) => {
  const endpoint: Endpoint = endpoints[key]
  return visitor.request(
    endpoint.method,
    path,
    endpoint.method === 'GET' ? {} : { body: EXPECTED[key].body ?? {} },
  )
}

test('MATRIX: every call has its expectation', () => {
  assert.deepEqual(Object.keys(EXPECTED).sort(), all.map(([key]) => key).sort())
  for (const [key, entry] of all)
    assert.equal(EXPECTED[key].anyone === 401, entry.allowedFor !== 'anyone', key)
})

for (const [key, entry] of all) {
  describe(`MATRIX ${key}`, () => {
    const withSlash = pathOf(entry)
    const expected = EXPECTED[key]
    for (const caller of CALLERS) {
      test(`${caller.name}: ${caller.loggedIn ? expected.applicant : expected.anyone}, with and without the slash (J7)`, async () => {
        let visitor = await caller.as(key)
        for (const path of [withSlash, withSlash.slice(0, -1)]) {
          const answer = await ask(visitor, key, path)
          if (endsSessions(key)) visitor = await caller.as(key)
          assert.equal(
            answer.status,
            caller.loggedIn ? expected.applicant : expected.anyone,
            answer.text.slice(0, 200),
          )
          assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
          if (answer.status === 401)
            assert.deepEqual(
              [answer.json.code, answer.json.error, answer.json.detail],
              ['signed_out', LOGGED_OUT, LOGGED_OUT],
            )
          if (answer.status >= 400) assert.equal(answer.headers.get('cache-control'), 'no-store')
        }
      })
    }
    test('J7 two slashes, upper case and what follows the path are another address', async () => {
      for (const path of [
        `${withSlash}/`,
        withSlash.replace('/api/', '/api//'),
        withSlash.toUpperCase().replace('/API/', '/api/'),
        `${withSlash}x/y/z`,
      ]) {
        assert.equal((await ask(callerWith(), key, path)).status, 404, path)
      }
    })
  })
}

describe('MATRIX forms of pages without script: the same for every caller, and nothing of a session', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }
  for (const [method, path, status] of [
    ['GET', '/register/plain', 200],
    ['GET', '/register/plain?county=47', 200],
    ['POST', '/register/plain', 422],
    ['POST', '/verify-email/none', 404],
    ['GET', '/verify-email/again', 200],
    ['POST', '/verify-email/again', 422],
  ] as const) {
    for (const caller of CALLERS)
      test(`${method} ${path}: ${caller.name} ${status}`, async () => {
        const visitor = await caller.as('GET /api/csrf/')
        const answer = await visitor.request(method, path, {
          headers: FORM,
          ...(method === 'POST' ? { raw: '' } : {}),
        })
        assert.deepEqual(
          [answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')],
          [status, 'text/html; charset=utf-8', 'no-store'],
        )
        assert.deepEqual(answer.headers.getSetCookie(), [])
        assert.ok(!answer.text.includes(account.email))
      })
    test(`T9 ${method} ${path} from another site ${method === 'POST' ? 'is 403' : 'is only read'}`, async () => {
      const answer = await callerWith().request(method, path, {
        headers: { ...FORM, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        ...(method === 'POST' ? { raw: '' } : {}),
      })
      assert.equal(answer.status, method === 'POST' ? 403 : 200)
    })
  }
})

describe('T10 another person, with every id there is', () => {
  const MISSING_ID = '2000000000'
  for (const [key, entry] of all.filter(
    ([, entry]) =>
      entry.allowedFor === 'applicant' && entry.path.includes('{id}') && !entry.path.includes('/check/'),
  )) {
    test(`T10 ${key} answers a stranger as if it had never been, and changes nothing`, async () => {
      const { visitor: stranger } = await loggedIn(portal)
      const notification = await portal.db.row<{ id: number }>(
        sql`select id from notifications order by id limit 1`,
      )
      const id = entry.path.includes('/notifications/') ? String(notification?.id) : '1'
      const before = await storedRows()
      const [theirs, missing] = [
        await ask(stranger, key, pathOf(entry, id)),
        await ask(stranger, key, pathOf(entry, MISSING_ID)),
      ]
      // The portal refuses an upload without a file before it looks for the application.
      assert.equal(theirs.status, key === 'PUT /api/job-applications/{id}/documents/{kind}/' ? 422 : 404)
      assert.equal(theirs.text, missing.text)
      assert.deepEqual(await storedRows(), before)
    })
  }
  /** All applications and notifications, and how many copies of drafts and documents exist. */
  const storedRows = () =>
    portal.db.row(sql`
      select (select jsonb_agg(application order by id) from job_applications application) as applications, (select jsonb_agg(notification order by id) from notifications notification) as notices,
        (select count(*) from draft_copies) as copies, (select count(*) from application_documents) as documents`)
})

test('R13 nothing of the above was an error of the server', () => {
  assert.deepEqual(
    portal.log.filter(({ level }) => level === 'error'),
    [],
  )
})
