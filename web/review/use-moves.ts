import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { DECISIONS } from '#contract/staff/limits.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
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
const leftOutWords = ({ left, here }: { left: number; here: number }, to: Stage): string[] => {
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
const addedWords = ({ changed, left, here }: Moved, to: Stage) =>
  [`${changed.toLocaleString('en')} added.`, ...leftOutWords({ left, here }, to)].join(' ')

type Props = {
  job: number
  filter: Filter
  put: (ids: number[], list: ReviewRow['list']) => void
  /** Loads the table again. */
  again: () => void
}

/** Runs one action at a time. Returns a sentence when it was refused. */
function useOneAtATime(onConflict: () => void) {
  const busy = useRef(false)
  return async (work: () => Promise<void>, keys: string[] = []): Promise<string | undefined> => {
    if (busy.current) return undefined
    busy.current = true
    try {
      await work()
      return undefined
    } catch (error) {
      if (isCallFailed(error) && error.status === 409) onConflict()
      return sentenceOf(error, keys)
    } finally {
      busy.current = false
    }
  }
}

/**
 * Proposes the list to which applications were added. A list that holds others too, or left some out, is not
 * proposed unseen. Returns a sentence when it was not proposed.
 */
async function proposeList({ list, changed, left }: Moved): Promise<string | undefined> {
  if (list.size !== changed || left > 0)
    return 'Read the list before you propose it: it differs from what you chose.'
  return call('POST /api/staff/decisions/{id}/propose/', {
    params: { id: list.id },
    body: { early_reason: '' },
  }).then(
    () => undefined,
    (error: unknown) => sentenceOf(error, ['early_reason', 'reason']),
  )
}

const MOVE_FIELDS = ['reason', 'reason_value', 'to_stage', 'expected', 'applications']

/**
 * Adds applications to the officer's own list to a stage. This decides nothing: a second person decides on
 * the list.
 */
export function useMoves({ job, filter, put, again }: Props) {
  const [outcome, setOutcome] = useState<Outcome>()
  const navigate = useNavigate()
  const once = useOneAtATime(again)
  const add = async (target: Target, to: Stage, why: Why, then: (moved: Moved) => Promise<void> | void) => {
    const { rows, all, count } = target
    if (!all && rows.length > DECISIONS.maxNamed)
      return `Select at most ${DECISIONS.maxNamed.toLocaleString('en')} one by one, or all that match`
    return once(async () => {
      const which = all ? { filter, expected: count } : { applications: rows.map(({ id }) => id) }
      const body = { ...which, to_stage: to, ...why }
      await then(await call('POST /api/staff/jobs/{id}/move/', { params: { id: job }, body }))
    }, MOVE_FIELDS)
  }
  /** Returns a sentence when it was refused. */
  const move = (target: Target, to: Stage, why: Why) =>
    add(target, to, why, (moved) => {
      const { list, changed } = moved
      const ids = target.rows.filter((row) => !row.list && mayMove(row.stage, to)).map(({ id }) => id)
      const isKnown = !target.all && ids.length === changed
      if (isKnown) put(ids, { id: list.id, to_stage: to })
      else again()
      setOutcome({
        words: addedWords(moved, to),
        list: { id: list.id, name: list.name },
        ...(isKnown && changed > 0 ? { ids } : {}),
      })
    })
  /** Adds applications to the list, proposes it and opens it. Returns a sentence when it was refused. */
  const propose = (target: Target, to: Stage, why: Why) =>
    add(target, to, why, async (moved) => {
      const refused = await proposeList(moved)
      const words = refused ? `${addedWords(moved, to)} Not proposed yet. ${refused}` : PROPOSED
      await navigate(paths.staffDecision(moved.list.id), {
        state: { result: { words, red: refused !== undefined } },
      })
    })
  const takeOff = async ({ list, ids = [] }: Outcome) => {
    const refused = await once(async () => {
      if (!list) return
      const { changed } = await call('POST /api/staff/decisions/{id}/entries/remove/', {
        params: { id: list.id },
        body: { applications: ids },
      })
      put(ids, null)
      setOutcome({ words: `${applications(changed)} taken off the list “${list.name}” again.` })
    })
    if (refused) setOutcome({ words: refused, red: true })
  }
  return { outcome, say: setOutcome, move, propose, takeOff }
}
export type Moves = ReturnType<typeof useMoves>
