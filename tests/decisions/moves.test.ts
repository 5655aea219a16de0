import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  mayMove,
  needsSecond,
  STAGES,
  STATUS_OF,
  sourcesOf,
  type Stage,
  stageNumber,
} from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'

// A decision list may move an application only between certain stages. `good` checks that a reply has status
// 200, and returns its JSON.
let portal: Portal
/** A recruiter proposes lists, an approver decides. An approved list takes effect 600,000 ms later. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

type OfficerAccess = { id: number; stage: number; status: string; list_id: number | null; is_open: boolean }
/** Where each application is now. `is_open` means that officers may see who the applicant is. */
const remaining = async (ids: number[]) => {
  const rows = await portal.db.rows<OfficerAccess>(sql`
        select id, stage, status, list_id, is_open from application_facts join job_applications on id = application_id where id = any(${ids})`)
  return new Map(rows.map((row) => [row.id, row]))
}
/** Creates one application at each stage of the process. */
const oneOfEach = async (job: number) => {
  const ids: number[] = []
  for (const stage of STAGES) ids.push(...(await sentOnes(portal, job, 1, { stage })))
  return ids
}

describe('L1 the one table of moves (decisions#silent-status)', () => {
  for (const to of STAGES.filter((stage) => sourcesOf(stage).length > 0)) {
    test(`to ${to}: from ${sourcesOf(to).join(', ')}, and from nowhere else, when it is added and when it takes effect (selection#selection-moves)`, async () => {
      const job = await staff.job()
      const ids = await oneOfEach(job)
      const { id } = good(await staff.make(job, to))
      const { changed } = good(await staff.add(id, ids))
      const there = await remaining(ids)
      const onIt = STAGES.filter((_, index) => there.get(ids[index] ?? 0)?.list_id === id)
      assert.deepEqual([onIt, changed], [sourcesOf(to), onIt.length])
      const proposed = good(await staff.propose(id))
      assert.equal(proposed.state, onIt.some((from) => needsSecond(to, from)) ? 'proposed' : 'approved')
      if (proposed.state === 'proposed')
        good(await staff.decide(id, { approve: true, digest: proposed.digest }))
      portal.clock.advance(600_000)
      await applyDueLists(portal.deps)
      const after = await remaining(ids)
      for (const [index, from] of STAGES.entries()) {
        const row = after.get(ids[index] ?? 0)
        const now = mayMove(from, to) ? to : from
        assert.deepEqual(
          [row?.stage, row?.status, row?.list_id],
          [stageNumber(now), STATUS_OF[now], null],
          from,
        )
      }
      const entries = await portal.db.rows<{ from_stage: number; is_open: boolean }>(sql`
        select from_stage, is_open from decision_entries where list_id = ${id} and applied_at is not null order by from_stage`)
      assert.deepEqual(
        entries,
        sourcesOf(to)
          .map(stageNumber)
          .map((from_stage) => ({ from_stage, is_open: false })),
      )
      const whole = good(await staff.view(id))
      assert.deepEqual(
        [whole.state, whole.left_out, whole.may, whole.from.length],
        ['applied', 0, [], onIt.length],
      )
    })
    test(`to ${to}: an application that has moved elsewhere by then stays there, brings no notification, and is counted`, async () => {
      const job = await staff.job()
      const [from] = sourcesOf(to)
      const [first = 0, two = 0, three = 0] = await sentOnes(portal, job, 3, { stage: from ?? 'received' })
      const id = await staff.approved(job, to, [first, two, three])
      // Changes the applications as a correction by hand would: the second has another end stage, and the
      // third is on no list any more.
      const elsewhere = to === 'rejected' ? 'rejected' : 'hired'
      const secondStage = to === 'hired' ? 'rejected' : elsewhere
      await portal.db.run(
        sql`update application_facts set stage = ${stageNumber(secondStage)} where application_id = ${two}`,
      )
      await portal.db.run(sql`update application_facts set list_id = null where application_id = ${three}`)
      portal.clock.advance(600_000)
      await applyDueLists(portal.deps)
      const after = await remaining([first, two, three])
      const stages = [first, two, three].map((application) => after.get(application)?.stage)
      assert.deepEqual(
        stages,
        [to, secondStage, from ?? 'received'].map((stage) => stageNumber(stage as Stage)),
      )
      const { state, left_out } = good(await staff.view(id))
      assert.deepEqual([state, left_out], ['applied', 2])
      const queuedEmails = await portal.db.rows(
        sql`select dedupe from outbox where payload ->> 'application' = any(${[String(two), String(three)]})`,
      )
      assert.deepEqual(queuedEmails, [])
      assert.deepEqual(
        [two, three].map((application) => after.get(application)?.list_id),
        [null, null],
      )
    })
  }
})

