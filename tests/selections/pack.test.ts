import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { eraseApplications } from '../../server/erasure/erase-applications.ts'
import { type DecisionStaff, good } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { outcomeStaff } from '../support/outcome-staff.ts'
import { type Portal } from '../support/portal.ts'
import { computeRuns, selected } from '../support/selected.ts'
import { digestOf, replayText } from '../support/selection.ts'
import { officer } from '../support/staff.ts'

let portal: Portal
let staff: DecisionStaff
let results: ReturnType<typeof outcomeStaff>
forDecisions((opened) => {
  ;({ portal, staff } = opened)
  results = outcomeStaff(portal, staff)
})

const path = (job: number, rest = '') => `/api/staff/jobs/${job}/selection/packs/${rest}`
// A pack holds all that a result is computed from: the rule, the seed and the pool. With it anyone can
// compute the result again.
const ask = (job: number, reason = 'The High Court asks', over: Record<string, unknown> = {}) =>
  staff.author.visitor.post(path(job), { reason, ...over })
const decide = (job: number, id: number, body: Record<string, unknown>, by = staff.second) =>
  by.visitor.post(path(job, `${id}/decide/`), body)
const file = (job: number, id: number, by = staff.author) => by.visitor.get(path(job, `${id}/file/`))

describe('selection: the whole pack for auditors and courts', () => {
  test('is downloaded by the officer who asked, after another approved; computing it again gives the published digest (selection#selection-auditor)', async () => {
    const job = await staff.job()
    await selected(portal, job, [90, 80, 70, 60])
    const pack = good(await ask(job))
    assert.deepEqual([pack.state, pack.people, pack.may], ['waiting', 4, []])
    assert.equal((await file(job, pack.id)).status, 409)
    const approver = await officer(portal, 'approver')
    const own = good(await approver.visitor.post(path(job), { reason: 'An audit' }))
    assert.equal((await decide(job, own.id, { approve: true }, approver)).json.code, 'second_person')
    good(await decide(job, pack.id, { approve: true }))
    assert.equal((await file(job, pack.id, staff.second)).status, 404)
    const { status, text } = await file(job, pack.id)
    assert.equal(status, 200)
    assert.equal(digestOf(text), pack.pack_digest)
    assert.equal(digestOf(replayText(text)), pack.result_digest)
    assert.doesNotMatch(text, /Kamau|Person\d|example\.com/)
    const { results } = good(await staff.author.visitor.get(path(job)))
    assert.deepEqual(
      results.map(({ id, downloads }: Record<string, unknown>) => [id, downloads]),
      [
        [own.id, 0],
        [pack.id, 1],
      ],
    )
  })
  test('is of the result in force, also when a later run has a result; another run is named by its number', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70, 60])
    await results.publish(job)
    await results.changed(job, { application: people[0], kind: 'points', criteria: [5, 5] })
    await results.askRun(job)
    await computeRuns(portal)
    const [inForce, first, later] = [
      good(await ask(job)),
      good(await ask(job, 'The High Court asks', { run: 1 })),
      good(await ask(job, 'The High Court asks', { run: 2 })),
    ]
    assert.deepEqual([inForce.run, first.run, later.run], [1, 1, 2])
    assert.equal(inForce.result_digest, first.result_digest)
    assert.notEqual(inForce.result_digest, later.result_digest)
    assert.equal((await ask(job, 'The High Court asks', { run: 3 })).status, 409)
    await results.publish(job)
    assert.equal(good(await ask(job)).run, 2)
  })
  test('a request that was returned, has expired, or has no reason gives no pack', async () => {
    const job = await staff.job()
    assert.match((await ask(job)).json.message, /no computed result/)
    await selected(portal, job, [90, 80])
    assert.equal((await ask(job, ' ')).status, 422)
    const returned = good(await ask(job))
    assert.equal((await decide(job, returned.id, { approve: false })).status, 422)
    good(await decide(job, returned.id, { approve: false, note: 'For whom?' }))
    assert.equal((await file(job, returned.id)).status, 409)
    assert.equal((await decide(job, returned.id, { approve: true })).status, 409)
    const late = good(await ask(job))
    good(await decide(job, late.id, { approve: true }))
    await portal.db.run(sql`update selection_packs set ends_at = ${portal.clock.now()} where id = ${late.id}`)
    assert.equal((await file(job, late.id)).status, 409)
  })
  test('after people of the pool were erased, it is neither requested nor downloaded: its digest is another', async () => {
    const job = await staff.job()
    const { people } = await selected(portal, job, [90, 80, 70])
    const approved = good(await ask(job))
    good(await decide(job, approved.id, { approve: true }))
    await portal.db.tx((tx) => eraseApplications(tx, people.slice(0, 1), portal.clock.now()))
    for (const { status, json } of [await file(job, approved.id), await ask(job)]) {
      assert.deepEqual([status, json.code], [409, 'conflict'])
      assert.match(json.message, /were erased/)
    }
    const { results } = good(await staff.author.visitor.get(path(job)))
    assert.deepEqual(
      results.map(({ id, downloads }: Record<string, unknown>) => [id, downloads]),
      [[approved.id, 0]],
    )
  })
})
