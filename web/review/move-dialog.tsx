import { type SyntheticEvent, useId, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { reasonError } from '#contract/decisions/reasons.ts'
import { MOVES, needsReason, needsSecond, STAGE_WORDS, STAGES, type Stage } from '#contract/review/stages.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { inOwnWords, ReasonFields, reasonSentence, type TypedReason } from '../decisions/reason-fields.tsx'
import type { MoveDialogState } from './use-acting.ts'
import type { Target } from './use-moves.ts'

const REASON_REQUIRED = t`Give a reason. The applicant reads it.`

/**
 * How many of the chosen applications can move to a stage. An application on a list cannot. Undefined if all
 * matches are chosen, because then only the server knows the number.
 */
const movableCount = ({ rows, isAll }: Target, to: Stage) =>
  isAll ? undefined : rows.filter((row) => !row.list && MOVES[row.stage].includes(to)).length

// Whether a move needs a second person, or a reason. Some stages always need them. Others need them only for
// applications that come from certain stages.
const needsTwoPeople = ({ rows }: Target, to: Stage) =>
  needsSecond(to) || rows.some((row) => !row.list && needsSecond(to, row.stage))
const mustExplain = ({ rows }: Target, to: Stage) =>
  needsReason(to) || rows.some((row) => !row.list && needsReason(to, row.stage))

type Props = {
  dialog: MoveDialogState
  onClose: () => void
  /** Moves the applications. Returns a sentence if the server refused. */
  onMove: (
    target: Target,
    to: Stage,
    typedReason: TypedReason,
    /** True to propose the list at once, after the applications are added to it. */
    proposes: boolean,
  ) => Promise<string | undefined>
}
type ErrorAtField = { field: string; sentence: string }

/** What the reason still lacks before it can be sent. */
function missingIn(typed: TypedReason, isRequired: boolean): ErrorAtField | undefined {
  const valueError = reasonError({ kind: typed.reason_kind, value: typed.reason_value })
  if (valueError) return { field: 'reason_value', sentence: valueError }
  return isRequired && !reasonSentence(typed) ? { field: 'reason', sentence: REASON_REQUIRED } : undefined
}

/** The stage and the reason that the officer chose, and the function that sends them. */
function useMove({ dialog: { target, reason }, onClose, onMove }: Props, stage: Stage | undefined) {
  // The reason starts with the text typed beside the open application, without a standard sentence.
  const [typedReason, setTypedReason] = useState(() => inOwnWords(reason))
  const { errorAt, show, clear, busy, send } = useSending()
  const move = (event: SyntheticEvent, { proposes = false } = {}) => {
    event.preventDefault()
    if (busy || !stage) return
    const missing = missingIn(typedReason, mustExplain(target, stage))
    if (missing) {
      show([missing])
      document.getElementById(missing.field)?.focus()
      return
    }
    void send(async () => {
      const refusal = await onMove(target, stage, typedReason, proposes)
      if (refusal) show([{ field: 'reason', sentence: refusal }])
      else onClose()
    })
  }
  const changeReason = (change: Partial<TypedReason>) => {
    clear()
    setTypedReason((before) => ({ ...before, ...change }))
  }
  return { typedReason, changeReason, errorAt, busy, move }
}

/** The chosen applications in words, such as "3 applications". */
const targetWords = ({ rows, isAll, count }: Target) => {
  if (isAll) return t`all ${count.toLocaleString('en')} that match`
  const [firstRow] = rows
  return count === 1 && firstRow ? firstRow.reference : countedApplications(count)
}

const titleOf = ({ target, to }: MoveDialogState) => {
  if (to === 'rejected') return t`Reject ${targetWords(target)}`
  return to ? `${STAGE_WORDS[to]}: ${targetWords(target)}` : t`To another stage: ${targetWords(target)}`
}

type StageProps = { stages: Stage[]; stage: Stage; onStage: (stage: Stage) => void }

function StageChoice({ stages, stage, onStage }: StageProps) {
  const name = useId()
  return (
    <fieldset className="review-field">
      <legend>{t`Stage`}</legend>
      <div className="review-stages">
        {stages.map((entry) => (
          <label key={entry}>
            <input type="radio" name={name} checked={stage === entry} onChange={() => onStage(entry)} />{' '}
            {STAGE_WORDS[entry]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Says how many applications can move to the stage, and when the change takes effect. */
function Consequence({ target, stage }: { target: Target; stage: Stage }) {
  const movable = movableCount(target, stage)
  return (
    <p className="review-message">
      {movable !== undefined && movable < target.count && (
        <>
          <Trans>
            {countedApplications(movable)} of {target.count.toLocaleString('en')} can go there.
          </Trans>{' '}
        </>
      )}
      {target.isAll && (
        <>
          <Trans>
            Applications do not change if they are on another list, or cannot move from their stage to this
            one.
          </Trans>{' '}
        </>
      )}
      {needsTwoPeople(target, stage)
        ? t`Nothing changes for applicants until a second person approves your list.`
        : t`Nothing changes for applicants until you send your list.`}
    </p>
  )
}

const NoStage = ({ row }: { row: ReviewRow | undefined }) => (
  <p>
    {row?.list
      ? t`This application is already on a list to ${STAGE_WORDS[row.list.to_stage]}.`
      : t`An application cannot move to another stage from here.`}
  </p>
)

type ButtonsProps = {
  formId: string
  stage: Stage | undefined
  canPropose: boolean
  busy: boolean
  onPropose: (event: SyntheticEvent) => void
  onClose: () => void
}

const Buttons = ({ formId, stage, canPropose, busy, onPropose, onClose }: ButtonsProps) => (
  <>
    {stage && (
      <button className="btn" type="submit" form={formId} aria-disabled={busy}>
        {busy ? t`Adding...` : t`Put on your list`}
      </button>
    )}
    {canPropose && (
      <button className="btn btn-2" type="button" aria-disabled={busy} onClick={onPropose}>
        <Trans>Propose now</Trans>
      </button>
    )}
    <button className="btn btn-2" type="button" onClick={onClose}>
      {stage ? t`Cancel` : t`Close`}
    </button>
  </>
)

/**
 * Asks for the stage and the reason before applications go onto a list. Applicants read the reason, so some
 * moves need one.
 */
export function MoveDialog(props: Props) {
  const { dialog, onClose } = props
  const { target, to } = dialog
  const formId = useId()
  // If all matches are chosen, only the server knows their number. So every stage is a choice.
  const canMoveTo = (entry: Stage) => movableCount(target, entry) !== 0
  const stages = STAGES.filter((entry) => entry !== 'received' && canMoveTo(entry))
  const [stage, setStage] = useState<Stage | undefined>(to ?? stages[0])
  const { typedReason, changeReason, errorAt, busy, move } = useMove(props, stage)
  const onPropose = (event: SyntheticEvent) => move(event, { proposes: true })
  const canPropose = stage !== undefined && needsTwoPeople(target, stage)
  return (
    <Dialog
      title={titleOf(dialog)}
      onClose={onClose}
      buttons={<Buttons {...{ formId, stage, canPropose, busy, onPropose, onClose }} />}
    >
      <form id={formId} onSubmit={move}>
        {!stage && <NoStage row={target.rows[0]} />}
        {!to && stage && <StageChoice stages={stages} stage={stage} onStage={setStage} />}
        {stage && (
          <>
            <Consequence target={target} stage={stage} />
            <ReasonFields
              typedReason={typedReason}
              onReason={changeReason}
              onSend={move}
              errorAt={errorAt}
              optional={!mustExplain(target, stage)}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
