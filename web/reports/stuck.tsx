import { formatNumber } from '../ui/card.ts'
import { STEPS } from '#contract/job-applications/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { ValidationCount } from '#contract/reports/endpoints.ts'
import { Bar } from './bar.tsx'

type Unfinished = Reply<'GET /api/staff/jobs/{id}/reports/'>['unfinished']

/** Drafts that were not submitted, by the step where they stopped. */
export function NotFinished({ unfinished }: { unfinished: Unfinished }) {
  const max = Math.max(1, ...unfinished.steps.map(({ count }) => count))
  const countAt = (step: number) => unfinished.steps.find((entry) => entry.step === step)?.count ?? 0
  return (
    <section aria-labelledby="unfinished">
      <h2 id="unfinished">
        Not finished <span className="num">{formatNumber(unfinished.count)}</span>
      </h2>
      {unfinished.count === 0 ? (
        <p className="empty">There are no unfinished drafts.</p>
      ) : (
        <table className="tbl fi-bars">
          <caption className="tiny quiet">The number of drafts at each step. It may be a minute old.</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Step</th>
              <th scope="col">Drafts</th>
              <th scope="col">Bar</th>
            </tr>
          </thead>
          <tbody>
            {['Nothing written yet', ...STEPS].map((name, step) => (
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

const fieldInWords = (field: string) =>
  field && field !== 'non_field_errors' ? field.replaceAll('_', ' ') : ''

const ValidationRow = ({ entry, max }: { entry: ValidationCount; max: number }) => (
  <tr>
    <th scope="row">{entry.message || 'A message of another kind'}</th>
    <td className="quiet">
      {entry.place}
      {fieldInWords(entry.field) && `: ${fieldInWords(entry.field)}`}
    </td>
    <td className="fgr num" data-label="today">
      {formatNumber(entry.today)}
    </td>
    <td className="fgr num" data-label={`in ${REPORTS.fieldErrorDaysShown} days`}>
      {formatNumber(entry.week)}
    </td>
    <td className="fi-wide">
      <Bar count={entry.week} max={max} />
    </td>
  </tr>
)

/** The error messages shown to people in the last days, the most frequent first. */
export const ValidationTable = ({ counts, byWhom }: { counts: ValidationCount[]; byWhom: string }) => (
  <section aria-labelledby="faults">
    <h2 id="faults">Where people are stopped</h2>
    {counts.length === 0 ? (
      <p className="empty">No form showed a message in the last {REPORTS.fieldErrorDaysShown} days.</p>
    ) : (
      <table className="tbl fi-errors">
        <caption className="tiny quiet">
          How often people saw a message {byWhom} in the last {REPORTS.fieldErrorDaysShown} days. Names and
          typed text are not kept.
        </caption>
        <thead>
          <tr>
            <th scope="col">Message</th>
            <th scope="col">Where</th>
            <th scope="col" className="fgr">
              Today
            </th>
            <th scope="col" className="fgr">
              {REPORTS.fieldErrorDaysShown} days
            </th>
            <th scope="col">
              <span className="sr-only">Bar</span>
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
