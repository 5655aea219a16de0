import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { JobContent } from '#contract/staff-jobs/staff-job.ts'
import { serverHtml } from '../html.ts'
import { fieldInWords, type JobLists } from './job-lists.ts'
import { JOB_FIELDS, fieldLanguage, fieldName, type JobField } from './job-words.ts'

type Props = {
  before: JobContent
  after: JobContent
  lists: JobLists
  headings?: readonly [before: string, after: string]
  /** Shows rich text with its tags, because the server has not sanitised this text yet. */
  withTags?: boolean
}

const RICH_TEXTS = ['description_html', 'qualification_html', 'description_sw', 'qualification_sw'] as const
type RichText = (typeof RICH_TEXTS)[number]
export const isRichText = (field: JobField): field is RichText => RICH_TEXTS.some((name) => name === field)

const isDifferent = (field: JobField, { before, after, lists }: Props) =>
  isRichText(field)
    ? before[field] !== after[field]
    : fieldInWords(field, before, lists) !== fieldInWords(field, after, lists)

/**
 * Old and new values side by side, for the fields that differ. The table is no `DataTable`, because a cell
 * has the language of its field.
 */
export function JobDifferences(props: Props) {
  const { before, after, lists, headings = [t`Now`, t`Proposed`], withTags = false } = props
  const fields = JOB_FIELDS.filter((field) => isDifferent(field, props))
  const shownValue = (field: JobField, jobContent: JobContent) => {
    if (!isRichText(field))
      return (
        fieldInWords(field, jobContent, lists) || (
          <span className="quiet">
            <Trans>Nothing</Trans>
          </span>
        )
      )
    return withTags ? (
      <code>{jobContent[field]}</code>
    ) : (
      <div className="prose" dangerouslySetInnerHTML={serverHtml(jobContent[field])} />
    )
  }
  if (fields.length === 0)
    return (
      <p className="quiet">
        <Trans>No field differs.</Trans>
      </p>
    )
  return (
    <table className="tbl st-stack st-diff" aria-label={t`What changes`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Field</Trans>
          </th>
          <th scope="col">{headings[0]}</th>
          <th scope="col">{headings[1]}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{fieldName(field)}</th>
            <td data-label={headings[0]} lang={fieldLanguage(field)}>
              {shownValue(field, before)}
            </td>
            <td data-label={headings[1]} lang={fieldLanguage(field)}>
              {shownValue(field, after)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
