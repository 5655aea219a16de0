import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { PORTAL_ROLE } from '../../server/database/role.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { decisionStaff, type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import { type MessageStaff, messageStaff } from '../support/messages.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { invited, type Officer, officer } from '../support/staff.ts'

let portal: Portal
let lists: DecisionStaff
let messages: MessageStaff
let reviewer: Officer
/** The connection of an attacker who has only the password with which the portal uses its database. */
let thief: pg.Client
/**
 * The ids of the data that existed before the tests. `drafting`, `waiting` and `applied` are decision lists;
 * `few`, `many` and `stopped` are messages; `file` is a request for an export.
 */
const made = {
  job: 0,
  applications: [] as number[],
  drafting: 0,
  waiting: 0,
  applied: 0,
  few: 0,
  many: 0,
  stopped: 0,
  file: 0,
  appointment: 0,
}

before(async () => {
  portal = await openPortal()
  ;[lists, messages] = [await decisionStaff(portal), await messageStaff(portal)]
  const job = (made.job = await lists.job({ expiry_date: '2026-11-20' }))
  made.applications = await sentOnes(portal, job, 30)
  const [firstId = 0, two = 0, three = 0] = made.applications
  const chosen = (count: number) => ({ applications: made.applications.slice(0, count), expected: count })
  made.few = good(await messages.send(job, chosen(3))).id
  made.many = good(await messages.send(job, chosen(25))).id
  await messages.spread()
  made.stopped = good(await messages.send(job, chosen(2))).id
  good(await messages.stop(made.stopped))
  const [first, second] = [await officer(portal, 'administrator'), await officer(portal, 'administrator')]
  const { json } = await first.visitor.post('/api/staff/invitations/', {
    name: '',
    email: 'new@iebc.example',
    role: 'approver',
    reason: 'The team grows',
  })
  made.appointment = json.proposal.id
  good(
    await second.visitor.post(`/api/staff/appointments/${json.proposal.id}/decide/`, {
      agree: true,
      digest: json.proposal.digest,
    }),
  )
  const { email, token } = await invited(portal, {
    role: 'reviewer',
    areas: { counties: [47], constituencies: [] },
  })
  await portal
    .visitor()
    .post('/api/staff/join/', { token, name: 'A Reviewer', password: 'Slow violet ledger 42' })
  reviewer = { ...first, email, id: await idOf(email) }
  good(
    await first.visitor.request('PATCH', `/api/staff/people/${reviewer.id}/`, {
      body: { areas: { counties: [12, 1], constituencies: [] }, reason: 'Moved' },
    }),
  )
  const proposal = good(
    await lists.author.visitor.post(`/api/staff/jobs/${job}/lift-blind/`, { reason: 'A complaint' }),
  )
  good(await lists.second.visitor.post(`/api/staff/lifts/${proposal.id}/decide/`, { agree: true }))
  const file = { columns: ['reference', 'name'], format: 'csv', reason: 'Interviews', filter: {} }
  const request = good(await lists.author.visitor.post(`/api/staff/jobs/${job}/exports/`, file))
  good(
    await lists.second.visitor.post(`/api/staff/exports/${request.id}/decide/`, {
      approve: true,
      digest: request.digest,
    }),
  )
  made.file = request.id
  await (await jobStaff(portal)).published()
  made.drafting = await lists.drafted(job, 'screening', [two])
  made.waiting = (await lists.proposed(job, 'rejected', [three])).id
  made.applied = await lists.applied(job, 'shortlisted', [firstId])
  thief = new pg.Client({ connectionString: portal.databaseUrl })
  await thief.connect()
  await thief.query(`set role ${PORTAL_ROLE}`)
})
after(async () => {
  await thief?.end()
  await portal.close()
})

const idOf = async (email: string) =>
  (await portal.db.row<{ id: number }>(sql`select id from staff where email = ${email}`))?.id ?? 0
// Ignore rows that tests/support inserted without the portal: they have no submission in the log.
const fromSupport = /^The submission of application \d+ |events are about submissions/
const problems = async () => {
  const reported: string[] = []
  const found = await auditLog(portal.deps, (problem) => reported.push(problem))
  return { ...found, told: reported.filter((problem) => !fromSupport.test(problem)) }
}

