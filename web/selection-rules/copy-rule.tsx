import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { useRetry } from '../loaded.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import type { OnDemand } from '../staff-ui/use-on-demand.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { fetchJobs } from './jobs-to-copy.ts'

type Props = {
  jobId: number
  jobs: OnDemand<Awaited<ReturnType<typeof fetchJobs>>>
  onRule: (rule: StaffSelectionRule) => void
  onClose: () => void
}

/** Copies the approved rule of an earlier job into this rule, to start from it. */
export function CopyRule({ jobId, jobs, onRule, onClose }: Props) {
  const sending = useSending(['from'])
  const [from, setFrom] = useState('')
  useRetry(jobs.error, jobs.repeat)
  const copy = async () => {
    if (!from) return sending.show([{ field: 'from', sentence: t`Choose a job` }])
    onRule(
      await call('POST /api/staff/jobs/{id}/selection-rule/copy/', {
        params: { id: jobId },
        body: { from: Number(from) },
      }),
    )
  }
  return (
    <FormDialog
      title={t`Copy the rule of an earlier job`}
      sending={sending}
      sendLabel={t`Copy`}
      onSend={copy}
      onClose={onClose}
    >
      <SelectField
        id="from"
        label={t`Job`}
        options={(jobs.data ?? [])
          .filter(({ id }) => id !== jobId)
          .map(({ id, reference, title }) => [String(id), `${reference}: ${title}`] as const)}
        value={from}
        onValue={setFrom}
        error={sending.errorAt('from')}
      />
    </FormDialog>
  )
}
