import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { stageOf } from '#contract/review/stages.ts'
import { OUTCOME_WORDS } from '#contract/selection-checks/outcome-words.ts'
import { DECISION_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { type DecisionStaff, good } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'
import { computeRuns, selected } from '../support/selected.ts'

// A computed selection becomes decision lists that two officers approve. `selected` computes a selection for
// two seats, among people with the given points.

let portal: Portal
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

const path = (job: number, rest: string) => `/api/staff/jobs/${job}/selection/${rest}/`
/**
 * The result of a selection as officers see it: its lists, and which people the newest run adds or removes.
 */
const outcome = async (job: number) => good(await staff.author.visitor.get(path(job, 'outcome')))
const propose = (job: number) => staff.author.visitor.post(path(job, 'lists'), {})
const approveAll = async (job: number) => {
  const { lists } = await outcome(job)
  for (const { id, state } of lists) {
    if (state !== 'proposed') continue
    const { digest } = good(await staff.view(id))
    good(await staff.decide(id, { approve: true, digest }))
  }
}
/** Waits ten minutes after the approval, lets the lists take effect, and publishes the result. */
const takeEffect = async () => {
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)
}
const publish = async (job: number) => {
  good(await propose(job))
  await approveAll(job)
  await takeEffect()
}
/** The stages of these applications, in the order of the given ids. */
const stages = async (ids: number[]) => {
  const rows = await portal.db.rows<{ application_id: number; stage: number }>(
    sql`select application_id, stage from application_facts where application_id = any(${ids})`,
  )
  return ids.map((id) => stageOf(rows.find((row) => row.application_id === id)?.stage ?? -1))
}
const change = (job: number, body: Record<string, unknown>) =>
  staff.author.visitor.post(path(job, 'changes'), { reason: 'Seen in the file', ...body })
const decideChange = (job: number, id: number, by = staff.second) =>
  by.visitor.post(path(job, `changes/${id}/decide`), { approve: true })
/** Two officers agree on a correction of the pool. */
const changed = async (job: number, body: Record<string, unknown>) => {
  const { id } = good(await change(job, body))
  return good(await decideChange(job, id))
}
/** Computes a new run of the selection with all corrections so far. */
const computeAgain = async (job: number) => {
  portal.clock.advance(1_000)
  good(await staff.author.visitor.post(path(job, 'runs'), {}))
  await computeRuns(portal)
}
const notificationsOf = async (application: number) =>
  (
    await portal.db.rows<{ kind: string; params: Record<string, unknown> }>(sql`
      select kind, params from notifications where url ~ ('/applications/' || ${application}::text || '(/|$)') order by id`)
  ).map(({ kind, params }) => ({ kind, params }))

