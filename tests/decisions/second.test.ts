import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DECISION_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { restoreWithdrawn } from '../../server/job-applications/withdrawals-store.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { detailPath } from '../support/answers.ts'
import { actionPath, correct, reopen } from '../support/corrections.ts'
import { type DecisionStaff, good, sentByHand, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'
import { type Officer, officer } from '../support/staff.ts'

// A decision list needs the approval of a second officer who had no part in it. `good` checks that a reply
// has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
let another: Officer
forDecisions(async (opened) => {
  ;({ portal, staff } = opened)
  another = await officer(portal, 'recruiter')
})

const setRole = (who: Officer, role: string) =>
  portal.db.run(sql`update staff set role = ${role} where id = ${who.id}`)
/** Runs `work` while this officer is an approver, a role that must not let them approve their own list. */
const asApprover = async <Result>(who: Officer, work: () => Promise<Result>) => {
  await setRole(who, 'approver')
  return work().finally(() => setRole(who, who.role))
}
const stateOf = async (id: number) =>
  (await portal.db.row<{ state: string }>(sql`select state from decisions where id = ${id}`))?.state
/** Whether none of these applications is on a decision list. */
const areFree = async (ids: number[]) => {
  const rows = await portal.db.rows<{ list_id: number | null; open: boolean }>(sql`
    select list_id, exists (select from decision_entries entry where entry.application_id = facts.application_id and is_open) as open
    from application_facts facts where application_id = any(${ids})`)
  return rows.every(({ list_id, open }) => list_id === null && !open)
}
/** Creates a job with this number of applications. The recruiter proposes a list to shortlist them. */
const proposedList = async (count = 1) => {
  const job = await staff.job()
  const ids = await sentOnes(portal, job, count)
  return { job, ids, list: await staff.proposed(job, 'shortlisted', ids) }
}

describe('T32 a list is proposed', () => {
  test('with something on it, and a reason where the applicant must read one', async () => {
    const job = await staff.job()
    const [first = 0, two = 0] = await sentOnes(portal, job, 2)
    const { id } = good(await staff.make(job, 'rejected', { reason: ' ' }))
    assert.equal((await staff.propose(id)).json.message, DECISION_WORDS.empty)
    good(await staff.add(id, [first]))
    good(await staff.add(id, [two], { reason: 'No certificate' }))
    assert.deepEqual((await staff.propose(id)).json.reason, [DECISION_WORDS.reason])
    good(await staff.take(id, [first]))
    assert.equal(good(await staff.propose(id)).state, 'proposed', 'a reason of its own is one')
    const back = await staff.drafted(
      job,
      'shortlisted',
      await sentOnes(portal, job, 1, { stage: 'rejected' }),
      { reason: '' },
    )
    assert.deepEqual(
      (await staff.propose(back)).json.reason,
      [DECISION_WORDS.reason],
      'a verdict is taken back with a reason',
    )
    const other = await staff.drafted(job, 'shortlisted', await sentOnes(portal, job, 1), { reason: '' })
    assert.equal(good(await staff.propose(other)).state, 'proposed')
  })
  test('after that nothing can be added, taken off or rewritten; the database refuses it too', async () => {
    const { job, ids, list } = await proposedList()
    const [more = 0] = await sentOnes(portal, job, 1)
    for (const answer of [
      await staff.add(list.id, [more]),
      await staff.take(list.id, ids),
      await staff.change(list.id, { name: 'x' }),
      await staff.propose(list.id),
    ])
      assert.deepEqual([answer.status, answer.json.message], [409, DECISION_WORDS.notNow])
    await assert.rejects(
      portal.db.run(sql`insert into decision_entries (list_id, application_id) values (${list.id}, ${more})`),
      /being drafted/,
    )
    await assert.rejects(
      portal.db.run(sql`delete from decision_entries where list_id = ${list.id}`),
      /being drafted/,
    )
    assert.notEqual(good(await staff.move(job, 'shortlisted', [more])).list.id, list.id)
  })
  test('a withdrawn list is a draft again; withdrawn once more, it is given up and all its applications are free', async () => {
    const { ids, list } = await proposedList(2)
    const again = good(await staff.withdraw(list.id, another))
    assert.deepEqual([again.state, again.digest, again.proposed_by, again.size], ['drafting', null, null, 2])
    assert.deepEqual([good(await staff.withdraw(list.id)).state, await areFree(ids)], ['withdrawn', true])
    assert.equal((await staff.withdraw(list.id)).status, 409)
  })
})

describe('T32 the second person', () => {
  test('is never the officer who proposed or made the list, whatever role they have now', async () => {
    const { job, ids, list } = await proposedList()
    const approval = { approve: true, digest: list.digest }
    assert.equal((await staff.decide(list.id, approval, staff.author)).status, 403)
    const own = await asApprover(staff.author, () => staff.decide(list.id, approval, staff.author))
    assert.deepEqual([own.status, own.json.message], [409, STAFF_WORDS.secondPerson])
    assert.deepEqual((await asApprover(staff.author, () => staff.view(list.id, staff.author))).json.may, [])
    good(await staff.withdraw(list.id))
    const { digest } = good(await staff.propose(list.id, another))
    for (const who of [staff.author, another])
      assert.equal(
        (await asApprover(who, () => staff.decide(list.id, { approve: true, digest }, who))).json.code,
        'second_person',
      )
    assert.deepEqual(
      [await stateOf(list.id), (await staff.view(list.id, staff.second)).json.may],
      ['proposed', ['decide']],
    )
    assert.equal(good(await staff.decide(list.id, { approve: true, digest })).decided_by.id, staff.second.id)
    assert.ok(job && ids)
  })
  test('is never an officer who changed the list: an approver who added or removed entries or wrote its words is refused, with the reason', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 4)
    const list = await staff.drafted(job, 'shortlisted', ids.slice(0, 1))
    const [adds, takes, writes] = [
      another,
      await officer(portal, 'recruiter'),
      await officer(portal, 'reviewer'),
    ]
    good(await staff.add(list, ids.slice(1), {}, adds))
    good(await staff.take(list, ids.slice(3), {}, takes))
    good(await staff.change(list, { name: 'Shortlist', reason: 'Written by another' }, writes))
    const { digest } = good(await staff.propose(list))
    const hasContributed = async (by: typeof another) =>
      good(await by.visitor.get(`/api/staff/decisions/?job=${job}`)).results[0].contributed
    for (const who of [adds, takes, writes]) assert.equal(await hasContributed(who), true, who.role)
    assert.equal(await hasContributed(staff.second), false)
    for (const who of [adds, takes, writes]) {
      const [seen, refused] = await asApprover(who, async () => [
        await staff.view(list, who),
        await staff.decide(list, { approve: true, digest }, who),
      ])
      assert.deepEqual(
        [seen?.json.may, refused?.status, refused?.json.message],
        [[], 409, DECISION_WORDS.contributed],
        who.role,
      )
      const approve = sql`update decisions set state = 'approved', decided_by = ${who.id}, effective_at = now() where id = ${list}`
      await assert.rejects(portal.db.run(approve), /who contributed to a list does not approve it/)
    }
    assert.equal(good(await staff.decide(list, { approve: true, digest })).state, 'approved')
  })
  test('the database refuses an approval by the proposer, by the maker, by no one, and a verdict that says it needs none', async () => {
    const { list } = await proposedList()
    const approve = (by: number | null) =>
      portal.db.run(
        sql`update decisions set state = 'approved', decided_by = ${by}, effective_at = now() where id = ${list.id}`,
      )
    for (const by of [staff.author.id, null]) await assert.rejects(approve(by), /decisions_second_person/)
    await portal.db.run(sql`update decisions set proposed_by = ${another.id} where id = ${list.id}`)
    await assert.rejects(approve(staff.author.id), /decisions_second_person/, 'who made it')
    await assert.rejects(
      portal.db.run(sql`update decisions set needs_second = false where id = ${list.id}`),
      /decisions_verdict/,
    )
    await portal.db.run(sql`update decisions set proposed_by = ${staff.author.id} where id = ${list.id}`)
    const applied = portal.db.run(
      sql`update decisions set state = 'applied', decided_by = ${staff.second.id}, effective_at = now(), digest = null where id = ${list.id}`,
    )
    await assert.rejects(applied, /decisions_fixed/)
  })
  test('approves exactly what was read: with another digest, or rows that changed since, nothing happens', async () => {
    const { list } = await proposedList(2)
    for (const digest of ['', 'x', 'ab'.repeat(32)])
      assert.equal((await staff.decide(list.id, { approve: true, digest })).json.code, 'conflict')
    good(await staff.withdraw(list.id))
    good(await staff.change(list.id, { name: 'x', reason: 'Another' }))
    const second = good(await staff.propose(list.id))
    assert.notEqual(second.digest, list.digest)
    assert.equal((await staff.decide(list.id, { approve: true, digest: list.digest })).status, 409, 'stale')
    await portal.db.run(
      sql`update decision_reasons set words = 'Slipped in' where list_id = ${list.id} and words = 'Another'`,
    )
    assert.equal((await staff.decide(list.id, { approve: true, digest: second.digest })).status, 409)
    assert.equal(await stateOf(list.id), 'proposed')
    await portal.db.run(
      sql`update decision_reasons set words = 'Another' where list_id = ${list.id} and words = 'Slipped in'`,
    )
    assert.equal(
      good(await staff.decide(list.id, { approve: true, digest: second.digest.toUpperCase() })).state,
      'approved',
    )
  })
  test('can return the list with a note: it is a draft again, and nothing of it is applied', async () => {
    const { list } = await proposedList()
    const returned = good(
      await staff.decide(list.id, { approve: false, note: ' Too many ', digest: list.digest }),
    )
    assert.deepEqual(
      [returned.state, returned.note, returned.decided_by.id, returned.digest],
      ['drafting', 'Too many', staff.second.id, null],
    )
    assert.equal(good(await staff.propose(list.id)).note, '')
    assert.equal((await staff.decide(999_999, { approve: true })).status, 404)
  })
  test('of twenty approvals at once one counts, and the audit log has one entry', async () => {
    const { list } = await proposedList()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => staff.decide(list.id, { approve: true, digest: list.digest })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const auditEntries = await portal.db.rows(
      sql`select id from audit_entries where act = 'list.approved' and detail -> 'list' = to_jsonb(${list.id}::int)`,
    )
    assert.equal(auditEntries.length, 1)
  })
})

