import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  EXTENSION_FIELDS,
  type ExtensionField,
  extensionFieldNames,
  extensionRuleWords,
  ruleOf,
} from '#contract/jobs/extensions.ts'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { FIELD_WORDS } from './job-words.ts'

type Props = {
  content: JobContent
  onChange: (changed: Partial<JobContent>) => void
  errorAt: (field: string) => string | undefined
}

const RULE_CHOICES = [['rule', t`The deadline moves`]] as const
/** One digit more than the largest allowed number, so that a number that is too large can be shown. */
const MAX_DIGITS = 4
const parseNumber = (value: string) => {
  const digits = value.replace(/\D/g, '').slice(0, MAX_DIGITS)
  return digits ? Number(digits) : undefined
}
/** The fields that are shown side by side. */
const PAIRS: readonly [ExtensionField, ExtensionField][] = [
  ['extension_minutes', 'extension_hours'],
  ['extension_times', 'extension_least_hours'],
  ['extension_night_from', 'extension_night_until'],
]
type RuleFields = Partial<Record<ExtensionField, number>>
/** The fields of a rule, each with the value that `valueOf` gives. */
const ruleFieldsWith = (valueOf: (field: ExtensionField) => number | undefined): RuleFields =>
  extensionFieldNames.reduce<RuleFields>((fields, field) => ({ ...fields, [field]: valueOf(field) }), {})
const NO_RULE = ruleFieldsWith(() => undefined)
const USUAL_RULE = ruleFieldsWith((field) => EXTENSION_FIELDS[field].usual)

/** The fields of the rule that extends a job's deadline, with the words that the public reads. */
export function ExtensionFields({ content, onChange, errorAt }: Props) {
  const completeRule = ruleOf(content)
  const hasRule = extensionFieldNames.some((field) => content[field] !== undefined)
  const numberField = (field: ExtensionField) => (
    <TextField
      id={field}
      key={field}
      label={FIELD_WORDS[field]}
      hint={t`${EXTENSION_FIELDS[field].least} to ${EXTENSION_FIELDS[field].most}`}
      inputMode="numeric"
      autoComplete="off"
      className="input num"
      value={String(content[field] ?? '')}
      onValue={(value) => onChange({ [field]: parseNumber(value) })}
      error={errorAt(field)}
    />
  )
  return (
    <>
      <SelectField
        id="extension"
        label={t`If the portal is down near the deadline`}
        options={RULE_CHOICES}
        empty={t`The deadline stays`}
        value={hasRule ? 'rule' : ''}
        onValue={(value) => onChange(value ? USUAL_RULE : NO_RULE)}
      />
      {hasRule &&
        PAIRS.map((fields) => (
          <div className="pair" key={fields[0]}>
            {fields.map(numberField)}
          </div>
        ))}
      {completeRule && (
        <p className="small mt4 mb5">
          <Trans>The public reads: {extensionRuleWords(completeRule).join(' ')}</Trans>
        </p>
      )}
    </>
  )
}
