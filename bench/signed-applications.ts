import { createHash, randomBytes } from 'node:crypto'
import { type Db, sql } from '../server/database/connect.ts'
import { leafDigest } from '../server/transparency/leaf.ts'
import type { ReceiptKey } from '../server/transparency/key.ts'
import { signReceipt } from '../server/transparency/sign.ts'
import { ANSWERS, fillWithApplications } from './applications.ts'

const PART_SIZE = 20_000

/** A receipt as the portal signs it, with the column values of its database row. */
function signedRow(receiptKey: ReceiptKey, id: number, { digest, at: sentAt }: { digest: Buffer; at: Date }) {
  const salt = randomBytes(32)
  const reference = `B${String(id).padStart(8, '0')}`
  const unsigned = {
    reference_number: reference,
    job_reference: 'BENCH/1',
    job_title: 'Registration Clerk 1',
    name: 'Wanjiru Kamau',
    submitted_at: sentAt.toISOString(),
    digest: digest.toString('hex'),
    salt: salt.toString('hex'),
    verify_url: 'https://jobs.example.org/verify',
  }
  const { signature, key } = signReceipt({ receiptKey }, unsigned)
  return {
    id,
    reference,
    salt: unsigned.salt,
    signature: Buffer.from(signature, 'base64').toString('hex'),
    key,
    receipt: JSON.stringify({ ...unsigned, signature, key }),
    leaf: leafDigest({ salt, digest, reference, submittedAt: sentAt }).toString('hex'),
  }
}

/**
 * Adds `people` accounts, each with one submitted application. Each application has its receipt and its event
 * in the public log, so that `log verify` finds no error.
 */
export async function fillWithSigned(db: Db, receiptKey: ReceiptKey, people: number): Promise<void> {
  const patient = db.patient(600)
  await fillWithApplications(patient, { people, each: 1 })
  const frozen = JSON.stringify({ format: 'application/1', ...ANSWERS })
  const digest = createHash('sha256').update(frozen).digest()
  const sentAt = new Date()
  await patient.run(sql`alter table submissions disable trigger submissions_await_facts`)
  for (let from = 1; from <= people; from += PART_SIZE) {
    const count = Math.min(PART_SIZE, people - from + 1)
    const rows = Array.from({ length: count }, (_, index) =>
      signedRow(receiptKey, from + index, { digest, at: sentAt }),
    )
    // Submits the drafts of this part of the people, adds their events to the public log, and stores their
    // receipts.
    await patient.run(sql`
      with sent as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as sent (id bigint, reference text, salt text, signature text, key text, receipt text, leaf text)),
      marked as (
        update job_applications set is_completed = true, reference_number = sent.reference, submitted_at = ${sentAt}
        from sent where sent.id = job_applications.id),
      logged as (
        insert into log_events (kind, digest, at) select 'submission', decode(leaf, 'hex'), ${sentAt} from sent)
      insert into submissions (application_id, frozen, digest, salt, signature, key, receipt, submitted_at)
      select id, ${frozen}, ${digest}, decode(salt, 'hex'), decode(signature, 'hex'), key, receipt, ${sentAt} from sent`)
  }
  await patient.run(sql`alter table submissions enable trigger submissions_await_facts`)
}