describe('an application that left its list while the list was proposed', () => {
  const early = { early_reason: 'Because' }
  /** A proposed list with a person who can log in, and with two other applications of the same job. */
  const withPerson = async () => {
    const person = await sentByHand(portal)
    const ids = [person.applicationId, ...(await sentOnes(portal, person.jobId, 2))]
    return { person, list: await staff.proposed(person.jobId, 'shortlisted', ids, early) }
  }
  test('W15 a corrected one is off the returned list; added again and approved, it moves', async () => {
    const { person, list } = await withPerson()
    good(await reopen(person))
    good(await correct(person, 'second'))
    await deriveFacts(portal)
    const returned = good(
      await staff.decide(list.id, { approve: false, note: 'One was corrected', digest: list.digest }),
    )
    assert.equal(returned.size, 2)
    const added = good(await staff.add(list.id, [person.applicationId]))
    assert.deepEqual([added.changed, added.list.size], [1, 3])
    const { digest } = good(await staff.propose(list.id, staff.author, early))
    good(await staff.decide(list.id, { approve: true, digest }))
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    assert.equal((await person.visitor.get(detailPath(person.applicationId))).json.status, 'Shortlisted')
    assert.equal(good(await staff.view(list.id)).left_out, 0)
  })
  test('a withdrawn one is off the list that its proposer takes back; put back by support, it can be added', async () => {
    const { person, list } = await withPerson()
    good(await person.visitor.post(actionPath(person, 'withdraw'), {}))
    assert.equal(good(await staff.view(list.id)).size, 3, 'a proposed list stays as it was read')
    assert.equal(good(await staff.withdraw(list.id)).size, 2)
    await portal.db.tx((tx) =>
      restoreWithdrawn(tx, person.applicationId, staff.author.id, portal.clock.now()),
    )
    await deriveFacts(portal)
    const added = good(await staff.add(list.id, [], { filter: {}, expected: 3 }))
    assert.deepEqual([added.changed, added.here, added.list.size], [1, 2, 3])
  })
})

