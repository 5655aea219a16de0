import type { Deps } from '../deps.ts'
import { auditArrivals } from './audit-arrivals.ts'
import type { Tell } from './audit-files.ts'
import { type AuditedSubmission, countGone, eventsOf, submissionsOf } from './audit-store.ts'
import { leafDigest } from './leaf.ts'
import type { ReceiptKey } from './key.ts'
import { readReceipt, receiptVerifies } from './sign.ts'

const PAGE = 2_000

/** The first fault in a submission's frozen text, columns or receipt. */
function faultOf(auditedSubmission: AuditedSubmission, receiptKey: ReceiptKey): string | undefined {
  if (!auditedSubmission.is_sent) return 'has no application that is marked as sent'
  if (
    auditedSubmission.reference === null ||
    auditedSubmission.sent_at?.getTime() !== auditedSubmission.submitted_at.getTime()
  )
    return 'has a different reference number or time than its application'
  if (!auditedSubmission.frozen_holds) return 'is not what was frozen'
  const receipt: Record<string, unknown> = readReceipt(auditedSubmission.receipt)
  const columns = {
    reference_number: auditedSubmission.reference,
    submitted_at: auditedSubmission.submitted_at.toISOString(),
    digest: auditedSubmission.digest.toString('hex'),
    salt: auditedSubmission.salt.toString('hex'),
    key: auditedSubmission.key,
    signature: auditedSubmission.signature.toString('base64'),
  }
  if (Object.entries(columns).some(([name, value]) => receipt[name] !== value))
    return 'differs from its receipt'
  const key = receiptKey.trusted(auditedSubmission.key)
  return key && receiptVerifies(key, receipt) ? undefined : 'has a receipt that none of our keys signed'
}

const commitment = ({ salt, digest, reference, submitted_at }: AuditedSubmission) =>
  salt.length === 32 && digest.length === 32
    ? leafDigest({ salt, digest, reference: reference ?? '', submittedAt: submitted_at })
    : Buffer.alloc(0)

/**
 * Checks every submission against its frozen text, its receipt and its event. Returns how many there are and
 * how many have a ticket.
 */
export async function auditSubmissions(
  { db, receiptKey }: Pick<Deps, 'db' | 'receiptKey'>,
  report: Tell,
  note: Tell,
): Promise<{ submissions: number; tickets: number }> {
  let [count, tickets] = [0, 0]
  for (let after = 0; ; ) {
    const page = await submissionsOf(db, after, PAGE)
    if (page.length === 0) break
    const digests = page.map(commitment)
    const events = new Map(
      (await eventsOf(db, digests)).map(({ digest, ...event }) => [digest.toString('hex'), event]),
    )
    page.forEach((auditedSubmission, index) => {
      const fault = faultOf(auditedSubmission, receiptKey)
      if (fault) report(`The submission of application ${auditedSubmission.id} ${fault}.`)
      const event = events.get(digests[index]?.toString('hex') ?? '')
      if (event?.kind !== 'submission' || event.at.getTime() !== auditedSubmission.submitted_at.getTime())
        report(`The submission of application ${auditedSubmission.id} has no event in the log.`)
    })
    tickets += await auditArrivals({ db }, page, { fault: report, note })
    count += page.length
    after = page.at(-1)?.id ?? 0
  }
  const gone = await countGone(db)
  if (gone && gone.applications > 0)
    report(
      `${gone.applications} applications are marked as sent, but their answers are no longer in the database.`,
    )
  if (gone && gone.events > 0)
    report(`${gone.events} events are about submissions that are no longer in the database.`)
  return { submissions: count, tickets }
}
