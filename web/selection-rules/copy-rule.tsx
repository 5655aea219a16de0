import { useState } from 'react'
import { t } from '@lingui/core/macro'
import type { StaffSelectionRule } from '#contract/selection-rules/endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { useFetched } from '../staff-ui/use-fetched.ts'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = { jobId: number; onRule: (rule: StaffSelectionRule) => void; onClose: () => void }

/** Copies the approved rule of an earlier job into this rule, to start from it. */
export function CopyRule({ jobId, onRule, onClose }: Props) {
  const sending = useSending(['from'])
  const [from, setFrom] = useState('')
  const { data } = useFetched('jobs', () => call('GET /api/staff/jobs/'))
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
        options={(data?.results ?? [])
          .filter(({ id }) => id !== jobId)
          .map(({ id, reference, title }) => [String(id), `${reference}: ${title}`] as const)}
        value={from}
        onValue={setFrom}
        error={sending.errorAt('from')}
      />
    </FormDialog>
  )
}
