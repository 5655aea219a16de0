import type { Witness } from '../config-forms.ts'
import { underLease } from '../database/leases.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { worker, type Worker } from '../worker.ts'
import { askWitness, type WitnessAnswer } from './ask-witness.ts'
import { cosignedAt } from './cosignatures.ts'
import { findCosignatures, storeCosignature } from './cosignatures-store.ts'
import { readCheckpoint, type SignedCheckpoint } from './note.ts'
import { findPublished, proveConsistency } from './prove.ts'
import { findLastCheckpoint } from './store.ts'

const EVERY_MS = 5_000
const TIMEOUT_MS = 10_000
const LONGEST_PAUSE_MS = 10 * 60_000
/** The pause doubles with each failure. After so many failures, it is longer than `LONGEST_PAUSE_MS`. */
const MAX_DOUBLINGS = 20
/** The largest accepted difference to a witness's clock: a cosignature with a wrong time is not stored. */
const MAX_CLOCK_DIFFERENCE_MS = 10 * 60_000

type CollectorDeps = Pick<Deps, 'db' | 'config' | 'now' | 'log' | 'leases'>
/**
 * `knownSize` is the tree size that the witness cosigned last, as far as the portal knows. `giveUp` ends the
 * wait for an answer.
 */
type Target = { checkpoint: SignedCheckpoint; knownSize: number; giveUp: AbortSignal }
type Failures = { count: number; notBefore: Date }

/**
 * Asks a witness. After a restored backup or a lost answer, it may know another tree size than the portal
 * thinks. Then it is asked once more, from the size that it named.
 */
async function askTwice(
  { config }: CollectorDeps,
  witness: Witness,
  { checkpoint, knownSize, giveUp }: Target,
): Promise<WitnessAnswer> {
  const askFrom = async (oldSize: number) => {
    const proof = oldSize === 0 ? [] : await proveConsistency(config, oldSize, checkpoint.size)
    return askWitness(witness, { checkpoint, oldSize, proof }, giveUp)
  }
  const answer = await askFrom(knownSize)
  if (answer.kind !== 'conflict' || answer.size === undefined) return answer
  const witnessSize = answer.size
  // The same question again would get the same answer. For a tree larger than the checkpoint's, no proof
  // exists.
  if (witnessSize === knownSize || witnessSize > checkpoint.size) return answer
  const second = await askFrom(witnessSize)
  // The witness knows a tree of the same size but still refuses: its tree has another root.
  return second.kind === 'conflict' && witnessSize === checkpoint.size ? { kind: 'inconsistent' } : second
}

/** Why a witness's answer has no cosignature; undefined when it has cosigned a newer checkpoint already. */
async function failureOf(
  { db }: CollectorDeps,
  answer: Exclude<WitnessAnswer, { kind: 'cosigned' }>,
  checkpoint: SignedCheckpoint,
): Promise<'contradicts' | 'refused' | 'invalid' | undefined> {
  if (answer.kind === 'inconsistent') return 'contradicts'
  if (answer.kind !== 'conflict') return answer.kind
  // Only a witness that knows a larger tree than the checkpoint's may still answer with a conflict.
  if (answer.size === undefined || answer.size <= checkpoint.size) return 'invalid'
  // Another machine may have published a larger tree. If not, the witness saw a tree that the portal has
  // lost.
  const lastCheckpoint = await findLastCheckpoint(db)
  return answer.size > (lastCheckpoint?.size ?? 0) ? 'contradicts' : undefined
}

/**
 * Makes the function that asks each witness for the cosignature that it has not given yet. A witness is an
 * independent server that signs the portal's checkpoints too.
 */
export function cosignatureCollector(deps: CollectorDeps, { timeoutMs = TIMEOUT_MS } = {}) {
  const { db, config, now, log } = deps
  const failures = new Map<string, Failures>()

  const postpone = ({ name }: Witness) => {
    const count = (failures.get(name)?.count ?? 0) + 1
    const pauseMs = Math.min(LONGEST_PAUSE_MS, EVERY_MS * 2 ** Math.min(count, MAX_DOUBLINGS))
    failures.set(name, { count, notBefore: new Date(now().getTime() + pauseMs) })
  }
  const hasPlausibleTime = (cosignature: Buffer) =>
    Math.abs(cosignedAt(cosignature).getTime() - now().getTime()) <= MAX_CLOCK_DIFFERENCE_MS

  const collect = async (witness: Witness, target: Target) => {
    const { size } = target.checkpoint
    const answer = await askTwice(deps, witness, target)
    if (answer.kind === 'cosigned' && hasPlausibleTime(answer.cosignature)) {
      await storeCosignature(db, { witness: witness.vkey, size, signature: answer.cosignature })
      failures.delete(witness.name)
      return
    }
    const failure = answer.kind === 'cosigned' ? 'invalid' : await failureOf(deps, answer, target.checkpoint)
    if (failure === undefined) return
    postpone(witness)
    const status = 'status' in answer ? { status: answer.status } : {}
    if (failure === 'contradicts') log('error', 'log.witness_contradicts', { id: witness.name })
    else log('warn', 'log.not_cosigned', { id: witness.name, kind: failure, ...status })
  }

  return async (stopping: AbortSignal = new AbortController().signal): Promise<void> => {
    const published = await findPublished(config)
    const checkpoint = published && readCheckpoint(published.note)
    // No witness is asked to cosign an empty tree, because it proves nothing.
    if (!checkpoint || checkpoint.size === 0) return
    const vkeys = config.witnesses.map(({ vkey }) => vkey)
    const sizes = new Map((await findCosignatures(db, vkeys)).map(({ witness, size }) => [witness, size]))
    const moment = now()
    const isPostponed = (name: string) => (failures.get(name)?.notBefore ?? moment) > moment
    const dueWitnesses = config.witnesses.filter(
      ({ vkey, name }) => (sizes.get(vkey) ?? 0) < checkpoint.size && !isPostponed(name),
    )
    const giveUp = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)])
    await Promise.all(
      dueWitnesses.map((witness) =>
        collect(witness, { checkpoint, knownSize: sizes.get(witness.vkey) ?? 0, giveUp }).catch((error) => {
          if (stopping.aborted) return
          postpone(witness)
          // In the log, `away` means that the witness gave no usable answer in time.
          log('warn', 'log.not_cosigned', { id: witness.name, kind: 'away', ...errorFields(error) })
        }),
      ),
    )
  }
}

/** Asks the witnesses in a separate loop, so that a slow witness never delays the checkpoint writer. */
export function startCollectingCosignatures(deps: CollectorDeps): Worker {
  const collect = cosignatureCollector(deps)
  return worker(deps.log, {
    failureEvent: 'log.not_cosigned',
    everyMs: EVERY_MS,
    pass: underLease(deps.leases, 'cosignatures', (stopping) => collect(stopping)),
  })
}
