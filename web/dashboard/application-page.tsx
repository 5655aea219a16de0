import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { ifKiswahili, textLanguage, translate } from '../language/translate.ts'
import { type Loaded, loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Comb } from '../receipt/comb.tsx'
import { ReceiptCard } from '../receipt/receipt-card.tsx'
import { loggedIn } from '../session/guard.tsx'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import { Timeline, SectionChecklist, StatusCallout } from './application-progress.tsx'
import { Correct, CorrectionBanner } from './correct.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { OwnPoints } from './own-points.tsx'
import { Withdraw } from './withdraw.tsx'
import { WhatYouSent } from './what-you-sent.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { LoadFailed } from './load-failed.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { AccessRecordList } from './access-record-list.tsx'
import type { Route } from './+types/application-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Application`, index: false })

const BackLink = () => (
  <p>
    <Link className="tap" to={paths.applications()}>
      <Icon name="left" size="icon-small" /> {translate(APPLICATION_WORDS.back)}
    </Link>
  </p>
)

export const clientLoader = async ({ request, params: { id } }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  // An id of another form belongs to no application, so the page says 'not found' without a call.
  if (!/^[1-9]\d{0,9}$/.test(id)) return undefined
  const params = { id: Number(id) }
  const [application, accessRecords, points] = await Promise.all([
    loaded(call('GET /api/job-applications/{id}/', { params })),
    loaded(call('GET /api/job-applications/{id}/access-records/', { params })),
    loaded(call('GET /api/job-applications/{id}/points/', { params })),
  ])
  return { application, accessRecords, points }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/** One application (S2 §2). Another person's application counts as not found (L7). */
export default function ApplicationPage({ loaderData, params: { id } }: Route.ComponentProps) {
  // Each application has its own key, so that its page never shows data of the application before.
  return loaderData ? <LoadedApplication key={id} loaderData={loaderData} /> : <NotFound />
}

type PageData = {
  application: Loaded<Application>
  accessRecords: Loaded<AccessRecords>
  points: Loaded<Reply<'GET /api/job-applications/{id}/points/'>>
}

function LoadedApplication({ loaderData }: { loaderData: PageData }) {
  const { application, accessRecords, points } = useLastLoaded(loaderData)
  const { data, error } = application
  if (data) return <ApplicationDetail application={data} accessRecords={accessRecords} points={points} />
  if (isCallFailed(error) && error.status === 404) return <NotFound />
  return (
    <>
      <BackLink />
      <h1 className="mb5">
        <Trans>Application</Trans>
      </h1>
      <LoadFailed sentence={APPLICATION_WORDS.detailFailed} error={error} />
    </>
  )
}

const NotFound = () => (
  <>
    <h1>{translate(APPLICATION_WORDS.notFound)}</h1>
    <p className="lead mt2">
      <Trans>The address may be mistyped. Applications you have sent are safe and in your list.</Trans>
    </p>
    <p className="mt5">
      <Link className="btn" to={paths.applications()}>
        {translate(APPLICATION_WORDS.back)}
      </Link>
    </p>
  </>
)

const OwnReceipt = ({ application: { job, receipt } }: { application: Application }) =>
  receipt && (
    <section className="band" id="receipt">
      <h2>
        <Trans>Your receipt</Trans>
      </h2>
      <p className="small quiet mb4">
        <Trans>
          Keep this receipt. With it, anyone can check that we have your application and that nothing in it
          was changed.
        </Trans>
      </p>
      <ReceiptCard receipt={receipt} job={ifKiswahili(job)} />
    </section>
  )

type DetailProps = Omit<PageData, 'application'> & { application: Application }

function ApplicationDetail({ application, accessRecords, points }: DetailProps) {
  const { sendingJobIds } = useShell()
  const { job, reference_number, is_completed } = application
  // While a version is being sent, `StillSending` above the page shows its state.
  const isSending = sendingJobIds.includes(job.id)
  return (
    <>
      <BackLink />
      <div className="row between mt2">
        {reference_number ? (
          <Comb reference={reference_number} small />
        ) : (
          <p className="small quiet">
            <Trans>No reference number yet</Trans>
          </p>
        )}
        <Badge status={application.status} />
      </div>
      <h1 className="mt2 any" lang={textLanguage(job, 'title')}>
        <JobTitle title={job.title} />
      </h1>
      <p className="small quiet mt1 any">
        <WholeWords text={`${translate(job.type)} · ${job.location}`} /> ·{' '}
        <span className="ref">{job.reference}</span>
      </p>
      {(is_completed || !isSending) && <StatusCallout application={application} />}
      {!isSending && <CorrectionBanner application={application} />}
      {!is_completed && !job.is_expired && !isSending && (
        <p className="mt4">
          <Link className="btn" to={paths.apply(job.id)}>
            {translate(JOB_WORDS.continue)}
          </Link>
        </p>
      )}
      <div className="two mt6">
        <Timeline application={application} decisions={accessRecords.data?.decisions ?? []} />
        <SectionChecklist application={application} />
      </div>
      <OwnPoints application={application} loaded={points} />
      {is_completed && <AccessRecordList loaded={accessRecords} />}
      <OwnReceipt application={application} />
      <EarlierVersions application={application} />
      <WhatYouSent application={application} />
      <Correct application={application} />
      <Withdraw application={application} />
    </>
  )
}
