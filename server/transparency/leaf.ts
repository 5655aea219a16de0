import { createHash, randomBytes } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'

/** A random salt for one event. Without it, no one can find the content of a public leaf by guessing. */
export const newSalt = (): Buffer => randomBytes(32)

/** The data of a submission that its public leaf commits to. */
export type Commitment = {
  /** 32 random bytes, shown on the receipt and never published. */
  salt: Buffer
  /** The SHA-256 of the application as it was sent, in canonical JSON: 32 bytes. */
  digest: Buffer
  /** The reference number as the receipt shows it: `K7-4TR9XM-P`. */
  reference: string
  submittedAt: Date
}

/**
 * The digest of a submission in the public log: SHA-256(salt || digest || reference || submitted_at). The
 * last two are ASCII texts as on the receipt (`K7-4TR9XM-P`, `2026-11-24T11:02:00.000Z`). Every part has a
 * fixed length, so the input is unambiguous.
 */
export function leafDigest({ salt, digest, reference, submittedAt }: Commitment): Buffer {
  if (salt.length !== 32 || digest.length !== 32) throw new RangeError('salt and digest have 32 bytes each')
  return createHash('sha256')
    .update(salt)
    .update(digest)
    .update(reference, 'ascii')
    .update(submittedAt.toISOString(), 'ascii')
    .digest()
}

/**
 * The digest of a withdrawal in the public log: SHA-256(salt || canonical JSON {reference, withdrawn_at}).
 */
export const withdrawalDigest = ({
  salt,
  reference,
  withdrawnAt,
}: {
  salt: Buffer
  reference: string
  withdrawnAt: Date
}): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(canonical({ reference, withdrawn_at: withdrawnAt.toISOString() }))
    .digest()

/**
 * The digest of a superseding in the public log: a new version replaces an earlier one. It is SHA-256(salt ||
 * canonical JSON {leaf, reference, supersedes, version}). `leaf` and `supersedes` are the `leafDigest` of the
 * new and of the earlier version, in hex. The salt is that of the new version, so its receipt is enough to
 * compute this.
 */
export const supersedingDigest = ({
  salt,
  ...content
}: {
  salt: Buffer
  reference: string
  /** The number of the new version, as its receipt has it: `2`. */
  version: string
  leaf: string
  supersedes: string
}): Buffer => createHash('sha256').update(salt).update(canonical(content)).digest()

/**
 * The digest of an erasure in the public log. For a sent application, it is SHA-256(salt || canonical JSON
 * {erased_at, leaves, reference}), with the leaves in the order of versions, in hex. For an account, the JSON
 * is {account, erased_at}, with the number of the account.
 */
export const erasureDigest = ({
  salt,
  erasedAt,
  ...content
}: { salt: Buffer; erasedAt: Date } & (
  | { reference: string; leaves: string[] }
  | { account: number }
)): Buffer =>
  createHash('sha256')
    .update(salt)
    .update(canonical({ ...content, erased_at: erasedAt.toISOString() }))
    .digest()

/**
 * The bytes of an event's entry in the log: `{"at":"2026-11-24T11:02:00.000Z","digest":"<64 hex
 * digits>","kind":"submission"}`.
 */
export const entryBytes = ({
  kind,
  at: eventTime,
  digest,
}: {
  kind: string
  at: Date
  digest: Buffer
}): Buffer => Buffer.from(canonical({ kind, at: eventTime.toISOString(), digest: digest.toString('hex') }))

/** An audit entry about an action or a view of an officer, as `audit_entries` stores it. */
type HashedAuditEntry = {
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

/** The digest of an audit entry in the public log: SHA-256(salt || canonical JSON of all other fields). */
export function auditEntryDigest({ salt, ...fields }: HashedAuditEntry): Buffer {
  if (salt.length !== 32) throw new RangeError('a salt has 32 bytes')
  return createHash('sha256')
    .update(salt)
    .update(canonical({ ...fields, at: fields.at.toISOString() }))
    .digest()
}