describe('T32 who needs a second person', () => {
  test('a move to screening or the long list needs none; a status that applicants read as a verdict does, and so does taking one back', async () => {
    const job = await staff.job()
    for (const to of STAGES.filter((stage) => sourcesOf(stage).length > 0)) {
      const [from] = sourcesOf(to)
      const list = await staff.proposed(
        job,
        to,
        await sentOnes(portal, job, 1, { stage: from ?? 'received' }),
      )
      assert.deepEqual(
        [list.state, list.needs_second],
        STATUS_OF[to] === 'Under Review' ? ['approved', false] : ['proposed', true],
        to,
      )
    }
    const back = await staff.drafted(job, 'screening', [
      ...(await sentOnes(portal, job, 1)),
      ...(await sentOnes(portal, job, 1, { stage: 'rejected' })),
    ])
    assert.equal(good(await staff.view(back)).needs_second, true)
    assert.equal(good(await staff.propose(back)).state, 'proposed')
  })
  test('when the rejected application is taken off again, the list needs none', async () => {
    const job = await staff.job()
    const [stored = 0, rejected = 0] = [
      ...(await sentOnes(portal, job, 1)),
      ...(await sentOnes(portal, job, 1, { stage: 'rejected' })),
    ]
    const id = await staff.drafted(job, 'screening', [stored, rejected])
    good(await staff.take(id, [rejected]))
    const { state, needs_second } = good(await staff.propose(id))
    assert.deepEqual([state, needs_second], ['approved', false])
  })
  test('only a list with two officers reveals who the applicants are; once revealed, they stay so', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 2)
    const open = async () => [...(await remaining(ids)).values()].map(({ is_open }) => is_open)
    await staff.applied(job, 'screening', ids)
    assert.deepEqual(await open(), [false, false])
    const list = await staff.applied(job, 'rejected', ids)
    assert.deepEqual(await open(), [true, true])
    assert.deepEqual(good(await staff.view(list)).sums, { women: 2, men: 0, others: 0, pwd: 0 })
    await staff.applied(job, 'screening', ids)
    assert.deepEqual(await open(), [true, true])
  })
  test('a list of one officer does not take back a verdict that came after its proposal', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 2)
    const list = await staff.approved(job, 'screening', ids)
    await portal.db.run(
      sql`update application_facts set stage = ${stageNumber('rejected')} where application_id = ${ids[0]}`,
    )
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    const after = await remaining(ids)
    assert.deepEqual(
      ids.map((id) => after.get(id)?.stage),
      ['rejected', 'screening'].map((stage) => stageNumber(stage as Stage)),
    )
    assert.equal(good(await staff.view(list)).left_out, 1)
  })
  test('S back to the long list from the short list or the reserve: two officers and a reason, and the applicant is notified (selection#selection-moves)', async () => {
    for (const stage of ['shortlisted', 'reserve'] as const) {
      const job = await staff.job()
      const ids = await sentOnes(portal, job, 1, { stage })
      const silent = await staff.drafted(job, 'long_list', ids, { reason: '' })
      assert.equal(good(await staff.view(silent)).needs_second, true)
      const refused = await staff.propose(silent)
      assert.equal(refused.status, 422)
      assert.deepEqual(refused.json.reason, ['Give a reason. The applicants read it.'])
      good(await staff.withdraw(silent))
      const list = await staff.applied(job, 'long_list', ids)
      assert.equal(good(await staff.view(list)).needs_second, true)
      const row = (await remaining(ids)).get(ids[0] ?? 0)
      assert.deepEqual([row?.stage, row?.status], [stageNumber('long_list'), 'Under Review'])
      const queuedEmails = await portal.db.rows(
        sql`select id from outbox where topic = 'decisions.status' and payload -> 'list' = to_jsonb(${list}::int)`,
      )
      assert.equal(queuedEmails.length, 1)
    }
  })
  test('a list of one officer to the long list does not move an application that was shortlisted meanwhile', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 2)
    const list = await staff.approved(job, 'long_list', ids)
    await portal.db.run(
      sql`update application_facts set stage = ${stageNumber('shortlisted')} where application_id = ${ids[0]}`,
    )
    portal.clock.advance(600_000)
    await applyDueLists(portal.deps)
    const after = await remaining(ids)
    assert.deepEqual(
      ids.map((id) => after.get(id)?.stage),
      ['shortlisted', 'long_list'].map((stage) => stageNumber(stage as Stage)),
    )
    assert.equal(good(await staff.view(list)).left_out, 1)
  })
  test('a move that changes no status takes effect at once, without a notification or an email', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 2, { stage: 'screening' })
    const list = await staff.proposed(job, 'long_list', ids)
    assert.deepEqual(
      [list.state, list.effective_at, list.letter],
      ['approved', portal.clock.now().toISOString(), null],
    )
    assert.equal(await applyDueLists(portal.deps), 2)
    assert.equal((await remaining(ids)).get(ids[0] ?? 0)?.stage, stageNumber('long_list'))
    assert.deepEqual(
      await portal.db.rows(sql`select id from outbox where payload -> 'list' = to_jsonb(${list.id}::int)`),
      [],
    )
    assert.deepEqual(
      await portal.db.rows(
        sql`select id from notifications where url = any(${ids.map((id) => `/dashboard/applications/${id}`)})`,
      ),
      [],
    )
  })
  test('a list that notifies applicants waits ten minutes, also when one officer is enough', async () => {
    const job = await staff.job()
    const list = await staff.proposed(job, 'screening', [
      ...(await sentOnes(portal, job, 1, { stage: 'long_list' })),
      ...(await sentOnes(portal, job, 1)),
    ])
    assert.deepEqual(
      [list.state, list.effective_at],
      ['approved', new Date(portal.clock.now().getTime() + 600_000).toISOString()],
    )
    assert.equal(await applyDueLists(portal.deps), 0)
  })
})
