import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { entriesOf, countEntriesGone, eventsOf } from './audit-store.ts'
import { auditEntryDigest } from './leaf.ts'

const PAGE = 2_000

/** Checks every audit entry against its digest and its event. Returns how many entries there are. */
export async function auditStaffEntries({ db }: Pick<Deps, 'db'>, report: Tell): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const page = await entriesOf(db, after, PAGE)
    if (page.length === 0) break
    const events = new Map(
      (
        await eventsOf(
          db,
          page.map(({ digest }) => digest),
        )
      ).map(({ digest, ...event }) => [digest.toString('hex'), event]),
    )
    for (const {
      id,
      digest,
      staff_id: staffId,
      job_id: jobId,
      application_id: applicationId,
      user_id: userId,
      ...rest
    } of page) {
      if (!auditEntryDigest({ ...rest, staffId, jobId, applicationId, userId }).equals(digest))
        report(`The audit entry ${id} of an officer differs from what was recorded.`)
      const event = events.get(digest.toString('hex'))
      if (event?.kind !== 'staff_act' || event.at.getTime() !== rest.at.getTime())
        report(`The audit entry ${id} of an officer has no event in the log.`)
    }
    count += page.length
    after = page.at(-1)?.id ?? 0
  }
  const gone = await countEntriesGone(db)
  if (gone > 0) report(`${gone} events are about audit entries that are no longer in the database.`)
  return count
}
