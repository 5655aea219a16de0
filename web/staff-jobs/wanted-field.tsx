import { useEffect, useRef } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { WANTED_DOCUMENTS } from '#contract/jobs/wanted-documents.ts'
import { FieldError } from '../form/field.tsx'

type Wanted = JobContent['wanted_documents']
type Props = {
  id: string
  legend: string
  value: Wanted
  onValue: (value: Wanted) => void
  error: string | undefined
}

type LineProps = {
  number: number
  entry: Wanted[number]
  onChange: (changed: Partial<Wanted[number]>) => void
  onRemove: () => void
}

/** One document: its name, whether it is required, and a button to remove it. */
const DocumentLine = ({ number, entry, onChange, onRemove }: LineProps) => (
  <li className="st-wanted">
    <input
      className="input"
      aria-label={t`Name of document ${number}`}
      maxLength={WANTED_DOCUMENTS.maxName}
      autoComplete="off"
      value={entry.name}
      onChange={(event) => onChange({ name: event.target.value })}
    />
    <label className="st-tick">
      <input
        type="checkbox"
        aria-label={t`Required: document ${number}`}
        checked={entry.required}
        onChange={(event) => onChange({ required: event.target.checked })}
      />{' '}
      <Trans>Required</Trans>
    </label>
    <button className="link small" type="button" onClick={onRemove}>
      <Trans>
        Remove<span className="sr-only"> document {number}</span>
      </Trans>
    </button>
  </li>
)

/**
 * The documents that a job requests besides CV and cover letter. A renamed document is still the same
 * document, because its `kind`, which the form does not show, stays.
 */
export function WantedField({ id, legend, value, onValue, error }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const previousCount = useRef(value.length)
  useEffect(() => {
    // If the officer adds a line, the focus moves to this line. If the form is filled in another way, the
    // focus stays.
    if (value.length > previousCount.current && document.activeElement === addButton.current)
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
    // The button of a removed line is gone, so the focus moves to the button that adds a line.
    if (value.length < previousCount.current) addButton.current?.focus()
    previousCount.current = value.length
  }, [value.length])
  const change = (position: number, changed: Partial<Wanted[number]>) =>
    onValue(value.map((entry, index) => (index === position ? { ...entry, ...changed } : entry)))
  return (
    <fieldset className={error ? 'field bad' : 'field'} id={id} tabIndex={-1}>
      <legend>{legend}</legend>
      <p className="hint">
        <Trans>
          Each document gets its own field in the form. Do not name documents that the form already asks for.
        </Trans>
      </p>
      <FieldError id={id} sentence={error} />
      <ul ref={list}>
        {value.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a new document is known by its place alone
          <DocumentLine
            key={index}
            number={index + 1}
            entry={entry}
            onChange={(changed) => change(index, changed)}
            onRemove={() => onValue(value.filter((_entry, position) => position !== index))}
          />
        ))}
      </ul>
      <button
        className="btn btn-2 btn-small mt2"
        type="button"
        ref={addButton}
        aria-disabled={value.length >= WANTED_DOCUMENTS.maxDocuments}
        onClick={() =>
          value.length < WANTED_DOCUMENTS.maxDocuments && onValue([...value, { name: '', required: false }])
        }
      >
        <Trans>Name a document</Trans>
      </button>
      {value.length >= WANTED_DOCUMENTS.maxDocuments && (
        <p className="small quiet mt2">
          <Trans>A job may name at most {WANTED_DOCUMENTS.maxDocuments} documents.</Trans>
        </p>
      )}
    </fieldset>
  )
}
