import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { t } from '@lingui/core/macro'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import type { StaffJob } from '#contract/staff-jobs/staff-job.ts'
import { EmptyPage } from '../staff-ui/empty-page.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { type JobLists, loadJobLists } from './job-lists.ts'
import { JobView } from './job-view.tsx'
import type { Route } from './+types/job-page'
import '../staff-ui/jobs.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: t`Job`, index: false })

export const clientLoader = async ({ params: { id } }: Route.ClientLoaderArgs) => {
  const [job, lists] = await Promise.all([
    loaded(call('GET /api/staff/jobs/{id}/', { params: { id } })),
    loaded(loadJobLists()),
  ])
  return { job, lists }
}

/** Opening or closing the editor changes only the query. The job stays the same, so nothing is loaded. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate

/** Status 400: no job can have the id in the address. */
const NO_SUCH_JOB_STATUSES = [400, 404]

type Props = { result: Loaded<StaffJob>; lists: Loaded<JobLists> }

/** The job, or the reason why it cannot be shown. */
function JobOrWhyNot({ result, lists }: Props) {
  const [job, setJob] = useLatestData(result)
  const reload = useReload(result.error ?? lists.error)
  if (isCallFailed(result.error) && NO_SUCH_JOB_STATUSES.includes(result.error.status))
    return <EmptyPage title={t`There is no such job`} next="jobs" />
  if (result.error || !job || !lists.data) return <LoadFailed subject={t`The job`} onRetry={reload} />
  return <JobView job={job} lists={lists.data} onJob={setJob} />
}

/** The page of one job: its state, its content, what waits for a second person, and earlier decisions. */
export default function StaffJobPage({ params, loaderData: { job, lists } }: Route.ComponentProps) {
  return <JobOrWhyNot key={params.id} result={job} lists={lists} />
}
