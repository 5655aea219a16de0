import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The public page of a selection's result. The ceremony has five people and two seats in Garissa (county 7).

let portal: Portal
let job: number
before(async () => {
  portal = await openPortal()
  job = await jobForSelection(portal, await jobStaff(portal))
})
after(() => portal.close())

test('selection: no one reads a result before it took effect', async () => {
  await drawSelection(portal, job)
  const visitor = portal.visitor()
  for (const unit of ['', 'units/1/'])
    assert.equal(good(await visitor.get(`/api/selections/${job}/results/1/${unit}`)).result, null)
  await publishSelection(portal, job)
  // Replies are cached for some seconds, so the next test starts a minute later.
  nextMinute()
})

test('selection: a published result has its sums by unit, its bars, and the digests of its files', async () => {
  const visitor = portal.visitor()
  const path = `/api/selections/${job}/results/1/`
  const { result } = good(await visitor.get(path))
  const { number, ...unit } = result.units.find(({ unit }: { unit: string }) => unit === 'county:7')
  assert.deepEqual(unit, {
    unit: 'county:7',
    name: 'Garissa',
    county: { code: 7, name: 'Garissa' },
    seats: 2,
    filled: 2,
    people: 5,
    lowest: 10,
    shortfalls: [],
  })
  assert.deepEqual(result.counties, [{ code: 7, name: 'Garissa', seats: 2, filled: 2, people: 5 }])
  for (const { name, bytes, digest } of result.files) {
    const { text } = await visitor.get(`/log/selections/${job}/1/${name}`)
    assert.equal(Buffer.byteLength(text), bytes, name)
    assert.equal(createHash('sha256').update(text).digest('hex'), digest, name)
  }
  assert.equal(result.files.length, result.units.length + 2)
  const { result: ofUnit } = good(await visitor.get(`${path}units/${number}/`))
  // How many people have this number of points, for each result.
  assert.deepEqual(ofUnit.bars, [{ points: 10, taken: 2, reserve: 1, not_taken: 2 }])
  assert.equal(ofUnit.file.name, `unit-${number}.jsonl`)
  for (const missing of [`${path}units/99/`, path.replace('/1/', '/2/'), '/api/selections/999999/results/1/'])
    assert.equal(good(await visitor.get(missing)).result, null, missing)
  const { selections } = good(await visitor.get('/api/selections/'))
  assert.deepEqual(
    selections.map((entry: { job: { id: number }; state: string }) => [entry.job.id, entry.state]),
    [[job, 'published']],
  )
})

test('selection: an earlier run says that a later one counts', async () => {
  const path = `/api/selections/${job}/results/1/`
  const newest = async () => {
    const visitor = portal.visitor()
    const { result } = good(await visitor.get(path))
    const { result: unit } = good(await visitor.get(`${path}units/1/`))
    return [result.newest, unit.newest]
  }
  assert.deepEqual(await newest(), [1, 1])
  // Publishes a second run of the same selection.
  await portal.db.run(sql`
    insert into selection_runs (selection_id, number, state, started_at, published_at, units)
    select selection_id, 2, state, started_at, published_at, units from selection_runs`)
  nextMinute()
  assert.deepEqual(await newest(), [2, 2])
})

test('selection: with one unit for the whole job, seats and people are still counted by county, and a place with too few people is named (selection#selection-unit, selection#selection-place)', async () => {
  const staff = await jobStaff(portal)
  portal.clock.set(new Date('2026-11-24T11:02:00Z'))
  const whole = await jobForSelection(portal, staff, {
    unit: 'job',
    seats: [
      { place: 'ward:131', seats: 2 },
      { place: 'ward:1260', seats: 3 },
    ],
  })
  await drawSelection(portal, whole)
  await publishSelection(portal, whole)
  const { result } = good(await portal.visitor().get(`/api/selections/${whole}/results/1/`))
  assert.deepEqual(result.units, [
    {
      number: 1,
      unit: 'job',
      name: null,
      county: null,
      seats: 5,
      filled: 2,
      people: 5,
      lowest: 10,
      shortfalls: [{ rule: 'seats', place: 'Ruma-Kaksingri', asked: 3, kept: 0 }],
    },
  ])
  assert.deepEqual(result.counties, [
    { code: 7, name: 'Garissa', seats: 2, filled: 2, people: 5 },
    { code: 43, name: 'Homa Bay', seats: 3, filled: 0, people: 0 },
  ])
})