describe('T23 log verify names what someone with the portal’s password of the database rewrites', () => {
  test('T23 nothing where nothing was rewritten', async () => {
    const { told: reported, lists: counted, messages: sent, officers } = await problems()
    assert.deepEqual(reported, [])
    assert.deepEqual([counted, sent], [2, 3])
    assert.ok(officers >= 7)
  })

  /** Adds a test: statements rewrite data in one transaction, the check reports it, and all is restored. */
  const rewritten = (what: string, texts: () => string[], reportedText: RegExp): void =>
    void test(`T23 ${what}`, async () => {
      await thief.query('begin')
      try {
        for (const text of texts()) await thief.query(text)
        await thief.query('commit')
        const { told: reported } = await problems()
        assert.match(reported.join('\n'), reportedText)
      } finally {
        await thief.query('rollback')
        await restore()
      }
    })
  const TABLES = [
    'messages',
    'message_emails',
    'decisions',
    'decision_entries',
    'application_facts',
    'job_applications',
    'staff',
    'staff_areas',
    'staff_appointments',
    'blind_lifts',
    'blind_requests',
    'export_requests',
    'job_changes',
  ]
  let owner: pg.Client
  before(async () => {
    owner = new pg.Client({ connectionString: portal.databaseUrl })
    await owner.connect()
    await owner.query("set session_replication_role = 'replica'")
    for (const table of TABLES) await owner.query(`create temp table kept_${table} as select * from ${table}`)
  })
  after(() => owner.end())
  const restore = async () => {
    for (const table of TABLES) {
      await owner.query(`delete from ${table}`)
      await owner.query(`insert into ${table} overriding system value select * from kept_${table}`)
    }
  }
  rewritten(
    'one more recipient of a message',
    () => [`insert into message_emails values (${made.few}, ${made.applications[9]}, 2)`],
    /The message \d+ has other words or recipients than when it was written\./,
  )
  rewritten(
    'another recipient of a message',
    () => [
      `update message_emails set application_id = ${made.applications[28]} where message_id = ${made.many} and application_id = ${made.applications[4]}`,
    ],
    /The message \d+ has other words or recipients/,
  )
  rewritten(
    'other words of a message, put in again under its digest',
    () => [replaced('messages', made.many, "body = 'Pay 500 to 0700000000'")],
    /The message \d+ has other words or recipients/,
  )
  rewritten(
    'another author of a message',
    () => [replaced('messages', made.few, `sent_by = ${lists.author.id}`)],
    /does not show who wrote the message/,
  )
  rewritten(
    'another second person of a message',
    () => [`update messages set decided_by = ${lists.second.id} where id = ${made.many}`],
    /does not show a second person who approved the message/,
  )
  rewritten(
    'a stopped message that leaves all the same',
    () => [replaced('messages', made.stopped, "state = 'scheduled', stopped_at = null, stopped_by = null")],
    /The log says that the message \d+ ended differently/,
  )
  rewritten(
    'a message that was sent and never was',
    () => [
      `delete from message_emails where message_id = ${made.few}`,
      `delete from messages where id = ${made.few}`,
    ],
    /The message \d+ is no longer in the database, but the log mentions it\./,
  )
  rewritten(
    'a message without its row',
    () => [`delete from messages where id = ${made.few}`],
    /The message \d+ has recipients, but is no longer in the database\./,
  )
  rewritten(
    'a digest taken away from a message',
    () => [replaced('messages', made.few, 'digest = null')],
    /The message \d+ has other words or recipients/,
  )

  rewritten(
    'a list that took effect, as if it had been given up',
    () => [
      `update decisions set state = 'withdrawn', notified_at = null, notified_up_to = 0 where id = ${made.applied}`,
    ],
    /is withdrawn, but the log says applied\./,
  )
  rewritten(
    'a list that is gone',
    () => [
      `update decisions set reason_id = null where id = ${made.waiting}`,
      `delete from decision_reasons where list_id = ${made.waiting}`,
      `delete from decision_contributors where list_id = ${made.waiting}`,
      `update application_facts set list_id = null where list_id = ${made.waiting}`,
      `update decisions set state = 'drafting' where id = ${made.waiting}`,
      `delete from decision_entries where list_id = ${made.waiting}`,
      `delete from decisions where id = ${made.waiting}`,
    ],
    /The decision list \d+ is gone, but the log says proposed\./,
  )
  rewritten(
    'a list that is drafted, approved',
    () => [
      `update decisions set state = 'approved', effective_at = now(), proposed_by = made_by, digest = sha256('') where id = ${made.drafting}`,
    ],
    /is approved, but the log says drafting\./,
  )
  rewritten(
    'an applicant who is hired by nobody',
    () => [
      `update application_facts set stage = 7 where application_id = ${made.applications[5]}`,
      `update job_applications set status = 'Hired' where id = ${made.applications[5]}`,
    ],
    /is at a stage that no decision gave it\./,
  )
  rewritten(
    'a status that is not that of the stage',
    () => [`update job_applications set status = 'Rejected' where id = ${made.applications[6]}`],
    /is at a stage that no decision gave it\./,
  )
  rewritten(
    'a verdict that is taken back',
    () => [
      `update application_facts set stage = 0 where application_id = ${made.applications[0]}`,
      `update job_applications set status = 'Pending' where id = ${made.applications[0]}`,
    ],
    /is at a stage that no decision gave it\./,
  )

  rewritten(
    'a role',
    () => [`update staff set role = 'approver' where id = ${reviewer.id}`],
    /The officer \d+ is approver, but the log says reviewer\./,
  )
  rewritten(
    'an officer who never joined',
    () => [
      "insert into staff (email, name, role, password_hash, created_at) values ('x@example.com', 'X', 'administrator', '', now())",
    ],
    /The log does not show that the officer \d+ joined\./,
  )
  rewritten(
    'areas',
    () => [`delete from staff_areas where staff_id = ${reviewer.id}`],
    /is limited to other areas than the log says\./,
  )
  rewritten(
    'access that is given back',
    () => [`update staff set disabled_at = now() where id = ${reviewer.id}`],
    /The officer \d+ has no access, but the log says otherwise\./,
  )
  rewritten(
    'an appointment that another agreed to',
    () => [`update staff_appointments set decided_by = ${lists.second.id} where id = ${made.appointment}`],
    /The appointment \d+ differs from what the officers did/,
  )
  rewritten(
    'an appointment that is gone',
    () => [`delete from staff_appointments where id = ${made.appointment}`],
    /The appointment \d+ is no longer in the database/,
  )
  rewritten(
    'names that are shown without being asked for',
    () => [
      `insert into blind_lifts (staff_id, job_id, reason, lifted_at, ends_at) values (${lists.author.id}, ${made.job}, 'x', now(), now() + interval '1 year')`,
    ],
    /The showing of names \d+ differs from what the officers did/,
  )
  rewritten(
    'names that are shown for longer',
    () => ["update blind_lifts set ends_at = ends_at + interval '1 day'"],
    /The showing of names \d+ differs from what the officers did/,
  )
  rewritten(
    'a lift that another agreed to',
    () => [`update blind_requests set decided_by = ${messages.second.id}`],
    /The showing of names \d+ differs from what the officers did/,
  )
  rewritten(
    'a file that another approved',
    () => [`update export_requests set decided_by = ${messages.second.id} where id = ${made.file}`],
    /The request for a file \d+ differs from what the officers did/,
  )
  rewritten(
    'a file that was taken once more',
    () => [`update export_requests set downloads = downloads + 1 where id = ${made.file}`],
    /The request for a file \d+ differs from what the officers did/,
  )
  rewritten(
    'a request for a file that is gone',
    () => [`delete from export_requests where id = ${made.file}`],
    /The request for a file \d+ is no longer in the database/,
  )
  rewritten(
    'a change of a job that another approved',
    () => [`update job_changes set decided_by = ${lists.second.id} where approved`],
    /The change of a job \d+ differs from what the officers did/,
  )

  /** Statements that change a row of a table that refuses updates: they delete and insert it. */
  function replaced(table: string, id: number, set: string): string {
    return `do $$ declare changed ${table}; begin
      delete from ${table} where id = ${id} returning * into changed;
      ${set
        .split(/, (?=\w+ =)/)
        .map((entry) => `changed.${entry.replace(' =', ' :=')};`)
        .join(' ')}
      insert into ${table} overriding system value select (changed).*;
    end $$`
  }
})
