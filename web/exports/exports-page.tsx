import { useState } from 'react'
import { Link } from 'react-router'
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
  PLAIN_COLUMNS,
  namesPeople,
} from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { formatNumber } from '../ui/card.ts'
import { useAnswer } from '../use-answer.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { filterOf, readAddress } from '../review/address.ts'
import { Loading } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useQuery } from '../staff-ui/use-query.ts'
import { Conditions } from './conditions.tsx'
import { MakeFile } from './make-file.tsx'
import { Requests } from './requests.tsx'
import type { Route } from './+types/exports-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import './exports.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Exports', index: false })

/** The columns in the address; without any, all columns that identify no one. */
const chosenIn = (query: URLSearchParams, identities: boolean): ExportColumn[] => {
  const written = query.get('put')?.split(',')
  return written
    ? EXPORT_COLUMNS.filter(
        (exportColumn) => written.includes(exportColumn) && (identities || !namesPeople(exportColumn)),
      )
    : [...PLAIN_COLUMNS]
}

function Shown({ job }: { job: number }) {
  const me = useMe()
  const [query, setQuery] = useQuery()
  const [changed, setChanged] = useState<ExportRequest[]>([])
  const [said, setSaid] = useState<ResultWords>()
  const address = readAddress(query)
  const { filter } = address
  const asked = filterOf(address)
  const answer = useAnswer(`${job} ${asked}`, () =>
    call('GET /api/staff/jobs/{id}/exports/', { params: { id: job }, query: filter }),
  )
  const columns = chosenIn(query, me.rights.includes('identities.export'))
  const format = EXPORT_FORMATS.find((entry) => entry === query.get('as')) ?? 'xlsx'
  const choose = (choice: { columns?: ExportColumn[]; format?: ExportFormat }) => {
    const next = new URLSearchParams(asked)
    const put = EXPORT_COLUMNS.filter((exportColumn) => (choice.columns ?? columns).includes(exportColumn))
    if (put.join() !== PLAIN_COLUMNS.join()) next.set('put', put.join())
    if ((choice.format ?? format) !== 'xlsx') next.set('as', choice.format ?? format)
    setQuery(next, { replace: true })
  }
  const onRequest = (request: ExportRequest, words?: string) => {
    setSaid(words === undefined ? undefined : { words })
    setChanged((before) => [request, ...before.filter(({ id }) => id !== request.id)])
  }
  if (answer.state === 'failed') {
    const { error } = answer
    const unreadable = isCallFailed(error) && error.status === 422
    return (
      <JobUnread
        error={error}
        what={unreadable ? 'The filter in this address cannot be read.' : 'The exports could not be read.'}
        again={answer.again}
      />
    )
  }
  if (answer.state === 'waiting') {
    return (
      <>
        <JobHead id={job} here="exports" job={undefined} />
        <Loading />
      </>
    )
  }
  const found = answer.data
  const requests = [
    ...changed,
    ...found.requests.filter(({ id }) => !changed.some((entry) => entry.id === id)),
  ]
  return (
    <>
      <JobHead id={job} here="exports" job={found.job} />
      <ResultMessage said={said} />
      <div className="st-whole ex">
        <div>
          <section className="st-part" aria-labelledby="what">
            <h2 className="mb4" id="what">
              Export <span className="num">{formatNumber(found.count)}</span>{' '}
              {found.count === 1 ? 'application' : 'applications'}
            </h2>
            <Conditions conditions={found.conditions} />
            <p className="small mt2">
              <Link to={paths.staffApplications(job, asked)}>Choose others in the table</Link>
            </p>
            {found.blind &&
              found.conditions.some(({ label }) =>
                ['Gender', 'Disability', 'Age on the closing date', 'Search'].includes(label),
              ) && (
                <p className="small quiet mt2">
                  While identities are hidden, this filter finds only applicants whose list has taken effect.
                </p>
              )}
          </section>
          <MakeFile
            found={found}
            filter={filter}
            columns={columns}
            format={format}
            onChoice={choose}
            aside={requests.some(({ may }) => may.includes('decide') || may.includes('download'))}
            onRequest={(it) => onRequest(it, 'Requested. A second person decides.')}
          />
        </div>
        <Requests requests={requests} onRequest={onRequest} />
      </div>
    </>
  )
}

/** Exports the applications of a job to a file, filtered like the table, in the chosen columns. */
export default function ExportsPage({ params }: Route.ComponentProps) {
  return <Shown key={params.id} job={Number(params.id)} />
}
