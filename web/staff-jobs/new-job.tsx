import { useState } from 'react'
import { useNavigate } from 'react-router'
import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { useRetry } from '../loaded.ts'
import { staffPaths } from '../staff-paths.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import type { OnDemand } from '../staff-ui/use-on-demand.ts'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = { types: OnDemand<Reply<'GET /api/job-types/'>>; onClose: () => void }

/**
 * The dialog that starts a draft. It asks only for the values by which officers find the draft again. All
 * else is written on the draft's page.
 */
export function NewJob({ types, onClose }: Props) {
  const navigate = useNavigate()
  useRetry(types.error, types.repeat)
  const sending = useSending(['reference', 'title', 'job_type_id'])
  const { errorAt } = sending
  const [reference, setReference] = useState('')
  const [title, setTitle] = useState('')
  const [typeId, setTypeId] = useState('')
  const startDraft = async () => {
    const { id } = await call('POST /api/staff/jobs/', {
      body: { content: { reference, title, job_type_id: typeId } },
    })
    await navigate(staffPaths.job(id))
  }
  return (
    <FormDialog
      title={t`New job`}
      sending={sending}
      sendLabel={t`Start the draft`}
      onSend={startDraft}
      onClose={onClose}
    >
      <TextField
        id="reference"
        label={t`Reference`}
        hint={t`The number on the advertisement, such as IEBC/ICT/04/2026.`}
        maxLength={60}
        autoComplete="off"
        value={reference}
        onValue={setReference}
        error={errorAt('reference')}
      />
      <TextField
        id="title"
        label={t`Title`}
        maxLength={200}
        autoComplete="off"
        value={title}
        onValue={setTitle}
        error={errorAt('title')}
      />
      <SelectField
        id="job_type_id"
        label={t`Job type`}
        options={(types.data ?? []).map(({ id, name }) => [String(id), name] as const)}
        value={typeId}
        onValue={setTypeId}
        error={errorAt('job_type_id')}
      />
    </FormDialog>
  )
}
