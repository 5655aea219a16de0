import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
  PLAIN_COLUMNS,
  identifiesPeople,
} from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { filterParams, isReload, readAddress } from '../review/address.ts'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useQuery } from '../staff-ui/use-query.ts'
import { Conditions } from './conditions.tsx'
import { MakeFile } from './make-file.tsx'
import { Requests } from './requests.tsx'
import type { Route } from './+types/exports-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import './exports.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Exports`, index: false })

type Exports = Reply<'GET /api/staff/jobs/{id}/exports/'>

/** The filter of the applications in an address, without the columns and the format. */
const filterIn = ({ searchParams }: URL) => filterParams(readAddress(searchParams).filter).toString()

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { filter } = readAddress(new URL(request.url).searchParams)
  const exports = call('GET /api/staff/jobs/{id}/exports/', {
    params: { id: Number(params.id) },
    query: filter,
  })
  return { exports: await loaded(exports) }
}

/** Loads again for another job or filter, or the same address. Columns and format load nothing. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  isReload({ currentUrl, nextUrl }) || filterIn(currentUrl) !== filterIn(nextUrl)

/** The columns named in the address. If it names none, all columns that identify no one. */
const columnsIn = (query: URLSearchParams, mayIdentify: boolean): ExportColumn[] => {
  const chosen = query.get('put')?.split(',')
  return chosen
    ? EXPORT_COLUMNS.filter((column) => chosen.includes(column) && (mayIdentify || !identifiesPeople(column)))
    : [...PLAIN_COLUMNS]
}

/**
 * The columns and the format of the file, and a function that changes them. They are in the address beside
 * the filter, as `put` and `as`. A default is left out of the address.
 */
function useFileChoice() {
  const { rights } = useMe()
  const [query, setQuery] = useQuery()
  const address = readAddress(query)
  const columns = columnsIn(query, rights.includes('identities.export'))
  const format = EXPORT_FORMATS.find((entry) => entry === query.get('as')) ?? 'xlsx'
  const choose = (choice: { columns?: ExportColumn[]; format?: ExportFormat }) => {
    const nextQuery = filterParams(address.filter)
    // Filtering the full list keeps the columns in its order.
    const chosenColumns = EXPORT_COLUMNS.filter((column) => (choice.columns ?? columns).includes(column))
    if (chosenColumns.join() !== PLAIN_COLUMNS.join()) nextQuery.set('put', chosenColumns.join())
    if ((choice.format ?? format) !== 'xlsx') nextQuery.set('as', choice.format ?? format)
    setQuery(nextQuery, { replace: true })
  }
  return { address, columns, format, choose }
}

/** The conditions about personal facts, by the labels that the server gives them. */
const FILTERS_OF_PERSONS = ['Gender', 'Disability', 'Age on the closing date', 'Search']

/** How many applications match, and the filter in words. */
const WhoMatches = ({ exports, query }: { exports: Exports; query: string }) => (
  <section className="st-part" aria-labelledby="what">
    <h2 className="mb4" id="what">
      <Trans>
        Export <span className="num">{formatNumber(exports.count)}</span>{' '}
        <Plural value={exports.count} one="application" other="applications" />
      </Trans>
    </h2>
    <Conditions conditions={exports.conditions} />
    <p className="small mt2">
      <Link to={staffPaths.applications(exports.job.id, query)}>{t`Choose others in the table`}</Link>
    </p>
    {exports.blind && exports.conditions.some(({ label }) => FILTERS_OF_PERSONS.includes(label)) && (
      <p className="small quiet mt2">
        <Trans>
          While identities are hidden, this filter finds only applicants whose decision list has taken effect.
        </Trans>
      </p>
    )}
  </section>
)

type ShownProps = {
  exports: Exports
  /** Changes the latest requests: an action may end long after others have changed them. */
  onRequests: (change: (latest: ExportRequest[]) => ExportRequest[]) => void
  onReload: () => void
}

function ExportsOfJob({ exports, onRequests, onReload }: ShownProps) {
  const [result, setResult] = useState<ActionResult>()
  const { address, columns, format, choose } = useFileChoice()
  const { job, requests } = exports
  /** Shows a new or changed request, and the result of the action in words. */
  const onRequest = (request: ExportRequest, words: string) => {
    setResult({ words })
    onRequests((latest) => [request, ...latest.filter(({ id }) => id !== request.id)])
  }
  return (
    <>
      <JobHead id={job.id} job={job} />
      <ResultMessage result={result} />
      <div className="st-whole exports">
        <div>
          <WhoMatches exports={exports} query={filterParams(address.filter).toString()} />
          <MakeFile
            exports={exports}
            filter={address.filter}
            columns={columns}
            format={format}
            onChoice={choose}
            isSecondary={requests.some(({ may }) => may.includes('decide') || may.includes('download'))}
            onRequest={(request) => onRequest(request, t`Requested. A second person decides.`)}
            onConflict={onReload}
          />
        </div>
        <Requests
          requests={requests}
          onRequest={onRequest}
          onDownloaded={(id) =>
            onRequests((latest) =>
              latest.map((entry) => (entry.id === id ? { ...entry, downloads: entry.downloads + 1 } : entry)),
            )
          }
        />
      </div>
    </>
  )
}

function JobExports({ exports }: { exports: Loaded<Exports> }) {
  const [latestExports, setLatestExports] = useLatestData(exports)
  const { error } = exports
  const reload = useReload(error)
  // Status 422: the server cannot read the filter in the address.
  const isUnreadable = isCallFailed(error) && error.status === 422
  if (latestExports && error === undefined)
    return (
      <ExportsOfJob
        exports={latestExports}
        onRequests={(change) =>
          setLatestExports((latest) => latest && { ...latest, requests: change(latest.requests) })
        }
        onReload={reload}
      />
    )
  return (
    <JobLoadFailed
      error={error}
      sentence={
        isUnreadable
          ? t`The filter in the address of this page is not valid.`
          : t`The exports could not be loaded.`
      }
      onRetry={reload}
    />
  )
}

/** Exports the applications of a job to a file, filtered like the table, in the chosen columns. */
export default function ExportsPage({ params, loaderData }: Route.ComponentProps) {
  return <JobExports key={params.id} exports={loaderData.exports} />
}
