import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  EXTENSION_FIELDS,
  type ExtensionField,
  extensionFields,
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

const CHOICES = [['rule', t`The deadline moves`]] as const
const MAX_DIGITS = 4
/** The fields that are shown side by side. */
const PAIRS: readonly [ExtensionField, ExtensionField][] = [
  ['extension_minutes', 'extension_hours'],
  ['extension_times', 'extension_least_hours'],
  ['extension_night_from', 'extension_night_until'],
]
type Rule = Partial<Record<ExtensionField, number>>
/** A rule in which `valueOf` gives the value of each field. */
const ruleOfFields = (valueOf: (field: ExtensionField) => number | undefined): Rule =>
  extensionFields.reduce<Rule>((rule, field) => ({ ...rule, [field]: valueOf(field) }), {})
const NO_RULE = ruleOfFields(() => undefined)
const USUAL_RULE = ruleOfFields((field) => EXTENSION_FIELDS[field].usual)

/** The fields of the rule that extends a job's deadline, with the words that the public reads. */
export function ExtensionFields({ content, onChange, errorAt }: Props) {
  // The rule; undefined until all its fields are filled in.
  const rule = ruleOf(content)
  const hasRule = extensionFields.some((field) => content[field] !== undefined)
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
      onValue={(value) =>
        onChange({
          [field]: /\d/.test(value) ? Number(value.replace(/\D/g, '').slice(0, MAX_DIGITS)) : undefined,
        })
      }
      error={errorAt(field)}
    />
  )
  return (
    <>
      <SelectField
        id="extension"
        label={t`If the portal is down near the deadline`}
        options={CHOICES}
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
      {rule && (
        <p className="small mt4 mb5">
          <Trans>The public reads: {extensionRuleWords(rule).join(' ')}</Trans>
        </p>
      )}
    </>
  )
}
