import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql, type Tx } from '../../server/database/connect.ts'
import { findEligible } from '../../server/selection-ceremony/pool-store.ts'
import { findOwnPlace } from '../../server/selections/own-place.ts'
import { findFrozenPeople } from '../../server/transparency/audit-selections-store.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'

const PEOPLE = 20_000
const PAGE = 100

let portal: Portal
let job: number
let middle: number
before(async () => {
  portal = await openPortal()
  const { big, firstApplication } = await fillForOfficers(portal.db, { people: PEOPLE, others: 0, each: 0 })
  job = big
  middle = firstApplication + PEOPLE / 2
  await portal.db.patient(60).run(sql`analyze`)
})
after(() => portal.close())

describe('a part of a selection is read without reading everybody', () => {
  const PARTS: [string, (tx: Tx) => Promise<unknown>][] = [
    ['a page of the pool', (tx) => findEligible(tx, { job_id: job }, middle, PAGE)],
    ['a page of the audit', (tx) => findFrozenPeople(tx, 1, Buffer.alloc(32), PAGE)],
    ['the place of one person', (tx) => findOwnPlace(tx, middle, middle)],
  ]
  for (const [what, ask] of PARTS) {
    test(`${what}: no submission of others`, async () => {
      const plan = (await plansOf(portal.db, ask)).join('\n')
      const reads = [...plan.matchAll(/Scan.* on submissions.*\n(.*)/g)]
      assert.ok(reads.length > 0, plan)
      for (const [, condition] of reads)
        assert.match(condition ?? '', /Index Cond: \(?.*application_id = /, plan)
    })
  }

  test('a page of the pool has its applications in order, from the one that was last', async () => {
    const page = await findEligible(portal.db, { job_id: job }, middle, PAGE)
    const ids = page.map(({ application_id: id }) => id)
    assert.equal(ids.length, PAGE)
    assert.deepEqual(
      ids,
      ids.toSorted((left, right) => left - right),
    )
    assert.ok((ids[0] ?? 0) > middle)
  })
})
