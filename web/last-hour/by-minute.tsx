import { clockTime } from '#contract/dates.ts'
import type { LastHour } from '#contract/last-hour/endpoints.ts'
import { AsTable, Axis } from '../reports/as-table.tsx'
import { many } from '../reports/bar.tsx'

const HIGH = 100
const WIDE = 10

/** Submissions of the last half hour by the minute: as a chart, and as a table. */
export function ByMinute({ submissions }: { submissions: LastHour['submissions'] }) {
  const most = Math.max(1, ...submissions.map(({ count }) => count))
  const up = (count: number) => (HIGH * count) / most
  const sum = submissions.reduce((all, { count }) => all + count, 0)
  const rows = submissions.map(({ at, count }, index) => ({
    name: clockTime(new Date(at)),
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
          <svg
            className="fi-course mt2"
            viewBox={`0 0 ${submissions.length * WIDE} ${HIGH}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {submissions.map(
              ({ at, count }, index) =>
                count > 0 && (
                  <rect
                    key={at}
                    x={index * WIDE + 1}
                    y={HIGH - up(count)}
                    width={WIDE - 2}
                    height={up(count)}
                  />
                ),
            )}
          </svg>
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
