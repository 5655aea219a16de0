import type { JobContent } from '#contract/staff-jobs/endpoints.ts'
import { CATEGORIES } from '#contract/jobs/words.ts'
import { SelectField } from '../form/choices.tsx'
import { TextField } from '../form/field.tsx'
import { DeadlineField } from './deadline-field.tsx'
import { ExtensionFields } from './extension-fields.tsx'
import { type JobLists, offered } from './job-lists.ts'
import { DOCUMENT_OPTIONS, EXPERIENCE_OPTIONS, FIELD_WORDS } from './job-words.ts'
import { PlacesField } from './places-field.tsx'
import { RichField } from './rich-field.tsx'
import { WantedField } from './wanted-field.tsx'

type Props = {
  content: JobContent
  onChange: (part: Partial<JobContent>) => void
  lists: JobLists
  at: (field: string) => string | undefined
  /** For a job that was public: an edit keeps its deadline, which has its own proposals. */
  deadlineStays: boolean
}
type Words = 'reference' | 'title' | 'department' | 'location' | 'category' | 'terms' | 'remuneration'
type Texts = 'description_html' | 'qualification_html'
type Counts = 'vacancies' | 'min_age' | 'min_referees'
type Places = 'by_election_areas' | 'huduma_centres'
type Choices = 'job_type_id' | 'county_code' | 'min_qualification_level_id'

const digits = (value: string) => {
  const only = value.replace(/\D/g, '').slice(0, 9)
  return only ? Number(only) : undefined
}

/** Every field of a job, in the order of the advert. */
export function JobFields({ content, onChange, lists, at, deadlineStays }: Props) {
  const words = (field: Words, maxLength: number, hint?: string) => (
    <TextField
      id={field}
      label={FIELD_WORDS[field]}
      hint={hint}
      maxLength={maxLength}
      autoComplete="off"
      list={field === 'category' ? 'categories' : undefined}
      value={content[field]}
      onValue={(value) => onChange({ [field]: value })}
      fault={at(field)}
    />
  )
  const figure = (field: Counts, hint?: string) => (
    <TextField
      id={field}
      label={FIELD_WORDS[field]}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      className="in num"
      value={String(content[field] ?? '')}
      onValue={(value) => onChange({ [field]: digits(value) })}
      fault={at(field)}
    />
  )
  const choose = (
    field: Choices,
    options: { id: number; name: string; is_active: boolean }[],
    empty: string,
  ) => (
    <SelectField
      id={field}
      label={FIELD_WORDS[field]}
      options={offered(options, [content[field]]).map(({ id, name }) => [String(id), name] as const)}
      empty={empty}
      value={String(content[field] ?? '')}
      onValue={(value) => onChange({ [field]: digits(value) })}
      fault={at(field)}
    />
  )
  const rich = (field: Texts, hint: string) => (
    <RichField
      id={field}
      label={FIELD_WORDS[field]}
      hint={hint}
      value={content[field]}
      onValue={(value) => onChange({ [field]: value })}
      fault={at(field)}
    />
  )
  const places = (field: Places, options: JobLists['areas' | 'centres']) => (
    <PlacesField
      id={field}
      legend={FIELD_WORDS[field]}
      options={offered(options, content[field])}
      value={content[field]}
      onValue={(ids) => onChange({ [field]: ids })}
      fault={at(field)}
    />
  )
  const code = lists.types.find(({ id }) => id === content.job_type_id)?.code
  return (
    <>
      <div className="pair">
        {words('reference', 60)}
        {choose('job_type_id', lists.types, 'Choose')}
      </div>
      {words('title', 200)}
      <div className="pair">
        {words('department', 200)}
        {words('category', 60)}
        <datalist id="categories">
          {CATEGORIES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className="pair">
        {words('location', 200)}
        {choose('county_code', lists.counties, 'Nationwide')}
      </div>
      <div className="pair">
        {figure('vacancies')}
        {words('remuneration', 300)}
      </div>
      {words('terms', 300)}
      {deadlineStays ? null : (
        <DeadlineField
          id="expiry_date"
          legend={FIELD_WORDS.expiry_date}
          hint="No hour: the end of that day in Nairobi. No day: no deadline."
          value={content.expiry_date}
          onValue={(value) => onChange({ expiry_date: value })}
          fault={at('expiry_date')}
        />
      )}
      {rich('description_html', 'The card shows the first hundred characters.')}
      {rich('qualification_html', 'What an applicant must have.')}
      <h2 className="h-s mt6 mb5">For applicants</h2>
      <div className="pair">
        {choose('min_qualification_level_id', lists.levels, 'None')}
        {figure('min_age', 'On the closing date.')}
      </div>
      <div className="pair">
        <SelectField
          id="experience_required"
          label={FIELD_WORDS.experience_required}
          options={EXPERIENCE_OPTIONS}
          empty=""
          value={content.experience_required === false ? 'no' : 'yes'}
          onValue={(value) => onChange({ experience_required: value === 'yes' })}
        />
        {figure('min_referees', '1 to 5. Empty: 1.')}
      </div>
      <SelectField
        id="documents"
        label={FIELD_WORDS.documents}
        options={DOCUMENT_OPTIONS}
        empty=""
        value={content.documents}
        onValue={(value) => onChange({ documents: value as JobContent['documents'] })}
        fault={at('documents')}
      />
      <WantedField
        id="wanted_documents"
        legend={FIELD_WORDS.wanted_documents}
        value={content.wanted_documents}
        onValue={(wanted) => onChange({ wanted_documents: wanted })}
        fault={at('wanted_documents')}
      />
      <ExtensionFields content={content} onChange={onChange} at={at} />
      {(code === 'by_election' || content.by_election_areas.length > 0) &&
        places('by_election_areas', lists.areas)}
      {(code === 'huduma' || content.huduma_centres.length > 0) && places('huduma_centres', lists.centres)}
    </>
  )
}
