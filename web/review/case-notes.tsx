import { useId, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REVIEW } from '#contract/review/limits.ts'
import { call } from '../api.ts'
import { FieldError } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useSending } from '../staff-ui/use-sending.ts'
import { dateAndTime } from './case-parts.tsx'
import type { Case } from './use-case.ts'
import { sentenceOf } from './use-moves.ts'

type Props = { application: Case; onNotes: (notes: Case['notes']) => void }

function NoteForm({ application, onNotes }: Props) {
  const fieldId = useId()
  const [text, setText] = useState('')
  const [savedWords, setSavedWords] = useState('')
  const { errorAt, busy, send } = useSending((error) => [
    { field: fieldId, sentence: sentenceOf(error, ['text']) },
  ])
  const error = errorAt(fieldId)
  const saveNote = async () => {
    const params = { id: application.id }
    const note = await call('POST /api/staff/applications/{id}/notes/', { params, body: { text } })
    // The server lists the newest note first.
    onNotes([note, ...application.notes])
    setText('')
    setSavedWords(t`Note written`)
  }
  return (
    <form
      className="review-write"
      onSubmit={(event) => {
        event.preventDefault()
        void send(saveNote)
      }}
    >
      <label htmlFor={fieldId}>
        <b>
          <Trans>Add a note</Trans>
        </b>{' '}
        <span className="quiet">
          <Trans>(other officers read it, and no one can remove it)</Trans>
        </span>
      </label>
      <FieldError id={fieldId} sentence={error} />
      <textarea
        className="input"
        id={fieldId}
        rows={2}
        maxLength={REVIEW.maxNote}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${fieldId}-error`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button className="btn btn-2 btn-small" type="submit" aria-disabled={busy}>
        {busy ? t`Saving...` : t`Save note`}
      </button>
      <span className="sr-only" role="status">
        {savedWords}
      </span>
    </form>
  )
}

/** The notes that officers write for each other. No one can change a note, and applicants do not see them. */
export function Notes({ application, onNotes }: Props) {
  const { rights } = useMe()
  return (
    <>
      <h3>
        <Trans>Notes</Trans>
      </h3>
      {application.notes.length === 0 && (
        <p className="quiet">
          <Trans>None so far.</Trans>
        </p>
      )}
      <ul className="review-lines">
        {application.notes.map((note) => (
          <li key={note.id}>
            <p className="review-pair">
              <span>
                <b>{note.by}</b>, {note.role}
              </span>
              <span className="num quiet">{dateAndTime(note.at)}</span>
            </p>
            <p className="review-note">{note.text}</p>
          </li>
        ))}
      </ul>
      {rights.includes('applications.review') && <NoteForm application={application} onNotes={onNotes} />}
    </>
  )
}
