import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { referenceFrom } from '#contract/job-applications/reference-numbers.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { builtPages } from '../../server/app.ts'
import { sql } from '../../server/database/connect.ts'
import { signToken } from '../../server/http/signed-token.ts'
import { newTicket } from '../../server/staff/ticket.ts'
import {
  ANSWER,
  captcha,
  NEW_PASSWORD,
  PASSWORD,
  QUESTION,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { officersOf } from '../support/as-officer.ts'
import { newTicket as newPasskeyTicket } from '../../server/accounts/passkey-tickets.ts'
import { addressOf, bodyOf, freshNetwork } from '../support/calls.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { expectRetryTime } from '../support/retry-time.ts'
import { invited, type Officer, STAFF_PASSWORD } from '../support/staff.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

let portal: Portal
/** A proxy to the portal's database: `cut` breaks connections, `freeze` silences it, `mend` restores it. */
let proxy: DatabaseProxy
let job: number
let visitor: Visitor
let email: string
/** `officers.who` returns an officer who has the right to make a call. */
let officers: ReturnType<typeof officersOf>
let boss: Officer
let invitation: string
before(async () => {
  portal = await openPortal({
    sheds: true,
    app: { pages: builtPages },
    between: async (url) => (proxy = await databaseProxy(url)).url,
  })
  ;[job = 0] = await postJobs(portal, {})
  ;({ visitor, email } = await loggedIn(portal, { question: true }))
  officers = officersOf(portal)
  boss = await officers.who(endpoints['GET /api/staff/people/'])
  ;({ token: invitation } = await invited(portal))
})
after(async () => {
  await portal.close()
  await proxy.close()
})
/** Waits until the portal reports that its database is back. */
const back = () =>
  until(
    'the database is back',
    () => portal.visitor().get('/readyz'),
    ({ json }) => json.status === 'ready',
  )
/** Waits until the overload has passed. Calls that wait for a silent database count as overload. */
const calm = () =>
  until(
    'nobody is shed',
    async () => portal.deps.admission?.measured(),
    (measured) => measured?.threshold === 1 && measured.logins.threshold === 1,
    20_000,
  )
const mendAll = async () => {
  proxy.mend()
  await back()
}

// Calls that the portal answers without the database.
const WITHOUT_DATABASE: EndpointKey[] = [
  'GET /api/csrf/',
  'GET /api/captcha/',
  'GET /api/email-config/',
  'GET /api/site/',
  'GET /api/retention/',
  'GET /api/assistant/',
  'POST /api/validation-statistics/',
  'GET /api/status/',
  'POST /api/login/passkey/options/',
]
/** A call of each class under load, and an upload. */
const BROKEN_CONNECTION: EndpointKey[] = [
  'POST /api/job-applications/submit/',
  'POST /api/job-applications/partial-save/',
  'PUT /api/job-applications/{id}/documents/{kind}/',
  'POST /api/login/',
  'GET /api/sessions/',
  'GET /api/jobs/list/',
  'GET /api/staff/jobs/',
  'POST /api/staff/jobs/preview/',
]
// This call is answered from the published files of the public log. None is published yet.
const FROM_FILES: EndpointKey = 'GET /api/transparency/consistency/'

/** The calls whose valid body needs a solved captcha. */
const WITH_CAPTCHA: EndpointKey[] = [
  'POST /api/register/',
  'POST /api/security/question/',
  'POST /api/security/reset/',
]
/** A valid path and body for a call, so that only the missing database makes the call fail. */
const validCall = async (key: EndpointKey): Promise<{ path: string; body?: Record<string, unknown> }> => {
  const endpoint: Endpoint = endpoints[key]
  const { secrets, now } = portal.deps
  const tokens: Partial<Record<EndpointKey, string>> = {
    'POST /api/verify-email/{token}/': signToken(secrets, 'verify-email', `1-${now().getTime()}`),
    'POST /api/security/undo-reset/{token}/': signToken(secrets, 'undo-reset', crypto.randomUUID()),
    'POST /api/email-change/confirm/{token}/': signToken(secrets, 'email-change-old', crypto.randomUUID()),
    'POST /api/email-change/undo/{token}/': signToken(secrets, 'email-change-undo', crypto.randomUUID()),
    'POST /api/newsletter/confirm/{token}/': signToken(secrets, 'newsletter-confirm', '1'),
    'POST /api/newsletter/stop/{token}/': signToken(secrets, 'newsletter-stop', '1'),
  }
  const path = addressOf(endpoint, {
    ...(endpoint.path.includes('/jobs/{id}/') ? { id: job } : {}),
    ...(key in tokens ? { token: tokens[key] ?? '' } : {}),
  })
  const recaptchaToken = WITH_CAPTCHA.includes(key) ? await captcha(portal) : ''
  const bodies: Partial<Record<EndpointKey, Record<string, unknown>>> = {
    'POST /api/login/': { email, password: PASSWORD },
    'POST /api/login/passkey/': {
      ticket: newPasskeyTicket(portal.deps, 'login').ticket,
      response: { id: 'unknown', response: {} },
    },
    'POST /api/register/': { ...registration(), recaptchaToken },
    'POST /api/resend-verification/': { email },
    'POST /api/password-reset-request/': { email },
    'POST /api/verify-otp/': { email, otp: '123456' },
    'POST /api/update-password/': { email, otp: '123456', new_password: NEW_PASSWORD },
    'POST /api/security/question/': { email, recaptchaToken },
    'POST /api/security/reset/': { email, answer: ANSWER, new_password: NEW_PASSWORD, recaptchaToken },
    'POST /api/security/set/': { security_question: QUESTION, security_answer: ANSWER },
    'POST /api/email-change/': { email: 'new.address@example.com', password: PASSWORD },
    'POST /api/job-applications/': { job },
    'POST /api/validation-statistics/': { place: 'apply', faults: [] },
    'POST /api/assistant/': { message: 'How do I apply?' },
    'POST /api/newsletter/': { email: 'reader@example.com' },
    'POST /api/receipts/verify/': {
      reference_number: referenceFrom(Buffer.alloc(8, 7)),
      digest: 'ab'.repeat(32),
    },
  }
  if (endpoint.path.startsWith('/api/staff/')) Object.assign(bodies, { [key]: staffBody(endpoint) })
  // This call asks the database only if it has words to search for.
  if (key === 'GET /api/jobs/wider/') return { path: `${path}?search=clerk` }
  return endpoint.method === 'GET' ? { path } : { path, body: bodies[key] ?? {} }
}
// Makes a valid body for a call. Its signed values are genuine, so that the call gets as far as the database.
const staffBody = (endpoint: Endpoint) => {
  const body = bodyOf(endpoint)
  const real = {
    email: boss.email,
    password: STAFF_PASSWORD,
    ticket: newTicket(portal.deps, { id: boss.id, password_hash: '' }),
    token: invitation,
  }
  return { ...body, ...Object.fromEntries(Object.entries(real).filter(([name]) => name in body)) }
}
/** Expects a 503 that says when to retry, is not cached, and reveals nothing about the program. */
const refusedWell = ({ status, headers, text, json }: Answer, what: string) => {
  assert.equal(status, 503, `${what}: ${text.slice(0, 200)}`)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d?$/, what)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual([json.code, json.error, json.detail], ['busy', json.message, json.message])
  assert.equal(json.request_id, headers.get('x-request-id'))
  assert.doesNotMatch(
    text,
    /(?:\\n|\s{2})at |\.ts\b|node_modules|\/(?:work|tmp|home|root|usr|var)\/|select|insert|update \w+ set|ECONN|PGSQL|postgres|socket|stack/i,
    what,
  )
}

