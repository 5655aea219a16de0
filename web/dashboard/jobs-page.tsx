import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { type ModalNotification, NotificationModal } from '../ui/notification-modal.tsx'
import { Pages } from '../ui/pages.tsx'
import { useAnswer } from '../use-answer.ts'
import { JobCard } from './job-card.tsx'
import { Failed, Waiting } from './states.tsx'
import { useApply } from './use-apply.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/jobs-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Available Job Openings', index: false })

/** Two pages either side of this one (S2 §9). */
const AROUND = 2

/** S2 §2 Dashboard jobs: open jobs, six a page, each with what this person can do with it. */
export default function DashboardJobsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const now = useNow()
  const asked = Number(search.get('page')) || 1
  // Pages change here without a page load. Each fetches six jobs and not all (J2), because a phone pays for
  // each.
  const jobs = useAnswer(asked, () =>
    call('GET /api/jobs/list/', { query: { page: asked, page_size: JOBS.pageSize } }),
  )
  const [notice, setNotice] = useState<ModalNotification>()
  const { apply, busy } = useApply(setNotice)
  const applied: ModalNotification['actions'] = [
    { label: APPLICATION_WORDS.viewMine, callback: () => void navigate(paths.applications()) },
  ]
  const count = jobs.state === 'here' ? jobs.data.count : undefined
  const county = jobs.state === 'here' && jobs.data.your_county
  useEffect(() => {
    if (history.state?.idx > 0 && search.has('page'))
      document.getElementById('main')?.focus({ preventScroll: true })
  }, [search])
  return (
    <>
      <div className="head">
        <h1>{APPLICATION_WORDS.jobsHeading}</h1>
        <p role="status" className="quiet">
          {count !== undefined && `${count} open`}
        </p>
      </div>
      {jobs.state === 'waiting' && <Waiting what="the open jobs" lines={6} />}
      {jobs.state === 'failed' && <Failed sentence={APPLICATION_WORDS.jobsFailed} answer={jobs} />}
      {count === 0 && (
        <div className="empty">
          <p className="b">No job is open at the moment.</p>
          <p className="mt2 quiet">New jobs are listed here as soon as they are posted.</p>
        </div>
      )}
      {jobs.state === 'here' && count !== 0 && (
        <>
          <ul className="board">
            {jobs.data.results.map((job) => (
              <li key={job.id}>
                <JobCard job={job} now={now} busy={busy === job.id} onApply={() => apply(job)} />
              </li>
            ))}
          </ul>
          <Pages page={jobs.data.page} pages={jobs.data.pages} around={AROUND} to={paths.dashboardJobs} />
        </>
      )}
      {jobs.state !== 'waiting' && (
        <p className="btn-row mt5">
          <Link className="btn btn-2" to={paths.jobs}>
            {APPLICATION_WORDS.allJobs}
          </Link>
          {county && (
            <Link className="tap" to={`${paths.jobs}?${new URLSearchParams({ location: county })}`}>
              Search jobs in {county}
            </Link>
          )}
        </p>
      )}
      {notice && (
        <NotificationModal
          notice={
            notice.title === APPLICATION_WORDS.alreadyApplied
              ? { ...notice, actions: applied, close: 'Close' }
              : notice
          }
          onClose={() => setNotice(undefined)}
        />
      )}
    </>
  )
}
