import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { DECISIONS } from '#contract/limits.ts'
import { needsSecond, sourcesOf, type Stage, STAGES, STAGE_WORDS } from '#contract/staff-stages.ts'
import { call } from '../../api.ts'
import { SelectField } from '../../form/choices.tsx'
import { ErrorSummary } from '../../form/error-summary.tsx'
import { TextField } from '../../form/field.tsx'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AreaField } from '../area-field.tsx'
import { faultsOf, useFaults } from '../form-faults.ts'

const TARGETS = STAGES.filter((stage) => sourcesOf(stage).length > 0).map((stage) => [stage, STAGE_WORDS[stage]] as const)

/** Begins an empty list of a job; what stands on it is chosen in the table. */
export function NewList({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const navigate = useNavigate()
  const { faults, round, show, clear, at } = useFaults()
  const [name, setName] = useState('')
  const [stage, setStage] = useState('')
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!stage) return show([{ field: 'to_stage', sentence: 'Choose where they go' }])
    setBusy(true)
    clear()
    try {
      const { id } = await call('POST /api/staff/jobs/{id}/lists/', { params: { id: jobId }, body: { name, reason, to_stage: stage as Stage } })
      await navigate(paths.staffList(id))
    } catch (error) {
      show(faultsOf(error, ['name', 'to_stage', 'reason']))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title="New list"
      onClose={onClose}
      buttons={
        <>
          <button className="btn" type="submit" form="new-list" aria-disabled={busy}>
            {busy ? 'Saving...' : 'Begin the list'}
          </button>
          <button className="btn btn-2" type="button" onClick={onClose}>
            Cancel
          </button>
        </>
      }
    >
      <form id="new-list" onSubmit={submit} noValidate method="dialog">
        <ErrorSummary faults={faults} round={round} />
        <TextField
          id="name"
          label="Name"
          hint="Officers read it, applicants do not."
          maxLength={120}
          autoComplete="off"
          value={name}
          onValue={setName}
          fault={at('name')}
        />
        <SelectField
          id="to_stage"
          label="They go to"
          hint={
            stage && (needsSecond(stage as Stage) ? 'A second person approves it before anybody is told.' : 'This is yours to say: no second person is needed.')
          }
          options={TARGETS}
          value={stage}
          onValue={setStage}
          fault={at('to_stage')}
        />
        <AreaField
          id="reason"
          label="Reason"
          hint="Every applicant on the list reads it in their letter."
          optional
          maxLength={DECISIONS.maxReason}
          value={reason}
          onValue={setReason}
          fault={at('reason')}
        />
      </form>
    </Dialog>
  )
}
