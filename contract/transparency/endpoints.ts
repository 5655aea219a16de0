import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { typedErrors } from './words.ts'
import { id, instant, text, WIRE } from '../wire.ts'

// The calls with which anyone checks a receipt and the public log. The log is a Merkle tree: a leaf is the
// hash of one entry, and a checkpoint is the signed root of all leaves so far.

/**
 * The proof that a leaf is in the tree of a checkpoint (RFC 6962 §2.1.1). Hashes are in base64, as in the
 * checkpoint.
 */
const inclusion = z.object({
  leaf_index: z.number(),
  /** The bytes of the leaf, as text: canonical JSON of kind, time and salted digest. */
  entry: z.string(),
  leaf_hash: z.string(),
  tree_size: z.number(),
  root_hash: z.string(),
  proof: z.array(z.string()),
  /** The checkpoint as a signed note (C2SP tlog-checkpoint). */
  checkpoint: z.string(),
})
export type Inclusion = z.output<typeof inclusion>

const shortText = (max: number) =>
  z.string().check(
    z.maxLength(max),
    // No genuine receipt contains half a surrogate pair, because UTF-8 cannot express one.
    z.refine((written) => !/\p{Surrogate}/u.test(written), WIRE.unstorable),
  )

/**
 * Checks a receipt: the whole saved receipt, or the reference number and digest that a person types from it.
 * The first 16 digits of the digest are enough.
 */
const verifyReceipt = endpoint({
  method: 'POST',
  path: '/api/receipts/verify/',
  summary: 'Whether a receipt is genuine, and the proof that its application is in the public log',
  allowedFor: 'anyone',
  rateLimit: 'receipt',
  loadClass: 'public',
  body: z.object({
    receipt: z.optional(z.record(shortText(40), shortText(2_000))),
    reference_number: text(40),
    digest: text(200),
  }),
  fieldErrors: (body) => (body.receipt ? {} : typedErrors(body)),
  reply: z.object({
    genuine: z.boolean(),
    included: z.enum(['yes', 'waiting', 'no']),
    message: z.string(),
    inclusion: z.nullable(inclusion),
    /**
     * When the application reached the server, which decides whether it was in time. Present when a genuine
     * receipt has this field.
     */
    received_at: z.optional(instant),
    /** A sentence that a correction replaced the version of this receipt. Present when that is so. */
    superseded: z.optional(z.string()),
  }),
})
export type Verified = z.output<typeof verifyReceipt.reply>

const getTransparency = endpoint({
  method: 'GET',
  path: '/api/transparency/',
  summary:
    'The last checkpoint of the public log, the key that signs it, and its number of entries for each day',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.object({
    /** The name of the public log, which is the first line of its checkpoints. */
    origin: z.string(),
    /** The URL of the log's files: `checkpoint`, `tile/...`, `tile/entries/...` (C2SP tlog-tiles). */
    log_url: z.string(),
    /** The public key of the log, for tools that read signed notes. */
    vkey: z.string(),
    /** The same public key as SPKI in PEM. */
    public_key: z.string(),
    /** The last checkpoint; null in the first second of a new installation. */
    checkpoint: z.nullable(z.object({ size: z.number(), root_hash: z.string(), note: z.string() })),
    /** The witnesses that cosign checkpoints. Size and time are of the last cosignature; null without one. */
    witnesses: z.array(
      z.object({
        name: z.string(),
        vkey: z.string(),
        size: z.nullable(z.number()),
        cosigned_at: z.nullable(instant),
      }),
    ),
    /** The number of leaves on each day in Nairobi, newest first, for the last 60 days that have any. */
    days: z.array(z.object({ date: z.string(), leaves: z.number() })),
  }),
  publicCacheSeconds: 5,
})

/**
 * For a person with a saved checkpoint: the proof that the present tree of the log starts with the tree of
 * that checkpoint (RFC 6962 §2.1.2).
 */
const getConsistency = endpoint({
  method: 'GET',
  path: '/api/transparency/consistency/',
  summary: 'The proof that the public log only grew after it had a given number of entries',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  query: z.object({ from: id }),
  reply: z.object({ from: z.number(), to: z.number(), proof: z.array(z.string()), checkpoint: z.string() }),
})

export const transparencyEndpoints = {
  'POST /api/receipts/verify/': verifyReceipt,
  'GET /api/transparency/': getTransparency,
  'GET /api/transparency/consistency/': getConsistency,
}
