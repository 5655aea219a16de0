import { plainDate } from '#contract/dates.ts'
import type { JobInFull } from '#contract/jobs.ts'

type Change = JobInFull['changes'][number]

const Said = ({ change: { at, reason } }: { change: Change }) => (
  <>
    Updated on {plainDate(new Date(at))}: {reason}
  </>
)

/** Every change of a job since it is public, with its reason, newest first. */
export function JobChanges({ changes }: { changes: Change[] }) {
  const [first, ...others] = changes
  if (!first) return null
  if (others.length === 0) {
    return (
      <p className="small mt2 any">
        <Said change={first} />
      </p>
    )
  }
  return (
    <ul className="small mt2" aria-label="Changes of this job">
      {changes.map((change) => (
        <li className="any" key={`${change.at} ${change.reason}`}>
          <Said change={change} />
        </li>
      ))}
    </ul>
  )
}
