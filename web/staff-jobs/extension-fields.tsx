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
  onChange: (part: Partial<JobContent>) => void
  at: (field: string) => string | undefined
}

const RULE = [['rule', 'The deadline moves']] as const
const PAIRS: readonly [ExtensionField, ExtensionField][] = [
  ['extension_minutes', 'extension_hours'],
  ['extension_times', 'extension_least_hours'],
  ['extension_night_from', 'extension_night_until'],
]
const NONE = Object.fromEntries(extensionFields.map((field) => [field, undefined])) as Partial<JobContent>
const USUAL = Object.fromEntries(
  extensionFields.map((field) => [field, EXTENSION_FIELDS[field].usual]),
) as Partial<JobContent>

/** The rule that extends the deadline, with the words that the public reads. */
export function ExtensionFields({ content, onChange, at }: Props) {
  const rule = ruleOf(content)
  const has = extensionFields.some((field) => content[field] !== undefined)
  const figure = (field: ExtensionField) => (
    <TextField
      id={field}
      key={field}
      label={FIELD_WORDS[field]}
      hint={`${EXTENSION_FIELDS[field].least} to ${EXTENSION_FIELDS[field].most}`}
      inputMode="numeric"
      autoComplete="off"
      className="input num"
      value={String(content[field] ?? '')}
      onValue={(value) =>
        onChange({ [field]: /\d/.test(value) ? Number(value.replace(/\D/g, '').slice(0, 4)) : undefined })
      }
      error={at(field)}
    />
  )
  return (
    <>
      <SelectField
        id="extension"
        label="If the portal is down near the deadline"
        options={RULE}
        empty="The deadline stays"
        value={has ? 'rule' : ''}
        onValue={(value) => onChange(value ? USUAL : NONE)}
      />
      {has &&
        PAIRS.map((fields) => (
          <div className="pair" key={fields[0]}>
            {fields.map(figure)}
          </div>
        ))}
      {rule && <p className="small mt4 mb5">The public reads: {extensionRuleWords(rule).join(' ')}</p>}
    </>
  )
}
