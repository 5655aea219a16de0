import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { serverHtml } from '../html.ts'
import { fieldInWords, type JobLists } from './job-lists.ts'
import { JOB_FIELDS, nameOf, type JobField } from './job-words.ts'

type Props = {
  before: JobContent
  after: JobContent
  lists: JobLists
  words?: readonly [string, string]
  /** Unsanitised text is shown with its tags. */
  plain?: boolean
}

export const isRich = (field: JobField) => field === 'description_html' || field === 'qualification_html'

const differs = (field: JobField, { before, after, lists }: Props) =>
  isRich(field)
    ? before[field] !== after[field]
    : fieldInWords(field, before, lists) !== fieldInWords(field, after, lists)

/** Old and new values side by side, for the fields that differ. */
export function JobDifferences(props: Props) {
  const { before, after, lists, words = ['Now', 'Proposed'], plain = false } = props
  const fields = JOB_FIELDS.filter((field) => differs(field, props))
  const value = (field: JobField, jobContent: JobContent) => {
    if (!isRich(field))
      return fieldInWords(field, jobContent, lists) || <span className="quiet">Nothing</span>
    return plain ? (
      <code>{String(jobContent[field])}</code>
    ) : (
      <div className="prose" dangerouslySetInnerHTML={serverHtml(String(jobContent[field]))} />
    )
  }
  if (fields.length === 0) return <p className="quiet">No field differs.</p>
  return (
    <table className="tbl st-diff" aria-label="What changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{words[0]}</th>
          <th scope="col">{words[1]}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{nameOf(field)}</th>
            <td data-label={words[0]}>{value(field, before)}</td>
            <td data-label={words[1]}>{value(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
