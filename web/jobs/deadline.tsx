import {
  clockTime,
  daysLeft,
  daysLeftUnit,
  daysLeftWords,
  longDeadline,
  shortDeadline,
  stampDate,
} from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { Stamp } from '../ui/stamp.tsx'

type DeadlineProps = { expiryDate: string | null; now: Date; acronym: string }

/** The deadline of a job in large words: the days left, or the stamp once it has passed. */
export function Deadline({ expiryDate, now, acronym }: DeadlineProps) {
  const left = daysLeft(expiryDate, now)
  if (left !== undefined && left < 0 && expiryDate)
    return <ClosedDeadline expiryDate={expiryDate} acronym={acronym} />
  return <OpenDeadline expiryDate={expiryDate} left={left} />
}

const ClosedDeadline = ({ expiryDate, acronym }: { expiryDate: string; acronym: string }) => (
  <div className="when-big">
    <Stamp
      id="closed"
      word={JOB_WORDS.expired}
      date={stampDate(new Date(expiryDate))}
      issuer={`${acronym} Jobs`}
    />
    <p>
      <b>Applications have closed</b>
      <br />
      <span className="small">{longDeadline(expiryDate)}</span>
    </p>
  </div>
)

type LeftProps = { expiryDate: string | null; left: number | undefined }

const unitOf = (expiryDate: string | null, left: number) =>
  left === 0 ? `closes ${clockTime(new Date(expiryDate ?? 0))}` : daysLeftUnit(left)

const classOf = (left: number) => {
  if (left === 0) return 'fig word today-c'
  return left <= JOBS.soonDays ? 'fig soon-c' : 'fig'
}

function OpenDeadline({ expiryDate, left }: LeftProps) {
  const [date = '', hour] = longDeadline(expiryDate).split(' at ')
  const [weekday, day] = date.split(', ')
  return (
    <p className="when-big">
      {left !== undefined && (
        <span className={`no-print ${classOf(left)}`}>{left === 0 ? 'Today' : left}</span>
      )}
      <span>
        {left !== undefined && <b className="no-print">{unitOf(expiryDate, left)}</b>}
        {/* On paper the number of days would be wrong tomorrow. */}
        <b className={left === undefined ? undefined : 'paper-only'}>Application deadline</b>
        <br />
        <span className="small">
          {/* On a narrow phone the weekday gets a line of its own, so that the date does not overflow. */}
          {weekday}
          {day && (
            <>
              , <span className="nowrap">{day}</span>
            </>
          )}{' '}
          {hour && <span className="nowrap">at {hour}</span>}
        </span>
      </span>
    </p>
  )
}

/** The deadline beside the button at the foot of a phone. */
export function DaysLeft({ expiryDate, left }: LeftProps) {
  const [day, hour] = shortDeadline(expiryDate).split(', ')
  return (
    <p className="small">
      <b>{left === undefined ? 'Open' : daysLeftWords(left)}</b>
      <br />
      <span className="quiet">
        {day}
        {hour && (
          <>
            , <span className="nowrap">{hour}</span>
          </>
        )}
      </span>
    </p>
  )
}
