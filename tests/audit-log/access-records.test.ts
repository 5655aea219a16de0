import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { RIGHTS } from '#contract/staff/rights.ts'
import { AUDIT_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { handleFor } from '../../server/support/handle.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { addressOf } from '../support/calls.ts'
import { sentCase } from '../support/case.ts'
import { decisionStaff, good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { selected } from '../support/selected.ts'
import { type Officer, officer } from '../support/staff.ts'
import { form, send } from '../support/uploads.ts'

// Each call that shows an officer something about another person leaves an entry in the audit log.

/** Calls that show officers only data about themselves, with a reason. */
const OWN: Record<string, string> = {
  'GET /api/staff/me/': 'one’s own name, role and rights',
  'GET /api/staff/sessions/': 'where one is logged in oneself',
}
const calls = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, entry]) => entry.allowedFor === 'staff' && entry.method === 'GET',
)
/** Calls that show officers data about others. Each must leave an entry in the audit log. */
const recordedCalls = calls.filter(([key]) => !OWN[key])

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
let job: number
let other: number
/** An existing id for each word of an address before an id: `jobs` for `/jobs/{id}/`. */
let existingIds: Record<string, number>
let person: number
const officers = new Map<string, Officer>()
/** An officer who has the right to make the call; of several possible roles, the first. */
const who = (endpoint: Endpoint) => officers.get(RIGHTS[endpoint.right ?? 'self'][0]) as Officer
before(async () => {
  portal = await openPortal()
  const staff = await decisionStaff(portal)
  officers.set('recruiter', staff.author).set('administrator', await officer(portal, 'administrator'))
  ;[job = 0, other = 0] = await postJobs(portal, {}, {})
  const { id: applications, owner } = await sentCase(portal, {
    jobId: job,
    files: { cv: { name: 'cv.pdf', data: pdf() } },
  })
  const { id: lists } = good(await staff.make(job, 'shortlisted'))
  const exportRequest = {
    columns: ['reference', 'name'],
    format: 'csv',
    reason: 'Interviews are called by phone',
    filter: {},
  }
  const { id: exports, digest } = good(
    await staff.author.visitor.post(`/api/staff/jobs/${job}/exports/`, exportRequest),
  )
  good(await staff.second.visitor.post(`/api/staff/exports/${exports}/decide/`, { approve: true, digest }))
  const message = {
    subject: 'On Monday',
    body: 'Come at nine.',
    key: 'looked at',
    applications: [applications],
    expected: 1,
  }
  const { id: messages } = good(await staff.author.visitor.post(`/api/staff/jobs/${job}/messages/`, message))
  // A selection from applications with 90 and 80 points. Its pack, a file of all its data, counts as an
  // export.
  await selected(portal, job, [90, 80])
  const packs = `/api/staff/jobs/${job}/selection/packs/`
  const { id: pack } = good(await staff.author.visitor.post(packs, { reason: 'A court asks' }))
  good(await staff.second.visitor.post(`${packs}${pack}/decide/`, { approve: true }))
  const { visitor } = await loggedIn(portal)
  const { body, type } = form([
    { name: 'last_name', data: 'Otieno' },
    { name: 'reason', data: 'My ID says so' },
    { name: 'evidence', file: 'id.pdf', data: pdf() },
  ])
  const headers = { 'content-type': type, 'content-length': body.length }
  good(await send(`${portal.url}/api/corrections/`, { method: 'POST', token: visitor.token, headers, body }))
  const { id: corrections } = good(await visitor.get('/api/corrections/')).results[0]
  existingIds = { jobs: job, pack, applications, decisions: lists, exports, messages, corrections }
  person = owner.id
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

/** The path of a call, with existing ids. */
const pathOf = (key: string, endpoint: Endpoint) => {
  const collection = /\/(\w+)\/\{id\}\//.exec(endpoint.path)?.[1]
  const id = collection === undefined ? undefined : existingIds[collection]
  assert.ok(collection === undefined || id, `${key}: say in this test which of ${collection} is there`)
  return addressOf(endpoint, {
    ...(id ? { id } : {}),
    kind: 'cv',
    ...(endpoint.path.includes('{pack}') ? { pack: existingIds.pack } : {}),
    handle: handleFor(portal.deps, who(endpoint).id, person),
  })
}
type Row = { act: string; job_id: number | null; detail: Record<string, unknown> }
const lastId = async () =>
  (await portal.db.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`))?.id ?? 0
/** The audit entries about this officer's actions that were written while `work` ran. */
const entriesDuring = async ({ id: by }: Officer, work: () => Promise<unknown>) => {
  const from = await lastId()
  await work()
  return portal.db.rows<Row>(
    sql`select act, job_id, detail from audit_entries where id > ${from} and staff_id = ${by} order by id`,
  )
}
const ask = async ({ visitor }: Officer, path: string) => {
  const { status, text } = await visitor.get(path)
  assert.equal(status, 200, `${path}: ${text.slice(0, 200)}`)
}

describe('staff: everything that an officer looks at makes an audit entry', () => {
  test('each call that shows data about others has words for its audit entry; the calls that show only oneself are listed above', () => {
    assert.ok(recordedCalls.length >= 24)
    for (const [key, { audit }] of recordedCalls) {
      assert.ok(audit, `${key}: say in the contract how this look stands in the log`)
      assert.ok(
        AUDIT_WORDS['entryPerCall' in audit ? audit.entryPerCall : audit.entryPer15Minutes],
        `${key}: no words for it`,
      )
    }
    for (const key of Object.keys(OWN))
      assert.ok(
        calls.some(([first, entry]) => first === key && !entry.audit),
        key,
      )
  })
  for (const [key, entry] of recordedCalls) {
    test(`${key}: ${entry.audit && 'entryPerCall' in entry.audit ? 'one entry for each call' : 'one entry in a quarter of an hour'}`, async () => {
      const [by, path, rule] = [who(entry), pathOf(key, entry), entry.audit]
      assert.ok(rule)
      const isPerCall = 'entryPerCall' in rule
      const expectedAction = isPerCall ? rule.entryPerCall : rule.entryPer15Minutes
      const auditEntries = await entriesDuring(by, async () => {
        for (let time = 0; time < 3; time++) await ask(by, path)
      })
      assert.deepEqual(
        auditEntries.map((entry) => entry.act),
        isPerCall ? [expectedAction, expectedAction, expectedAction] : [expectedAction],
      )
      if (entry.path.includes('/jobs/{id}/')) assert.equal(auditEntries[0]?.job_id, job)
      if (isPerCall) return
      portal.clock.advance(STAFF.sameReadMinutes * 60_000 - 1)
      assert.deepEqual(await entriesDuring(by, () => ask(by, path)), [], 'still looking')
      portal.clock.advance(1)
      assert.equal((await entriesDuring(by, () => ask(by, path))).length, 1, 'another look')
    })
  }
})

describe('staff: one access record', () => {
  test('counts once for each officer and subject: another job, another officer or another page is another record', async () => {
    const [first, second] = [await officer(portal, 'recruiter'), await officer(portal, 'recruiter')]
    const visits = [
      `/api/staff/jobs/${job}/`,
      `/api/staff/jobs/${other}/`,
      `/api/staff/jobs/${job}/messages/`,
      `/api/staff/jobs/${job}/`,
    ]
    for (const by of [first, second]) {
      const auditEntries = await entriesDuring(by, async () => {
        for (const path of visits) await ask(by, path)
      })
      assert.deepEqual(
        auditEntries.map(({ act: action, job_id }) => [action, job_id]),
        [
          ['job.looked_at', job],
          ['job.looked_at', other],
          ['messages.listed', job],
        ],
      )
    }
    const places = await entriesDuring(first, async () => {
      for (const query of ['?county=47', '?constituency=274', '?county=47', '?county=1', '?county=47&page=2'])
        await ask(first, `/api/staff/reference-data/places/${query}`)
    })
    assert.deepEqual(
      places.map(({ detail }) => detail),
      [{ county: 47 }, { constituency: 274 }, { county: 1 }],
    )
  })
  test('of one officer’s audit entries says which officer', async () => {
    const [auditor, boss] = [await officer(portal, 'auditor'), officers.get('administrator') as Officer]
    await ask(auditor, `/api/staff/audit-log/?person=${officers.get('recruiter')?.id}`)
    const { results } = (await boss.visitor.get('/api/staff/audit-log/')).json
    const { act: action, by, about, words } = results[0]
    assert.deepEqual(
      [action, by.id, about, words],
      ['log.looked_at', auditor.id, 'Officer recruiter', AUDIT_WORDS['log.looked_at']],
    )
  })
  test('two simultaneous reads of the same thing make one entry', async () => {
    const by = await officer(portal, 'recruiter')
    /** How many calls wait to write the counter that limits the entries about this read. */
    const waiting = async () =>
      (
        await portal.db.row<{ n: number }>(
          sql`select count(*)::int as n from pg_locks where not granted and relation = 'counters'::regclass`,
        )
      )?.n
    const auditEntries = await entriesDuring(by, async () => {
      const { promise: exportRequest, resolve: go } = Promise.withResolvers<void>()
      // The lock lets calls read the counters but not write them, until two calls have found that no entry
      // exists yet.
      const held = portal.db.tx(async (tx) => {
        await tx.run(sql`lock table counters in share mode`)
        go()
        while (((await waiting()) ?? 0) < 2);
      })
      await exportRequest
      await Promise.all([held, ...Array.from({ length: 3 }, () => ask(by, '/api/staff/jobs/'))])
    })
    assert.equal(auditEntries.length, 1)
  })
  test('a request for something that does not exist, or that the officer may not see, makes no entry', async () => {
    const [recruiter, reviewer] = [await officer(portal, 'recruiter'), await officer(portal, 'reviewer')]
    const refused = await entriesDuring(recruiter, async () =>
      assert.equal((await recruiter.visitor.get('/api/staff/jobs/999999/')).status, 404),
    )
    const shut = await entriesDuring(reviewer, async () =>
      assert.equal((await reviewer.visitor.get('/api/staff/templates/')).status, 403),
    )
    assert.deepEqual([refused, shut], [[], []])
  })
  test('if the entry cannot be written, the officer sees nothing; once it can be, the page and its entry are there', async () => {
    const by = await officer(portal, 'recruiter')
    // A constraint makes the database refuse the audit entry about this action.
    await portal.db.run(
      sql`alter table audit_entries add constraint no_more check (act <> 'templates.listed') not valid`,
    )
    const refused = await by.visitor.get('/api/staff/templates/')
    await portal.db.run(sql`alter table audit_entries drop constraint no_more`)
    assert.ok(refused.status >= 500 && !refused.text.includes('results'), refused.text)
    assert.equal((await entriesDuring(by, () => ask(by, '/api/staff/templates/'))).length, 1)
  })
})
