import { createHash } from 'node:crypto'
import { minutesEntry } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import { countMinuteEvents, findMinuteBatches } from './audit-health-minutes-store.ts'

const PAGE = 1_000

/**
 * Compares the portal's health in each minute around deadlines with its event in the log. Returns how many
 * batches of minutes it checked.
 */
export async function auditHealthMinutes({ db }: Pick<Deps, 'db'>, report: Report): Promise<number> {
  // The events are counted before the batches are read, because the portal may write another batch meanwhile.
  const events = await countMinuteEvents(db)
  let batches = 0
  let lastMinute = new Date(0)
  while (true) {
    const page = await findMinuteBatches(db, lastMinute, PAGE)
    for (const { first, event, minutes, recorded } of page) {
      const digest = createHash('sha256').update(minutesEntry(minutes)).digest()
      if (!digest.equals(event)) report(`The minutes from ${first.toISOString()} on differ from the log.`)
      if (!recorded) report(`From ${first.toISOString()} on, the log has no entry for the measured minutes.`)
    }
    batches += page.length
    const lastBatch = page.at(-1)
    if (!lastBatch || page.length < PAGE) break
    lastMinute = lastBatch.first
  }
  if (events > batches)
    report(`${events - batches} events are about minutes that are no longer in the database.`)
  return batches
}
