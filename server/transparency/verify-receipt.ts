import { referenceFromText } from '#contract/reference-numbers.ts'
import type { Verified } from '#contract/transparency.ts'
import { digestFromText, VERIFY_WORDS } from '#contract/transparency-words.ts'
import type { Deps } from '../deps.ts'
import type { Act } from '../http/serve.ts'
import { type Commitment, entryBytes, leafDigest } from './leaf.ts'
import { findPublished, proveInclusion } from './prove.ts'
import { receiptVerifies } from './sign.ts'
import { findCommitment, findEvent, findKey, type Sealed } from './store.ts'

const no = (message: string): Verified => ({ genuine: false, included: 'no', message, inclusion: null })

/** What a signed receipt commits to; undefined when it is of another shape, which none of ours is. */
function commitmentOf({ salt = '', digest = '', reference_number = '', submitted_at = '' }: Record<string, string>): Commitment | undefined {
  const submittedAt = new Date(submitted_at)
  if (!/^[0-9a-f]{64}$/.test(salt) || !/^[0-9a-f]{64}$/.test(digest) || Number.isNaN(submittedAt.getTime())) return undefined
  return { salt: Buffer.from(salt, 'hex'), digest: Buffer.from(digest, 'hex'), reference: reference_number, submittedAt }
}

async function signedByUs(deps: Deps, receipt: Record<string, string>): Promise<boolean> {
  const { key = '' } = receipt
  if (!/^[\x21-\x7e]{1,300}$/.test(key)) return false
  const known = key === deps.receiptKey.name ? deps.receiptKey.publicBytes : await findKey(deps.db, key)
  return known !== undefined && receiptVerifies(known, receipt)
}

/** The leaf with its proof in the tree as it is published; null while it is not that far. */
async function proofOf({ config }: Deps, event: Sealed): Promise<Verified['inclusion']> {
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

async function ofGenuine(deps: Deps, commitment: Commitment): Promise<Verified> {
  const event = await findEvent(deps.db, leafDigest(commitment))
  if (!event) return { genuine: true, included: 'no', message: VERIFY_WORDS.missing, inclusion: null }
  const inclusion = await proofOf(deps, event)
  return { genuine: true, included: inclusion ? 'yes' : 'waiting', message: inclusion ? VERIFY_WORDS.included : VERIFY_WORDS.waiting, inclusion }
}

/** Tells whoever holds a receipt that it is ours, and what the public log has of it: nothing that is not on the receipt or public. */
export const verifyReceipt: Act<'POST /api/receipts/verify/'> = async (deps, { body }) => {
  if (body.receipt) {
    const commitment = commitmentOf(body.receipt)
    return commitment && (await signedByUs(deps, body.receipt)) ? ofGenuine(deps, commitment) : no(VERIFY_WORDS.notSigned)
  }
  const reference = referenceFromText(body.reference_number) ?? ''
  const found = await findCommitment(deps.db, reference, digestFromText(body.digest) ?? '-')
  return found ? ofGenuine(deps, { ...found, reference, submittedAt: found.submitted_at }) : no(VERIFY_WORDS.notFound)
}
