import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PERIODS } from '#contract/retention/periods.ts'
import { type Db, sql, type Tx } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { PART_ROWS, runSweeps } from '../../server/retention/run-sweeps.ts'
import { member, nextMinute } from '../support/accounts.ts'
import { sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { daysAfter, storedOf } from '../support/retention.ts'

// The portal deletes expired data in small parts, so that no long statement delays other calls.

/** A number of rows that fills more than two parts of a deletion. */
const MANY = PART_ROWS * 2 + 50

let portal: Portal
before(async () => {
  portal = await openPortal()
})
/**
 * Each test starts later than the tests before it: erasures enter the public log, whose times never go back.
 */
let startOfTest: Date
let deadline: Date
beforeEach(() => {
  nextMinute()
  startOfTest = daysAfter(portal.clock.now(), 1)
  deadline = daysAfter(startOfTest, 1)
  portal.clock.set(startOfTest)
})
after(() => portal.close())

/** Creates a job with many applications, each of another person. Without a stage they are drafts. */
async function manyOf(stage?: 'rejected') {
  const [job = 0] = await postJobs(portal, { expiry_date: deadline.toISOString() })
  if (stage) {
    await sentOnes(portal, job, MANY, { stage })
    return job
  }
  const { id } = await member(portal)
  await portal.db.run(sql`
    with people as (
      insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, county_code, constituency_code,
        ward_code, phone, is_pwd, email_verified_at, created_at)
      select 'part' || ${job}::text || '-' || n || '@example.org', '', 'Wanjiru', 'Kamau', 'Passport', 'P' || ${job}::text || 'X' || n, 'F', '1995-03-04',
        county_code, constituency_code, ward_code, '+254700000000', false, ${startOfTest}::timestamptz, ${startOfTest}::timestamptz
      from generate_series(1, ${MANY}) n, users where users.id = ${id} returning id)
    insert into job_applications (user_id, job_id, created_at, updated_at)
    select id, ${job}::bigint, ${startOfTest}::timestamptz, ${startOfTest}::timestamptz from people`)
  return job
}

/** Returns a database that also adds the number of rows of each write to `written`. */
function countingWrites(db: Db, written: number[]): Db {
  const withCounting = <T extends Tx>(tx: T): T => ({
    ...tx,
    rows: (query: Parameters<Tx['rows']>[0]) => tx.rows(query),
    row: (query: Parameters<Tx['row']>[0]) => tx.row(query),
    run: async (query: Parameters<Tx['run']>[0]) => {
      const count = await tx.run(query)
      written.push(count)
      return count
    },
  })
  return {
    ...withCounting(db),
    tx: (work) => db.tx((tx) => work(withCounting(tx))),
    patient: (seconds, settings) => countingWrites(db.patient(seconds, settings), written),
  }
}

describe('T35 issue 19: what is over goes in small parts', () => {
  for (const [stage, days] of [
    [undefined, PERIODS.drafts.days],
    ['rejected', PERIODS.not_chosen.days],
  ] as const)
    test(`no statement touches more than ${PART_ROWS} rows of ${stage ?? 'drafts'}, and all go in one pass`, async () => {
      const job = await manyOf(stage)
      // The accounts get recent logins, so that the portal does not delete them as unused.
      portal.clock.set(daysAfter(deadline, days + 1))
      await portal.db.run(sql`update users set last_login_at = ${portal.clock.now()}`)
      const written: number[] = []
      await sweep({ ...portal.deps, db: countingWrites(portal.deps.db, written) })
      assert.equal(await storedOf(portal, job), 0)
      assert.ok(Math.max(...written) <= PART_ROWS, `${Math.max(...written)} rows at once`)
      assert.ok(written.filter((count) => count === PART_ROWS).length >= 2)
    })
  test('two passes at once do the work once, and neither waits for the other', async () => {
    const job = await manyOf('rejected')
    portal.clock.set(daysAfter(deadline, PERIODS.not_chosen.days + 1))
    await portal.db.run(sql`update users set last_login_at = ${portal.clock.now()}`)
    await Promise.all([sweep(portal.deps), sweep(portal.deps)])
    await sweep(portal.deps)
    assert.equal(await storedOf(portal, job), 0)
  })
  test('while people wait for the portal, a pass does one part of each clock and leaves the rest', async () => {
    let parts = 0
    // This deletion never finds the end: it always reports a full part.
    const sweepOne = async (limit: number) => {
      parts++
      return limit
    }
    await runSweeps({ sweepOne }, { isBusy: () => true })
    assert.equal(parts, 1)
  })
  test('a clock that fails stops no other, and the failure is reported', async () => {
    let done = 0
    const fails = async () => {
      throw new Error('this clock fails')
    }
    const works = async () => {
      done++
      return 0
    }
    await assert.rejects(runSweeps({ fails, works }), /this clock fails/)
    assert.equal(done, 1)
  })
  test('a portal that stops ends after the part in hand', async () => {
    const stopping = new AbortController()
    let parts = 0
    await runSweeps(
      {
        sweepOne: async (limit: number) => {
          if (++parts === 2) stopping.abort()
          return limit
        },
      },
      { stopping: stopping.signal },
    )
    assert.equal(parts, 2)
  })
})
