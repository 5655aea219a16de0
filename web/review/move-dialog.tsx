import { type SyntheticEvent, useId, useState } from 'react'
import { reasonError } from '#contract/decisions/reasons.ts'
import { MOVES, needsSecond, STAGE_WORDS, STAGES, type Stage } from '#contract/review/stages.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { Dialog } from '../ui/dialog.tsx'
import { applications } from '../staff-ui/applications.ts'
import { inOwnWords, ReasonFields, sayWhy, type Why } from '../decisions/reason-fields.tsx'
import type { Asking } from './use-acting.ts'
import type { Target } from './use-moves.ts'

const WRITE_REASON = 'Give a reason. The applicant reads it'

const goesTo = ({ rows, all }: Target, to: Stage) =>
  all ? undefined : rows.filter((row) => !row.list && MOVES[row.stage].includes(to)).length

type Props = {
  asking: Asking
  onClose: () => void
  onMove: (target: Target, to: Stage, why: Why, proposes: boolean) => Promise<string | undefined>
}
type ErrorAtField = { field: string; sentence: string }

/** What the reason lacks before it can be sent. */
function missingIn(why: Why, stage: Stage): ErrorAtField | undefined {
  const valueError = reasonError({ kind: why.reason_kind, value: why.reason_value })
  if (valueError) return { field: 'reason_value', sentence: valueError }
  return stage === 'rejected' && !sayWhy(why) ? { field: 'reason', sentence: WRITE_REASON } : undefined
}

/** The chosen stage and reason, and sending them. */
function useMove({ asking: { target, reason }, onClose, onMove }: Props, stage: Stage | undefined) {
  const [why, setWhy] = useState(() => inOwnWords(reason))
  const [error, setError] = useState<ErrorAtField>()
  const [busy, setBusy] = useState(false)
  const move = async (event: SyntheticEvent, proposes = false) => {
    event.preventDefault()
    if (busy || !stage) return
    const missing = missingIn(why, stage)
    if (missing) {
      setError(missing)
      document.getElementById(missing.field)?.focus()
      return
    }
    setBusy(true)
    const refused = await onMove(target, stage, why, proposes)
    if (!refused) return onClose()
    setError({ field: 'reason', sentence: refused })
    setBusy(false)
  }
  const write = (part: Partial<Why>) => {
    setError(undefined)
    setWhy((before) => ({ ...before, ...part }))
  }
  return { why, write, error, busy, move }
}

/** The chosen applications in words, such as "3 applications". */
const targetWords = ({ rows, all, count }: Target) => {
  if (all) return `all ${count.toLocaleString('en')} that match`
  const [first] = rows
  return count === 1 && first ? first.reference : applications(count)
}

const titleOf = ({ target, to }: Asking) => {
  if (to === 'rejected') return `Reject ${targetWords(target)}`
  return to ? `${STAGE_WORDS[to]}: ${targetWords(target)}` : `To another stage: ${targetWords(target)}`
}

type StageProps = { stages: Stage[]; stage: Stage; onStage: (stage: Stage) => void }

function StageChoice({ stages, stage, onStage }: StageProps) {
  const name = useId()
  return (
    <fieldset className="rv-field">
      <legend>Stage</legend>
      <div className="rv-stages">
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

/** How many can go to the stage, and when that counts. */
function Consequence({ target, stage }: { target: Target; stage: Stage }) {
  const movable = goesTo(target, stage)
  return (
    <p className="rv-message">
      {movable !== undefined &&
        movable < target.count &&
        `${applications(movable)} of ${target.count.toLocaleString('en')} can go there. `}
      {target.all &&
        'Applications do not change if they are on another list, or cannot move from their stage to this one. '}
      {needsSecond(stage)
        ? 'Nothing changes for applicants until a second person approves your list.'
        : 'Nothing changes for applicants until you send your list.'}
    </p>
  )
}

const NoStage = ({ row }: { row: ReviewRow | undefined }) => (
  <p>
    {row?.list
      ? `It is already on a list to ${STAGE_WORDS[row.list.to_stage]}.`
      : 'An application cannot move to another stage from here.'}
  </p>
)

type ButtonsProps = {
  form: string
  stage: Stage | undefined
  busy: boolean
  onPropose: (event: SyntheticEvent) => void
  onClose: () => void
}

const Buttons = ({ form, stage, busy, onPropose, onClose }: ButtonsProps) => (
  <>
    {stage && (
      <button className="btn" type="submit" form={form} aria-disabled={busy}>
        {busy ? 'Adding...' : 'Put on your list'}
      </button>
    )}
    {stage && needsSecond(stage) && (
      <button className="btn btn-2" type="button" aria-disabled={busy} onClick={onPropose}>
        Propose now
      </button>
    )}
    <button className="btn btn-2" type="button" onClick={onClose}>
      {stage ? 'Cancel' : 'Close'}
    </button>
  </>
)

/**
 * Asks for the stage and the reason before applications go onto a list. A rejected applicant reads the
 * reason.
 */
export function MoveDialog(props: Props) {
  const { asking, onClose } = props
  const { target, to } = asking
  const form = useId()
  const stages = STAGES.filter((entry) => entry !== 'received' && (goesTo(target, entry) ?? 1) > 0)
  const [stage, setStage] = useState<Stage | undefined>(to ?? stages[0])
  const { why, write, error, busy, move } = useMove(props, stage)
  const onPropose = (event: SyntheticEvent) => void move(event, true)
  return (
    <Dialog
      title={titleOf(asking)}
      onClose={onClose}
      buttons={<Buttons {...{ form, stage, busy, onPropose, onClose }} />}
    >
      <form id={form} onSubmit={(event) => void move(event)}>
        {!stage && <NoStage row={target.rows[0]} />}
        {!to && stage && <StageChoice stages={stages} stage={stage} onStage={setStage} />}
        {stage && (
          <>
            <Consequence target={target} stage={stage} />
            <ReasonFields
              why={why}
              onWhy={write}
              onSend={(event) => void move(event)}
              errorAt={(field) => (error?.field === field ? error.sentence : undefined)}
              optional={stage !== 'rejected'}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
