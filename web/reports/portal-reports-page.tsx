import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'
import { FailedEmails, WaitingEmails } from './emails.tsx'
import { MachinesTable } from './machines.tsx'
import { NothingYet, RefreshLine } from './refresh-line.tsx'
import { ValidationTable } from './stuck.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import type { Route } from './+types/portal-reports-page'
import '../staff-ui/jobs.css'
import './reports.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Reports`, index: false })

type Reports = Reply<'GET /api/staff/reports/'>
type OpenJob = Reports['jobs'][number]
const fetchReports = () => call('GET /api/staff/reports/')

export const clientLoader = async () => ({ reports: await loaded(fetchReports()) })

/** The server counts exactly only up to `REPORTS.countedExactlyUpTo`, so a larger number has a plus. */
const cappedCount = (count: number) =>
  `${formatNumber(count)}${count >= REPORTS.countedExactlyUpTo ? '+' : ''}`

/** `max`: the count of the job that was sent to most, whose bar fills the width. */
const openJobColumns = (max: number): Column<OpenJob>[] => [
  {
    header: t`Job`,
    rowHeader: true,
    cell: (job) => (
      <>
        <Link to={staffPaths.reports(job.id)}>{job.title}</Link>{' '}
        <span className="ref quiet">{job.reference}</span>
      </>
    ),
  },
  {
    header: t`Deadline, EAT`,
    label: false,
    className: 'nowrap num',
    cell: (job) => (job.expiry_date ? shortMoment(job.expiry_date) : t`None`),
  },
  {
    header: t`Last hour`,
    numeric: true,
    label: t`in the last hour`,
    cell: (job) => formatNumber(job.sent_last_hour),
  },
  {
    header: t`Last 24 hours`,
    numeric: true,
    label: t`in 24 hours`,
    cell: (job) => formatNumber(job.sent_last_day),
  },
  {
    header: t`Bar`,
    actions: true,
    className: 'reports-wide',
    cell: (job) => <Bar count={job.sent_last_day} max={max} />,
  },
]

const OpenJobsTable = ({ jobs }: { jobs: OpenJob[] }) => (
  <DataTable
    layout="report"
    className="reports-jobs"
    caption={
      jobs.length === REPORTS.maxJobRows
        ? t`The jobs that close first, at most ${REPORTS.maxJobRows}, and the jobs that closed within the last day.`
        : t`The jobs that close first, and the jobs that closed within the last day.`
    }
    columns={openJobColumns(Math.max(1, ...jobs.map(({ sent_last_day }) => sent_last_day)))}
    rows={jobs}
    rowKey={({ id }) => id}
  />
)

const OpenJobs = ({ jobs }: { jobs: OpenJob[] }) => (
  <section aria-labelledby="open">
    <h2 id="open">{t`Open jobs`}</h2>
    {jobs.length === 0 ? <p className="empty">{t`No job is open.`}</p> : <OpenJobsTable jobs={jobs} />}
  </section>
)

/**
 * The numbers at the top of the page, each with its words. `unsorted`: applications that are submitted, but
 * not yet in the tables of officers.
 */
const sumsOf = ({ jobs, sent_last_hour, documents, unsorted }: Reports) =>
  [
    [
      // During an update, a server with the earlier version of the portal sends only the counts of jobs.
      formatNumber(sent_last_hour ?? jobs.reduce((sum, job) => sum + job.sent_last_hour, 0)),
      t`sent in the last hour`,
    ],
    [
      cappedCount(documents.unscanned),
      documents.scanner ? t`documents not scanned` : t`documents not scanned, no scanner`,
    ],
    [cappedCount(unsorted), t`sent, not in the tables yet`],
  ] as const

/** The reports of the whole portal: open jobs, what waits, failed emails, and the errors that stop people. */
export default function PortalReportsPage({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  const refreshed = useRefreshed(fetchReports, loaderData.reports)
  const { data, reload } = refreshed
  return (
    <>
      <div className="st-head">
        <h1>{t`Reports`}</h1>
        {data && <SumsLine sums={sumsOf(data)} />}
      </div>
      {data ? (
        <>
          <RefreshLine refreshed={refreshed} />
          <div className="reports">
            <FailedEmails
              failures={data.dead}
              mayRetry={me.rights.includes('emails.retry')}
              onReload={reload}
            />
            <WaitingEmails waiting={data.waiting} now={data.at} />
            <OpenJobs jobs={data.jobs} />
            <ValidationTable counts={data.faults} byWhom={t`by anyone`} />
            {/* During an update, a server with the earlier version of the portal sends no `machines`. */}
            {data.machines && <MachinesTable machines={data.machines} now={data.at} />}
          </div>
        </>
      ) : (
        <NothingYet refreshed={refreshed} what={t`The reports`} />
      )}
    </>
  )
}
