import { DECISIONS } from '#contract/decisions/limits.ts'
import { type Reason, REASON_WORDS, reasonFrom, type ReasonKind } from '#contract/decisions/reasons.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { canonical } from '#contract/canonical.ts'
import { dropUnusedReasons, findReason, insertReason } from './reasons-store.ts'

type ReasonFields = { reason_kind: ReasonKind; reason_value: string; reason: string }

/** Reads the reason from the fields of a form; undefined when the officer gave none. */
export const reasonOf = ({
  reason_kind: kind,
  reason_value: value,
  reason: words,
}: ReasonFields): Reason | undefined => reasonFrom({ kind, value, words })

/**
 * Finds or stores a reason on a list that the caller has locked, and returns its id; null for no reason.
 * Equal reasons are stored once.
 * @throws refuse `conflict` when the list has too many reasons
 */
export async function saveReason(tx: Tx, listId: number, reason: Reason | undefined): Promise<number | null> {
  if (!reason) return null
  // Canonical JSON, so that equal values are equal texts.
  const newReason = { listId, kind: reason.kind, values: canonical(reason.values), words: reason.words }
  const id = (await findReason(tx, newReason)) ?? (await insertReason(tx, newReason))
  if (id !== undefined) return id
  // The list has the most reasons allowed. Delete reasons that no entry uses, to make space for this one.
  await dropUnusedReasons(tx, listId)
  const insertedId = await insertReason(tx, newReason)
  if (insertedId === undefined)
    throw refuse('conflict', { message: REASON_WORDS.tooMany(DECISIONS.maxReasons) })
  return insertedId
}
