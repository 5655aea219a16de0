import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { call } from '../api.ts'
import { IS_KISWAHILI, translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { type ModalNotification, NotificationModal } from '../ui/notification-modal.tsx'
import { Pages } from '../ui/pages.tsx'
import { JobCard } from './job-card.tsx'
import { LoadFailed } from './load-failed.tsx'
import { useApply } from './use-apply.ts'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/jobs-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: translate(APPLICATION_WORDS.jobsHeading), index: false })

/** The page links show two pages on each side of the current one (S2 §9). */
const NEIGHBOUR_PAGES = 2

/** Loads only the six jobs of one page (J2), because people on phones pay for what they load. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  const page = Number(new URL(request.url).searchParams.get('page')) || 1
  const query = { page, page_size: JOBS.pageSize }
  return {
    jobs: await loaded(
      call('GET /api/jobs/list/', { query: IS_KISWAHILI ? { ...query, language: 'sw' } : query }),
    ),
  }
}

/**
 * When the person opens another page of the list, moves the focus to its top. `PageTop` moves it when the
 * person comes from a page with another path.
 */
function useFocusOnNewPage(listPage: string) {
  const shownListPage = useRef(listPage)
  useEffect(() => {
    if (shownListPage.current !== listPage) document.getElementById('main')?.focus({ preventScroll: true })
    shownListPage.current = listPage
  }, [listPage])
}

/** The open jobs in the dashboard (S2 §2), each with what this person can do with it. */
export default function DashboardJobsPage({ loaderData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const listPage = search.get('page') ?? ''
  // If this page of the list fails to load again, its jobs stay. Jobs of another page of the list do not.
  const { data: jobs, error } = useLastLoaded(loaderData, listPage).jobs
  const openCount = jobs?.count
  const navigate = useNavigate()
  const now = useNow()
  const [notification, setNotification] = useState<ModalNotification>()
  const { apply, busyJobId } = useApply(setNotification)
  const alreadyAppliedActions: ModalNotification['actions'] = [
    { label: APPLICATION_WORDS.viewMine, callback: () => void navigate(paths.applications()) },
  ]
  useFocusOnNewPage(listPage)
  return (
    <>
      <div className="head">
        <h1>{translate(APPLICATION_WORDS.jobsHeading)}</h1>
        <p role="status" className="quiet">
          {openCount !== undefined && t`${openCount} open`}
        </p>
      </div>
      {error !== undefined && <LoadFailed sentence={APPLICATION_WORDS.jobsFailed} error={error} />}
      {jobs?.count === 0 && <NoJobs />}
      {jobs && jobs.count > 0 && (
        <>
          <ul className="board">
            {jobs.results.map((job) => (
              <li key={job.id}>
                <JobCard job={job} now={now} isBusy={busyJobId === job.id} onApply={() => apply(job)} />
              </li>
            ))}
          </ul>
          <Pages page={jobs.page} pages={jobs.pages} neighbours={NEIGHBOUR_PAGES} to={paths.dashboardJobs} />
        </>
      )}
      <LinksToAllJobs county={jobs?.your_county} />
      {notification && (
        <NotificationModal
          notification={
            // `useApply` also shows errors. Only 'Already Applied' has a button to the applications.
            notification.title === APPLICATION_WORDS.alreadyApplied
              ? { ...notification, actions: alreadyAppliedActions, close: t`Close` }
              : notification
          }
          onClose={() => setNotification(undefined)}
        />
      )}
    </>
  )
}

const NoJobs = () => (
  <div className="empty">
    <p className="bold">
      <Trans>No job is open at the moment.</Trans>
    </p>
    <p className="mt2 quiet">
      <Trans>New jobs are listed here as soon as they are posted.</Trans>
    </p>
  </div>
)

/** `county`: where this person lives; undefined if it is unknown. */
const LinksToAllJobs = ({ county }: { county: string | undefined }) => (
  <p className="btn-row mt5">
    <Link className="btn btn-2" to={paths.jobs}>
      {translate(APPLICATION_WORDS.allJobs)}
    </Link>
    {county && (
      <Link className="tap" to={`${paths.jobs}?${new URLSearchParams({ location: county })}`}>
        <Trans>Search jobs in {county}</Trans>
      </Link>
    )}
  </p>
)
