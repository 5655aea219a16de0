import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CHANGE_REASONS, OUTCOME } from '#contract/selection-checks/outcome-words.ts'
import { CHANGE_REASON_KINDS, type ChangeReason } from '#contract/selections/change-reasons.ts'
import type { CheckedPerson } from '#contract/selection-checks/outcome-endpoints.ts'
import { call } from '../api.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { FormDialog } from '../staff-ui/form-dialog.tsx'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = { job: number; row: CheckedPerson; onDone: (words: string) => void; onClose: () => void }

/** The points of each criterion, from a text such as `40, 15, 6`. Empty if the person is gone. */
const pointsIn = (typed: string): number[] =>
  typed
    .split(/[\s,;+]+/)
    .filter(Boolean)
    .map(Number)

type ReasonKindProps = {
  value: ChangeReason
  onValue: (kind: ChangeReason) => void
  error: string | undefined
}

const ReasonKindField = ({ value, onValue, error }: ReasonKindProps) => (
  <SelectField
    id="why"
    label={t`Why`}
    empty=""
    options={CHANGE_REASON_KINDS.map((kind) => [kind, CHANGE_REASONS[kind]] as const)}
    value={value}
    onValue={(chosen) => onValue(CHANGE_REASON_KINDS.find((kind) => kind === chosen) ?? value)}
    error={error}
  />
)

/**
 * The dialog that proposes a change for a person whom the selection took: other points, or that the person is
 * gone. A second officer decides.
 */
export function ChangeDialog({ job, row: { application, reference }, onDone, onClose }: Props) {
  // There is no field for the application, so an error about it is shown at the first field.
  const sending = useSending({ criteria: 'criteria', reason: 'reason', application: 'why' })
  const [typed, setTyped] = useState({ points: '', reason: '' })
  const [reasonKind, setReasonKind] = useState<ChangeReason>(CHANGE_REASON_KINDS[0])
  const propose = async () => {
    const criteria = pointsIn(typed.points)
    await call('POST /api/staff/jobs/{id}/selection/changes/', {
      params: { id: job },
      body: {
        application,
        kind: criteria.length > 0 ? 'points' : 'gone',
        reason_kind: reasonKind,
        reason: typed.reason,
        criteria,
      },
    })
    onDone(t`Proposed for ${reference}. A second person decides.`)
  }
  return (
    <FormDialog
      title={t`Propose a change for ${reference}`}
      sending={sending}
      sendLabel={t`Propose the change`}
      onSend={propose}
      onClose={onClose}
    >
      <p className="mb4">
        <Trans>After a second person approves it, compute the selection again with the same seed.</Trans>
      </p>
      <ReasonKindField value={reasonKind} onValue={setReasonKind} error={sending.errorAt('why')} />
      <TextField
        id="criteria"
        label={t`Right points of each criterion`}
        hint={t`In the order of the rule, as in “40, 15, 6”. Leave it empty if the person no longer qualifies: they are gone from the selection.`}
        optional
        autoComplete="off"
        maxLength={100}
        value={typed.points}
        onValue={(points) => setTyped({ ...typed, points })}
        error={sending.errorAt('criteria')}
      />
      <TextAreaField
        id="reason"
        label={t`Reason`}
        hint={t`The second person reads it.`}
        rows={3}
        maxLength={OUTCOME.maxReason}
        value={typed.reason}
        onValue={(reason) => setTyped({ ...typed, reason })}
        error={sending.errorAt('reason')}
      />
    </FormDialog>
  )
}
