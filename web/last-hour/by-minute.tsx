import { clockTime } from '#contract/dates.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { AsTable, Axis } from '../reports/as-table.tsx'
import { many } from '../reports/bar.tsx'

const HIGH = 100
const WIDE = 10

type Submissions = LastHour['submissions']

const Drawing = ({ submissions, most }: { submissions: Submissions; most: number }) => (
  <svg
    className="fi-course mt2"
    viewBox={`0 0 ${submissions.length * WIDE} ${HIGH}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {submissions.map(({ at: minute, count }, index) => {
      const height = (HIGH * count) / most
      return (
        count > 0 && (
          <rect key={minute} x={index * WIDE + 1} y={HIGH - height} width={WIDE - 2} height={height} />
        )
      )
    })}
  </svg>
)

/** Submissions of the last half hour by the minute: as a chart, and as a table. */
export function ByMinute({ submissions }: { submissions: Submissions }) {
  const most = Math.max(1, ...submissions.map(({ count }) => count))
  const sum = submissions.reduce((all, { count }) => all + count, 0)
  const rows = submissions.map(({ at: minute, count }, index) => ({
    name: clockTime(new Date(minute)),
    counts: [count],
    isRunning: index === submissions.length - 1,
  }))
  return (
    <section aria-labelledby="submitted">
      <h2 id="submitted">Submitted by the minute</h2>
      {sum === 0 ? (
        <p className="empty">No application was submitted in the last {submissions.length} minutes.</p>
      ) : (
        <>
          <p className="tiny quiet">
            <span className="num">{many(sum)}</span> in {submissions.length} minutes, at most{' '}
            <span className="num">{many(most)}</span> in one.
          </p>
          <Drawing submissions={submissions} most={most} />
          <Axis names={rows.map(({ name }) => name)} />
          <AsTable
            label="By the minute"
            caption="Submitted by the minute"
            first="From, EAT"
            counted={['Submitted']}
            rows={rows}
          />
        </>
      )}
    </section>
  )
}
