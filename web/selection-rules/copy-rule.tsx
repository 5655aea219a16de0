import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { useRetry } from '../loaded.ts'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import type { OnDemand } from '../staff-ui/use-on-demand.ts'
import { useSending } from '../staff-ui/use-sending.ts'

/** How many pages of jobs are read at most, so that a long list cannot load without an end. */
const MAX_PAGES = 20

/** The jobs from which a rule can be copied, of all pages of the list of jobs. */
export async function fetchJobs() {
  const first = await call('GET /api/staff/jobs/')
  const jobs = [...first.results]
  for (let page = 2; page <= Math.min(first.pages, MAX_PAGES); page++)
    jobs.push(...(await call('GET /api/staff/jobs/', { query: { page } })).results)
  // A job that changed meanwhile can be on two pages.
  return [...new Map(jobs.map((job) => [job.id, job])).values()]
}

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
