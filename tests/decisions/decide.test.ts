import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { STAFF_JOB_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { count, nextMinute, loggedIn } from '../support/accounts.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'
import { type JobStaff, jobContent, jobStaff } from '../support/staff-jobs.ts'

// One officer proposes a change of a job, for example to publish it. Another officer decides about it. The
// portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
/** The two officers and their calls: a recruiter writes jobs, an approver decides about them. */
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const atOnce = <Result>(count: number, work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const countOf = (answers: { status: number }[], wanted: number) =>
  answers.filter(({ status }) => status === wanted).length
type ActRow = { act: string; staff_id: number; role: string; reason: string; detail: Record<string, unknown> }
/** The audit entries about changes of a job. Entries about who opened the job are left out. */
const auditEntriesOf = (id: number) =>
  portal.db.rows<ActRow>(
    sql`select act, staff_id, role, reason, detail from audit_entries where job_id = ${id} and act <> 'job.looked_at' order by id`,
  )
const namesOf = async (id: number) => (await auditEntriesOf(id)).map(({ act: action }) => action)
/** Expects an event in the public log for each entry of the audit log, and the reverse. */
const inTheLog = async () => {
  const row = await portal.db.row<{ acts: number; events: number }>(sql`
    select (select count(*) from audit_entries) as acts, (select count(*) from log_events e join audit_entries a on a.digest = e.digest where kind = 'staff_act') as events`)
  assert.equal(row?.acts, row?.events)
}

describe('T32 staff: a second person decides', () => {
  test('never the officer who proposed the change, whatever role they have now', async () => {
    const [boss, author] = [await officer(portal, 'administrator'), await officer(portal, 'recruiter')]
    const own = await staff.propose(await staff.draft(), { kind: 'publish' }, boss)
    const refused = await staff.decide(own.json.id, own.json.changes[0].id, { approve: true }, boss)
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.message],
      [409, 'second_person', STAFF_WORDS.secondPerson],
    )
    const id = await staff.draft()
    const change = (await staff.propose(id, { kind: 'publish' }, author)).json.changes[0].id
    await portal.db.run(sql`update staff set role = 'approver' where id = ${author.id}`)
    for (const approve of [true, false])
      assert.equal(
        (await staff.decide(id, change, { approve, note: 'x' }, author)).json.code,
        'second_person',
      )
    assert.equal((await staff.decide(id, change)).status, 200)
    await portal.db.run(sql`update staff set role = 'recruiter' where id = ${author.id}`)
  })
  test('the database itself refuses that one person approves their own', async () => {
    const id = await staff.draft()
    const change = await staff.proposed(id, { kind: 'publish' })
    const alone = sql`update job_changes set decided_by = proposed_by, decided_at = ${portal.clock.now()}, approved = true where id = ${change}`
    await assert.rejects(portal.deps.db.run(alone), /job_changes_second_person/)
    const nobody = sql`update job_changes set decided_at = ${portal.clock.now()}, approved = true where id = ${change}`
    await assert.rejects(portal.deps.db.run(nobody), /job_changes_second_person/, 'nor nobody')
  })
  test('returning a change takes a note; the author reads the note, edits the job and proposes again', async () => {
    const id = await staff.draft()
    const change = await staff.proposed(id, { kind: 'publish' })
    assert.deepEqual((await staff.decide(id, change, {})).json.approve, [STAFF_JOB_WORDS.decide])
    assert.deepEqual((await staff.decide(id, change, { approve: 'maybe' })).json.approve, [
      STAFF_JOB_WORDS.decide,
    ])
    assert.deepEqual((await staff.decide(id, change, { approve: false, note: ' ' })).json.note, [
      STAFF_WORDS.reasonRequired,
    ])
    assert.equal(
      (await staff.decide(id, change, { approve: false, note: 'The salary is missing' })).status,
      200,
    )
    const { json } = await staff.detail(id)
    const [entry] = json.changes
    assert.deepEqual(
      [json.state, json.awaiting, entry.approved, entry.note, entry.decided_by.id],
      ['draft', null, false, 'The salary is missing', staff.second.id],
    )
    assert.equal((await portal.visitor().get(`/api/jobs/${id}/`)).status, 404)
    assert.equal(
      (await staff.put(id, { ...json.content, remuneration: 'KES 2,000' }, json.updated_at)).status,
      200,
    )
    await staff.changed(id, { kind: 'publish' })
    const auditEntries = await auditEntriesOf(id)
    assert.deepEqual(
      auditEntries.map(({ act: action, role, reason }) => [action, role, reason]),
      [
        ['job.drafted', 'recruiter', ''],
        ['job.change_proposed', 'recruiter', ''],
        ['job.change_returned', 'approver', 'The salary is missing'],
        ['job.draft_edited', 'recruiter', ''],
        ['job.change_proposed', 'recruiter', ''],
        ['job.change_approved', 'approver', ''],
      ],
    )
    assert.deepEqual(auditEntries[2]?.detail, { kind: 'publish', change })
    await inTheLog()
  })
  test('a change that no longer fits is not approved: its deadline has passed, the job’s state changed, or a row is gone', async () => {
    const id = await staff.draft({ expiry_date: '2026-11-24T18:00' })
    const late = await staff.proposed(id, { kind: 'publish' })
    const before = portal.clock.now()
    portal.clock.set(new Date('2026-11-24T15:00:01Z'))
    assert.deepEqual((await staff.decide(id, late)).json.expiry_date, [STAFF_JOB_WORDS.deadlinePast])
    portal.clock.set(before)
    const open = await staff.published()
    const extension = await staff.proposed(open, { kind: 'extend', expiry_date: '2026-12-20' })
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(before.getTime() - 1)} where id = ${open}`,
    )
    const refused = await staff.decide(open, extension)
    assert.deepEqual([refused.status, refused.json.message], [409, STAFF_JOB_WORDS.notNow])
    assert.equal(
      (await staff.decide(open, extension, { approve: false, note: 'Too late' })).status,
      200,
      'it can be returned',
    )
    const edited = await staff.published()
    const { content } = (await staff.detail(edited)).json
    const taken = (await staff.write()).json.reference
    const edit = await staff.proposed(edited, { kind: 'edit', content: { ...content, reference: taken } })
    assert.deepEqual((await staff.decide(edited, edit)).json.reference, [STAFF_JOB_WORDS.referenceTaken])
    assert.equal((await staff.detail(edited)).json.awaiting, 'edit', 'undecided')
    for (const [job, change] of [
      [edited, 999_999],
      [open, edit],
      [999_999, edit],
    ] as const)
      assert.equal((await staff.decide(job, change)).status, 404)
  })
  test('taken back by its author or another who may propose; then it cannot be decided', async () => {
    const other = await officer(portal, 'recruiter')
    for (const by of [staff.author, other]) {
      const id = await staff.draft()
      const change = await staff.proposed(id, { kind: 'publish' })
      assert.equal((await staff.withdraw(id, change, staff.second)).status, 403)
      assert.equal((await staff.withdraw(id, change, by)).status, 200)
      assert.equal((await staff.withdraw(id, change, by)).status, 404)
      assert.equal((await staff.decide(id, change)).status, 404)
      assert.deepEqual(await namesOf(id), ['job.drafted', 'job.change_proposed', 'job.change_withdrawn'])
    }
    await inTheLog()
  })
})

describe('staff: many at once', () => {
  test('of twenty approvals at once, one succeeds, and one audit entry is written', async () => {
    const seconds = [staff.second, await officer(portal, 'approver'), await officer(portal, 'administrator')]
    const id = await staff.draft()
    const change = await staff.proposed(id, { kind: 'publish' })
    const answers = await atOnce(20, (n) => staff.decide(id, change, { approve: true }, seconds[n % 3]))
    assert.deepEqual([countOf(answers, 200), countOf(answers, 404)], [1, 19])
    assert.equal((await namesOf(id)).filter((action) => action === 'job.change_approved').length, 1)
  })
  test('of twenty approvals at once, one queues the newsletter, and one notifies those who have a draft: each person once', async () => {
    for (const email of ['one@example.com', 'two@example.com'])
      await portal.db.run(
        sql`insert into newsletter_subscribers (email, requested_at, confirmed_at) values (${email}, ${portal.clock.now()}, ${portal.clock.now()})`,
      )
    const id = await staff.draft()
    const publish = await staff.proposed(id, { kind: 'publish' })
    await atOnce(20, () => staff.decide(id, publish))
    const queued = await portal.db.rows<{ email: string; emails: number }>(sql`
      select email, count(*)::int as emails from outbox join newsletter_subscribers subscriber on subscriber.id = (payload->>'subscriberId')::bigint
      where topic = 'newsletter.openings' and payload->'jobIds' = ${JSON.stringify([id])}::jsonb group by email order by email`)
    assert.deepEqual(
      queued.map((row) => ({ ...row })),
      [
        { email: 'one@example.com', emails: 1 },
        { email: 'two@example.com', emails: 1 },
      ],
    )
    const { visitor, id: userId } = await loggedIn(portal)
    assert.equal((await visitor.post('/api/job-applications/', { job: id })).status, 201)
    const extend = await staff.proposed(id, { kind: 'extend', expiry_date: '2026-12-20' })
    await atOnce(20, () => staff.decide(id, extend))
    assert.deepEqual(
      [
        await count(
          portal,
          sql`select from notifications where user_id = ${userId} and type = 'deadline_changed'`,
        ),
        await count(
          portal,
          sql`select from outbox where topic = 'staff.deadline-changed' and job_id = ${id}`,
        ),
      ],
      [1, 1],
      'a notification and an email',
    )
  })
  test('of an approval and a withdrawal at once, one succeeds, and the job is as that one says', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await staff.draft()
      const change = await staff.proposed(id, { kind: 'publish' })
      const [approved, withdrawn] = await Promise.all([staff.decide(id, change), staff.withdraw(id, change)])
      assert.deepEqual([approved.status === 200, withdrawn.status === 200].filter(Boolean).length, 1)
      assert.ok([approved, withdrawn].every(({ status }) => [200, 404, 409].includes(status)))
      assert.equal((await staff.detail(id)).json.state, approved.status === 200 ? 'published' : 'draft')
      assert.equal((await namesOf(id)).length, 3)
    }
  })
  test('of twenty proposals one waits', async () => {
    const id = await staff.published()
    const answers = await atOnce(20, (n) =>
      staff.propose(id, n % 2 ? { kind: 'archive' } : { kind: 'end_early' }),
    )
    assert.deepEqual([countOf(answers, 200), countOf(answers, 409)], [1, 19])
    assert.equal(
      (await portal.db.rows(sql`select from job_changes where job_id = ${id} and decided_at is null`)).length,
      1,
    )
  })
  test('an edit at the same moment as a proposal: what is published is what the approver saw', async () => {
    for (let round = 0; round < 8; round++) {
      const { json } = await staff.write()
      const title = `Edited beside ${json.id}`
      const [saved, proposed] = await Promise.all([
        staff.put(json.id, { ...json.content, title }, json.updated_at),
        staff.propose(json.id, { kind: 'publish', content: round % 2 ? json.content : undefined }),
      ])
      assert.equal(proposed.status, 200)
      assert.ok([200, 409].includes(saved.status))
      const seen = (await staff.detail(json.id, staff.second)).json.changes[0].content.title
      await staff.decide(json.id, proposed.json.changes[0].id)
      assert.equal((await portal.visitor().get(`/api/jobs/${json.id}/?${round}`)).json.title, seen)
    }
  })
})

describe('T20 staff: other fields of a body are ignored', () => {
  test('columns of the tables in a body change nothing', async () => {
    // Database columns that a request body must not set.
    const extra = {
      id: 1,
      state: 'published',
      is_active: true,
      created_at: '2020-01-01',
      updated_at: '2020-01-01',
      update_reason: 'x',
      publicly_updated_at: '2020-01-01',
    }
    const more = {
      ...extra,
      preview: 'x',
      proposed_by: 1,
      decided_by: 1,
      approved: true,
      decided_at: '2020-01-01',
      vacancies_basis: 'x',
      __proto__: { state: 'x' },
    }
    const body = (content: Record<string, unknown>) => ({ content: { ...content, ...more }, ...more })
    const snapshot = async (id: number) =>
      (await portal.db.row(sql`select to_jsonb(jobs) as it from jobs where id = ${id}`)) as {
        it: Record<string, unknown>
      }
    const plain = (await staff.write()).json
    const [expected, withExtras] = [
      await snapshot(plain.id),
      (await staff.author.visitor.post('/api/staff/jobs/', body(jobContent({ title: plain.title })))).json,
    ]
    const { it: row } = await snapshot(withExtras.id)
    for (const column of [
      'state',
      'is_active',
      'created_at',
      'update_reason',
      'publicly_updated_at',
      'vacancies_basis',
      'publish_at',
      'preview',
    ])
      assert.deepEqual(row[column], expected.it[column], column)
    assert.notEqual(withExtras.id, 1)
    const put = await staff.author.visitor.request('PUT', `/api/staff/jobs/${withExtras.id}/`, {
      body: { ...body(withExtras.content), updated_at: withExtras.updated_at },
    })
    assert.deepEqual([put.status, await snapshot(withExtras.id)], [200, { it: row }])
    const { updated_at } = put.json
    await staff.author.visitor.post(`/api/staff/jobs/${withExtras.id}/changes/`, {
      ...more,
      kind: 'publish',
      content: { ...withExtras.content, ...more },
      updated_at,
    })
    const { json } = await staff.detail(withExtras.id)
    const [change] = json.changes
    assert.deepEqual(
      [json.state, json.awaiting, change.approved, change.decided_by, change.proposed_by.id],
      ['draft', 'publish', null, null, staff.author.id],
    )
    assert.ok(!('is_active' in change.content))
    const returned = await staff.decide(withExtras.id, change.id, {
      ...more,
      approve: false,
      note: 'No',
      kind: 'archive',
      publish_at: '2020-01-01',
    })
    assert.deepEqual(
      [returned.json.state, returned.json.changes[0].kind, returned.json.changes[0].decided_by.id],
      ['draft', 'publish', staff.second.id],
    )
  })
})
