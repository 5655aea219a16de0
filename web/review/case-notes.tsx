import { type FormEvent, useId, useState } from 'react'
import { REVIEW } from '#contract/staff/limits.ts'
import { call } from '../api.ts'
import { FieldError } from '../form/field.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { sentTime } from './case-parts.tsx'
import type { Case } from './use-case.ts'
import { sentenceOf } from './use-moves.ts'

/** Notes among officers. A note cannot be changed; applicants do not read it here. */
export function Notes({ it, onNotes }: { it: Case; onNotes: (notes: Case['notes']) => void }) {
  const { rights } = useMe()
  const id = useId()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [said, setSaid] = useState('')
  const [busy, setBusy] = useState(false)
  const write = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setFault(undefined)
    try {
      onNotes([
        ...it.notes,
        await call('POST /api/staff/applications/{id}/notes/', { params: { id: it.id }, body: { text } }),
      ])
      setText('')
      setSaid('Note written')
    } catch (error) {
      setFault(sentenceOf(error, ['text']))
    }
    setBusy(false)
  }
  return (
    <>
      <h3>Notes</h3>
      {it.notes.length === 0 && <p className="quiet">None so far.</p>}
      <ul className="rv-lines">
        {it.notes.map((note) => (
          <li key={note.id}>
            <p className="rv-two">
              <span>
                <b>{note.by}</b>, {note.role}
              </span>
              <span className="num quiet">{sentTime(note.at)}</span>
            </p>
            <p className="rv-note">{note.text}</p>
          </li>
        ))}
      </ul>
      {rights.includes('applications.review') && (
        <form className="rv-write" onSubmit={(event) => void write(event)}>
          <label htmlFor={id}>
            <b>Add a note</b> <span className="quiet">(other officers read it; it cannot be removed)</span>
          </label>
          <FieldError id={id} sentence={fault} />
          <textarea
            className="in"
            id={id}
            rows={2}
            maxLength={REVIEW.maxNote}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault && `${id}-error`}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button className="btn btn-2 btn-s" type="submit" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Save note'}
          </button>
          <span className="vh" role="status">
            {said}
          </span>
        </form>
      )}
    </>
  )
}
