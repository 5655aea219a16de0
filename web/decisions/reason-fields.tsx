import type { SyntheticEvent } from 'react'
import {
  REASON_KINDS,
  type Reason,
  reasonFrom,
  reasonKind,
  type ReasonKind,
  reasonValue,
  sayReason,
} from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/staff/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { AreaField } from '../staff-ui/area-field.tsx'

/** A reason as it is typed and sent. */
export type Why = { reason: string; reason_kind: ReasonKind; reason_value: string }
export const NO_REASON: Why = { reason: '', reason_kind: 'other', reason_value: '' }
export const inOwnWords = (reason: string): Why => ({ ...NO_REASON, reason })
export const whyOf = (reason: Reason | null): Why =>
  reason ? { reason: reason.words, reason_kind: reason.kind, reason_value: reasonValue(reason) } : NO_REASON
export const sayWhy = ({ reason_kind: kind, reason_value: value, reason: words }: Why) =>
  sayReason(reasonFrom({ kind, value, words }))

const OPTIONS = REASON_KINDS.filter((kind) => kind !== 'other').map(
  (kind) => [kind, reasonKind(kind).name] as const,
)

type Props = {
  why: Why
  onWhy: (part: Partial<Why>) => void
  /** Called for Ctrl and Enter in the text. */
  onSend?: (event: SyntheticEvent) => void
  errorAt: (field: string) => string | undefined
  optional?: boolean
}

/** The reason that applicants read: a standard sentence with its value, own words, or both. */
export function ReasonFields({ why, onWhy, onSend, errorAt, optional = true }: Props) {
  const valueField = reasonKind(why.reason_kind).value
  const sentence = sayWhy(why)
  return (
    <>
      <SelectField
        id="reason_kind"
        label="Standard sentence"
        empty="None: only your own words"
        options={OPTIONS}
        value={why.reason_kind === 'other' ? '' : why.reason_kind}
        onValue={(kind) => onWhy({ reason_kind: (kind || 'other') as ReasonKind, reason_value: '' })}
      />
      {valueField && (
        <TextField
          id="reason_value"
          label={valueField.label}
          maxLength={200}
          autoComplete="off"
          value={why.reason_value}
          onValue={(value) => onWhy({ reason_value: value })}
          error={errorAt('reason_value')}
        />
      )}
      <AreaField
        id="reason"
        label="Reason"
        hint="Your own words. Applicants read them in their email."
        optional={optional || why.reason_kind !== 'other'}
        rows={3}
        maxLength={DECISIONS.maxReason}
        value={why.reason}
        onValue={(reason) => onWhy({ reason })}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && onSend?.(event)}
        error={errorAt('reason')}
      />
      {why.reason_kind !== 'other' && sentence && (
        <p className="small quiet mt2 any">
          Applicants read: <q>{sentence}</q>
        </p>
      )}
    </>
  )
}
