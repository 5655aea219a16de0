import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { clockTime, daysLeft, isExpired, shortDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/job-words.ts'
import { JOBS } from '#contract/limits.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, chosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { useSession } from '../session/session.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { useAnswer } from '../use-answer.ts'

/** What comes first: the message that led here (L6: in history state, so a reload keeps it), the chosen job (W17), the missing question (A20). */
export function NeedsYou({ now }: { now?: Date | undefined }) {
  const session = useSession()
  const { state } = useLocation()
  const notice = (state as { notice?: string } | null)?.notice
  const [job] = useState(chosenJob)
  const setUp = session.state === 'in' && session.requireSecuritySetup
  return (
    <section className="mt5">
      <h2 className="h-s">What needs you now</h2>
      {notice && (
        <p className="callout is-green mb4" role="status">
          {notice}
        </p>
      )}
      {(job || setUp) && (
        <div className="need">
          {job && <Chosen job={job} now={now} />}
          {setUp && (
            <div>
              <p>
                <b>You have no security question yet.</b> It lets you back in when you cannot open your email.
              </p>
              <p>
                <Link className={job ? 'btn btn-2' : 'btn'} to={paths.securitySetup}>
                  Set Security Question
                </Link>
              </p>
            </div>
          )}
        </div>
      )}
      {!notice && !job && !setUp && <p className="quiet">Nothing at the moment. Look through the open notices when you are ready.</p>}
    </section>
  )
}

function Chosen({ job, now }: { job: ChosenJob; now: Date | undefined }) {
  const found = useAnswer(job.id, () => call('GET /api/jobs/{id}/', { params: { id: job.id } }))
  const title = (found.state === 'here' && found.data.title) || job.title || 'the job you chose'
  const absent = found.state === 'failed' && isCallFailed(found.error) && found.error.status === 404
  const closed = absent || (found.state === 'here' && (found.data.is_expired || isExpired(found.data.expiry_date, now ?? new Date(0))))
  useEffect(() => {
    // W16: said this once, then out of mind.
    if (closed) clearChosenJob()
  }, [closed])
  if (closed) {
    return (
      <div>
        <p>
          Applications for <b className="any">{title}</b> have closed.
        </p>
        <p>
          <Link className="btn btn-2" to={paths.jobs}>
            Browse Jobs
          </Link>
        </p>
      </div>
    )
  }
  const deadline = found.state === 'here' ? found.data.expiry_date : undefined
  const waiting = found.state === 'waiting' || (deadline && !now)
  return (
    <article className={waiting || deadline ? 'chosen dated' : 'chosen'}>
      {waiting && <div className="when" />}
      {deadline && now && <When deadline={deadline} now={now} />}
      <h3>
        <span>Continue your application for </span>
        <JobTitle title={title} />
      </h3>
      <p className="go">
        <Link className="btn btn-wide" to={paths.apply(job.id)}>
          {JOB_WORDS.continue}
        </Link>
      </p>
    </article>
  )
}

// Calm, then amber, then red with the hour, as on the notice itself.
function When({ deadline, now }: { deadline: string; now: Date }) {
  const left = daysLeft(deadline, now) ?? 0
  if (left <= 0) {
    return (
      <div className="when today">
        <span className="fig word">Today</span>
        <p>
          <b>closes</b>
          <br />
          <span className="small nw">{clockTime(new Date(deadline))}</span>
        </p>
      </div>
    )
  }
  return (
    <div className={left <= JOBS.soonDays ? 'when soon' : 'when'}>
      <span className="fig">{left}</span>
      <p>
        <b>{left === 1 ? 'day left' : 'days left'}</b>
        <br />
        <span className="small nw">{shortDeadline(deadline)}</span>
      </p>
    </div>
  )
}
