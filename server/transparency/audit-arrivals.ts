import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { type AuditedSubmission, type AuditedUse, eventsOf, usesOf } from './audit-store.ts'
import { provenDigest } from './minute-tree.ts'
import { readReceipt } from './sign.ts'

/** A submit without a ticket takes at most a minute, plus some seconds of waiting for the database. */
const WITHOUT_TICKET_MS = 90_000
const MINUTE_MS = 60_000
/**
 * A ticket is issued when the body has arrived. Its minute is written only when the database is available.
 */
const WRITTEN_WITHIN_MS = 75 * MINUTE_MS

type Event = { kind: string; at: Date }

function arrivalFault(
  auditedSubmission: AuditedSubmission,
  use: AuditedUse | undefined,
  event: Event | undefined,
  report: { fault: Tell; note: Tell },
): void {
  const of = `The submission of application ${auditedSubmission.id}`
  const { received_at } = readReceipt(auditedSubmission.receipt)
  const received = received_at === undefined ? auditedSubmission.submitted_at : new Date(received_at)
  if (!use) {
    const waited = auditedSubmission.submitted_at.getTime() - received.getTime()
    if (!(waited >= 0 && waited <= WITHOUT_TICKET_MS))
      report.fault(`${of} has an arrival time that no ticket proves.`)
    return
  }
  if (use.received_at.getTime() !== received.getTime())
    return report.fault(`${of} has a different arrival time than its ticket.`)
  if (use.proof !== null) {
    if (event?.kind !== 'ticket') return report.fault(`${of} has a ticket whose minute is not in the log.`)
    if (event.at.getTime() - received.getTime() > WRITTEN_WITHIN_MS)
      report.note(`${of} has a ticket whose minute was recorded much later, at ${event.at.toISOString()}.`)
    return
  }
  const minuteEnds = Math.floor(received.getTime() / MINUTE_MS + 1) * MINUTE_MS
  if (use.written_until === null) report.fault(`${of} has a ticket of a process that never existed.`)
  else if (use.overflowed)
    report.note(`${of} has a ticket of a minute that had more tickets than are recorded.`)
  else if (use.written_until.getTime() < minuteEnds)
    report.note(`${of} has a ticket whose minute was lost with its process, or is not recorded yet.`)
  else report.fault(`${of} has a ticket that its process did not record.`)
}

/**
 * Checks the arrivals in receipts against tickets, and the tickets against the minutes in the log. Returns
 * how many have a ticket.
 */
export async function auditArrivals(
  { db }: Pick<Deps, 'db'>,
  submissions: AuditedSubmission[],
  report: { fault: Tell; note: Tell },
): Promise<number> {
  const ids = submissions.map(({ id }) => id)
  const uses = new Map((await usesOf(db, ids)).map((use) => [use.application_id, use]))
  const digests = new Map<number, Buffer>()
  for (const [id, { hash, leaf, leaves, proof }] of uses) {
    const digest =
      leaf !== null && leaves !== null && proof !== null
        ? provenDigest(hash, { leaf, leaves, proof })
        : undefined
    if (digest) digests.set(id, digest)
  }
  const events = new Map(
    (await eventsOf(db, [...digests.values()])).map(({ digest, ...event }) => [
      digest.toString('hex'),
      event,
    ]),
  )
  for (const auditedSubmission of submissions)
    arrivalFault(
      auditedSubmission,
      uses.get(auditedSubmission.id),
      events.get(digests.get(auditedSubmission.id)?.toString('hex') ?? ''),
      report,
    )
  return uses.size
}
