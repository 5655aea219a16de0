import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { STEPS } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { ValidationCount } from '#contract/reports/endpoints.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'

type Unfinished = Reply<'GET /api/staff/jobs/{id}/reports/'>['unfinished']

/** A step of the form in words, and how many drafts stopped there. */
type StepDrafts = { name: string; count: number }

const stepColumns = (max: number): Column<StepDrafts>[] => [
  { header: t`Step`, rowHeader: true, cell: ({ name }) => name },
  { header: t`Drafts`, numeric: true, label: false, cell: ({ count }) => formatNumber(count) },
  {
    header: t`Bar`,
    label: false,
    className: 'reports-wide',
    cell: ({ count }) => <Bar count={count} max={max} />,
  },
]

/** A row for each step. The first row is step 0, which comes before the five steps of the form. */
const stepRows = ({ steps }: Unfinished): StepDrafts[] =>
  [t`Nothing written yet`, ...STEPS].map((name, step) => ({
    name: step === 0 ? name : `${step}. ${name}`,
    count: steps.find((entry) => entry.step === step)?.count ?? 0,
  }))

/** Drafts that were not submitted, by the step of the form where the person stopped. */
export const NotFinished = ({ unfinished }: { unfinished: Unfinished }) => (
  <section aria-labelledby="unfinished">
    <h2 id="unfinished">
      <Trans>Not finished</Trans> <span className="num">{formatNumber(unfinished.count)}</span>
    </h2>
    {unfinished.count === 0 ? (
      <p className="empty">
        <Trans>There are no unfinished drafts.</Trans>
      </p>
    ) : (
      <DataTable
        layout="bars"
        caption={<Trans>The number of drafts at each step. It may be a minute old.</Trans>}
        columns={stepColumns(Math.max(1, ...unfinished.steps.map(({ count }) => count)))}
        rows={stepRows(unfinished)}
        rowKey={({ name }) => name}
      />
    )}
  </section>
)

/** The name of a field in words: `first name` for `first_name`; '' for an error of the whole form. */
const fieldInWords = (field: string) =>
  field && field !== 'non_field_errors' ? field.replaceAll('_', ' ') : ''

const validationColumns = (max: number): Column<ValidationCount>[] => [
  {
    header: t`Message`,
    rowHeader: true,
    // The server stores no words for a message that is not one of its own sentences.
    cell: ({ message }) => message || t`A message of another kind`,
  },
  {
    header: t`Where`,
    label: false,
    className: 'quiet',
    cell: ({ place, field }) => (fieldInWords(field) ? `${place}: ${fieldInWords(field)}` : place),
  },
  { header: t`Today`, numeric: true, label: t`today`, cell: ({ today }) => formatNumber(today) },
  {
    header: t`${REPORTS.fieldErrorDaysShown} days`,
    numeric: true,
    label: t`in ${REPORTS.fieldErrorDaysShown} days`,
    cell: ({ week }) => formatNumber(week),
  },
  {
    header: t`Bar`,
    actions: true,
    className: 'reports-wide',
    cell: ({ week }) => <Bar count={week} max={max} />,
  },
]

/**
 * The error messages that people saw in the last days, the most frequent first. `byWhom`: who filled in the
 * forms, as a part of a sentence.
 */
export const ValidationTable = ({ counts, byWhom }: { counts: ValidationCount[]; byWhom: string }) => (
  <section aria-labelledby="faults">
    <h2 id="faults">
      <Trans>Where people are stopped</Trans>
    </h2>
    {counts.length === 0 ? (
      <p className="empty">
        <Trans>No form showed a message in the last {REPORTS.fieldErrorDaysShown} days.</Trans>
      </p>
    ) : (
      <DataTable
        layout="report"
        className="reports-errors"
        caption={
          <Trans>
            How often people saw a message {byWhom} in the last {REPORTS.fieldErrorDaysShown} days. Names and
            typed text are not kept.
          </Trans>
        }
        columns={validationColumns(counts[0]?.week ?? 1)}
        rows={counts}
        rowKey={({ place, field, message }) => `${place} ${field} ${message}`}
      />
    )}
  </section>
)
