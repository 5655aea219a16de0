import type { Deps } from '../deps.ts'
import { findErased } from './audit-erasures-store.ts'
import type { Report } from './audit-files.ts'
import { type AuditedSubmission, type AuditedUse, findEvents, findTicketUses } from './audit-store.ts'
import { findProofs, MAX_ISSUE_DELAY_MS } from './find-proofs.ts'
import { provenDigest } from './minute-tree.ts'
import { readReceipt } from './sign.ts'

/** The longest time from arrival to storing without a ticket: `IN_FLIGHT_MS`, a minute, and some seconds. */
const MAX_WITHOUT_TICKET_MS = 90_000
const MINUTE_MS = 60_000
/**
 * The hashes of a minute's tickets are written to the log when the database is available. If this took
 * longer after the arrival, a person should read about it.
 */
const USUALLY_WRITTEN_WITHIN_MS = MAX_ISSUE_DELAY_MS + 15 * MINUTE_MS

type Event = { kind: string; at: Date }
/** `problem` receives contradictions. `remark` receives what may be right but a person should read. */
type Reports = { problem: Report; remark: Report }

/** The time of arrival that the receipt names. */
function receivedAtOf(submission: AuditedSubmission): Date {
  const { received_at } = readReceipt(submission.receipt)
  return received_at === undefined ? submission.submitted_at : new Date(received_at)
}

/** Whether a submission was stored so soon after its arrival that it needs no ticket. */
function isStoredPromptly(submission: AuditedSubmission): boolean {
  const waitedMs = submission.submitted_at.getTime() - receivedAtOf(submission).getTime()
  // An invalid date makes the difference NaN, so both comparisons are false.
  return waitedMs >= 0 && waitedMs <= MAX_WITHOUT_TICKET_MS
}

/**
 * Checks the arrival time of one submission. A busy portal answers a submit with a ticket, which proves when
 * it arrived. `event` is the log event of the minute in which the ticket was issued.
 */
function checkArrival(
  submission: AuditedSubmission,
  use: AuditedUse | undefined,
  event: Event | undefined,
  report: Reports,
): void {
  const versionWords = submission.version > 1 ? `, version ${submission.version},` : ''
  const subject = `The submission of application ${submission.id}${versionWords}`
  const receivedAt = receivedAtOf(submission)
  if (!use) {
    if (!isStoredPromptly(submission)) report.problem(`${subject} has an arrival time that no ticket proves.`)
    return
  }
  if (use.received_at.getTime() !== receivedAt.getTime())
    return report.problem(`${subject} has a different arrival time than its ticket.`)
  if (use.proof !== null) {
    if (event?.kind !== 'ticket')
      return report.problem(`${subject} has a ticket whose minute is not in the log.`)
    if (event.at.getTime() - receivedAt.getTime() > USUALLY_WRITTEN_WITHIN_MS)
      report.remark(
        `${subject} has a ticket whose minute was recorded much later, at ${event.at.toISOString()}.`,
      )
    return
  }
  // The ticket is in no minute that is written. Whether that is a fault depends on its process: it may have
  // issued the ticket up to an hour after the arrival, and must have written all minutes until then.
  const lastIssueMs = receivedAt.getTime() + MAX_ISSUE_DELAY_MS
  if (use.written_until === null) report.problem(`${subject} has a ticket of a process that never existed.`)
  else if (use.overflowed)
    report.remark(`${subject} has a ticket of a minute that had more tickets than are recorded.`)
  else if (use.written_until.getTime() < lastIssueMs)
    report.remark(`${subject} has a ticket whose minute was lost with its process, or is not recorded yet.`)
  else report.problem(`${subject} has a ticket that its process did not record.`)
}

/** A text that names one version of an application, as a key of maps and sets. */
const keyOf = ({ id, version }: Pick<AuditedSubmission, 'id' | 'version'>) => `${id} ${version}`

/**
 * Compares the arrival times in receipts with the tickets, and the tickets with their minutes in the log.
 * Returns how many submissions have a ticket.
 */
export async function auditArrivals(
  { db }: Pick<Deps, 'db'>,
  submissions: AuditedSubmission[],
  report: Reports,
): Promise<number> {
  const audited = new Set(submissions.map(keyOf))
  const ids = [...new Set(submissions.map(({ id }) => id))]
  // Uses of other versions of these applications are left out.
  const uses = new Map(
    (await findTicketUses(db, ids))
      .map((use) => [keyOf({ id: use.application_id, version: use.version }), use] as const)
      .filter(([key]) => audited.has(key)),
  )
  // Housekeeping stores the proofs minutes later. Until then they are computed here.
  const unproven = [...uses.values()].filter(({ proof }) => proof === null)
  for await (const { use, ticketProof } of findProofs(db, unproven)) Object.assign(use, ticketProof)
  // For each sent version: the digest of the log event that its ticket's proof leads to.
  const digests = new Map<string, Buffer>()
  for (const [key, { hash, leaf, leaves, proof }] of uses) {
    const digest =
      leaf !== null && leaves !== null && proof !== null
        ? provenDigest(hash, { leaf, leaves, proof })
        : undefined
    if (digest) digests.set(key, digest)
  }
  const events = new Map(
    (await findEvents(db, [...digests.values()])).map(({ digest, ...event }) => [
      digest.toString('hex'),
      event,
    ]),
  )
  // An application that was erased after its page was read has lost its ticket, too.
  const withoutTicket = submissions.filter(
    (submission) => !uses.has(keyOf(submission)) && !isStoredPromptly(submission),
  )
  const erased = await findErased(
    db,
    withoutTicket.map(({ id }) => id),
  )
  for (const submission of submissions) {
    const key = keyOf(submission)
    if (!uses.has(key) && erased.has(submission.id)) continue
    const event = events.get(digests.get(key)?.toString('hex') ?? '')
    checkArrival(submission, uses.get(key), event, report)
  }
  return uses.size
}
