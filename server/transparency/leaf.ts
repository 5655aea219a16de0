import { createHash, randomBytes } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'

/** A salt for one submission: without it nobody can try out what a public leaf might stand for. */
export const newSalt = (): Buffer => randomBytes(32)

export type Commitment = {
  /** 32 random bytes, on the receipt and in no public place. */
  salt: Buffer
  /** SHA-256 of the frozen application in canonical JSON: 32 bytes. */
  digest: Buffer
  /** As the receipt has it: `K7-4TR9XM-P`. */
  reference: string
  submittedAt: Date
}

/**
 * What the public log holds of a submission: SHA-256(salt || digest || reference || submitted_at), the last two as the ASCII
 * text of the receipt (`K7-4TR9XM-P`, `2026-11-24T11:02:00.000Z`). Every part has one length, so that no two readings exist.
 */
export function leafDigest({ salt, digest, reference, submittedAt }: Commitment): Buffer {
  if (salt.length !== 32 || digest.length !== 32) throw new RangeError('salt and digest have 32 bytes each')
  return createHash('sha256').update(salt).update(digest).update(reference, 'ascii').update(submittedAt.toISOString(), 'ascii').digest()
}

/** The entry of an event in the log, byte for byte: `{"at":"2026-11-24T11:02:00.000Z","digest":"<64 hex digits>","kind":"submission"}`. */
export const entryBytes = ({ kind, at, digest }: { kind: string; at: Date; digest: Buffer }): Buffer =>
  Buffer.from(canonical({ kind, at: at.toISOString(), digest: digest.toString('hex') }))

/** Something an officer did or looked at, as it stands in `staff_acts`. */
export type HashedAuditEntry = {
  salt: Buffer
  staffId: number | null
  role: string
  act: string
  jobId: number | null
  applicationId: number | null
  userId: number | null
  reason: string
  detail: unknown
  at: Date
}

/** What the public log holds of an officer's act: SHA-256(salt || canonical JSON of all the rest). */
export function auditEntryDigest({ salt, ...act }: HashedAuditEntry): Buffer {
  if (salt.length !== 32) throw new RangeError('a salt has 32 bytes')
  return createHash('sha256')
    .update(salt)
    .update(canonical({ ...act, at: act.at.toISOString() }))
    .digest()
}
