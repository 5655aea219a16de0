import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime } from '#contract/dates.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { AsTable, Axis } from '../reports/as-table.tsx'
import { formatNumber } from '../ui/card.ts'

// These lengths are in units of the drawing, which is stretched to the width of the page.
const CHART_HEIGHT = 100
const COLUMN_WIDTH = 10
const COLUMN_GAP = 2

type Submissions = LastHour['submissions']

const MinuteChart = ({ submissions, maxCount }: { submissions: Submissions; maxCount: number }) => (
  <svg
    className="reports-course mt2"
    viewBox={`0 0 ${submissions.length * COLUMN_WIDTH} ${CHART_HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {submissions.map(({ at: minute, count }, index) => {
      const height = (CHART_HEIGHT * count) / maxCount
      return (
        count > 0 && (
          <rect
            key={minute}
            x={index * COLUMN_WIDTH + COLUMN_GAP / 2}
            y={CHART_HEIGHT - height}
            width={COLUMN_WIDTH - COLUMN_GAP}
            height={height}
          />
        )
      )
    })}
  </svg>
)

/** Submissions of the last half hour by the minute: as a chart, and as a table. */
export function SubmissionsByMinute({ submissions }: { submissions: Submissions }) {
  const maxCount = Math.max(1, ...submissions.map(({ count }) => count))
  const totalCount = submissions.reduce((sum, { count }) => sum + count, 0)
  const rows = submissions.map(({ at: minute, count }, index) => ({
    name: clockTime(new Date(minute)),
    counts: [count],
    // The last minute of the list is not over yet.
    isRunning: index === submissions.length - 1,
  }))
  return (
    <section aria-labelledby="submitted">
      <h2 id="submitted">
        <Trans>Submitted by the minute</Trans>
      </h2>
      {totalCount === 0 ? (
        <p className="empty">
          <Trans>No application was submitted in the last {submissions.length} minutes.</Trans>
        </p>
      ) : (
        <>
          <p className="tiny quiet">
            <Trans>
              <span className="num">{formatNumber(totalCount)}</span> in {submissions.length} minutes, at most{' '}
              <span className="num">{formatNumber(maxCount)}</span> in one.
            </Trans>
          </p>
          <MinuteChart submissions={submissions} maxCount={maxCount} />
          <Axis names={rows.map(({ name }) => name)} />
          <AsTable
            label={t`By the minute`}
            caption={t`Submitted by the minute`}
            firstHeading={t`From, EAT`}
            headings={[t`Submitted`]}
            rows={rows}
          />
        </>
      )}
    </section>
  )
}
