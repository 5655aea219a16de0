import { Link, useParams, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { ago } from './ago.ts'
import { many } from './bar.tsx'
import { Course } from './course.tsx'
import { Places } from './places.tsx'
import { RefreshLine } from './refresh-line.tsx'
import { Shares } from './shares.tsx'
import { SUMMED_STAGES } from './stage-words.ts'
import { ValidationTable, NotFinished } from './stuck.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import type { Route } from './+types/job-reports-page'
import '../staff-ui/jobs.css'
import './figures.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Reports', index: false })

/** The reports of a job. The choices are in the address. */
export default function JobReportsPage() {
  const id = Number(useParams().id)
  const [query] = useSearchParams()
  const answer = useRefreshed(String(id), () => call('GET /api/staff/jobs/{id}/reports/', { params: { id } }))
  const { data } = answer
  const by = query.get('by') === 'days' ? 'days' : 'hours'
  const county = Number(query.get('county')) || undefined
  const stage = SUMMED_STAGES.find((entry) => entry === query.get('of')) ?? 'received'
  const address = (over: { by?: string; county?: number | undefined; of?: string }) => {
    const next = { by, county, of: stage, ...over }
    const search = new URLSearchParams({
      ...(next.by === 'days' ? { by: 'days' } : {}),
      ...(next.of === 'received' ? {} : { of: next.of }),
      ...(next.county ? { county: String(next.county) } : {}),
    })
    return search.size > 0 ? `?${search}` : '?'
  }
  if (!data) {
    if (answer.stale)
      return (
        <JobUnread
          error={answer.error}
          what="The reports could not be read."
          again={answer.again}
          page={{ id, here: 'reports', title: 'Reports' }}
        />
      )
    return (
      <>
        <JobHead id={id} here="reports" job={undefined} />
        <Loading />
      </>
    )
  }
  const { job, letters } = data
  return (
    <>
      <JobHead id={job.id} here="reports" job={job}>
        <SumsLine
          sums={[
            [many(data.sent), 'sent'],
            [many(data.hours.at(-1)?.sent ?? 0), 'this hour'],
            [many(data.unfinished.count), 'not finished'],
            ...(job.vacancies === null
              ? []
              : [
                  [many(job.vacancies), job.vacancies === 1 ? 'post' : 'posts'] as const,
                  [
                    (data.sent / job.vacancies).toLocaleString('en', { maximumFractionDigits: 1 }),
                    'sent for each post',
                  ] as const,
                ]),
          ]}
        />
      </JobHead>
      <RefreshLine answer={answer} />
      <div className="fi">
        <Course figures={data} by={by} to={(entry) => address({ by: entry })} />
        <div className="fi-two">
          <Shares figures={data} />
          <NotFinished unfinished={data.unfinished} />
        </div>
        <Places
          counties={data.counties}
          by={stage}
          open={county}
          to={(code) => address({ county: code })}
          toStage={(of) => address({ of })}
        />
        <ValidationTable faults={data.faults} of="by those who apply for this job" />
        <p className="tiny">
          About this job <b className="num">{many(letters.waiting)}</b>{' '}
          {letters.waiting === 1 ? 'email waits' : 'emails wait'}
          {letters.oldest && `, the oldest for ${ago(letters.oldest, data.at)}`}, and{' '}
          <b className="num">{many(letters.failed)}</b> failed.{' '}
          <Link to={paths.staffPortalReports}>All emails and the whole portal</Link>
        </p>
      </div>
    </>
  )
}
