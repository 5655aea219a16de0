import type { Deps } from '../deps.ts'
import { auditArrivals } from './audit-arrivals.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedSubmission,
  countDeletedSubmissions,
  findEvents,
  findSubmissions,
} from './audit-store.ts'
import { leafDigest } from './leaf.ts'
import type { ReceiptKey } from './key.ts'
import { readReceipt, receiptVerifies } from './sign.ts'

const PAGE = 2_000

/**
 * The first fault in a submission's frozen text, its columns or its receipt; undefined when there is none.
 */
export function problemOf(submission: AuditedSubmission, receiptKey: ReceiptKey): string | undefined {
  if (!submission.is_sent) return 'has no application that is marked as sent'
  const isSameTime = submission.sent_at?.getTime() === submission.submitted_at.getTime()
  // A sent application always has a reference number, so a missing number is a fault.
  if (submission.reference === null || !isSameTime)
    return 'has a different reference number or time than its application'
  if (!submission.is_frozen_intact) return 'is not what was frozen'
  const receipt: Record<string, unknown> = readReceipt(submission.receipt)
  const columns = {
    // The receipt of the first version names no version.
    version: submission.version === 1 ? undefined : String(submission.version),
    reference_number: submission.reference,
    submitted_at: submission.submitted_at.toISOString(),
    digest: submission.digest.toString('hex'),
    salt: submission.salt.toString('hex'),
    key: submission.key,
    signature: submission.signature.toString('base64'),
  }
  if (Object.entries(columns).some(([name, value]) => receipt[name] !== value))
    return 'differs from its receipt'
  const key = receiptKey.findTrusted(submission.key)
  return key && receiptVerifies(key, receipt) ? undefined : 'has a receipt that none of our keys signed'
}

/** The digest of the submission's log event; empty when it cannot be computed, so that no event is found. */
export const eventDigest = ({ salt, digest, reference, submitted_at }: AuditedSubmission) =>
  salt.length === 32 && digest.length === 32
    ? leafDigest({ salt, digest, reference: reference ?? '', submittedAt: submitted_at })
    : Buffer.alloc(0)

/**
 * Checks every submission against its frozen text, its receipt and its event. Returns how many submissions it
 * checked and how many have a ticket.
 */
export async function auditSubmissions(
  { db, receiptKey }: Pick<Deps, 'db' | 'receiptKey'>,
  report: Report,
  remark: Report,
): Promise<{ submissions: number; tickets: number }> {
  let count = 0
  let tickets = 0
  let lastId = 0
  while (true) {
    const page = await findSubmissions(db, lastId, PAGE)
    if (page.length === 0) break
    const digests = page.map(eventDigest)
    const events = new Map(
      (await findEvents(db, digests)).map(({ digest, ...event }) => [digest.toString('hex'), event]),
    )
    page.forEach((submission, index) => {
      const problem = problemOf(submission, receiptKey)
      if (problem) report(`The submission of application ${submission.id} ${problem}.`)
      const event = events.get(digests[index]?.toString('hex') ?? '')
      if (event?.kind !== 'submission' || event.at.getTime() !== submission.submitted_at.getTime())
        report(`The submission of application ${submission.id} has no event in the log.`)
    })
    tickets += await auditArrivals({ db }, page, { problem: report, remark })
    count += page.length
    lastId = page.at(-1)?.id ?? 0
  }
  const deleted = await countDeletedSubmissions(db)
  if (deleted && deleted.applications > 0)
    report(
      `${deleted.applications} applications are marked as sent, but their answers are no longer in the database.`,
    )
  if (deleted && deleted.events > 0)
    report(`${deleted.events} events are about submissions that are no longer in the database.`)
  return { submissions: count, tickets }
}
