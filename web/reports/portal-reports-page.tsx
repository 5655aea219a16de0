import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { Bar, many } from './bar.tsx'
import { FailedEmails, WaitingEmails } from './emails.tsx'
import { NothingYet, RefreshLine } from './refresh-line.tsx'
import { ValidationTable } from './stuck.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import type { Route } from './+types/portal-reports-page'
import '../staff-ui/jobs.css'
import './figures.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reports', index: false })

type Figures = Reply<'GET /api/staff/reports/'>

const atMost = (count: number) => `${many(count)}${count >= REPORTS.most ? '+' : ''}`

function OpenJobs({ jobs }: { jobs: Figures['jobs'] }) {
  const most = Math.max(1, ...jobs.map((it) => it.sent_last_day))
  return (
    <section aria-labelledby="open">
      <h2 id="open">Open jobs</h2>
      {jobs.length === 0 ? (
        <p className="empty">No job is open.</p>
      ) : (
        <table className="tbl fi-jobs">
          <caption className="tiny quiet">
            Those that close first{jobs.length === REPORTS.jobs ? `, at most ${REPORTS.jobs}` : ''}, and those
            that closed within the last day.
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
                <span className="vh">Bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {jobs.map((it) => (
              <tr key={it.id}>
                <th scope="row">
                  <Link to={paths.staffReports(it.id)}>{it.title}</Link>{' '}
                  <span className="ref quiet">{it.reference}</span>
                </th>
                <td className="nw num">{it.expiry_date ? shortDeadline(it.expiry_date) : 'None'}</td>
                <td className="fgr num" data-label="in the last hour">
                  {many(it.sent_last_hour)}
                </td>
                <td className="fgr num" data-label="in 24 hours">
                  {many(it.sent_last_day)}
                </td>
                <td className="fi-wide">
                  <Bar part={it.sent_last_day} most={most} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** The reports of the whole portal: open jobs, what waits, failed emails, and the errors that stop people. */
export default function PortalReportsPage() {
  const me = useMe()
  const answer = useRefreshed('portal', () => call('GET /api/staff/reports/'))
  const { data } = answer
  return (
    <>
      <div className="st-head">
        <h1>Reports</h1>
        {data && (
          <SumsLine
            sums={[
              [many(data.jobs.reduce((all, it) => all + it.sent_last_hour, 0)), 'sent in the last hour'],
              [
                atMost(data.documents.unscanned),
                data.documents.scanner ? 'documents not scanned' : 'documents not scanned, no scanner',
              ],
              [atMost(data.unsorted), 'sent, not in the tables yet'],
            ]}
          />
        )}
      </div>
      {data ? (
        <>
          <RefreshLine answer={answer} />
          <div className="fi">
            <FailedEmails
              dead={data.dead}
              mayRetry={me.rights.includes('letters.retry')}
              again={answer.again}
            />
            <WaitingEmails waiting={data.waiting} at={data.at} />
            <OpenJobs jobs={data.jobs} />
            <ValidationTable faults={data.faults} of="by anyone" />
          </div>
        </>
      ) : (
        <NothingYet answer={answer} what="The reports" />
      )}
    </>
  )
}
