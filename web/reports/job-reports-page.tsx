import { Link, useSearchParams } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'
import { Places } from './places.tsx'
import { RefreshLine } from './refresh-line.tsx'
import { SentAndStarted } from './sent-and-started.tsx'
import { Shares } from './shares.tsx'
import { SUMMED_STAGES, type SummedStage } from './stage-words.ts'
import { ValidationTable, NotFinished } from './stuck.tsx'
import { SumsLine } from './sums-line.tsx'
import { useRefreshed } from './use-refreshed.ts'
import type { Route } from './+types/job-reports-page'
import { withQuery } from '../with-query.ts'
import '../staff-ui/jobs.css'
import './reports.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Reports`, index: false })

type Reports = Reply<'GET /api/staff/jobs/{id}/reports/'>
const fetchReports = (id: number) => call('GET /api/staff/jobs/{id}/reports/', { params: { id } })

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => ({
  reports: await loaded(fetchReports(Number(params.id))),
})

/**
 * A new choice in the address changes only the view, so nothing loads. The same address, or another
 * job, loads again.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/**
 * What the officer chose to see, and the addresses of the other choices. In the query, `by` is the unit of
 * time and `of` is the stage.
 */
function useChoices() {
  const [query] = useSearchParams()
  const unit: 'days' | 'hours' = query.get('by') === 'days' ? 'days' : 'hours'
  const county = Number(query.get('county')) || undefined
  const stage = SUMMED_STAGES.find((entry) => entry === query.get('of')) ?? 'received'
  const addressWith = (changes: { unit?: string; county?: number | undefined; stage?: SummedStage }) => {
    const next = { unit, county, stage, ...changes }
    const search = new URLSearchParams({
      ...(next.unit === 'days' ? { by: 'days' } : {}),
      ...(next.stage === 'received' ? {} : { of: next.stage }),
      ...(next.county ? { county: String(next.county) } : {}),
    })
    // `?` is the address of this page without a query.
    return withQuery('', search) || '?'
  }
  return { unit, county, stage, addressWith }
}

/** The numbers at the top of the page, each with its words. Some jobs do not say how many posts they have. */
const sumsOf = ({ job, sent, hours, unfinished }: Reports) =>
  [
    [formatNumber(sent), t`sent`],
    [formatNumber(hours.at(-1)?.sent ?? 0), t`this hour`],
    [formatNumber(unfinished.count), t`not finished`],
    ...(job.vacancies === null
      ? []
      : [
          [formatNumber(job.vacancies), plural(job.vacancies, { one: 'post', other: 'posts' })] as const,
          [
            (sent / job.vacancies).toLocaleString('en', { maximumFractionDigits: 1 }),
            t`sent for each post`,
          ] as const,
        ]),
  ] as const

/** The emails about this job that wait or have failed (`letters` in the reply). */
const EmailsOfJob = ({ reports: { letters: emails, at: now } }: { reports: Reports }) => (
  <p className="tiny">
    {emails.oldest ? (
      <Trans>
        About this job <b className="num">{formatNumber(emails.waiting)}</b>{' '}
        <Plural value={emails.waiting} one="email waits" other="emails wait" />, the oldest for{' '}
        {ago(emails.oldest, now)}, and <b className="num">{formatNumber(emails.failed)}</b> failed.
      </Trans>
    ) : (
      <Trans>
        About this job <b className="num">{formatNumber(emails.waiting)}</b>{' '}
        <Plural value={emails.waiting} one="email waits" other="emails wait" />, and{' '}
        <b className="num">{formatNumber(emails.failed)}</b> failed.
      </Trans>
    )}{' '}
    <Link to={staffPaths.portalReports}>{t`All emails and the whole portal`}</Link>
  </p>
)

function ReportSections({ reports }: { reports: Reports }) {
  const { unit, county, stage, addressWith } = useChoices()
  return (
    <div className="reports">
      <SentAndStarted reports={reports} unit={unit} addressOf={(entry) => addressWith({ unit: entry })} />
      <div className="reports-two">
        <Shares reports={reports} />
        <NotFinished unfinished={reports.unfinished} />
      </div>
      <Places
        counties={reports.counties}
        stage={stage}
        openCode={county}
        addressOf={(code) => addressWith({ county: code })}
        stageAddressOf={(entry) => addressWith({ stage: entry })}
      />
      <ValidationTable counts={reports.faults} byWhom={t`by those who apply for this job`} />
      <EmailsOfJob reports={reports} />
    </div>
  )
}

function JobReports({ id, initial }: { id: number; initial: Loaded<Reports> }) {
  const refreshed = useRefreshed(() => fetchReports(id), initial)
  const { data } = refreshed
  if (!data)
    return (
      <JobLoadFailed
        error={refreshed.error}
        sentence={t`The reports could not be loaded.`}
        onRetry={refreshed.reload}
        page={{ id, title: t`Reports` }}
      />
    )
  return (
    <>
      <JobHead id={data.job.id} job={data.job}>
        <SumsLine sums={sumsOf(data)} />
      </JobHead>
      <RefreshLine refreshed={refreshed} />
      <ReportSections reports={data} />
    </>
  )
}

/** The reports about one job. The officer's choices are in the address. */
export default function JobReportsPage({ params, loaderData }: Route.ComponentProps) {
  return <JobReports key={params.id} id={Number(params.id)} initial={loaderData.reports} />
}
