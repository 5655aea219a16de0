import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import { countDeletedEntries, findAuditEntries, findEvents } from './audit-store.ts'
import { auditEntryDigest } from './leaf.ts'

const PAGE = 2_000

/** Checks every audit entry against its digest and its event. Returns how many entries it checked. */
export async function auditStaffEntries({ db }: Pick<Deps, 'db'>, report: Report): Promise<number> {
  let count = 0
  let lastId = 0
  while (true) {
    const page = await findAuditEntries(db, lastId, PAGE)
    if (page.length === 0) break
    const digests = page.map(({ digest }) => digest)
    const events = new Map(
      (await findEvents(db, digests)).map(({ digest, ...event }) => [digest.toString('hex'), event]),
    )
    for (const {
      id,
      digest,
      staff_id: staffId,
      job_id: jobId,
      application_id: applicationId,
      user_id: userId,
      is_erased: isErased,
      ...rest
    } of page) {
      if (!isErased && !auditEntryDigest({ ...rest, staffId, jobId, applicationId, userId }).equals(digest))
        report(`The audit entry ${id} of an officer differs from what was recorded.`)
      const event = events.get(digest.toString('hex'))
      if (event?.kind !== 'staff_act' || event.at.getTime() !== rest.at.getTime())
        report(`The audit entry ${id} of an officer has no event in the log.`)
    }
    count += page.length
    lastId = page.at(-1)?.id ?? 0
  }
  const deleted = await countDeletedEntries(db)
  if (deleted > 0) report(`${deleted} events are about audit entries that are no longer in the database.`)
  return count
}
