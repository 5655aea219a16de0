import { useState } from 'react'
import { useNavigate } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { mayMove, STAGE_WORDS, type Stage } from '#contract/review/stages.ts'
import { call, firstOf } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { staffPaths } from '../staff-paths.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { PROPOSED } from '../decisions/list-words.ts'
import { reasonSentence, type TypedReason } from '../decisions/reason-fields.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { Filter } from './address.ts'

/** The applications to move: these rows, or all matches (`isAll`), whose number the officer saw. */
export type Target = { rows: ReviewRow[]; isAll: boolean; count: number }
/** The list that an application is on, and the reason on it. */
export type Listed = Pick<ReviewRow, 'list' | 'reason'>
type Outcome = {
  words: string
  isError?: boolean
  list?: { id: number; name: string }
  /** The applications that the officer can take off the list again. */
  removableIds?: number[]
}

const NO_REPLY = t`No reply from the server. Nothing was changed here; please try again.`
const BUSY = t`The last action is still being sent. Please try again.`
/** The sentence about a failed call. It is about one of the fields `keys`, or else about the whole call. */
export function sentenceOf(error: unknown, keys: string[] = []): string {
  // Status 0 means that the server did not reply.
  if (!isCallFailed(error) || error.status === 0) return NO_REPLY
  return firstOf(error.body, [...keys, 'message', 'non_field_errors']) || NO_REPLY
}

/** Whether at least one of the applications can move. If all matches are chosen, only the server knows. */
export const canAnyMove = ({ rows, isAll }: Target, to: Stage) =>
  isAll || rows.some((row) => !row.list && mayMove(row.stage, to))

/** Says how many were not added, and why: `leftOut` in all. Of these, `alreadyOnList` were on this list. */
const leftOutWords = (leftOut: number, alreadyOnList: number, to: Stage): string[] => {
  const otherCount = leftOut - alreadyOnList
  const onList = countedApplications(alreadyOnList)
  const others = countedApplications(otherCount)
  const stage = STAGE_WORDS[to]
  const onListWords = plural(alreadyOnList, {
    one: `${onList} was on this list already.`,
    other: `${onList} were on this list already.`,
  })
  const othersWords = plural(otherCount, {
    one: `${others} was left out: on another list, or not allowed to move to ${stage}.`,
    other: `${others} were left out: on another list, or not allowed to move to ${stage}.`,
  })
  return [...(alreadyOnList > 0 ? [onListWords] : []), ...(otherCount > 0 ? [othersWords] : [])]
}

type Moved = Reply<'POST /api/staff/jobs/{id}/move/'>
const addedWords = ({ changed, left: leftOut, here: alreadyOnList }: Moved, to: Stage) =>
  [t`${changed.toLocaleString('en')} added.`, ...leftOutWords(leftOut, alreadyOnList, to)].join(' ')

type Props = {
  jobId: number
  filter: Filter
  showOnList: (ids: number[], listed: Listed) => void
  /** Loads the table again. */
  reload: () => void
}

/**
 * Runs one action at a time and refuses another one meanwhile. Returns a sentence if the action was refused.
 * `onConflict` is called for status 409: the server's data has changed since it was shown.
 */
function useRunAlone(onConflict: () => void) {
  const { run } = useOneAtATime()
  return async (work: () => Promise<void>, keys: string[] = []): Promise<string | undefined> => {
    let refusal: string | undefined = BUSY
    await run(async () => {
      try {
        await work()
        refusal = undefined
      } catch (error) {
        if (isCallFailed(error) && error.status === 409) onConflict()
        refusal = sentenceOf(error, keys)
      }
    })
    return refusal
  }
}

/**
 * Proposes the list to which applications were added. If it has other applications, or some were left out,
 * the officer must see it first. Returns a sentence if it was not proposed.
 */
async function proposeList({ list, changed, left: leftOut }: Moved): Promise<string | undefined> {
  if (list.size !== changed || leftOut > 0)
    return t`Read the list before you propose it: it differs from what you chose.`
  // A proposal before the job's deadline needs an early reason. The officer gives it on the page of the list.
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
 * Adds applications to the officer's own list for a stage. This decides nothing: a second person decides on
 * the list.
 * Long: its functions share the outcome and the lock that lets one of them run at a time.
 */
export function useMoves({ jobId, filter, showOnList, reload }: Props) {
  const [outcome, setOutcome] = useState<Outcome>()
  const navigate = useNavigate()
  const runAlone = useRunAlone(reload)
  const add = async (
    target: Target,
    to: Stage,
    typedReason: TypedReason,
    onAdded: (moved: Moved) => Promise<void> | void,
  ) => {
    const { rows, isAll, count } = target
    if (!isAll && rows.length > DECISIONS.maxNamed)
      return t`Select at most ${DECISIONS.maxNamed.toLocaleString('en')} one by one, or all that match`
    return runAlone(async () => {
      // The server adds none if the number of matches differs from the expected one.
      const which = isAll ? { filter, expected: count } : { applications: rows.map(({ id }) => id) }
      const body = { ...which, to_stage: to, ...typedReason }
      await onAdded(await call('POST /api/staff/jobs/{id}/move/', { params: { id: jobId }, body }))
    }, MOVE_FIELDS)
  }
  /** Adds applications to the list and shows the result. Returns a sentence if the server refused. */
  const move = (target: Target, to: Stage, typedReason: TypedReason) =>
    add(target, to, typedReason, (moved) => {
      const { list, changed } = moved
      const ids = target.rows.filter((row) => !row.list && mayMove(row.stage, to)).map(({ id }) => id)
      // If the server did not change exactly these rows, the table is loaded again to show which.
      const isKnown = !target.isAll && ids.length === changed
      const reason = reasonSentence(typedReason) || null
      if (isKnown) showOnList(ids, { list: { id: list.id, to_stage: to }, reason })
      else reload()
      setOutcome({
        words: addedWords(moved, to),
        list: { id: list.id, name: list.name },
        ...(isKnown && changed > 0 ? { removableIds: ids } : {}),
      })
    })
  /**
   * Adds applications to the list, proposes the list and opens its page. Returns a sentence if the server
   * added none. If only the proposal was refused, the page of the list says why.
   */
  const propose = (target: Target, to: Stage, typedReason: TypedReason) =>
    add(target, to, typedReason, async (moved) => {
      const refusal = await proposeList(moved)
      const words = refusal ? `${addedWords(moved, to)} ${t`Not proposed yet.`} ${refusal}` : PROPOSED
      await navigate(staffPaths.decision(moved.list.id), {
        state: { result: { words, isError: refusal !== undefined } },
      })
    })
  const removeFromList = async ({ list, removableIds = [] }: Outcome) => {
    const refusal = await runAlone(async () => {
      if (!list) return
      const { changed } = await call('POST /api/staff/decisions/{id}/entries/remove/', {
        params: { id: list.id },
        body: { applications: removableIds },
      })
      showOnList(removableIds, { list: null, reason: null })
      setOutcome({ words: t`${countedApplications(changed)} taken off the list “${list.name}” again.` })
    })
    if (refusal) setOutcome({ words: refusal, isError: true })
  }
  return { outcome, showOutcome: setOutcome, move, propose, removeFromList }
}
export type Moves = ReturnType<typeof useMoves>
