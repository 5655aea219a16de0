import { useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { mayMove, STAGE_WORDS, type Stage } from '#contract/review/stages.ts'
import { inOwnWords, type Why } from '../decisions/reason-fields.tsx'
import { type Moves, mayAllMove, type Target } from './use-moves.ts'
import type { Selection } from './use-selection.ts'

/**
 * Which applications are meant: the marked ones, the current one, or (by key) the marked ones if there are
 * any.
 */
type Which = 'marked' | 'current' | 'either'
export type Asking = { target: Target; to: Stage | undefined; reason: string }
export type Acting = ReturnType<typeof useActing>

type Props = {
  selection: Selection
  /** How many match. */
  count: number
  /** The open application, or the current row. */
  current: ReviewRow | undefined
  moves: Moves
  /** Moves the focus when the focused element is gone. */
  refocus: () => void
}

/**
 * The officer's actions on applications. Shortlisting puts them on a list at once; another stage or a
 * rejection asks for a reason in a dialog.
 */
export function useActing({ selection, count, current, moves, refocus }: Props) {
  const [asking, setAsking] = useState<Asking>()
  const [reason, setReason] = useState('')
  const targetOf = (which: Which): Target | undefined => {
    const marked = selection.all
      ? { rows: [], all: true, count }
      : { rows: selection.rows, all: false, count: selection.rows.length }
    if (which !== 'current' && marked.count > 0) return marked
    return which !== 'marked' && current ? { rows: [current], all: false, count: 1 } : undefined
  }
  const unselect = () => {
    selection.clear()
    refocus()
  }
  const blocked = ({ rows, count: of }: Target, to: Stage) => {
    const first = rows[0]
    if (of === 1 && first?.list)
      return `${first.reference} is already on a list to ${STAGE_WORDS[first.list.to_stage]}`
    if (of === 1 && first && !mayMove(first.stage, to))
      return `From ${STAGE_WORDS[first.stage]} an application cannot move to ${STAGE_WORDS[to]}`
    return `None of these can move to ${STAGE_WORDS[to]}`
  }
  const run = async (target: Target, to: Stage, why: Why, proposes = false) => {
    const fault = await (proposes ? moves.propose(target, to, why) : moves.move(target, to, why))
    if (fault || proposes) return fault
    setReason('')
    if (target.all || target.rows.some(({ id }) => selection.has(id))) unselect()
    return undefined
  }
  const ask = (target: Target, to: Stage | undefined) => {
    if (to && !mayAllMove(target, to)) return moves.say({ words: blocked(target, to), red: true })
    setAsking({ target, to, reason: target.count === 1 ? reason : '' })
  }
  return {
    asking,
    reason,
    setReason,
    unselect,
    run,
    stop: () => setAsking(undefined),
    shortlist(which: Which) {
      const target = targetOf(which)
      if (!target) return
      // With all matches, no one has seen more than a page: the dialog shows their number first.
      if (target.all || !mayAllMove(target, 'shortlisted')) return ask(target, 'shortlisted')
      void run(target, 'shortlisted', inOwnWords(target.count === 1 ? reason : '')).then(
        (fault) => fault && moves.say({ words: fault, red: true }),
      )
    },
    reject(which: Which) {
      const target = targetOf(which)
      if (target) ask(target, 'rejected')
    },
    other(which: Which) {
      const target = targetOf(which)
      if (target) ask(target, undefined)
    },
  }
}
