import type { Witness } from '../config-forms.ts'
import { readLimited } from '../read-limited.ts'
import { validCosignature } from './cosignatures.ts'
import type { SignedCheckpoint } from './note.ts'

/** Room for the signatures of 16 keys, some of them post-quantum. */
const MAX_ANSWER_BYTES = 65_536
/** The content type of an answer that says which size the witness knows. */
const SIZE_TYPE = 'text/x.tlog.size'

/**
 * What a witness is asked: an independent server that cosigns our checkpoints. `proof` shows that the tree of
 * `oldSize` leaves, which it cosigned before, is the start of the tree of the checkpoint. Of a checkpoint,
 * `text` is what is signed, and `own` the same with our signature.
 */
export type Question = { checkpoint: SignedCheckpoint; oldSize: number; proof: Buffer[] }

/**
 * `invalid`: not what C2SP tlog-witness allows, or without a valid cosignature. `size`: the size that the
 * witness knows; undefined when it does not say it.
 */
export type WitnessAnswer =
  | { kind: 'cosigned'; cosignature: Buffer }
  | { kind: 'conflict'; size: number | undefined }
  | { kind: 'inconsistent' }
  | { kind: 'refused' | 'invalid'; status: number }

/** The body of add-checkpoint (C2SP tlog-witness). */
const bodyOf = ({ checkpoint, oldSize, proof }: Question) =>
  `old ${oldSize}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint.own}`

function readConflict(answer: Response, text: string): WitnessAnswer {
  const isSize = answer.headers.get('content-type')?.startsWith(SIZE_TYPE) && /^\d{1,15}\n$/.test(text)
  return { kind: 'conflict', size: isSize ? Number(text) : undefined }
}

/**
 * Asks a witness to cosign a checkpoint. The address comes from the operator's settings, so it may lead into
 * a private network (T24).
 * @throws Error when the witness cannot be reached, redirects, or does not answer before `giveUp`.
 */
export async function askWitness(
  witness: Witness,
  question: Question,
  giveUp: AbortSignal,
): Promise<WitnessAnswer> {
  const answer = await fetch(`${witness.url}/add-checkpoint`, {
    method: 'POST',
    redirect: 'error',
    signal: giveUp,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: bodyOf(question),
  })
  const { status } = answer
  const text = await readLimited(answer, MAX_ANSWER_BYTES)
  if (text === undefined) return { kind: 'invalid', status }
  // 409: the witness knows another size than `oldSize`. 422: the proof does not hold.
  if (status === 409) return readConflict(answer, text)
  if (status === 422) return { kind: 'inconsistent' }
  if (status !== 200) return { kind: 'refused', status }
  const cosignature = validCosignature(witness, question.checkpoint.text, text.split('\n'))
  return cosignature ? { kind: 'cosigned', cosignature } : { kind: 'invalid', status }
}
