import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import { findEvents } from './audit-store.ts'
import { countLostWithdrawals, findUnlisted, findWithdrawals } from './audit-withdrawals-store.ts'
import { withdrawalDigest } from './leaf.ts'

const PAGE = 2_000

/**
 * Checks every withdrawal against its event and its application. It also reports sent applications that no
 * officer's list shows, although no one withdrew them.
 */
export async function auditWithdrawals({ db }: Pick<Deps, 'db'>, report: Report): Promise<void> {
  let lastId = 0
  while (true) {
    const page = await findWithdrawals(db, lastId, PAGE)
    const digests = page.map(({ digest }) => digest)
    const events = await findEvents(db, digests)
    const eventByDigest = new Map(events.map(({ digest, ...event }) => [digest.toString('hex'), event]))
    for (const { id, application_id, reference, salt, digest, withdrawn_at, marked_at } of page) {
      const computed = withdrawalDigest({ salt, reference, withdrawnAt: withdrawn_at })
      const event = eventByDigest.get(digest.toString('hex'))
      const isInLog =
        computed.equals(digest) &&
        event?.kind === 'withdrawal' &&
        event.at.getTime() === withdrawn_at.getTime()
      if (!isInLog) report(`The withdrawal ${id} of application ${application_id} has no event in the log.`)
      if (marked_at?.getTime() !== withdrawn_at.getTime())
        report(`The application ${application_id} is not marked as the withdrawal ${id} says.`)
    }
    if (page.length < PAGE) break
    lastId = page.at(-1)?.id ?? lastId
  }
  const lost = await countLostWithdrawals(db)
  if (lost && lost.events > 0)
    report(`${lost.events} events are about withdrawals that are no longer in the database.`)
  if (lost && lost.applications > 0)
    report(`${lost.applications} applications are marked as withdrawn without a withdrawal.`)
  for (const { id } of await findUnlisted(db))
    report(`The application ${id} was sent and not withdrawn, but no list of officers has it.`)
}
