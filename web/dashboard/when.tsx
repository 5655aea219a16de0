import { clockTime, daysLeft, daysLeftUnit, NO_DEADLINE, shortDeadline } from '#contract/dates.ts'
import { JOBS } from '#contract/jobs/limits.ts'

/** The time left: calm, then amber, then red with the hour, as on the job page. */
export function When({ deadline, now }: { deadline: string | null; now: Date }) {
  const left = daysLeft(deadline, now)
  if (deadline === null || left === undefined) {
    return (
      <div className="when">
        <span className="fig word">Open</span>
        <p className="small">{NO_DEADLINE}</p>
      </div>
    )
  }
  if (left <= 0) {
    return (
      <div className="when today">
        <span className="fig word">Today</span>
        <p>
          <b>closes</b>
          <br />
          <span className="small nowrap">{clockTime(new Date(deadline))}</span>
        </p>
      </div>
    )
  }
  return (
    <div className={left <= JOBS.soonDays ? 'when soon' : 'when'}>
      <span className="fig">{left}</span>
      <p>
        <b>{daysLeftUnit(left)}</b>
        <br />
        <span className="small nowrap">{shortDeadline(deadline)}</span>
      </p>
    </div>
  )
}
