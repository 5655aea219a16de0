import { createHash, randomBytes } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'

/** A salt for one event. Without knowing it, no one can guess the content of a public leaf by trying. */
export const newSalt = (): Buffer => randomBytes(32)

/** What the public leaf of a submission commits to. */
export type Commitment = {
  /** 32 random bytes, shown on the receipt and never published. */
  salt: Buffer
  /** SHA-256 of the frozen application in canonical JSON: 32 bytes. */
  digest: Buffer
  /** In the format of the receipt: `K7-4TR9XM-P`. */
  reference: string
  submittedAt: Date
}

/**
 * The digest of a submission in the transparency log: SHA-256(salt || digest || reference || submitted_at),
 * the last two as the ASCII text of the receipt (`K7-4TR9XM-P`, `2026-11-24T11:02:00.000Z`). Every part has a
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
 * The digest of a withdrawal in the transparency log: SHA-256(salt || canonical JSON {reference,
 * withdrawn_at}).
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
 * The digest of a superseding in the transparency log: SHA-256(salt || canonical JSON {leaf, reference,
 * supersedes, version}). `leaf` and `supersedes` are the `leafDigest` of the new version and of the one
 * before, in hex. The salt is that of the new version, so its receipt alone is enough to compute this.
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
 * The digest of an erasure in the transparency log: SHA-256(salt || canonical JSON {erased_at, leaves,
 * reference}) for a sent application, whose leaves are in the order of its versions, in hex. For an account
 * it is canonical JSON {account, erased_at}, with the number of the account.
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
 * The entry of an event in the log, byte for byte: `{"at":"2026-11-24T11:02:00.000Z","digest":"<64 hex
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

/** An audit entry: something that an officer did or viewed, as it is stored in `audit_entries`. */
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

/**
 * The digest of an audit entry in the transparency log: SHA-256(salt || canonical JSON of all other fields).
 */
export function auditEntryDigest({ salt, ...fields }: HashedAuditEntry): Buffer {
  if (salt.length !== 32) throw new RangeError('a salt has 32 bytes')
  return createHash('sha256')
    .update(salt)
    .update(canonical({ ...fields, at: fields.at.toISOString() }))
    .digest()
}
