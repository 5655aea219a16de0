import { WIZARD_WORDS } from '#contract/application-words.ts'
import { daysLeft, NO_DEADLINE, shortDeadline } from '#contract/dates.ts'
import { JOBS } from '#contract/limits.ts'
import { serverNow } from '../session/session.ts'
import type { Job } from './around.ts'

/** Title with its short bracket in one piece. */
const Title = ({ title }: { title: string }) => {
  const bracket = /^(.*\S)\s+(\([^()]{1,24}\))$/.exec(title)
  if (!bracket) return title
  return (
    <>
      {bracket[1]} <span className="nw">{bracket[2]}</span>
    </>
  )
}

/** S2 §2: 'You are applying for {job title}', and until when. */
export function JobHead({ job }: { job: Job }) {
  const left = daysLeft(job.expiry_date, new Date(serverNow()))
  const words = left === undefined ? undefined : left <= 0 ? 'Closes today' : left === 1 ? '1 day left' : `${left} days left`
  const near = left === undefined ? '' : left <= 0 ? 'today-c' : left <= JOBS.soonDays ? 'soon-c' : ''
  return (
    <header className="wiz-head">
      <div className="wrap">
        <h1 className="any">
          <span>{WIZARD_WORDS.title('')}</span>
          <Title title={job.title} />
        </h1>
        <p className="small mt1">
          {words ? (
            <>
              <b className={near}>{words}</b> · <span className="nw">{shortDeadline(job.expiry_date)} EAT</span>
            </>
          ) : (
            NO_DEADLINE
          )}
          <span className="wide-only">
            {' '}
            · <span className="ref">{job.reference}</span>
          </span>
        </p>
      </div>
    </header>
  )
}