describe('undo within ten minutes', () => {
  const approved = async (count = 1) => {
    const { ids, list } = await proposedList(count)
    return { ids, list: good(await staff.decide(list.id, { approve: true, digest: list.digest })) }
  }
  test('by its proposer or its approver, with a reason; all its applications are free, and the list never takes effect', async () => {
    for (const who of [staff.author, staff.second]) {
      const { ids, list } = await approved(2)
      assert.deepEqual((await staff.view(list.id, who)).json.may, ['undo'])
      assert.deepEqual((await staff.undo(list.id, who, ' ')).json.reason, [STAFF_WORDS.reasonRequired])
      portal.clock.advance(599_999)
      const undone = good(await staff.undo(list.id, who, 'The wrong county'))
      assert.deepEqual([undone.state, undone.may, await areFree(ids)], ['undone', [], true])
      portal.clock.advance(60_000)
      await applyDueLists(portal.deps)
      const moved = await portal.db.rows(
        sql`select application_id from application_facts where application_id = any(${ids}) and stage <> 0`,
      )
      assert.deepEqual([await stateOf(list.id), moved], ['undone', []])
      const auditEntry = await portal.db.row<{ reason: string; staff_id: number }>(
        sql`select reason, staff_id from audit_entries where act = 'list.undone' order by id desc limit 1`,
      )
      assert.deepEqual([auditEntry?.reason, auditEntry?.staff_id], ['The wrong county', who.id])
    }
  })
  test('by no one else; and by no one once ten minutes are over, even if the list has not been applied yet', async () => {
    const { list } = await approved()
    assert.deepEqual(
      [(await staff.undo(list.id, another)).json.message, (await staff.view(list.id, another)).json.may],
      [DECISION_WORDS.notYours, []],
    )
    const auditor = await officer(portal, 'auditor')
    assert.equal((await staff.undo(list.id, auditor)).json.code, 'forbidden')
    portal.clock.advance(600_000)
    assert.deepEqual(
      [(await staff.undo(list.id)).json.message, (await staff.view(list.id)).json.may],
      [DECISION_WORDS.tooLate, []],
    )
    assert.equal(await applyDueLists(portal.deps), 1)
    assert.equal((await staff.undo(list.id)).json.message, DECISION_WORDS.tooLate)
  })
  test('not once one application was moved, even if another machine’s clock was ahead: the database refuses it too', async () => {
    const { list } = await approved(2)
    // Another process, whose clock is ten minutes ahead of the portal's clock.
    const late = { db: portal.deps.db, now: () => new Date(portal.clock.now().getTime() + 600_000) }
    let parts = 0
    await applyDueLists(late, { size: 1, isStopped: () => parts++ > 0 })
    assert.equal((await staff.undo(list.id)).json.message, DECISION_WORDS.tooLate)
    await assert.rejects(
      portal.db.run(sql`update decisions set state = 'undone' where id = ${list.id}`),
      /decisions_undone_in_time/,
    )
    await applyDueLists(late)
    assert.equal(await stateOf(list.id), 'applied')
  })
  test('undo and taking effect at once: all of it or nothing of it', async () => {
    for (let round = 0; round < 5; round++) {
      const { ids, list } = await approved(30)
      const late = { db: portal.deps.db, now: () => new Date(portal.clock.now().getTime() + 600_000) }
      // In the digests below, stage 3 is `shortlisted`.
      const [undone] = await Promise.all([staff.undo(list.id), applyDueLists(late, { size: 7 })])
      await applyDueLists(late)
      const moved = await portal.db.rows(
        sql`select application_id from application_facts where application_id = any(${ids}) and stage = 3`,
      )
      assert.deepEqual(
        [await stateOf(list.id), moved.length],
        undone.status === 200 ? ['undone', 0] : ['applied', 30],
      )
      assert.ok(await areFree(ids))
    }
  })
  test('approving and undoing at once: one after the other, never something else', async () => {
    const { ids, list } = await proposedList(3)
    await Promise.all([staff.decide(list.id, { approve: true, digest: list.digest }), staff.undo(list.id)])
    const state = await stateOf(list.id)
    assert.ok(state === 'approved' || (state === 'undone' && (await areFree(ids))), String(state))
  })
})

