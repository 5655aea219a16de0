import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { JobText } from '../ui/job-parts.tsx'
import { isRichText } from './job-differences.tsx'
import { fieldInWords, type JobLists } from './job-lists.ts'
import { JOB_FIELDS, fieldName } from './job-words.ts'

/** A job in full, read only: every field that is filled in, and its text. */
export const JobDetails = ({ content, lists }: { content: JobContent; lists: JobLists }) => (
  <div className="st-standing">
    <dl className="facts">
      {JOB_FIELDS.filter((field) => !isRichText(field) && fieldInWords(field, content, lists)).map(
        (field) => (
          <div key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>{fieldInWords(field, content, lists)}</dd>
          </div>
        ),
      )}
    </dl>
    <JobText description={content.description_html} qualification={content.qualification_html} />
  </div>
)