const keys = (Object.keys(endpoints) as EndpointKey[]).filter((key) => key !== FROM_FILES)
/** Prepares a call while the database is there. Returns a function that makes it and checks the answer. */
const prepared = async (key: EndpointKey) => {
  const endpoint: Endpoint = endpoints[key]
  const { path, body } = await validCall(key)
  const caller = endpoint.allowedFor === 'staff' ? (await officers.who(endpoint)).visitor : visitor
  return async () => {
    const ip = freshNetwork()
    const answer = await caller.request(endpoint.method, path, body ? { body, ip } : { ip })
    if (WITHOUT_DATABASE.includes(key)) assert.equal(answer.status, 200)
    else refusedWell(answer, key)
  }
}

describe('T40 R5 the database has died: no connection can be opened, and every caller is asked to try again', () => {
  const calls = new Map<EndpointKey, () => Promise<void>>()
  before(async () => {
    for (const key of keys) calls.set(key, await prepared(key))
    proxy.cut()
  })
  after(mendAll)
  for (const key of keys)
    test(`T40 ${key} is ${WITHOUT_DATABASE.includes(key) ? 'answered all the same' : '503 with Retry-After'}`, async () =>
      (calls.get(key) ?? assert.fail())())
  test('and none of these calls was refused for overload', () => {
    const { classes } = portal.deps.admission?.measured() ?? assert.fail()
    for (const [name, { shed }] of Object.entries(classes)) assert.equal(shed, 0, name)
  })
})