describe('log verify', () => {
  /** How many decision lists an audit of the public log checked, and the faults that it found. */
  const auditLists = async () => {
    const found: string[] = []
    const { lists } = await auditLog(portal.deps, (problem) => found.push(problem))
    return { lists, found: found.filter((problem) => problem.includes('decision list')) }
  }
  test('recomputes every digest from the rows, and knows who proposed and who approved', async () => {
    const { list } = await proposedList(3)
    await portal.db.run(
      sql`update decision_reasons set words = ${'Wort "für" Wort\n\\ \u0001 🗳'} where list_id = ${list.id}`,
    )
    good(await staff.withdraw(list.id))
    const { digest } = good(await staff.propose(list.id))
    good(await staff.decide(list.id, { approve: true, digest }))
    const { lists, found } = await auditLists()
    assert.deepEqual(found, [])
    assert.ok(lists > 10)
    const rows = await portal.db.row<{ count: number }>(
      sql`select count(*)::int as count from decisions where digest is not null`,
    )
    assert.equal(lists, rows?.count)
  })
  test('a reason, a row or a name changed behind the portal is reported', async () => {
    const { list } = await proposedList(2)
    good(await staff.decide(list.id, { approve: true, digest: list.digest }))
    await portal.db.run(sql`update decision_reasons set words = 'x' where list_id = ${list.id}`)
    assert.deepEqual((await auditLists()).found, [
      `The decision list ${list.id} differs from what was proposed.`,
    ])
    await portal.db.run(sql`update decision_reasons set words = 'Because' where list_id = ${list.id}`)
    await portal.db.run(sql`update decisions set decided_by = ${another.id} where id = ${list.id}`)
    assert.match((await auditLists()).found.join(), /does not show a second person/)
    await portal.db.run(
      sql`update decisions set decided_by = ${staff.second.id}, proposed_by = ${another.id} where id = ${list.id}`,
    )
    assert.match((await auditLists()).found.join(), /does not show who proposed/)
  })
})
