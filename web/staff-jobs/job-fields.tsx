import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { CATEGORIES } from '#contract/jobs/words.ts'
import { SelectField } from '../form/choices.tsx'
import { DeadlineField } from '../staff-ui/deadline-field.tsx'
import { ExtensionFields } from './extension-fields.tsx'
import { JOB_TEXT_LIMITS } from '#contract/jobs/text-limits.ts'
import { type JobFieldProps, jobFieldsByKind } from './job-field-kinds.tsx'
import '../form/pair.css'
import type { JobLists } from './job-lists.ts'
import { DOCUMENT_OPTIONS, EXPERIENCE_OPTIONS, FIELD_WORDS } from './job-words.ts'
import { WantedField } from './wanted-field.tsx'

type Props = JobFieldProps & {
  lists: JobLists
  /** True for a job that was public. An edit cannot change its deadline, which has its own proposals. */
  deadlineStays: boolean
}

/** The fields for all content of a job, in the order of the advert. */
export function JobFields(props: Props) {
  const { content, onChange, lists, errorAt, deadlineStays } = props
  // The second argument of `fields.line` is the greatest number of characters.
  const fields = jobFieldsByKind(props)
  return (
    <>
      <div className="pair">
        {fields.line('reference', 60)}
        {fields.choice('job_type_id', lists.types, t`Choose`)}
      </div>
      {fields.line('title', JOB_TEXT_LIMITS.maxTitle)}
      <div className="pair">
        {fields.line('department', 200)}
        {fields.line('category', 60)}
        <datalist id="categories">
          {CATEGORIES.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <div className="pair">
        {fields.line('location', 200)}
        {fields.choice('county_code', lists.counties, t`Nationwide`)}
      </div>
      <div className="pair">
        {fields.count('vacancies')}
        {fields.line('remuneration', JOB_TEXT_LIMITS.maxTerms)}
      </div>
      {fields.line('terms', JOB_TEXT_LIMITS.maxTerms)}
      {deadlineStays ? null : (
        <DeadlineField
          id="expiry_date"
          legend={FIELD_WORDS.expiry_date}
          hint={t`Without an hour, the job closes at the end of that day in Nairobi. Without a day, there is no deadline.`}
          value={content.expiry_date}
          onValue={(value) => onChange({ expiry_date: value })}
          error={errorAt('expiry_date')}
        />
      )}
      {fields.rich('description_html', t`The card shows the first hundred characters.`)}
      {fields.rich('qualification_html', t`What an applicant must have.`)}
      <KiswahiliFields {...props} />
      <ApplicantFields {...props} />
    </>
  )
}

/** The fields for the Kiswahili texts of the job. */
function KiswahiliFields(props: JobFieldProps) {
  const fields = jobFieldsByKind(props)
  return (
    <>
      <h2 className="heading-small mt6">
        <Trans>In Kiswahili (optional)</Trans>
      </h2>
      <p className="small quiet mb5">
        <Trans>
          Pages and emails in Kiswahili show these texts. Where one is empty, they show the English text.
        </Trans>
      </p>
      {fields.line('title_sw', JOB_TEXT_LIMITS.maxTitle)}
      <div className="pair">
        {fields.line('remuneration_sw', JOB_TEXT_LIMITS.maxTerms)}
        {fields.line('terms_sw', JOB_TEXT_LIMITS.maxTerms)}
      </div>
      {fields.rich('description_sw', t`The same as the English description.`)}
      {fields.rich('qualification_sw', t`The same as the English requirements.`)}
    </>
  )
}

/** What an applicant must have, what they must send, and what they can choose. */
function ApplicantFields(props: Omit<Props, 'deadlineStays'>) {
  const { content, onChange, lists, errorAt } = props
  const fields = jobFieldsByKind(props)
  const typeCode = lists.types.find(({ id }) => id === content.job_type_id)?.code
  return (
    <>
      <h2 className="heading-small mt6 mb5">
        <Trans>For applicants</Trans>
      </h2>
      <div className="pair">
        {fields.choice('min_qualification_level_id', lists.levels, t`None`)}
        {fields.count('min_age', t`On the closing date.`)}
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
        {fields.count('min_referees', t`1 to 5. Empty: 1.`)}
      </div>
      <SelectField
        id="documents"
        label={FIELD_WORDS.documents}
        options={DOCUMENT_OPTIONS}
        empty=""
        value={content.documents}
        onValue={(value) => onChange({ documents: value as JobContent['documents'] })}
        error={errorAt('documents')}
      />
      <WantedField
        id="wanted_documents"
        legend={FIELD_WORDS.wanted_documents}
        value={content.wanted_documents}
        onValue={(wanted) => onChange({ wanted_documents: wanted })}
        error={errorAt('wanted_documents')}
      />
      <ExtensionFields content={content} onChange={onChange} errorAt={errorAt} />
      {(typeCode === 'by_election' || content.by_election_areas.length > 0) &&
        fields.places('by_election_areas', lists.areas)}
      {(typeCode === 'huduma' || content.huduma_centres.length > 0) &&
        fields.places('huduma_centres', lists.centres)}
    </>
  )
}
