import { Trans } from '@lingui/react/macro'
import { clockTime, daysLeft, daysLeftUnit, NO_DEADLINE, shortMoment } from '#contract/dates.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { translate } from '../language/translate.ts'

/**
 * The days until a deadline in large words. Their colour becomes more urgent, as on the job page. No card
 * shows this block after the deadline, so 0 days or less means today.
 */
export function DeadlineBlock({ deadline, now }: { deadline: string | null; now: Date }) {
  const remainingDays = daysLeft(deadline, now)
  if (deadline === null || remainingDays === undefined) {
    return (
      <div className="when">
        <span className="fig word">
          <Trans context="job">Open</Trans>
        </span>
        <p className="small">{translate(NO_DEADLINE)}</p>
      </div>
    )
  }
  if (remainingDays <= 0) {
    return (
      <div className="when today">
        <span className="fig word">
          <Trans>Today</Trans>
        </span>
        <p>
          <b>
            <Trans>closes</Trans>
          </b>
          <br />
          <span className="small nowrap">{translate(clockTime(new Date(deadline)))}</span>
        </p>
      </div>
    )
  }
  return (
    <div className={remainingDays <= JOBS.soonDays ? 'when soon' : 'when'}>
      <span className="fig">{remainingDays}</span>
      <p>
        <b>{translate(daysLeftUnit(remainingDays))}</b>
        <br />
        <span className="small nowrap">{translate(shortMoment(deadline))}</span>
      </p>
    </div>
  )
}
