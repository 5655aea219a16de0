import type { Witness } from '../config-forms.ts'
import { readLimited } from '../read-limited.ts'
import { strictFetch } from '../strict-fetch.ts'
import { validCosignature } from './cosignatures.ts'
import type { SignedCheckpoint } from './note.ts'

/** The size limit of an answer: enough for the signatures of 16 keys, some of them post-quantum. */
const MAX_ANSWER_BYTES = 65_536
/** The content type of a witness's answer that contains the size of the tree it knows. */
const SIZE_TYPE = 'text/x.tlog.size'

/**
 * What the portal asks a witness, an independent server that cosigns checkpoints. `proof` shows that the tree
 * of `oldSize` leaves, which the witness cosigned before, is the start of the checkpoint's tree.
 */
type Question = { checkpoint: SignedCheckpoint; oldSize: number; proof: Buffer[] }

/**
 * `invalid`: an answer that C2SP tlog-witness does not allow, or without a valid cosignature. `size`: the
 * tree size that the witness knows; undefined when it names none.
 */
export type WitnessAnswer =
  | { kind: 'cosigned'; cosignature: Buffer }
  | { kind: 'conflict'; size: number | undefined }
  | { kind: 'inconsistent' }
  | { kind: 'refused' | 'invalid'; status: number }

/** The body of the request add-checkpoint to a witness (C2SP tlog-witness). */
const bodyOf = ({ checkpoint, oldSize, proof }: Question) =>
  `old ${oldSize}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint.ownNote}`

function readConflict(answer: Response, text: string): WitnessAnswer {
  const isSize = answer.headers.get('content-type')?.startsWith(SIZE_TYPE) && /^\d{1,15}\n$/.test(text)
  return { kind: 'conflict', size: isSize ? Number(text) : undefined }
}

/**
 * Asks a witness to cosign a checkpoint. Its address comes from the operator's settings, so private networks
 * are allowed (T24).
 * @throws Error when the witness cannot be reached, redirects, or does not answer before `giveUp`.
 */
export async function askWitness(
  witness: Witness,
  question: Question,
  giveUp: AbortSignal,
): Promise<WitnessAnswer> {
  const answer = await strictFetch(new URL(`${witness.url}/add-checkpoint`), {
    method: 'POST',
    signal: giveUp,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: bodyOf(question),
  })
  const { status } = answer
  const text = await readLimited(answer, MAX_ANSWER_BYTES)
  if (text === undefined) return { kind: 'invalid', status }
  // Status 409: the witness knows another tree size than `oldSize`. Status 422: the proof is not valid.
  if (status === 409) return readConflict(answer, text)
  if (status === 422) return { kind: 'inconsistent' }
  if (status !== 200) return { kind: 'refused', status }
  const cosignature = validCosignature(witness, question.checkpoint.text, text.split('\n'))
  return cosignature ? { kind: 'cosigned', cosignature } : { kind: 'invalid', status }
}
