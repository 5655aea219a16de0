import { t } from '@lingui/core/macro'
import { longDeadline } from '#contract/dates.ts'
import type { Ceremony } from '#contract/selection-ceremony/endpoints.ts'
import { translate } from '../language/translate.ts'

const when = (instant: string) => translate(longDeadline(instant))

/** A ceremony with its times in words. A part that has not happened yet is null. */
export type ShownCeremony = {
  rule: { digest: string; at: string | null }
  pool: { root: string; count: number; at: string }
  /** Until this time, throws and sentences count. Empty when that is over. */
  until: string
  dice: { throws: string; at: string } | null
  /** `commitment`: the digest of the sentence that an observer says later. `reveal`: that sentence. */
  observers: { name: string; commitment: string; reveal: string | null; isAwaited: boolean }[]
  /** The named round of the beacon. `address`: where anyone can see whether the source made it. */
  round: { number: number; at: string; address: string }
  /** The hash that names the chain of the beacon. */
  chain: string
  /** The round that counts. It is later than the named one if that one did not come in time. */
  beacon: { round: number; randomness: string; signature: string } | null
  seed: string | null
}

/** The text or number that a public document has under this name, as a text; empty if it has none. */
const textIn = (content: unknown, name: string): string => {
  const value =
    typeof content === 'object' && content !== null
      ? Object.entries(content).find(([key]) => key === name)?.[1]
      : ''
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/**
 * The steps of a ceremony whose pool is frozen, in words. `now`, like all its times, is an ISO text in UTC,
 * so that times compare as texts. `ruleAt`: when the rule was approved; null if unknown.
 */
export function ceremonyInWords(ceremony: Ceremony, ruleAt: string | null, now: string): ShownCeremony {
  const { pool, round, documents, counts_until: until } = ceremony
  const documentOf = (kind: string) => documents.find((document) => document.kind === kind)
  const diceDocument = documentOf('selection_dice')
  const seedContent = documentOf('selection_seed')?.content
  const isOpen = ceremony.state === 'frozen' && now < until
  return {
    rule: { digest: ceremony.rule, at: ruleAt && when(ruleAt) },
    pool: { root: pool?.root ?? '', count: pool?.count ?? 0, at: pool ? when(pool.frozen_at) : '' },
    until: isOpen ? when(until) : '',
    dice: diceDocument && ceremony.dice ? { throws: ceremony.dice, at: when(diceDocument.at) } : null,
    observers: ceremony.observers.map((observer) => ({
      ...observer,
      isAwaited: isOpen && observer.reveal === null,
    })),
    round: { number: round.number, at: when(round.at), address: round.address },
    chain: round.chain,
    beacon: seedContent
      ? {
          round: Number(textIn(seedContent, 'round')),
          randomness: textIn(seedContent, 'randomness'),
          signature: textIn(seedContent, 'signature'),
        }
      : null,
    seed: ceremony.seed,
  }
}

/** The state of a ceremony in one or two sentences. */
export function stateInWords(
  { state, round, counts_until: until, dice, end_reason }: Ceremony,
  now: string,
): string {
  if (state === 'abandoned')
    return t`Two officers gave this selection up before there was a seed. Reason: “${end_reason}”`
  if (state === 'failed')
    return t`There is no seed: the throws of the dice were not in the public log in time. This selection is over, and a new one is needed.`
  if (state === 'published') return t`The result has taken effect.`
  if (state === 'computed')
    return t`The result is there. It takes effect when two officers have approved its lists.`
  if (state === 'drawn') return t`The seed is known. The portal works out the result now.`
  if (now >= round.at)
    return t`The round has been made. The portal waits for its number, which anyone can read from the source.`
  if (now < until)
    return t`The pool is fixed. Throws of the dice and sentences of observers count for some time yet.`
  return dice === null
    ? t`The time for the throws of the dice is over, and there are none. This selection fails.`
    : t`The throws and sentences are fixed. Now the round decides.`
}
