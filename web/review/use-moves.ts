import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { DECISIONS } from '#contract/staff/limits.ts'
import type { ReviewRow } from '#contract/review/endpoints.ts'
import { mayMove, STAGE_WORDS, type Stage } from '#contract/review/stages.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { applications } from '../staff-ui/applications.ts'
import { PROPOSED } from '../decisions/list-words.ts'
import type { Why } from '../decisions/reason-fields.tsx'
import type { Filter } from './address.ts'

/** What to move: these rows, or all matches, whose number the officer saw. */
export type Target = { rows: ReviewRow[]; all: boolean; count: number }
export type Outcome = { words: string; red?: boolean; list?: { id: number; name: string }; ids?: number[] }

export const LOST = 'No reply from the server. Nothing was changed here; please try again.'
export const sentenceOf = (error: unknown, keys: string[] = []) =>
  (isCallFailed(error) &&
    error.status !== 0 &&
    firstOf(error.body, [...keys, 'message', 'non_field_errors'])) ||
  LOST

export const mayAllMove = ({ rows, all }: Target, to: Stage) =>
  all || rows.some((row) => !row.list && mayMove(row.stage, to))

/** How many were not added, and why: they were on this list before, or for another reason. */
const sayLeft = ({ left, here }: { left: number; here: number }, to: Stage): string[] => {
  const was = (count: number) => (count === 1 ? 'was' : 'were')
  const others = left - here
  return [
    ...(here > 0 ? [`${applications(here)} ${was(here)} on this list already.`] : []),
    ...(others > 0
      ? [
          `${applications(others)} ${was(others)} left out: on another list, or not allowed to move to ${STAGE_WORDS[to]}.`,
        ]
      : []),
  ]
}

type Moved = Reply<'POST /api/staff/jobs/{id}/move/'>
const sayPut = ({ changed, left, here }: Moved, to: Stage) =>
  [`${changed.toLocaleString('en')} added.`, ...sayLeft({ left, here }, to)].join(' ')

type Asked = {
  job: number
  filter: Filter
  put: (ids: number[], list: ReviewRow['list']) => void
  /** Loads the table again. */
  again: () => void
}

/**
 * Adds applications to the officer's own list to a stage. This decides nothing: a second person decides on
 * the list.
 */
export function useMoves({ job, filter, put, again }: Asked) {
  const [outcome, setOutcome] = useState<Outcome>()
  const busy = useRef(false)
  const navigate = useNavigate()
  const once = async (act: () => Promise<void>, keys: string[] = []): Promise<string | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    try {
      await act()
      return undefined
    } catch (error) {
      if (isCallFailed(error) && error.status === 409) again()
      return sentenceOf(error, keys)
    } finally {
      busy.current = false
    }
  }
  /** Returns a sentence when it was refused. */
  const move = async (
    { rows, all, count }: Target,
    to: Stage,
    why: Why,
    then?: (moved: Moved) => void,
  ): Promise<string | undefined> => {
    if (!all && rows.length > DECISIONS.maxNamed)
      return `Select at most ${DECISIONS.maxNamed.toLocaleString('en')} one by one, or all that match`
    return once(async () => {
      const which = all ? { filter, expected: count } : { applications: rows.map(({ id }) => id) }
      const moved = await call('POST /api/staff/jobs/{id}/move/', {
        params: { id: job },
        body: { ...which, to_stage: to, ...why },
      })
      if (then) return then(moved)
      const { list, changed } = moved
      const went = rows.filter((row) => !row.list && mayMove(row.stage, to)).map(({ id }) => id)
      if (!all && went.length === changed) put(went, { id: list.id, to_stage: to })
      else again()
      setOutcome({
        words: sayPut(moved, to),
        list: { id: list.id, name: list.name },
        ...(!all && went.length === changed && changed > 0 ? { ids: went } : {}),
      })
    }, ['reason', 'reason_value', 'to_stage', 'expected', 'applications'])
  }
  /**
   * Adds applications to the list, proposes it and opens it. A list that holds others too, left some out, or
   * needs more text is not proposed unseen: its page asks.
   */
  const propose = async (target: Target, to: Stage, why: Why): Promise<string | undefined> => {
    let put: Moved | undefined
    const fault = await move(target, to, why, (moved) => {
      put = moved
    })
    if (fault || !put) return fault
    const { list, changed, left } = put
    const seen = list.size === changed && left === 0
    const refused = seen
      ? await call('POST /api/staff/decisions/{id}/propose/', {
          params: { id: list.id },
          body: { early_reason: '' },
        }).then(
          () => undefined,
          (error: unknown) => sentenceOf(error, ['early_reason', 'reason']),
        )
      : 'Read the list before you propose it: it differs from what you chose.'
    const words = refused ? `${sayPut(put, to)} Not proposed yet. ${refused}` : PROPOSED
    await navigate(paths.staffDecision(list.id), { state: { said: { words, red: refused !== undefined } } })
    return undefined
  }
  const takeOff = ({ list, ids = [] }: Outcome) =>
    once(async () => {
      if (!list) return
      const { changed } = await call('POST /api/staff/decisions/{id}/entries/remove/', {
        params: { id: list.id },
        body: { applications: ids },
      })
      put(ids, null)
      setOutcome({ words: `${applications(changed)} taken off the list “${list.name}” again.` })
    }).then((fault) => fault && setOutcome({ words: fault, red: true }))
  return { outcome, say: setOutcome, move, propose, takeOff }
}
export type Moves = ReturnType<typeof useMoves>
