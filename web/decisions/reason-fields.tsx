import type { KeyboardEvent, SyntheticEvent } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  MAX_REASON_VALUE,
  REASON_KINDS,
  type Reason,
  reasonFrom,
  reasonKind,
  type ReasonKind,
  reasonValue,
  sayReason,
} from '#contract/decisions/reasons.ts'
import { DECISIONS } from '#contract/decisions/limits.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { TextAreaField } from '../staff-ui/text-area-field.tsx'

/**
 * A reason as it is typed and sent. `reason`: the officer's own words. `reason_kind`: which standard sentence
 * comes before them, or 'other' for none. `reason_value`: the value in that sentence.
 */
export type TypedReason = { reason: string; reason_kind: ReasonKind; reason_value: string }
export const NO_REASON: TypedReason = { reason: '', reason_kind: 'other', reason_value: '' }
export const inOwnWords = (reason: string): TypedReason => ({ ...NO_REASON, reason })
/** Turns a stored reason into the fields of the form, to change it. */
export const typedReasonOf = (reason: Reason | null): TypedReason =>
  reason ? { reason: reason.words, reason_kind: reason.kind, reason_value: reasonValue(reason) } : NO_REASON
/** The whole reason as applicants read it; '' if there is none. */
export const reasonSentence = ({ reason_kind: kind, reason_value: value, reason: words }: TypedReason) =>
  sayReason(reasonFrom({ kind, value, words }))

const STANDARD_SENTENCES = REASON_KINDS.filter((kind) => kind !== 'other').map(
  (kind) => [kind, reasonKind(kind).name] as const,
)

type Props = {
  typedReason: TypedReason
  onReason: (change: Partial<TypedReason>) => void
  /** Called when the officer presses Ctrl and Enter in the text of the reason. */
  onSend?: (event: SyntheticEvent) => void
  errorAt: (field: string) => string | undefined
  /** False if applicants must get a reason. With a standard sentence, own words are optional anyway. */
  optional?: boolean
}

/** The reason that applicants read: a standard sentence with its value, own words, or both. */
export function ReasonFields({ typedReason, onReason, onSend, errorAt, optional = true }: Props) {
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend?.(event)
  }
  const hasStandardSentence = typedReason.reason_kind !== 'other'
  // The value in the standard sentence; undefined for a sentence without a value.
  const valueField = reasonKind(typedReason.reason_kind).value
  const sentence = reasonSentence(typedReason)
  return (
    <>
      <SelectField
        id="reason_kind"
        label={t`Standard sentence`}
        empty={t`None: only your own words`}
        options={STANDARD_SENTENCES}
        value={hasStandardSentence ? typedReason.reason_kind : ''}
        onValue={(kind) =>
          onReason({ reason_kind: choiceFrom(REASON_KINDS, kind) ?? 'other', reason_value: '' })
        }
      />
      {valueField && (
        <TextField
          id="reason_value"
          label={valueField.label}
          maxLength={MAX_REASON_VALUE}
          autoComplete="off"
          value={typedReason.reason_value}
          onValue={(value) => onReason({ reason_value: value })}
          error={errorAt('reason_value')}
        />
      )}
      <TextAreaField
        id="reason"
        label={t`Reason`}
        hint={t`Your own words. Applicants read them in their email.`}
        optional={optional || hasStandardSentence}
        rows={3}
        maxLength={DECISIONS.maxReason}
        value={typedReason.reason}
        onValue={(reason) => onReason({ reason })}
        onKeyDown={sendByKey}
        error={errorAt('reason')}
      />
      {hasStandardSentence && sentence && (
        <p className="small quiet mt2 any">
          <Trans>Applicants read:</Trans> <q>{sentence}</q>
        </p>
      )}
    </>
  )
}
