import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { ALL_RIGHTS, may, type Right, RIGHTS, STAFF_ROLES, type StaffRole } from '#contract/staff/rights.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { addressOf, bodyOf } from '../support/calls.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer } from '../support/staff.ts'
import type { Visitor } from '../support/visitor.ts'

let portal: Portal
const officers = new Map<StaffRole, Officer>()
let applicant: Visitor
before(async () => {
  portal = await openPortal()
  for (const role of STAFF_ROLES) officers.set(role, await officer(portal, role))
  applicant = (await loggedIn(portal)).visitor
})
beforeEach(() => nextMinute())
after(() => portal.close())

const NOWHERE = 999_999
const guarded = (Object.values(endpoints) as Endpoint[]).filter((entry) => entry.allowedFor === 'staff')
// The path of a call, with ids of rows that do not exist. Other parts of the path get valid sample values.
const pathOf = (endpoint: Endpoint) => {
  const ids = Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, NOWHERE]),
  )
  const numbered = endpoint.params?.safeParse(ids).success ?? true
  return addressOf(endpoint, numbered ? ids : {})
}
const ask = async (visitor: Visitor, endpoint: Endpoint) => {
  const { status, json } = await visitor.request(
    endpoint.method,
    pathOf(endpoint),
    endpoint.method === 'GET' ? {} : { body: {} },
  )
  return { status, code: json?.code as string | undefined }
}

/** A digest of each table, except those of the audit log, of the public log and of its last check. */
const stored = async () =>
  (
    await portal.db.rows<{ name: string }>(sql`
      select tablename as name, md5(query_to_xml(format('select * from %I table_row order by table_row::text', tablename), true, false, '')::text) as sum
      from pg_tables where schemaname = current_schema() and tablename !~ '^(audit_entries|log_|last_log_check)' order by 1`)
  ).map((entry) => ({ ...entry }))

describe('MATRIX staff: every call of the staff side as every person (decisions#silent-staff)', () => {
  test('each call names a right from the one table of rights', () => {
    assert.ok(guarded.length >= 6)
    for (const entry of guarded) assert.ok(entry.right && entry.right in RIGHTS, entry.path)
  })
  test('each right in the table is needed by at least one call', () => {
    const needed = new Set(guarded.map(({ right }) => right))
    assert.deepEqual(
      ALL_RIGHTS.filter((right) => !needed.has(right)),
      [],
    )
  })
  for (const entry of guarded) {
    test(`${entry.method} ${entry.path}`, async () => {
      assert.equal((await ask(portal.visitor(), entry)).status, 401, 'nobody')
      assert.equal((await ask(applicant, entry)).status, 401, 'an applicant')
      for (const [role, known] of officers) {
        // A call about the officer's own session may end the session, so a new officer makes it.
        const { visitor } =
          entry.right === 'self' && entry.method !== 'GET' ? await officer(portal, role) : known
        const { status, code } = await ask(visitor, entry)
        assert.notEqual(status, 401, role)
        assert.ok(status < 500, `${role}: ${status}`)
        assert.equal(code === 'forbidden', !may(role, entry.right ?? 'self'), `${role}: ${status} ${code}`)
      }
    })
  }
  test('an auditor has no right to change anything', () => {
    const reading: Right[] = [
      'people.read',
      'jobs.read',
      'applications.read',
      'messages.read',
      'identities.reveal',
      'applications.export',
      'reports.read',
      'retention.read',
      'log.read',
    ]
    for (const right of Object.keys(RIGHTS) as Right[])
      if (may('auditor', right)) assert.ok(right === 'self' || reading.includes(right), right)
  })
  test('a call for which an auditor gives a reason leaves its entry in the log, and changes nothing else', async () => {
    const before = await stored()
    for (const entry of guarded) {
      if (entry.method === 'GET' || entry.right === 'self' || !may('auditor', entry.right ?? 'self')) continue
      await officers.get('auditor')?.visitor.request(entry.method, addressOf(entry), { body: bodyOf(entry) })
      assert.deepEqual(await stored(), before, entry.path)
    }
  })
  test('a session that is over opens none of them', async () => {
    portal.clock.advance(STAFF.sessionHours * 3_600_000)
    for (const entry of guarded) {
      // These refused calls would reach the network's limit of a minute, so a new minute starts.
      nextMinute()
      for (const [, { visitor }] of officers)
        assert.equal((await ask(visitor, entry)).status, 401, entry.path)
    }
  })
})
