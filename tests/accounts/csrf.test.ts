import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints.ts'
import { sql } from '../../server/database/connect.ts'
import { count, nextMinute, loggedIn } from '../support/accounts.ts'
import { officersOf } from '../support/as-officer.ts'
import { addressOf, bodyOf } from '../support/calls.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import type { Visitor } from '../support/visitor.ts'

let portal: Portal
/** `officers.who` returns an officer with the right to make a call; `officers.ask` makes the call. */
let officers: ReturnType<typeof officersOf>
before(async () => {
  portal = await openPortal()
  officers = officersOf(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const SENTENCE = 'This page is out of date. Please reload it and try again.'
const unsafe = (Object.keys(endpoints) as EndpointKey[]).filter((key) => endpoints[key].method !== 'GET')
// Each part of a path gets a sample value; `token` gets this one. `bodyOf` makes a valid body for a call.
const pathOf = (key: EndpointKey) => addressOf(endpoints[key], { token: '1' })
const tokenOf = async (visitor: Visitor) => String((await visitor.get('/api/csrf/')).json.csrfToken)
const requestReset = (visitor: Visitor, headers: Record<string, string>) =>
  visitor.post('/api/password-reset-request/', { email: 'somebody@example.com' }, { headers })

test('S1 §7: GET /api/csrf/ answers a token, sets its cookie, and is never cached', async () => {
  const visitor = portal.visitor()
  const answer = await visitor.get('/api/csrf/')
  assert.equal(answer.status, 200)
  assert.match(answer.json.csrfToken, /^[\w-]{43}$/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.getSetCookie()[0] ?? '', /^csrf=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  assert.notEqual(answer.json.csrfToken, visitor.cookies.get('csrf'))
  assert.equal(await tokenOf(visitor), answer.json.csrfToken)
})

/** A person in a browser, who makes all calls that are not for officers. Refused calls end no session. */
let person: Visitor
/** A logged-in browser that may make the call, but sends no CSRF token as the pages would. */
async function browserFor(endpoint: Endpoint): Promise<Visitor> {
  const { visitor } = endpoint.allowedFor === 'staff' ? await officers.who(endpoint) : { visitor: person }
  const bare = portal.visitor()
  bare.token = visitor.token
  for (const [name, value] of visitor.cookies) bare.cookies.set(name, value)
  return bare
}

describe('T9: a call that another site makes a browser send is 403, for every call that changes something', () => {
  /** Counts what such calls could leave: emails, applications, jobs, audit entries, officers’ sessions. */
  const countsOfTraces = async () => [
    await count(portal, sql`select from outbox where topic <> 'accounts.verify-email'`),
    await count(portal, sql`select from job_applications`),
    await count(portal, sql`select from jobs`),
    await count(portal, sql`select from audit_entries`),
    await count(portal, sql`select from staff_sessions where expires_at > ${portal.clock.now()}`),
  ]
  let untouched: number[]
  before(async () => {
    ;({ visitor: person } = await loggedIn(portal, { browser: true }))
    // Each officer's first use sends an invitation and writes audit entries, so they are counted afterwards.
    for (const key of unsafe) await browserFor(endpoints[key])
    untouched = await countsOfTraces()
  })
  for (const key of unsafe) {
    test(key, async () => {
      const endpoint: Endpoint = endpoints[key]
      const visitor = await browserFor(endpoint)
      const csrf = await tokenOf(visitor)
      const refusedHeaders: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' },
        { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
        { origin: 'https://evil.example' },
        { origin: `${portal.url}.evil.example` },
        { origin: portal.url.replace(/\d+$/, '1') },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site', 'x-csrftoken': csrf },
        { 'x-csrftoken': 'a'.repeat(43) },
        { 'x-csrftoken': '' },
        { 'x-csrftoken': csrf.slice(1) },
        // A session cookie alone logs an officer in, and browsers send it for any site. So the call needs the
        // token.
        ...(endpoint.allowedFor === 'staff'
          ? [{}, { 'sec-fetch-site': 'same-origin', origin: portal.url }]
          : []),
      ]
      for (const headers of refusedHeaders) {
        const { status, json } = await visitor.request(endpoint.method, pathOf(key), {
          body: bodyOf(endpoint),
          headers,
        })
        assert.deepEqual(
          [status, json.code, json.message, json.error],
          [403, 'csrf', SENTENCE, SENTENCE],
          JSON.stringify(headers),
        )
      }
    })
  }
  test('and the refused calls above have changed nothing', async () => {
    assert.deepEqual(await countsOfTraces(), untouched)
    assert.equal((await person.get('/api/user/profile/')).status, 200, 'the person is still logged in')
  })
  test('and with its own token the same browser may make each call of officers', async () => {
    for (const key of unsafe) {
      const endpoint: Endpoint = endpoints[key]
      if (endpoint.allowedFor !== 'staff') continue
      // No row has this id. So the call passes the check of the CSRF token, but changes nothing.
      const { status, json } = await officers.ask(endpoint, addressOf(endpoint, { id: 999_999 }), {
        body: {},
      })
      assert.ok(status !== 401 && json?.code !== 'csrf', `${key}: ${status} ${json?.code}`)
    }
  })
})

describe('T9, T32: what officers read is logged, so a page of another site, also of a sister site, cannot cause such an entry', () => {
  const staffReads = (Object.values(endpoints) as Endpoint[]).filter(
    (entry) => entry.allowedFor === 'staff' && entry.method === 'GET',
  )
  for (const entry of staffReads) {
    test(`${entry.method} ${entry.path}`, async () => {
      const { visitor } = await officers.who(entry)
      const auditEntries = () => count(portal, sql`select from audit_entries`)
      const before = await auditEntries()
      for (const site of ['cross-site', 'same-site']) {
        const { status, json } = await visitor.get(addressOf(entry), {
          headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' },
        })
        assert.deepEqual([status, json.code], [403, 'csrf'])
      }
      assert.equal(await auditEntries(), before)
      for (const site of ['same-origin', 'none'])
        assert.notEqual(
          (await visitor.get(addressOf(entry), { headers: { 'sec-fetch-site': site } })).json?.code,
          'csrf',
        )
    })
  }
})

describe('T9: the token', () => {
  test('of this browser passes, under both names of the header', async () => {
    const visitor = portal.visitor({ browser: true })
    const csrf = await tokenOf(visitor)
    assert.equal((await requestReset(visitor, { 'x-csrftoken': csrf })).status, 200)
    assert.equal((await requestReset(visitor, { 'x-csrf-token': csrf })).status, 200)
  })
  test('of another browser, or without the cookie, does not', async () => {
    const [mine, theirs] = [portal.visitor(), portal.visitor()]
    const csrf = await tokenOf(theirs)
    await tokenOf(mine)
    assert.equal((await requestReset(mine, { 'x-csrftoken': csrf })).status, 403)
    assert.equal((await requestReset(portal.visitor(), { 'x-csrftoken': csrf })).status, 403)
  })
  test('A10: missing is no error', async () => {
    assert.equal((await requestReset(portal.visitor(), {})).status, 200)
    assert.equal((await requestReset(portal.visitor({ browser: true }), {})).status, 200)
  })
  test('A10: a cookie alone does not log a call in', async () => {
    const { visitor } = await loggedIn(portal, { browser: true })
    visitor.token = undefined
    for (const key of Object.keys(endpoints) as EndpointKey[]) {
      if (endpoints[key].allowedFor !== 'applicant') continue
      const { status } = await visitor.request(
        endpoints[key].method,
        pathOf(key),
        endpoints[key].method === 'GET' ? {} : { body: {} },
      )
      assert.equal(status, 401, key)
    }
  })
})

test('T9: reading changes nothing', async () => {
  const { visitor } = await loggedIn(portal)
  const tables = [
    'users',
    'sessions',
    'outbox',
    'login_failures',
    'reset_codes',
    'counters',
    'captcha_used',
    'notifications',
    'job_applications',
  ]
  // For each table, one checksum of all its rows.
  const checksums = async () => {
    const { rows } = await import('pg').then(async ({ default: pg }) => {
      const client = new pg.Client({ connectionString: portal.databaseUrl })
      await client.connect()
      const result = await client.query(
        tables
          .map(
            (table) =>
              `select '${table}' as name, md5(coalesce(string_agg(table_row::text, '|' order by table_row::text), '')) as sum from ${table} table_row`,
          )
          .join(' union all '),
      )
      await client.end()
      return result
    })
    return rows
  }
  const before = await checksums()
  for (const key of Object.keys(endpoints) as EndpointKey[])
    if (endpoints[key].method === 'GET') await visitor.get(pathOf(key))
  assert.deepEqual(await checksums(), before)
})
