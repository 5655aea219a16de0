import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'
import { STEPS } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { ValidationCount } from '#contract/reports/endpoints.ts'
import { Bar } from './bar.tsx'

type Unfinished = Reply<'GET /api/staff/jobs/{id}/reports/'>['unfinished']

/** Drafts that were not submitted, by the step of the form where the person stopped. */
export function NotFinished({ unfinished }: { unfinished: Unfinished }) {
  const max = Math.max(1, ...unfinished.steps.map(({ count }) => count))
  const countAt = (step: number) => unfinished.steps.find((entry) => entry.step === step)?.count ?? 0
  return (
    <section aria-labelledby="unfinished">
      <h2 id="unfinished">
        <Trans>Not finished</Trans> <span className="num">{formatNumber(unfinished.count)}</span>
      </h2>
      {unfinished.count === 0 ? (
        <p className="empty">
          <Trans>There are no unfinished drafts.</Trans>
        </p>
      ) : (
        <table className="tbl fi-bars">
          <caption className="tiny quiet">
            <Trans>The number of drafts at each step. It may be a minute old.</Trans>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">
                <Trans>Step</Trans>
              </th>
              <th scope="col">
                <Trans>Drafts</Trans>
              </th>
              <th scope="col">
                <Trans>Bar</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {/* The list has a step 0, which comes before the five steps of the form. */}
            {[t`Nothing written yet`, ...STEPS].map((name, step) => (
              <tr key={name}>
                <th scope="row">{step === 0 ? name : `${step}. ${name}`}</th>
                <td className="fgr num">{formatNumber(countAt(step))}</td>
                <td className="fi-wide">
                  <Bar count={countAt(step)} max={max} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The name of a field in words: `first name` for `first_name`; '' for an error of the whole form. */
const fieldInWords = (field: string) =>
  field && field !== 'non_field_errors' ? field.replaceAll('_', ' ') : ''

// The server stores no words for a message that is not one of its own sentences.
const ValidationRow = ({ entry, max }: { entry: ValidationCount; max: number }) => (
  <tr>
    <th scope="row">{entry.message || t`A message of another kind`}</th>
    <td className="quiet">
      {entry.place}
      {fieldInWords(entry.field) && `: ${fieldInWords(entry.field)}`}
    </td>
    <td className="fgr num" data-label={t`today`}>
      {formatNumber(entry.today)}
    </td>
    <td className="fgr num" data-label={t`in ${REPORTS.fieldErrorDaysShown} days`}>
      {formatNumber(entry.week)}
    </td>
    <td className="fi-wide">
      <Bar count={entry.week} max={max} />
    </td>
  </tr>
)

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
      <table className="tbl st-stack fi-errors">
        <caption className="tiny quiet">
          <Trans>
            How often people saw a message {byWhom} in the last {REPORTS.fieldErrorDaysShown} days. Names and
            typed text are not kept.
          </Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Message</Trans>
            </th>
            <th scope="col">
              <Trans>Where</Trans>
            </th>
            <th scope="col" className="fgr">
              <Trans>Today</Trans>
            </th>
            <th scope="col" className="fgr">
              <Trans>{REPORTS.fieldErrorDaysShown} days</Trans>
            </th>
            <th scope="col">
              <span className="sr-only">
                <Trans>Bar</Trans>
              </span>
            </th>
          </tr>
        </thead>
        <tbody>
          {counts.map((entry) => (
            <ValidationRow
              key={`${entry.place} ${entry.field} ${entry.message}`}
              entry={entry}
              max={counts[0]?.week ?? 1}
            />
          ))}
        </tbody>
      </table>
    )}
  </section>
)