describe('selection: a result is published as ordinary decision lists', () => {
  test('taken and reserve are proposed by one officer and approved by another; nothing moves before (selection#selection-lists, selection#selection-publication)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
    const proposed = good(await propose(job))
    assert.deepEqual(
      proposed.lists.map(({ to_stage, size, state }: Record<string, unknown>) => [to_stage, size, state]),
      [
        ['reserve', 2, 'proposed'],
        ['shortlisted', 2, 'proposed'],
      ],
    )
    assert.deepEqual(await stages(people), Array(5).fill('long_list'))
    const own = await staff.decide(proposed.lists[0].id, { approve: true, digest: '' }, staff.author)
    assert.equal(own.status, 403)
    await approveAll(job)
    await takeEffect()
    assert.deepEqual(await stages(people), ['shortlisted', 'shortlisted', 'reserve', 'reserve', 'long_list'])
    const { run } = await outcome(job)
    assert.deepEqual([run.number, run.state], [1, 'published'])
  })
  test('a reserve reads their number and place in the email and in the portal (selection#selection-reserve-status)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    const email =
      (
        await portal.db.row<{ email: string }>(
          sql`select frozen::jsonb -> 'applicant' ->> 'email' as email from submissions where application_id = ${people[3]}`,
        )
      )?.email ?? ''
    await publish(job)
    const [reserveEmail] = await emailsTo(portal, email)
    const name = (await portal.db.row<{ name: string }>(sql`select name from wards where code = 1366`))?.name
    assert.match(reserveEmail?.text ?? '', new RegExp(`You are number 2 on the reserve list of ${name}\\.`))
    const [notification] = await notificationsOf(people[3] ?? 0)
    assert.deepEqual(notification?.params.reserve, { number: 2, place: name })
  })
  test('who is not taken stays as they are, has one notification and no email (selection#selection-publication)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50, 40])
    await publish(job)
    await publishResults(portal.deps)
    for (const id of people.slice(4)) {
      const notifications = await notificationsOf(id)
      assert.deepEqual(
        notifications.map(({ kind }) => kind),
        ['selection_not_taken'],
      )
      assert.deepEqual(Object.keys(notifications[0]?.params ?? {}).sort(), ['job', 'reference'])
      assert.deepEqual(
        await portal.db.rows(sql`select id from outbox where payload ->> 'application' = ${String(id)}`),
        [],
      )
    }
  })
  test('the first published result notifies those who are not taken, also if an earlier run stayed unpublished', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50, 40])
    const [first = 0] = people
    await changed(job, { application: first, kind: 'points', criteria: [5, 5] })
    await computeAgain(job)
    await publish(job)
    assert.equal((await outcome(job)).run.number, 2)
    await publishResults(portal.deps)
    const kindsOf = async (id: number) => (await notificationsOf(id)).map(({ kind }) => kind)
    assert.deepEqual(await kindsOf(people[5] ?? 0), ['selection_not_taken'])
    // No one has seen an earlier result, so no one reads that the selection was computed again.
    const moved = await notificationsOf(people[1] ?? 0)
    assert.deepEqual(
      moved.map(({ params }) => params.reason),
      [undefined],
    )
  })
  test('no one adds people to a list of a selection, takes them off, or changes its words (selection#selection-lists)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    const { lists } = good(await propose(job))
    const [{ id }] = lists
    assert.deepEqual(good(await staff.withdraw(id)).may, ['propose', 'withdraw'])
    for (const refused of [
      await staff.take(id, people),
      await staff.add(id, people),
      await staff.change(id, { name: 'Another' }),
    ]) {
      assert.equal(refused.status, 409)
      assert.match(refused.json.message, /The selection decides who is on this list/)
    }
    assert.equal(good(await staff.propose(id)).state, 'proposed')
  })
  test('a result is proposed once: not before there is a result, nor while its lists wait, nor after they took effect', async () => {
    const job = await staff.job()
    assert.match((await propose(job)).json.message, /no computed result/)
    await selected(portal, job, [90, 80])
    good(await propose(job))
    assert.match((await propose(job)).json.message, /wait for a decision/)
    await approveAll(job)
    await takeEffect()
    assert.match((await propose(job)).json.message, /no computed result/)
  })
  test('when a chosen person is on another list or rejected, nothing is proposed, and the answer says how many', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await staff.drafted(job, 'screening', people.slice(0, 1))
    const refused = await propose(job)
    assert.equal(refused.status, 409)
    assert.match(refused.json.message, /^1 of these people are on another list/)
    assert.deepEqual((await outcome(job)).lists, [])
  })
})

