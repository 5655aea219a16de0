import { clockTime } from '#contract/dates.ts'
import type { LastHour } from '#contract/staff-last-hour.ts'
import { many } from '../figures/bar.tsx'

const HIGH = 100
const WIDE = 10

/** Submissions of the last half hour, minute by minute: drawn, and as a table. */
export function ByMinute({ submissions }: { submissions: LastHour['submissions'] }) {
  const most = Math.max(1, ...submissions.map(({ count }) => count))
  const up = (count: number) => (HIGH * count) / most
  const sum = submissions.reduce((all, { count }) => all + count, 0)
  const times = [submissions[0], submissions[submissions.length >> 1], submissions.at(-1)]
  return (
    <section aria-labelledby="submitted">
      <h2 id="submitted">Submitted by the minute</h2>
      {sum === 0 ? (
        <p className="empty">No application was submitted in the last {submissions.length} minutes.</p>
      ) : (
        <>
          <p className="tiny quiet mb2">
            <span className="num">{many(sum)}</span> in {submissions.length} minutes, at most <span className="num">{many(most)}</span> in one.
          </p>
          <svg className="fi-course" viewBox={`0 0 ${submissions.length * WIDE} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
            {submissions.map(
              ({ at, count }, index) => count > 0 && <rect key={at} x={index * WIDE + 1} y={HIGH - up(count)} width={WIDE - 2} height={up(count)} />,
            )}
          </svg>
          <p className="fi-axis tiny quiet num" aria-hidden="true">
            {times.map((it) => it && <span key={it.at}>{clockTime(new Date(it.at))}</span>)}
          </p>
          <details className="fi-more">
            <summary>As a table</summary>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it */}
            <div className="st-scroll fi-tall" role="region" aria-label="By the minute, as a table" tabIndex={0}>
              <table className="tbl">
                <caption className="vh">Submitted by the minute</caption>
                <thead>
                  <tr>
                    <th scope="col">From, EAT</th>
                    <th scope="col" className="fgr">
                      Submitted
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {[...submissions].reverse().map(({ at, count }) => (
                    <tr key={at}>
                      <th scope="row" className="num">
                        {clockTime(new Date(at))}
                      </th>
                      <td className="fgr num">{many(count)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </details>
        </>
      )}
    </section>
  )
}
