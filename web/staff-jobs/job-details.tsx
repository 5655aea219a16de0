import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { serverHtml } from '../html.ts'
import { JobText } from '../ui/job-parts.tsx'
import { isRichText } from './job-differences.tsx'
import { fieldInWords, type JobLists } from './job-lists.ts'
import { FIELD_WORDS, fieldLanguage, fieldName, JOB_FIELDS } from './job-words.ts'

/** A job in full, read only: every field that is filled in, and its rich texts. */
export const JobDetails = ({ content, lists }: { content: JobContent; lists: JobLists }) => (
  <div className="st-job-content">
    <dl className="facts">
      {JOB_FIELDS.filter((field) => !isRichText(field) && fieldInWords(field, content, lists)).map(
        (field) => (
          <div key={field}>
            <dt>{fieldName(field)}</dt>
            <dd lang={fieldLanguage(field)}>{fieldInWords(field, content, lists)}</dd>
          </div>
        ),
      )}
    </dl>
    <div>
      <JobText description={content.description_html} qualification={content.qualification_html} />
      {(['description_sw', 'qualification_sw'] as const)
        .filter((field) => content[field])
        .map((field) => (
          <div className="prose" key={field}>
            <h2 className="band">{FIELD_WORDS[field]}</h2>
            <div lang="sw" dangerouslySetInnerHTML={serverHtml(content[field])} />
          </div>
        ))}
    </div>
  </div>
)
