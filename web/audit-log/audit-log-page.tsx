import { Link, useSearchParams } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { address, call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { DownloadLine } from '../exports/download-line.tsx'
import { useDownload } from '../exports/use-download.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import { Alarms } from './alarms.tsx'
import { CheckLog } from './check-log.tsx'
import { filtersIn, logAddress } from './log-address.ts'
import { Chosen, LogFilters } from './log-filters.tsx'
import { LogLines } from './log-lines.tsx'
import type { Route } from './+types/audit-log-page'
import './log.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Audit log', index: false })

const found = ({ results, next }: Reply<'GET /api/staff/audit-log/'>) =>
  next
    ? `${results.length} entries, and older ones`
    : results.length === 1
      ? '1 entry'
      : `${results.length} entries`

/** What officers did and looked at, newest first. The filters are in the address. */
export default function StaffLogPage() {
  const [query, setQuery] = useSearchParams()
  const filters = filtersIn(query)
  const before = query.get('before') ?? ''
  const answer = useAnswer(logAddress({ ...filters, before }), () =>
    call('GET /api/staff/audit-log/', { query: { ...filters, before } }),
  )
  // The filters stay while the log loads again, and so does the focus.
  const [log] = useLastAnswer(answer)
  const { download, start } = useDownload()
  return (
    <>
      <h1>Audit log</h1>
      <p className="lead mt2 mb5">
        No one can change or remove an entry. Each entry has a digest in the{' '}
        <Link to={paths.transparency}>public log</Link>. The check compares every entry with that log, as the
        command <code>npm run portal -- log verify</code> does on the server.
      </p>
      <Alarms />
      <CheckLog />
      {log && (
        <LogFilters
          filters={filters}
          log={log}
          onFilter={(next) => setQuery(next as Record<string, string>, { preventScrollReset: true })}
        />
      )}
      {log && <Chosen filters={filters} log={log} />}
      <p className="vh" role="status">
        {answer.state === 'here' && found(answer.data)}
      </p>
      {answer.state === 'failed' && <Unread what="The log" again={answer.again} />}
      {answer.state === 'waiting' && <Loading />}
      {answer.state === 'here' && (
        <>
          <div className="lg-tools">
            <button
              className="btn btn-2 btn-s"
              type="button"
              aria-disabled={download.state === 'running'}
              onClick={() => void start(address('GET /api/staff/audit-log/file/', { query: filters }))}
            >
              {Object.keys(filters).length > 0 ? 'Save the matches as CSV' : 'Save the log as CSV'}
            </button>
            <DownloadLine download={download} />
          </div>
          {answer.data.results.length === 0 ? (
            <p className="empty">No entry matches.</p>
          ) : (
            <LogLines lines={answer.data.results} />
          )}
          {(before || answer.data.next) && (
            <nav className="pages" aria-label="Pages">
              {before && <Link to={logAddress(filters)}>Newest</Link>}
              {answer.data.next && (
                <Link to={logAddress({ ...filters, before: answer.data.next })}>Older</Link>
              )}
            </nav>
          )}
        </>
      )}
    </>
  )
}