describe('T40 R5 the database has died: connections break, and no token is accepted', () => {
  afterEach(mendAll)
  // In the outage above, only the first calls find connections that break. These calls find some each.
  for (const key of BROKEN_CONNECTION) {
    test(`T40 ${key} is 503 with Retry-After, also if it finds a connection that breaks`, async () => {
      const call = await prepared(key)
      proxy.cut()
      await call()
    })
  }
  test('T40 no token is accepted without the database: the profile is 503, and 200 again when the database is back', async () => {
    proxy.cut()
    refusedWell(await visitor.get('/api/user/profile/'), 'profile')
    refusedWell(
      await visitor.request('GET', '/api/user/profile/', {
        headers: { authorization: `Token ${'x'.repeat(43)}` },
      }),
      'a token that never was',
    )
    proxy.mend()
    await back()
    assert.equal((await visitor.get('/api/user/profile/')).status, 200)
  })
  test('R5 /readyz says degraded, not down, so load balancers still send readers to the cached pages (last-hour#readiness, decisions#readiness-degraded)', async () => {
    const page = `/jobs/${job}`
    assert.equal((await visitor.get(page)).status, 200)
    // The database returns for a moment, so that the portal again listens for changed jobs.
    for (let time = 0; time < 2; time++) {
      proxy.cut()
      proxy.mend()
      await until(
        'somebody listens',
        () =>
          portal.db.rows(
            sql`select from pg_stat_activity where datname = current_database() and application_name = 'portal-listen'`,
          ),
        (rows) => rows.length === 1,
      )
    }
    proxy.cut()
    assert.equal((await visitor.get('/healthz')).status, 200)
    const { status, json } = await visitor.get('/readyz')
    assert.deepEqual([status, json], [200, { status: 'degraded', database: 'away', files: 'taken' }])
    assert.equal((await visitor.get(page)).status, 200)
  })
  test('the callers do not all come back together: Retry-After is 5 to 30 seconds, at random (last-hour#shed-answer)', async () => {
    proxy.cut()
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.get('/api/user/profile/')))
    const times = answers.map(({ headers }) => headers.get('retry-after'))
    for (const time of times) expectRetryTime(time)
    assert.ok(new Set(times).size > 1, String(times))
  })
  test('T40 a page that is not cached is answered with a plain 503 page that works without script', async () => {
    proxy.cut()
    const page = await visitor.get('/jobs?search=clerk', { headers: { accept: 'text/html' } })
    assert.equal(page.status, 503)
    assert.doesNotMatch(page.text, /\s{2}at |\.ts\b|node_modules|select |ECONN/i)
  })
})

/** Returns an answer and the milliseconds that it took. */
const timed = async (work: Promise<Answer>) => {
  const startedAt = performance.now()
  return { answer: await work, ms: performance.now() - startedAt }
}
// The longest time that a call may take when the database is silent.
const IN_TIME_MS = 2_000

