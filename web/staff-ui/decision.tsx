import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { formErrors, type useFieldErrors } from './form-errors.ts'
import { useSending } from './use-sending.ts'

/** A decision in progress. `id` is the id of its note field, because a page may show several. */
type DecisionState = Pick<ReturnType<typeof useFieldErrors>, 'errors' | 'round' | 'errorAt'> & {
  id: string
  busy: boolean
  note: string
  setNote: (note: string) => void
}

/** A note and a decision, which is sent once at a time. An error about the note is shown at its field. */
export function useDecision(id: string) {
  // The server names the field `note`. On this page it has the id `id`. Other errors have no field.
  const sending = useSending((error) =>
    formErrors(error, ['note']).map(({ field, sentence }) => ({ field: field && id, sentence })),
  )
  const [note, setNote] = useState('')
  return { ...sending, id, note, setNote }
}

/** The labels of the buttons for yes and for no, and the hint for the note. */
const WORDS = {
  approve: [t`Approve`, t`Return`, t`To return it, write here what to change.`],
  agree: [t`Agree`, t`Refuse`, t`To refuse it, write here why.`],
} as const

type Props = {
  decision: DecisionState
  wording: keyof typeof WORDS
  /** The words that say who reads the note. */
  readers?: string
  maxLength: number
  /** What the decision is about. People who only hear the buttons need it. */
  subject?: string
  onDecide: (isYes: boolean) => void
}

/** The form of the second person's decision on someone else's proposal: yes, or no with a reason. */
export function Decision({
  decision: { id, errors, round, errorAt, busy, note, setNote },
  wording,
  readers,
  maxLength,
  subject,
  onDecide,
}: Props) {
  const [yes, no, hint] = WORDS[wording]
  const about = subject && <span className="sr-only">: {subject}</span>
  return (
    <div className="st-decide">
      <ErrorSummary errors={errors} round={round} />
      <TextAreaField
        id={id}
        label={t`Note`}
        hint={readers ? `${hint} ${readers}` : hint}
        rows={2}
        maxLength={maxLength}
        value={note}
        onValue={setNote}
        error={errorAt(id)}
      />
      <p className="btn-row mt3">
        <button className="btn btn-small" type="button" aria-disabled={busy} onClick={() => onDecide(true)}>
          {yes}
          {about}
        </button>
        <button
          className="btn btn-2 btn-small"
          type="button"
          aria-disabled={busy}
          onClick={() => onDecide(false)}
        >
          {no}
          {about}
        </button>
      </p>
    </div>
  )
}
