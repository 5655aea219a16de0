import { referenceFromText } from '#contract/job-applications/reference-numbers.ts'
import type { Verified } from '#contract/transparency/endpoints.ts'
import { digestFromText, VERIFY_WORDS } from '#contract/transparency/words.ts'
import type { Deps } from '../deps.ts'
import type { Handler } from '../endpoints/serve.ts'
import { type Commitment, entryBytes, leafDigest } from './leaf.ts'
import { findPublished, proveInclusion } from './prove.ts'
import { readReceipt, receiptVerifies } from './sign.ts'
import { findReceipt, findEvent, isSuperseded, type LoggedEvent } from './store.ts'

const notGenuine = (message: string): Verified => ({
  genuine: false,
  included: 'no',
  message,
  inclusion: null,
})

/** Reads the values that a receipt commits to; undefined if the text is no receipt of the portal. */
function commitmentOf({
  salt = '',
  digest = '',
  reference_number = '',
  submitted_at = '',
}: Record<string, string>): Commitment | undefined {
  const submittedAt = new Date(submitted_at)
  if (!/^[0-9a-f]{64}$/.test(salt) || !/^[0-9a-f]{64}$/.test(digest) || Number.isNaN(submittedAt.getTime()))
    return undefined
  return {
    salt: Buffer.from(salt, 'hex'),
    digest: Buffer.from(digest, 'hex'),
    reference: reference_number,
    submittedAt,
  }
}

function isSignedByUs({ receiptKey }: Deps, receipt: Record<string, string>): boolean {
  const key = receiptKey.findTrusted(receipt['key'] ?? '')
  return key !== undefined && receiptVerifies(key, receipt)
}

/** The receipt's leaf with its proof in the published tree; null while that tree does not have it. */
async function findInclusion({ config }: Deps, event: LoggedEvent): Promise<Verified['inclusion']> {
  const published = await findPublished(config)
  if (event.index === null || event.hash === null || !published || event.index >= published.size) return null
  const proof = await proveInclusion(config, event.index, event.hash, published)
  return {
    leaf_index: event.index,
    entry: entryBytes(event).toString(),
    leaf_hash: event.hash.toString('base64'),
    tree_size: published.size,
    root_hash: published.root.toString('base64'),
    proof: proof.map((hash) => hash.toString('base64')),
    checkpoint: published.note,
  }
}

/** The result of the check for a receipt that the portal signed. */
async function verifySigned(deps: Deps, commitment: Commitment): Promise<Verified> {
  const event = await findEvent(deps.db, leafDigest(commitment))
  if (!event) return { genuine: true, included: 'no', message: VERIFY_WORDS.missing, inclusion: null }
  const inclusion = await findInclusion(deps, event)
  return {
    genuine: true,
    included: inclusion ? 'yes' : 'waiting',
    message: inclusion ? VERIFY_WORDS.included : VERIFY_WORDS.waiting,
    inclusion,
  }
}

/**
 * Checks the receipt's signature first, then the log. A receipt that the portal did not sign is not genuine.
 */
async function verifyContent(deps: Deps, receipt: Record<string, string>): Promise<Verified> {
  const commitment = commitmentOf(receipt)
  if (!commitment || !isSignedByUs(deps, receipt)) return notGenuine(VERIFY_WORDS.notSigned)
  const { received_at } = receipt
  const verified = await verifySigned(deps, commitment)
  return {
    ...verified,
    ...(received_at === undefined ? {} : { received_at }),
    ...((await isSuperseded(deps.db, commitment.reference, commitment.salt))
      ? { superseded: VERIFY_WORDS.superseded }
      : {}),
  }
}

/** No digest starts with this text, so it finds no receipt. */
const INVALID_DIGEST = '-'

/**
 * Says whether a receipt is the portal's and whether the public log has it. The answer contains only data
 * that is public or on the receipt.
 */
export const verifyReceipt: Handler<'POST /api/receipts/verify/'> = async (deps, { body }) => {
  if (body.receipt) return verifyContent(deps, body.receipt)
  const reference = referenceFromText(body.reference_number) ?? ''
  const storedReceipt = await findReceipt(deps.db, reference, digestFromText(body.digest) ?? INVALID_DIGEST)
  if (storedReceipt === undefined) return notGenuine(VERIFY_WORDS.notFound)
  // A stored receipt alone proves nothing: anyone who can write rows could have put it there. So it must have
  // the reference that was asked for, and our signature.
  const receipt = readReceipt(storedReceipt)
  return receipt['reference_number'] === reference
    ? verifyContent(deps, receipt)
    : notGenuine(VERIFY_WORDS.notSigned)
}