describe('selection: a run after corrections (selection#selection-rerun)', () => {
  test('two officers record that a person has left, and it is logged; the next person of the reserve comes in (selection#selection-corrected-fact, selection#selection-vacancies)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
    await publish(job)
    const [first = 0, , third = 0] = people
    const { id } = good(await change(job, { application: first, kind: 'gone', reason_kind: 'withdrew' }))
    assert.equal((await decideChange(job, id, staff.author)).status, 403)
    assert.match(
      (await change(job, { application: first, kind: 'gone' })).json.message,
      /already waits for a decision/,
    )
    const { digest } = good(await decideChange(job, id))
    const logged = await portal.db.rows<{ kind: string }>(
      sql`select kind from log_events where encode(digest, 'hex') = ${digest}`,
    )
    assert.deepEqual(logged, [{ kind: 'selection_gone' }])
    await computeAgain(job)
    const { comes_in, goes_out } = await outcome(job)
    assert.deepEqual(
      [comes_in, goes_out].map(({ count, people: moved }) => [
        count,
        moved.map(({ application }: { application: number }) => application),
      ]),
      [
        [1, [third]],
        [1, [first]],
      ],
    )
    await publish(job)
    assert.deepEqual(await stages(people), ['long_list', 'shortlisted', 'shortlisted', 'reserve', 'reserve'])
    const notifications = await notificationsOf(third)
    assert.equal(notifications.length, 2, 'told of the reserve, and of the place')
    assert.deepEqual(
      (await notificationsOf(first)).map(({ params }) => params.status),
      ['Shortlisted', 'Under Review'],
    )
  })
  test('corrected points change the places, by two people; the same points and unknown people are refused (selection#selection-corrected-fact)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await publish(job)
    const [first = 0] = people
    const points = { application: first, kind: 'points', criteria: [5, 5] }
    for (const [body, sentence] of [
      [{ ...points, criteria: [85, 5] }, /points that the person has/],
      [{ ...points, criteria: [85] }, /each of the 2 criteria/],
      [{ ...points, application: 999_999 }, /not in the pool/],
      [{ kind: 'gone', application: first, criteria: [1] }, /has no points/],
      [{ ...points, reason: ' ' }, /Give a reason/],
    ] as const) {
      const refused = await change(job, body)
      assert.equal(refused.status, 422)
      assert.match(refused.json.message, sentence)
    }
    assert.equal((await staff.author.visitor.post(path(job, 'runs'), {})).status, 409, 'nothing is new')
    await changed(job, points)
    await computeAgain(job)
    await publish(job)
    assert.deepEqual(await stages(people), ['reserve', 'shortlisted', 'shortlisted'])
  })
  test('a hired person keeps the seat, even if someone with more points comes in later (selection#selection-rerun)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    await publish(job)
    const [first = 0, second = 0, third = 0] = people
    for (const application of [first, second])
      good(await staff.author.visitor.post(path(job, 'checks'), { application, passed: true }))
    await staff.applied(job, 'hired', [first, second])
    await changed(job, { application: third, kind: 'points', criteria: [900, 5] })
    await computeAgain(job)
    const { comes_in, goes_out } = await outcome(job)
    assert.deepEqual([comes_in.count, goes_out.count], [0, 0])
    assert.match(
      (await change(job, { application: first, kind: 'gone' })).json.message,
      /hired\. Take that back/,
    )
  })
  test('who was hired after the run was asked for has no seat in it, so its lists are refused until another run (selection#selection-rerun)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    await publish(job)
    const [first = 0] = people
    good(await staff.author.visitor.post(path(job, 'checks'), { application: first, passed: true }))
    await changed(job, { application: first, kind: 'points', criteria: [5, 5] })
    await computeAgain(job)
    await staff.applied(job, 'hired', [first])
    const refused = await propose(job)
    assert.deepEqual([refused.status, refused.json.message], [409, OUTCOME_WORDS.othersHired])
    assert.ok((await outcome(job)).may.includes('compute'))
    await computeAgain(job)
    await publish(job)
    assert.equal((await outcome(job)).run.number, 3)
    assert.deepEqual(await stages(people), ['hired', 'shortlisted', 'reserve', 'reserve'])
    assert.equal((await staff.author.visitor.post(path(job, 'runs'), {})).status, 409, 'nothing is new')
  })
  test('lists are not approved once someone whom the run leaves out was hired; hiring someone whom it takes is no obstacle (selection#selection-rerun)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
    await publish(job)
    const [first = 0, second = 0] = people
    await staff.applied(job, 'interview', [first, second])
    for (const application of [first, second])
      good(await staff.author.visitor.post(path(job, 'checks'), { application, passed: true }))
    await changed(job, { application: first, kind: 'points', criteria: [5, 5] })
    await computeAgain(job)
    const { lists } = good(await propose(job))
    const decide = async (list: number, approve: boolean) => {
      const { digest } = good(await staff.view(list))
      return staff.decide(list, { approve, digest, note: 'Other people are hired' })
    }
    // The run takes the second person too.
    await staff.applied(job, 'hired', [second])
    const [{ id: oneList }] = lists
    good(await decide(oneList, true))
    good(await staff.undo(oneList))
    await staff.applied(job, 'hired', [first])
    for (const { id } of lists.slice(1)) {
      const notApproved = await decide(id, true)
      assert.deepEqual([notApproved.status, notApproved.json.message], [409, DECISION_WORDS.othersHired])
    }
  })
  test('hiring the people whom a published result took is no reason for another run', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await publish(job)
    const [first = 0] = people
    good(await staff.author.visitor.post(path(job, 'checks'), { application: first, passed: true }))
    await staff.applied(job, 'hired', [first])
    assert.deepEqual((await outcome(job)).may, [])
  })
})

