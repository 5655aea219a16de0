import { type SyntheticEvent, useId, useState } from 'react'
import { reasonError } from '#contract/decisions/reasons.ts'
import { MOVES, needsSecond, STAGE_WORDS, STAGES, type Stage } from '#contract/review/stages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { applications } from '../staff-ui/applications.ts'
import { inOwnWords, ReasonFields, sayWhy, type Why } from '../decisions/reason-fields.tsx'
import type { Asking } from './use-acting.ts'
import type { Target } from './use-moves.ts'

const WRITE_REASON = 'Give a reason: the applicant reads it'

const goesTo = ({ rows, all }: Target, to: Stage) =>
  all ? undefined : rows.filter((row) => !row.list && MOVES[row.stage].includes(to)).length

type Props = {
  asking: Asking
  onClose: () => void
  onMove: (target: Target, to: Stage, why: Why, proposes: boolean) => Promise<string | undefined>
}

/**
 * Asks for the stage and the reason before applications go onto a list. A rejected applicant reads the
 * reason.
 */
export function MoveDialog({ asking: { target, to, reason: begun }, onClose, onMove }: Props) {
  const id = useId()
  const open = STAGES.filter((stage) => stage !== 'received' && (goesTo(target, stage) ?? 1) > 0)
  const [stage, setStage] = useState<Stage | undefined>(to ?? open[0])
  const [why, setWhy] = useState(() => inOwnWords(begun))
  const [fault, setFault] = useState<{ field: string; sentence: string }>()
  const [busy, setBusy] = useState(false)
  const moved = stage && goesTo(target, stage)
  const move = async (event: SyntheticEvent, proposes = false) => {
    event.preventDefault()
    if (busy || !stage) return
    const asked = reasonError({ kind: why.reason_kind, value: why.reason_value })
    const missing = asked
      ? { field: 'reason_value', sentence: asked }
      : stage === 'rejected' && !sayWhy(why)
        ? { field: 'reason', sentence: WRITE_REASON }
        : undefined
    if (missing) {
      setFault(missing)
      document.getElementById(missing.field)?.focus()
      return
    }
    setBusy(true)
    const refused = await onMove(target, stage, why, proposes)
    if (!refused) return onClose()
    setFault({ field: 'reason', sentence: refused })
    setBusy(false)
  }
  const first = target.rows[0]
  const what = target.all
    ? `all ${target.count.toLocaleString('en')} that match`
    : target.count === 1 && first
      ? first.reference
      : applications(target.count)
  return (
    <Dialog
      title={
        to === 'rejected'
          ? `Reject ${what}`
          : to
            ? `${STAGE_WORDS[to]}: ${what}`
            : `To another stage: ${what}`
      }
      onClose={onClose}
      buttons={
        <>
          {stage && (
            <button className="btn" type="submit" form={`${id}-form`} aria-disabled={busy}>
              {busy ? 'Adding...' : 'Put on your list'}
            </button>
          )}
          {stage && needsSecond(stage) && (
            <button
              className="btn btn-2"
              type="button"
              aria-disabled={busy}
              onClick={(event) => void move(event, true)}
            >
              Propose now
            </button>
          )}
          <button className="btn btn-2" type="button" onClick={onClose}>
            {stage ? 'Cancel' : 'Close'}
          </button>
        </>
      }
    >
      <form id={`${id}-form`} onSubmit={(event) => void move(event)}>
        {!stage && (
          <p>
            {first?.list
              ? `It is already on a list to ${STAGE_WORDS[first.list.to_stage]}.`
              : 'An application cannot move to another stage from here.'}
          </p>
        )}
        {!to && stage && (
          <fieldset className="rv-field">
            <legend>Stage</legend>
            <div className="rv-stages">
              {open.map((entry) => (
                <label key={entry}>
                  <input
                    type="radio"
                    name={`${id}-stage`}
                    checked={stage === entry}
                    onChange={() => setStage(entry)}
                  />{' '}
                  {STAGE_WORDS[entry]}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        {stage && (
          <>
            <p className="rv-told">
              {moved !== undefined &&
                moved < target.count &&
                `${applications(moved)} of ${target.count.toLocaleString('en')} can go there. `}
              {target.all &&
                'Those on another list, or that cannot go there from their stage, do not change. '}
              {needsSecond(stage)
                ? 'Nothing changes for applicants until a second person approves your list.'
                : 'Nothing changes for applicants until you send your list.'}
            </p>
            <ReasonFields
              why={why}
              onWhy={(part) => {
                setFault(undefined)
                setWhy((before) => ({ ...before, ...part }))
              }}
              onSend={(event) => void move(event)}
              at={(field) => (fault?.field === field ? fault.sentence : undefined)}
              optional={stage !== 'rejected'}
            />
          </>
        )}
      </form>
    </Dialog>
  )
}
