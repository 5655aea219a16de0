import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { logMinutes } from '../../server/status/log-minutes.ts'
import { addMinutes } from '../../server/status/store.ts'
import { count } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { HOUR_MS } from '../support/tickets.ts'

// Which minutes enter the public log, as events of ten minutes each.

const MINUTE_MS = 60_000
/** A rule that measures as many hours before the deadline as any rule may. */
const RULE = {
  extension_minutes: 15,
  extension_hours: 48,
  extension_times: 2,
  extension_least_hours: 2,
  extension_night_from: 22,
  extension_night_until: 6,
}
/** A deadline that does not lie between two events: 5:05 p.m. in Nairobi. */
const DEADLINE = new Date('2026-11-24T14:05:00Z')
/** The moment this number of hours after the deadline, or before it if the number is negative. */
const atHour = (hours: number) => new Date(DEADLINE.getTime() + hours * HOUR_MS)

let portal: Portal
before(async () => {
  portal = await openPortal({ now: atHour(-1) })
  await recordUp(60)
})
after(() => portal.close())

/** Records that the portal was up for this number of hours, from 50 hours before the deadline on. */
const recordUp = (hours: number) =>
  addMinutes(
    portal.db,
    Array.from({ length: hours * 60 }, (_, n) => ({
      at: new Date(atHour(-50).getTime() + n * MINUTE_MS),
      probing: true,
      probes: 6,
      failed: 0,
      accounts: 0,
      succeeded: 0,
      submitted: 0,
      shed: 0,
      stopped: false,
    })),
  )
/** How many minutes from one moment until another are in no event, after all that are due were written. */
async function unlogged(from: Date, until: Date, now: Date) {
  while ((await logMinutes(portal.deps.db, now)) > 0);
  return count(
    portal,
    sql`select from health_minutes where at >= ${from} and at < ${until} and event is null`,
  )
}

describe('the minutes around a deadline are in the public log (last-hour#minutes-logged)', () => {
  test('from the first that a rule of 48 hours counts, also if the deadline is five minutes past the hour', async () => {
    await postJobs(portal, { expiry_date: DEADLINE.toISOString(), ...RULE })
    assert.equal(await unlogged(atHour(-48), DEADLINE, atHour(1)), 0)
  })
  test('in time for every deadline, however many jobs close together at an earlier one', async () => {
    const later = atHour(10)
    const closing = (deadline: Date) => ({ expiry_date: deadline.toISOString(), ...RULE })
    await postJobs(portal, ...Array.from({ length: 60 }, () => closing(DEADLINE)), closing(later))
    assert.equal(await unlogged(atHour(4), later, atHour(11)), 0)
  })
})
