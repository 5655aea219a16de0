import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fillForOfficers } from '../../bench/officers-fill.ts'
import { sql, type Tx } from '../../server/database/connect.ts'
import { findEligible } from '../../server/selection-ceremony/pool-store.ts'
import { findOwnPlace } from '../../server/selections/own-place.ts'
import { findFrozenPeople } from '../../server/transparency/audit-selections-store.ts'
import { findPoolOf } from '../../server/transparency/selection-pack-store.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'

const PEOPLE = 20_000
const PAGE = 100
/** The midpoint of all possible hashes, so about half of the leaves have a larger hash. */
const MIDDLE = Buffer.alloc(32, 0x80)

let portal: Portal
let job: number
let middle: number
before(async () => {
  portal = await openPortal()
  const { big, firstApplication } = await fillForOfficers(portal.db, { people: PEOPLE, others: 0, each: 0 })
  job = big
  middle = firstApplication + PEOPLE / 2
  const now = portal.clock.now()
  await portal.db.tx(async (tx) => {
    // No foreign key is checked, so the rows can exist without their selection.
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`
      insert into selection_people (selection_id, leaf, application_id, unit, place, points, criteria, gender, is_pwd)
      select 1, sha256(application_id::text::bytea), application_id, 'county:1', 'ward:1', 10, '{10}', 'male', false
      from application_facts where job_id = ${job}`)
    await tx.run(sql`insert into selection_runs (selection_id, number, started_at) values (1, 1, ${now})`)
  })
  await portal.db.patient(60).run(sql`analyze`)
})
after(() => portal.close())

describe('a part of a selection is read without reading everyone', () => {
  const PARTS: [string, (tx: Tx) => Promise<unknown>][] = [
    ['a page of the pool', (tx) => findEligible(tx, { job_id: job }, middle, PAGE)],
    ['a page of the audit', (tx) => findFrozenPeople(tx, 1, MIDDLE, PAGE)],
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

  const PAGES: [string, (tx: Tx) => Promise<unknown>][] = [
    ['a page of the audit', (tx) => findFrozenPeople(tx, 1, MIDDLE, PAGE)],
    ['a page of the pack of a run', (tx) => findPoolOf(tx, 1, MIDDLE, PAGE)],
  ]
  for (const [what, ask] of PAGES) {
    test(`${what}: the people of the pool in the order of the index, and no more`, async () => {
      const plan = (await plansOf(portal.db, ask)).join('\n')
      assert.match(
        plan,
        /Limit\n(?: .*InitPlan.*\n .*CTE Scan on run .*\n)?.*Index Scan using selection_people_pkey on selection_people\n *Index Cond: .*leaf > /,
      )
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
