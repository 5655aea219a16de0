import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { type JobLists, offeredChoices } from './job-lists.ts'
import { FIELD_WORDS, fieldLanguage } from './job-words.ts'
import { PlacesField } from './places-field.tsx'
import { RichField } from './rich-field.tsx'

/** The props that all fields of the job's form have: the content, how it changes, and the errors. */
export type JobFieldProps = {
  content: JobContent
  onChange: (changed: Partial<JobContent>) => void
  errorAt: (field: string) => string | undefined
}

// The names of the fields of each kind.
type LineName =
  | 'reference'
  | 'title'
  | 'department'
  | 'location'
  | 'category'
  | 'terms'
  | 'remuneration'
  | 'title_sw'
  | 'terms_sw'
  | 'remuneration_sw'
type RichTextName = 'description_html' | 'qualification_html' | 'description_sw' | 'qualification_sw'
type CountName = 'vacancies' | 'min_age' | 'min_referees'
type PlacesName = 'by_election_areas' | 'huduma_centres'
type ChoiceName = 'job_type_id' | 'county_code' | 'min_qualification_level_id'

/** A number of nine digits always fits an integer of the database. */
const MAX_DIGITS = 9

/** The digits of a typed text as a number; undefined if the text has none. */
const parseCount = (value: string) => {
  const digits = value.replace(/\D/g, '').slice(0, MAX_DIGITS)
  return digits ? Number(digits) : undefined
}

const typedFields = ({ content, onChange, errorAt }: JobFieldProps) => ({
  line: (field: LineName, maxLength: number) => (
    <TextField
      id={field}
      label={FIELD_WORDS[field]}
      maxLength={maxLength}
      autoComplete="off"
      lang={fieldLanguage(field)}
      // The form of the job has a `datalist` with this id.
      list={field === 'category' ? 'categories' : undefined}
      value={content[field]}
      onValue={(value) => onChange({ [field]: value })}
      error={errorAt(field)}
    />
  ),
  count: (field: CountName, hint?: string) => (
    <TextField
      id={field}
      label={FIELD_WORDS[field]}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      className="input num"
      value={String(content[field] ?? '')}
      onValue={(value) => onChange({ [field]: parseCount(value) })}
      error={errorAt(field)}
    />
  ),
  rich: (field: RichTextName, hint: string) => (
    <RichField
      id={field}
      label={FIELD_WORDS[field]}
      hint={hint}
      lang={fieldLanguage(field)}
      value={content[field]}
      onValue={(value) => onChange({ [field]: value })}
      error={errorAt(field)}
    />
  ),
})

const chosenFields = ({ content, onChange, errorAt }: JobFieldProps) => ({
  choice: (
    field: ChoiceName,
    options: { id: number; name: string; is_active: boolean }[],
    emptyLabel: string,
  ) => (
    <SelectField
      id={field}
      label={FIELD_WORDS[field]}
      options={offeredChoices(options, [content[field]]).map(({ id, name }) => [String(id), name] as const)}
      empty={emptyLabel}
      value={String(content[field] ?? '')}
      onValue={(value) => onChange({ [field]: parseCount(value) })}
      error={errorAt(field)}
    />
  ),
  places: (field: PlacesName, options: JobLists['areas' | 'centres']) => (
    <PlacesField
      id={field}
      legend={FIELD_WORDS[field]}
      options={offeredChoices(options, content[field])}
      value={content[field]}
      onValue={(ids) => onChange({ [field]: ids })}
      error={errorAt(field)}
    />
  ),
})

/** For each kind of field, a function that makes the field with a name, such as `line('title', 200)`. */
export const jobFieldsByKind = (props: JobFieldProps) => ({ ...typedFields(props), ...chosenFields(props) })
