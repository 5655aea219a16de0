import { Link, useNavigate, useSearchParams } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LOG_WORDS } from '#contract/audit-log/words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { address, call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { DownloadLine } from '../exports/download-line.tsx'
import { useDownload } from '../exports/use-download.ts'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { Alarms } from './alarms.tsx'
import { CheckLog } from './check-log.tsx'
import { type Filters, filtersIn, logAddress } from './log-address.ts'
import { ChosenFilters, LogFilters } from './log-filters.tsx'
import { LogLines } from './log-lines.tsx'
import type { Route } from './+types/audit-log-page'
import './log.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Audit log`, index: false })

type Log = Reply<'GET /api/staff/audit-log/'>

/** The entry after which the page of the log starts; '' for a page that starts with the newest. */
const beforeIn = (query: URLSearchParams) => query.get('before') ?? ''

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const query = { ...filtersIn(searchParams), before: beforeIn(searchParams) }
  return { log: await loaded(call('GET /api/staff/audit-log/', { query })) }
}

const entryCountInWords = ({ results, next }: Log) => {
  if (next) return t`${results.length} entries, and older ones`
  return plural(results.length, { one: '1 entry', other: '# entries' })
}

function SaveAsFile({ filters }: { filters: Filters }) {
  const { download, start } = useDownload()
  return (
    <div className="audit-tools">
      <button
        className="btn btn-2 btn-small"
        type="button"
        aria-disabled={download.state === 'running'}
        onClick={() => void start(address('GET /api/staff/audit-log/file/', { query: filters }))}
      >
        {Object.keys(filters).length > 0 ? t`Save the matches as CSV` : t`Save the log as CSV`}
      </button>
      <DownloadLine download={download} />
    </div>
  )
}

/**
 * One page of the log, as loaded. `log.seen_known`: false if the filter has a reference number that no
 * application has. `log.next`: where the next older page starts; null on the last page. `before`: where this
 * page starts, as in the address.
 */
type EntriesProps = { log: Log; filters: Filters; before: string }

const Entries = ({ log: { results, next, seen_known: isReferenceKnown }, filters, before }: EntriesProps) => (
  <>
    {isReferenceKnown && <SaveAsFile filters={filters} />}
    {results.length === 0 ? (
      <p className="empty">{isReferenceKnown ? t`No entry matches.` : LOG_WORDS.noSuchReference}</p>
    ) : (
      <LogLines lines={results} />
    )}
    {(before || next) && (
      <nav className="pages" aria-label={t`Pages`}>
        {before && (
          <Link to={logAddress(filters)}>
            <Trans>Newest</Trans>
          </Link>
        )}
        {next && (
          <Link to={logAddress({ ...filters, before: next })}>
            <Trans>Older</Trans>
          </Link>
        )}
      </nav>
    )}
  </>
)

/** The audit log: what officers did and read, newest first. The filters are in the address. */
export default function AuditLogPage({ loaderData: { log }, matches }: Route.ComponentProps) {
  // The fourth match is the route around this page: root, frame, shell, then that route.
  const { alarms, check } = matches[3].loaderData
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const filters = filtersIn(query)
  // If the log does not load, the filters keep the choices of the last load, and the focus.
  const [latestLog] = useLatestData(log)
  const reload = useReload(log.error ?? alarms.error)
  return (
    <>
      <h1>
        <Trans>Audit log</Trans>
      </h1>
      <p className="lead mt2 mb5">
        <Trans>
          No one can change or remove an entry. Each entry has a digest in the{' '}
          <Link to={paths.transparency}>public log</Link>. The check compares each entry with the log, as the
          command <code>npm run portal -- log verify</code> does on the server.
        </Trans>
      </p>
      <Alarms result={alarms} onReload={reload} />
      <CheckLog result={check} />
      {latestLog && (
        <LogFilters
          filters={filters}
          log={latestLog}
          onFilter={(next) => void navigate(logAddress(next), { preventScrollReset: true })}
        />
      )}
      {latestLog && <ChosenFilters filters={filters} log={latestLog} />}
      <p className="sr-only" role="status">
        {log.data && entryCountInWords(log.data)}
      </p>
      {log.data ? (
        <Entries log={log.data} filters={filters} before={beforeIn(query)} />
      ) : (
        <LoadFailed subject={t`The log`} onRetry={reload} error={log.error} />
      )}
    </>
  )
}