describe('selection: documents are checked before anyone is hired (selection#selection-hired)', () => {
  const check = (job: number, body: Record<string, unknown>) =>
    staff.author.visitor.post(path(job, 'checks'), body)
  const queue = async (job: number, show = 'open') =>
    good(await staff.author.visitor.get(`${path(job, 'checks')}?show=${show}`)).results
  test('the queue has taken and reserve, without names; each leaves it when it is checked', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
    assert.equal((await check(job, { application: people[0], passed: true })).status, 409)
    await publish(job)
    const open = await queue(job)
    assert.deepEqual(
      open.map(({ application, result }: Record<string, unknown>) => [application, result]),
      people.slice(0, 4).map((id, index) => [id, index < 2 ? 'taken' : 'reserve']),
    )
    assert.doesNotMatch(JSON.stringify(open), /Kamau|Person|gender/)
    good(await check(job, { application: people[0], passed: true }))
    const silent = await check(job, { application: people[1], passed: false })
    assert.deepEqual(
      [silent.status, silent.json.reason],
      [422, ['Give a reason. It is kept with the selection.']],
    )
    good(await check(job, { application: people[1], passed: false, reason: 'Another name' }))
    assert.match((await check(job, { application: people[4], passed: true })).json.message, /did not take/)
    assert.deepEqual((await outcome(job)).checks, { passed: 1, failed: 1, open: 2 })
    assert.deepEqual(
      (await queue(job, 'failed')).map(({ reason }: { reason: string }) => reason),
      ['Another name'],
    )
  })
  test('while a selection chooses among people, no list hires one of them (selection#selection-hired)', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    const [first = 0] = people
    await staff.applied(job, 'shortlisted', [first])
    const list = await staff.drafted(job, 'hired', [first])
    const setState = (state: string) =>
      portal.db.run(sql`update selections set state = ${state} where job_id = ${job}`)
    for (const state of ['frozen', 'drawn', 'computed']) {
      await setState(state)
      const refused = await staff.propose(list)
      assert.deepEqual([refused.status, refused.json.message], [409, DECISION_WORDS.inSelection(1)], state)
    }
    // The list was proposed before the facts were frozen.
    await setState('proposed')
    const { digest } = good(await staff.propose(list))
    await setState('frozen')
    const notApproved = await staff.decide(list, { approve: true, digest })
    assert.deepEqual([notApproved.status, notApproved.json.message], [409, DECISION_WORDS.inSelection(1)])
    await setState('abandoned')
    good(await staff.decide(list, { approve: true, digest }))
  })
  test('a list to Hired with someone unchecked or failed is refused', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    await publish(job)
    const [first = 0, second = 0] = people
    good(await check(job, { application: first, passed: true }))
    good(await check(job, { application: second, passed: false, reason: 'No certificate' }))
    const list = await staff.drafted(job, 'hired', [first, second])
    const refused = await staff.propose(list)
    assert.equal(refused.status, 409)
    assert.match(refused.json.message, /^A selection chose 1 of these people/)
    good(await staff.take(list, [second]))
    assert.equal(good(await staff.propose(list)).state, 'proposed')
  })
})
