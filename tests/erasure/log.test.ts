import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { eraseApplications } from '../../server/erasure/erase-applications.ts'
import { recordAudit } from '../../server/staff/record-audit.ts'
import { nextMinute } from '../support/accounts.ts'
import { sentOnce } from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand } from '../support/decisions.ts'
import { erase, problems } from '../support/erasure.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The public log still proves a submission after its erasure, and an erasure cannot hide a fraud. `good`
// checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let officers: DecisionStaff
/** A connection with the rights of the database's owner, for whom no trigger runs. */
let owner: pg.Client
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it. The database writes each commit to
  // disk, as in production.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' }, durable: true })
  officers = await decisionStaff(portal)
  owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
  await owner.query("set session_replication_role = 'replica'")
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(async () => {
  await owner.end()
  await portal.close()
})

const eraseNow = (ids: number[]) => portal.db.tx((tx) => eraseApplications(tx, ids, portal.clock.now()))
/** Creates a person who submits an application and then deletes the account. */
const erased = async () => {
  const person = await sentOnce(portal)
  good(await erase(person.visitor))
  return person
}
/** Proposes a decision list that has a reason of its own for one person. */
const proposedWithWords = async () => {
  const [person, other] = [await sentByHand(portal), await sentByHand(portal)]
  await portal.db.run(
    sql`update application_facts set job_id = ${person.jobId} where application_id = ${other.applicationId}`,
  )
  await portal.db.run(
    sql`update job_applications set job_id = ${person.jobId} where id = ${other.applicationId}`,
  )
  const id = await officers.drafted(person.jobId, 'rejected', [other.applicationId])
  good(await officers.add(id, [person.applicationId], { reason: 'Only for this person' }))
  return { person, id, list: good(await officers.propose(id, officers.author, { early_reason: 'Because' })) }
}

describe('issue 19: the public log and what was erased', () => {
  test('the entries of what was sent stay, an entry says that it was erased, and `log verify` finds nothing wrong', async () => {
    const { reference } = await erased()
    const kinds = await portal.db.rows<{ kind: string; events: number }>(sql`
      select kind, count(*)::int as events from log_events where kind in ('submission', 'withdrawal', 'erasure') group by kind order by kind`)
    // There are two erasures: one of the account, and one of its application.
    assert.deepEqual(kinds, [
      { kind: 'erasure', events: 2 },
      { kind: 'submission', events: 1 },
      { kind: 'withdrawal', events: 1 },
    ])
    assert.equal(
      (await portal.db.rows(sql`select from job_applications where reference_number = ${reference}`)).length,
      1,
    )
    assert.deepEqual(await problems(portal), [])
  })
  test('a receipt of an erased application is still genuine and in the log', async () => {
    const person = await sentOnce(portal)
    good(await erase(person.visitor))
    await problems(portal)
    const { genuine, included } = good(
      await portal.visitor().post('/api/receipts/verify/', { receipt: person.first.receipt }),
    )
    assert.deepEqual([genuine, included], [true, 'yes'])
  })
  test('erased once: a second time changes nothing, and drafts are left alone', async () => {
    const person = await sentOnce(portal)
    await eraseNow([person.applicationId])
    await eraseNow([person.applicationId])
    const rows = await portal.db.rows(
      sql`select from erasures where application_id = ${person.applicationId}`,
    )
    assert.equal(rows.length, 1)
    assert.deepEqual(await problems(portal), [])
  })
  test('words for one person leave a proposed list, which can still be approved and checked', async () => {
    const { person, id, list } = await proposedWithWords()
    good(await erase(person.visitor))
    assert.equal(
      (await portal.db.rows(sql`select from decision_reasons where words = 'Only for this person'`)).length,
      0,
    )
    good(await officers.decide(id, { approve: true, digest: list.digest }))
    portal.clock.advance(11 * 60_000)
    await applyDueLists(portal.deps)
    assert.deepEqual(await problems(portal), [])
  })
  test('officers’ words about a person go from the audit log; the entry and its digest stay', async () => {
    const person = await sentOnce(portal)
    await portal.db.tx(async (tx) => {
      const staff = { id: officers.author.id, role: 'recruiter' } as never
      await recordAudit(
        tx,
        staff,
        {
          act: 'note.written',
          jobId: person.jobId,
          applicationId: person.applicationId,
          reason: 'She rang us',
        },
        portal.clock.now(),
      )
    })
    assert.deepEqual(await problems(portal), [])
    good(await erase(person.visitor))
    const entries = await portal.db.rows<{ reason: string }>(
      sql`select reason from audit_entries where application_id = ${person.applicationId} and act = 'note.written'`,
    )
    assert.deepEqual(entries, [{ reason: '' }])
    assert.deepEqual(await problems(portal), [])
  })
})

describe('issue 19: an erasure is no way to hide something', () => {
  const refusedBy = (query: Promise<unknown>) => assert.rejects(query, /is written once/)
  test('the database lets nothing go that the log does not call erased', async () => {
    const { applicationId: id } = await sentOnce(portal)
    await refusedBy(portal.deps.db.run(sql`delete from submissions where application_id = ${id}`))
    await refusedBy(portal.deps.db.run(sql`update submissions set frozen = '' where application_id = ${id}`))
    await refusedBy(
      portal.deps.db.run(sql`update audit_entries set reason = '', salt = decode(repeat('00', 32), 'hex')`),
    )
    const gone = await erased()
    await refusedBy(
      portal.deps.db.run(sql`delete from erasures where application_id = ${gone.applicationId}`),
    )
    await refusedBy(
      portal.deps.db.run(sql`delete from erased_versions where application_id = ${gone.applicationId}`),
    )
  })
  // Frauds that the database's owner could commit, and the fault that `log verify` must report for each.
  const FRAUDS: [name: string, query: string, named: RegExp][] = [
    [
      'an erasure without an entry of the log',
      `insert into erasures (application_id, erased_at, salt, digest) select application_id, now(), decode(repeat('01', 32), 'hex'), sha256('x') from submissions limit 1`,
      /The erasure \d+ has no event in the log/,
    ],
    [
      'another leaf in the place of the erased one',
      `update erased_versions set leaf = sha256('x')`,
      /names a version that is not in the log/,
    ],
    [
      'an erasure taken back',
      `delete from erasures where user_id is not null`,
      /about erasures that are no longer/,
    ],
    [
      'an erased version that is gone',
      `delete from erased_versions`,
      /does not say what was sent|events are about submissions/,
    ],
  ]
  for (const [name, query, named] of FRAUDS)
    test(`\`log verify\` names ${name}`, async () => {
      await erased()
      await sentOnce(portal)
      assert.deepEqual(await problems(portal), [])
      // Copies of the changed rows, from which the test restores them afterwards.
      await owner.query('create table if not exists kept_erasures as select * from erasures with no data')
      await owner.query(
        'create table if not exists kept_versions as select * from erased_versions with no data',
      )
      await owner.query('truncate kept_erasures; truncate kept_versions')
      await owner.query('insert into kept_erasures select * from erasures')
      await owner.query('insert into kept_versions select * from erased_versions')
      await owner.query(query)
      const found = await problems(portal)
      await owner.query('delete from erased_versions; delete from erasures')
      await owner.query('insert into erasures overriding system value select * from kept_erasures')
      await owner.query('insert into erased_versions select * from kept_versions')
      assert.ok(
        found.some((problem) => named.test(problem)),
        found.join('\n'),
      )
      assert.deepEqual(await problems(portal), [])
    })
})
