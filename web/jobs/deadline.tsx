import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import {
  clockTime,
  daysLeft,
  daysLeftUnit,
  daysLeftWords,
  longDeadline,
  shortMoment,
  stampDate,
} from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { translate } from '../language/translate.ts'
import { leftToday } from '../ui/left-today.ts'
import { Stamp } from '../ui/stamp.tsx'

type DeadlineProps = { expiryDate: string | null; now: Date; acronym: string }

/** The deadline of a job in large words: the days that are left, or a stamp once it has passed. */
export function Deadline({ expiryDate, now, acronym }: DeadlineProps) {
  const remainingDays = daysLeft(expiryDate, now)
  if (remainingDays !== undefined && remainingDays < 0 && expiryDate)
    return <ClosedDeadline expiryDate={expiryDate} acronym={acronym} />
  return <OpenDeadline expiryDate={expiryDate} remainingDays={remainingDays} now={now} />
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
      <b>
        <Trans>Applications have closed</Trans>
      </b>
      <br />
      <span className="small">{translate(longDeadline(expiryDate))}</span>
    </p>
  </div>
)

type RemainingDaysProps = { expiryDate: string | null; remainingDays: number | undefined }

const unitText = (expiryDate: string | null, remainingDays: number) => {
  if (remainingDays !== 0) return translate(daysLeftUnit(remainingDays))
  // A job has days left only if it has a deadline, so this 0 is never used.
  const time = translate(clockTime(new Date(expiryDate ?? 0)))
  return t`closes ${time}`
}

const numberClass = (remainingDays: number) => {
  if (remainingDays === 0) return 'fig word text-today'
  return remainingDays <= JOBS.soonDays ? 'fig text-soon' : 'fig'
}

function OpenDeadline({ expiryDate, remainingDays, now }: RemainingDaysProps & { now: Date }) {
  // A deadline such as `Thursday, 3 December 2026 at 5:00 p.m. EAT`, in parts. The words for no deadline are
  // one part.
  const [date = '', clock = ''] = longDeadline(expiryDate).split(' at ')
  const [weekday, day] = translate(date).split(', ')
  const time = translate(clock)
  return (
    // `data-left` has the milliseconds until a deadline within a day. When they are over, a script that needs
    // no React marks the job as closed (starter/deadlines.ts).
    <p className="when-big" data-left={leftToday(expiryDate, now)}>
      {remainingDays !== undefined && (
        <span className={`no-print ${numberClass(remainingDays)}`}>
          {remainingDays === 0 ? t`Today` : remainingDays}
        </span>
      )}
      <span>
        {remainingDays !== undefined && <b className="no-print">{unitText(expiryDate, remainingDays)}</b>}
        {/* The number of days is not printed, because on paper it would be wrong tomorrow. */}
        <b className={remainingDays === undefined ? undefined : 'paper-only'}>
          <Trans>Application deadline</Trans>
        </b>
        <br />
        <span className="small">
          {/* On a narrow phone the weekday gets a line of its own, so that the date does not overflow. */}
          {weekday}
          {day && (
            <>
              , <span className="nowrap">{day}</span>
            </>
          )}{' '}
          {time && (
            <span className="nowrap">
              <Trans context="time of a deadline">at {time}</Trans>
            </span>
          )}
        </span>
      </span>
    </p>
  )
}

/** The deadline beside the apply button at the bottom of a phone's screen. */
export function DaysLeft({ expiryDate, remainingDays }: RemainingDaysProps) {
  // A short deadline: `Thu 3 Dec, 5:00 p.m.`
  const [day, time] = translate(shortMoment(expiryDate)).split(', ')
  return (
    <p className="small">
      <b>
        {remainingDays === undefined
          ? t({ message: 'Open', context: 'job' })
          : translate(daysLeftWords(remainingDays))}
      </b>
      <br />
      <span className="quiet">
        {day}
        {time && (
          <>
            , <span className="nowrap">{time}</span>
          </>
        )}
      </span>
    </p>
  )
}