describe('R5 the database is stopped and says nothing', () => {
  afterEach(mendAll)
  test('R5 sixty calls that write get a 503 in time, no connection leaks, and all works when the database continues', {
    timeout: 60_000,
  }, async () => {
    await Promise.all(Array.from({ length: 12 }, () => visitor.get('/api/user/profile/')))
    proxy.freeze()
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        timed(
          portal
            .visitor()
            .post('/api/newsletter/', { email: `frozen${index}@example.com` }, { ip: `10.3.${index}.1` }),
        ),
      ),
    )
    for (const { answer, ms } of all) {
      refusedWell(answer, 'newsletter')
      assert.ok(ms < IN_TIME_MS, `${Math.round(ms)} ms`)
    }
    assert.ok((await timed(visitor.get('/healthz'))).ms < 1_000)
    const ready = await timed(visitor.get('/readyz'))
    assert.deepEqual([ready.answer.json.status, ready.ms < IN_TIME_MS], ['degraded', true])
    proxy.mend()
    await back()
    await calm()
    // The portal may have 13 connections: twelve in the pool, and one that listens for changes. Now one more
    // may be open for a moment, which cancels the last silent statement.
    const openNow = proxy.connections()
    assert.ok(openNow <= 14, `${openNow} connections`)
    await until(
      'no other connection is left',
      async () => proxy.connections(),
      (connections) => connections <= 13,
    )
    await until(
      'the statements that were cut off are over',
      () => visitor.post('/api/newsletter/', { email: 'after@example.com' }),
      ({ status }) => status === 200,
    )
  })
  test('R5 /readyz says degraded before the next check of a balancer, a second later (last-hour#readiness)', async () => {
    proxy.freeze()
    const { answer, ms } = await timed(visitor.get('/readyz'))
    assert.deepEqual([answer.status, answer.json.status, answer.json.database], [200, 'degraded', 'away'])
    assert.ok(ms < 1_000, `${Math.round(ms)} ms`)
  })
  test('R5 cached pages and lists are still served, and quickly', { timeout: 60_000 }, async () => {
    const paths = [
      '/',
      '/jobs',
      `/jobs/${job}`,
      '/api/jobs/list/',
      `/api/jobs/${job}/`,
      '/api/job-types/',
      '/api/counties/',
    ]
    await calm()
    const anybody = portal.visitor()
    const before = new Map<string, string>()
    for (const path of paths) {
      const { status, text } = await anybody.get(path)
      assert.equal(status, 200, `${path} while the database is there`)
      before.set(path, text)
    }
    // The clock advances, so that cached answers grow old while the silent database gives no new ones.
    const real = performance.now
    const ahead = (ms: number) => (performance.now = () => real.call(performance) + ms)
    try {
      for (const minutes of [1, 2, 4]) {
        proxy.freeze()
        ahead(minutes * 60_000)
        const all = await Promise.all(
          paths.map(async (path) => ({ path, ...(await timed(anybody.get(path))) })),
        )
        for (const { path, answer, ms } of all) {
          assert.deepEqual(
            [answer.status, ms < 2_500],
            [200, true],
            `${path} after ${minutes} minutes: ${Math.round(ms)} ms`,
          )
          if (path.startsWith('/api/')) assert.equal(answer.text, before.get(path), path)
        }
        // A logged-in person gets the same list of jobs as everyone (L9).
        const { answer, ms } = await timed(visitor.get('/api/jobs/list/'))
        assert.deepEqual(
          [answer.text, ms < 3_500],
          [before.get('/api/jobs/list/'), true],
          `signed in: ${Math.round(ms)} ms`,
        )
      }
      ahead(20 * 60_000)
      refusedWell(await visitor.get('/api/jobs/list/'), 'a list of twenty minutes ago')
    } finally {
      performance.now = real
    }
  })
})

test('T40 the refused calls are logged by class and cause, one line a second, without the addresses of the calls', async () => {
  const lines = () => portal.log.filter(({ event }) => event === 'request.shed')
  await until(
    'the second is over',
    async () => lines().length,
    (count) => count > 0,
  )
  for (const { level, fields } of lines()) {
    assert.equal(level, 'warn')
    assert.ok(
      Object.keys(fields?.shed ?? {}).every((key) =>
        /^(?:submit|save|login|read|staff|public|extra|page)(?: \w+)?$/.test(key),
      ),
      JSON.stringify(fields),
    )
    assert.equal(
      fields?.count,
      Object.values(fields?.shed ?? {}).reduce((all, count) => all + count, 0),
    )
  }
  assert.deepEqual(
    portal.log.filter(({ level, fields }) => level === 'error' && fields?.status === 503),
    [],
  )
  assert.doesNotMatch(JSON.stringify(portal.log), /example\.com|select |Violet7/)
})
