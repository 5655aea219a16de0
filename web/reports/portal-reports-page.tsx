import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
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

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reports', index: false })

type Reports = Reply<'GET /api/staff/reports/'>
type OpenJob = Reports['jobs'][number]
const fetchReports = () => call('GET /api/staff/reports/')

export const clientLoader = async () => ({ reports: await loaded(fetchReports()) })

/** The server counts only up to `REPORTS.countedExactlyUpTo`. */
const cappedCount = (count: number) =>
  `${formatNumber(count)}${count >= REPORTS.countedExactlyUpTo ? '+' : ''}`

const OpenJobRow = ({ job, max }: { job: OpenJob; max: number }) => (
  <tr>
    <th scope="row">
      <Link to={staffPaths.reports(job.id)}>{job.title}</Link>{' '}
      <span className="ref quiet">{job.reference}</span>
    </th>
    <td className="nowrap num">{job.expiry_date ? shortDeadline(job.expiry_date) : 'None'}</td>
    <td className="fgr num" data-label="in the last hour">
      {formatNumber(job.sent_last_hour)}
    </td>
    <td className="fgr num" data-label="in 24 hours">
      {formatNumber(job.sent_last_day)}
    </td>
    <td className="fi-wide">
      <Bar count={job.sent_last_day} max={max} />
    </td>
  </tr>
)

const OpenJobsTable = ({ jobs }: { jobs: OpenJob[] }) => (
  <table className="tbl fi-jobs">
    <caption className="tiny quiet">
      The jobs that close first{jobs.length === REPORTS.maxJobRows ? `, at most ${REPORTS.maxJobRows}` : ''},
      and the jobs that closed within the last day.
    </caption>
    <thead>
      <tr>
        <th scope="col">Job</th>
        <th scope="col">Deadline, EAT</th>
        <th scope="col" className="fgr">
          Last hour
        </th>
        <th scope="col" className="fgr">
          Last 24 hours
        </th>
        <th scope="col">
          <span className="sr-only">Bar</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {jobs.map((job) => (
        <OpenJobRow
          key={job.id}
          job={job}
          max={Math.max(1, ...jobs.map(({ sent_last_day }) => sent_last_day))}
        />
      ))}
    </tbody>
  </table>
)

const OpenJobs = ({ jobs }: { jobs: OpenJob[] }) => (
  <section aria-labelledby="open">
    <h2 id="open">Open jobs</h2>
    {jobs.length === 0 ? <p className="empty">No job is open.</p> : <OpenJobsTable jobs={jobs} />}
  </section>
)

const sumsOf = ({ jobs, documents, unsorted }: Reports) =>
  [
    [formatNumber(jobs.reduce((sum, job) => sum + job.sent_last_hour, 0)), 'sent in the last hour'],
    [
      cappedCount(documents.unscanned),
      documents.scanner ? 'documents not scanned' : 'documents not scanned, no scanner',
    ],
    [cappedCount(unsorted), 'sent, not in the tables yet'],
  ] as const

/** The reports of the whole portal: open jobs, what waits, failed emails, and the errors that stop people. */
export default function PortalReportsPage({ loaderData }: Route.ComponentProps) {
  const me = useMe()
  const refreshed = useRefreshed(fetchReports, loaderData.reports)
  const { data, reload } = refreshed
  return (
    <>
      <div className="st-head">
        <h1>Reports</h1>
        {data && <SumsLine sums={sumsOf(data)} />}
      </div>
      {data ? (
        <>
          <RefreshLine refreshed={refreshed} />
          <div className="reports">
            <FailedEmails
              failures={data.dead}
              mayRetry={me.rights.includes('letters.retry')}
              onReload={reload}
            />
            <WaitingEmails waiting={data.waiting} now={data.at} />
            <OpenJobs jobs={data.jobs} />
            <ValidationTable counts={data.faults} byWhom="by anyone" />
            <MachinesTable machines={data.machines} now={data.at} />
          </div>
        </>
      ) : (
        <NothingYet refreshed={refreshed} what="The reports" />
      )}
    </>
  )
}
