import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { mayMove, STAGE_WORDS, type Stage } from '#contract/review/stages.ts'
import { inOwnWords, type TypedReason } from '../decisions/reason-fields.tsx'
import { type Moves, canAnyMove, type Target } from './use-moves.ts'
import type { Selection } from './use-selection.ts'

/**
 * The applications on which an action acts. A key acts on `either`: the selected applications, or the current
 * one if none is selected.
 */
type Which = 'selected' | 'current' | 'either'
export type MoveDialogState = { target: Target; to: Stage | undefined; reason: string }
export type Acting = ReturnType<typeof useActing>

type Props = {
  selection: Selection
  /** How many applications match the filter, on all pages. */
  count: number
  /** The open application, or the current row. */
  current: ReviewRow | undefined
  moves: Moves
  /** Moves the focus when the focused element has disappeared. */
  refocus: () => void
}

/** Says why none of the chosen applications can move to a stage. */
const refusalWords = ({ rows, count: targetCount }: Target, to: Stage) => {
  const only = targetCount === 1 ? rows[0] : undefined
  if (only?.list) return t`${only.reference} is already on a list to ${STAGE_WORDS[only.list.to_stage]}`
  if (only && !mayMove(only.stage, to))
    return t`From ${STAGE_WORDS[only.stage]} an application cannot move to ${STAGE_WORDS[to]}`
  return t`None of these applications can move to ${STAGE_WORDS[to]}`
}

/**
 * The officer's actions on applications. Shortlisting puts them on a list at once; another stage or a
 * rejection asks for a reason in a dialog.
 * Long: its actions share the open dialog, the typed reasons and the selection.
 */
export function useActing({ selection, count, current, moves, refocus }: Props) {
  const [dialog, setDialog] = useState<MoveDialogState>()
  // Each application keeps its own typed reason, so a reason is never sent for another application.
  const [reasons, setReasons] = useState<ReadonlyMap<number, string>>(new Map())
  const setReason = (ids: number[], text: string) =>
    setReasons((before) => new Map([...before, ...ids.map((id) => [id, text] as const)]))
  const reasonForRow = (row: ReviewRow | undefined) => (row && reasons.get(row.id)) ?? ''
  // A typed reason is not used for several applications.
  const reasonForTarget = ({ rows, isAll }: Target) =>
    !isAll && rows.length === 1 ? reasonForRow(rows[0]) : ''
  /** The applications for an action; undefined if there are none. */
  const targetFor = (which: Which): Target | undefined => {
    const selected = selection.isAll
      ? { rows: [], isAll: true, count }
      : { rows: selection.rows, isAll: false, count: selection.rows.length }
    if (which !== 'current' && selected.count > 0) return selected
    return which !== 'selected' && current ? { rows: [current], isAll: false, count: 1 } : undefined
  }
  const unselect = () => {
    selection.clear()
    refocus()
  }
  /** Puts applications on a list; with `proposes`, also proposes the list. Returns a sentence if refused. */
  const move = async (target: Target, to: Stage, typedReason: TypedReason, proposes = false) => {
    const refusal = await (proposes
      ? moves.propose(target, to, typedReason)
      : moves.move(target, to, typedReason))
    // A proposal opens the page of the list. So this page need not clear its reason and its selection.
    if (refusal || proposes) return refusal
    setReason(
      target.rows.map(({ id }) => id),
      '',
    )
    if (target.isAll || target.rows.some(({ id }) => selection.has(id))) unselect()
    return undefined
  }
  const openDialog = (target: Target, to: Stage | undefined) => {
    if (to && !canAnyMove(target, to))
      return moves.showOutcome({ words: refusalWords(target, to), isError: true })
    setDialog({ target, to, reason: reasonForTarget(target) })
  }
  const shortlistNow = async (target: Target) => {
    const refusal = await move(target, 'shortlisted', inOwnWords(reasonForTarget(target)))
    if (refusal) moves.showOutcome({ words: refusal, isError: true })
  }
  return {
    dialog,
    reason: reasonForRow(current),
    setReason: (text: string) => current && setReason([current.id], text),
    unselect,
    move,
    // A late reply about one dialog must not close the next dialog.
    closeDialog: (closed: MoveDialogState) => setDialog((open) => (open === closed ? undefined : open)),
    shortlist(which: Which) {
      const target = targetFor(which)
      if (!target) return
      // Of all matches, the officer has seen at most one page. So the dialog first shows how many there are.
      if (target.isAll || !canAnyMove(target, 'shortlisted')) return openDialog(target, 'shortlisted')
      void shortlistNow(target)
    },
    reject(which: Which) {
      const target = targetFor(which)
      if (target) openDialog(target, 'rejected')
    },
    chooseStage(which: Which) {
      const target = targetFor(which)
      if (target) openDialog(target, undefined)
    },
  }
}
