import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isExpired } from '#contract/dates.ts'
import { connect, sql } from '../../server/database/connect.ts'
import { isClosedAt, isListedClosedAt, isListedOpenAt, isOpenAt } from '../../server/database/open-jobs.ts'
import { freshDatabase } from '../support/database.ts'

const DEADLINE = new Date('2026-12-03T20:59:59.000Z')

let database: Awaited<ReturnType<typeof freshDatabase>>
let db: ReturnType<typeof connect>
before(async () => {
  database = await freshDatabase()
  db = connect(database.url)
})
after(async () => {
  await db.close()
  await database.drop()
})

for (const [when, afterMs] of [
  ['just before the deadline', -1],
  ['at the very instant of the deadline', 0],
  ['just after the deadline', 1],
] as const)
  test(`J1 SQL and JavaScript agree whether a job is open, ${when}`, async () => {
    const moment = new Date(DEADLINE.getTime() + afterMs)
    const isClosed = isExpired(DEADLINE, moment)
    const [row] = await db.rows(sql`
      select ${isOpenAt(moment)} as open, ${isClosedAt(moment)} as closed, ${isListedOpenAt(moment)} as listed_open,
        ${isListedClosedAt(moment)} as listed_closed
      from (values (${DEADLINE}::timestamptz, ${DEADLINE}::timestamptz)) jobs (expiry_date, closes)`)
    assert.deepEqual(row, {
      open: !isClosed,
      closed: isClosed,
      listed_open: !isClosed,
      listed_closed: isClosed,
    })
    assert.equal(isClosed, afterMs > 0)
  })
