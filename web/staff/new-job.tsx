import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useAnswer } from '../use-answer.ts'
import { faultsOf, useFaults } from './form-faults.ts'

/** Begins a draft: what it is found again by; the rest is written on its own page. */
export function NewJob({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const types = useAnswer('types', () => call('GET /api/job-types/'))
  const { faults, round, show, clear, at } = useFaults()
  const [reference, setReference] = useState('')
  const [title, setTitle] = useState('')
  const [type, setType] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    clear()
    try {
      const { id } = await call('POST /api/staff/jobs/', { body: { content: { reference, title, job_type_id: type } } })
      await navigate(paths.staffJob(id))
    } catch (error) {
      show(faultsOf(error, ['reference', 'title', 'job_type_id']))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="New job"
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="new-job" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Begin the draft'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="new-job" onSubmit={submit} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
        <TextField
          id="reference"
          label="Reference"
          hint="As it stands on the advertisement, such as IEBC/ICT/04/2026."
          maxLength={60}
          autoComplete="off"
          value={reference}
          onValue={setReference}
          fault={at('reference')}
        />
        <TextField id="title" label="Title" maxLength={200} autoComplete="off" value={title} onValue={setTitle} fault={at('title')} />
        <SelectField
          id="job_type_id"
          label="Job type"
          options={types.state === 'here' ? types.data.map((one) => [String(one.id), one.name] as const) : []}
          value={type}
          onValue={setType}
          fault={at('job_type_id')}
        />
      </form>
    </Dialog>
  )
}
