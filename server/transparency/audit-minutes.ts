import { createHash } from 'node:crypto'
import { minutesEntry } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { countMinuteEvents, loggedMinutes } from './audit-minutes-store.ts'

const PAGE = 1_000

/**
 * Checks the minutes around deadlines against their events in the log. Returns how many batches there are.
 */
export async function auditMinutes({ db }: Pick<Deps, 'db'>, report: Tell): Promise<number> {
  // Count the events first: the portal may write another batch meanwhile.
  const events = await countMinuteEvents(db)
  let batches = 0
  for (let after = new Date(0); ; ) {
    const page = await loggedMinutes(db, after, PAGE)
    for (const { first, event, minutes, recorded } of page) {
      const digest = createHash('sha256').update(minutesEntry(minutes)).digest()
      if (!digest.equals(event)) report(`The minutes from ${first.toISOString()} on differ from the log.`)
      if (!recorded) report(`The minutes from ${first.toISOString()} on have no event in the log.`)
    }
    batches += page.length
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last.first
  }
  if (events > batches)
    report(`${events - batches} events are about minutes that are no longer in the database.`)
  return batches
}
