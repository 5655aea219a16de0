import { Link, useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { OWN_STATUSES, type OwnStatus, statusFrom } from '#contract/job-applications/words.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { loggedIn } from '../session/guard.tsx'
import { ApplicationLine, type ListedApplication } from './application-line.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { LoadFailed, DraftLinks } from './load-failed.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/applications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`My Applications`, index: false })

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  return { applications: await loaded(call('GET /api/job-applications/')) }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/** All applications of the person (S2 §2). Drafts are listed separately (L2). */
export default function ApplicationsPage({ loaderData }: Route.ComponentProps) {
  const { deviceDrafts } = useShell()
  const { data, error } = useLastLoaded(loaderData).applications
  if (data) return <ApplicationList applications={data} />
  return (
    <>
      <h1 className="mb5">
        <Trans>My Applications</Trans>
      </h1>
      <LoadFailed
        sentence={
          isCallFailed(error) && error.status === 401 ? APPLICATION_WORDS.logIn : APPLICATION_WORDS.listFailed
        }
        error={error}
        busySentence={BUSY_PAGE_WORDS.applications}
      >
        <DraftLinks drafts={deviceDrafts} />
      </LoadFailed>
    </>
  )
}

function ApplicationList({ applications }: { applications: ListedApplication[] }) {
  const [search] = useSearchParams()
  const { sendingJobIds } = useShell()
  const requestedStatus = search.get('status') ?? ''
  // The status in the address; undefined if the address has none or one that does not exist.
  const status = statusFrom(requestedStatus)
  const statusName = status && translate(status)
  const sent = applications.filter(({ is_completed }) => is_completed)
  const drafts = applications.filter(({ is_completed }) => !is_completed)
  const sentCount = sent.length
  const draftCount = drafts.length
  const shownApplications = status ? sent.filter((entry) => entry.status === status) : sent
  return (
    <>
      <div className="head">
        <h1>
          <Trans>My Applications</Trans>
        </h1>
        {applications.length > 0 && (
          <p className="quiet">
            {draftCount > 0 ? t`${sentCount} sent, ${draftCount} not yet sent` : t`${sentCount} sent`}
          </p>
        )}
      </div>
      {requestedStatus && !status && (
        <p className="callout is-amber mb4 any" role="status">
          <Trans>There is no status “{requestedStatus}”. These are all your applications.</Trans>
        </p>
      )}
      {applications.length === 0 ? (
        <NoApplications />
      ) : (
        <>
          {sentCount > 0 && <StatusFilter sent={sent} chosenStatus={status} />}
          {!status && draftCount > 0 && (
            <Group
              className="mb5"
              heading={t`Started, not yet sent`}
              applications={drafts}
              sendingJobIds={sendingJobIds}
            />
          )}
          {shownApplications.length > 0 && (
            <Group
              heading={statusName ?? t({ message: 'Sent', context: 'applications' })}
              applications={shownApplications}
              sendingJobIds={sendingJobIds}
            />
          )}
          {status && shownApplications.length === 0 && <NoneWithStatus status={status} />}
        </>
      )}
    </>
  )
}

function Group({
  className,
  heading,
  applications,
  sendingJobIds,
}: {
  className?: string
  heading: string
  applications: ListedApplication[]
  sendingJobIds: number[]
}) {
  const now = useNow()
  return (
    <section className={className}>
      <h2 className="heading-small">{heading}</h2>
      <ul className="apps">
        {applications.map((application) => (
          <ApplicationLine
            key={application.id}
            application={application}
            now={now}
            isSending={sendingJobIds.includes(application.job.id)}
          />
        ))}
      </ul>
    </section>
  )
}

/** Each status has a link of its own (L4), with the number of applications that its list has (L3). */
const StatusFilter = ({
  sent,
  chosenStatus,
}: {
  sent: ListedApplication[]
  chosenStatus: OwnStatus | undefined
}) => (
  <nav className="chips" aria-label={t`By status`}>
    <Link className="chip" to={paths.applications()} aria-current={chosenStatus ? undefined : 'page'}>
      <Trans context="applications">All</Trans> <span className="num">{sent.length}</span>
    </Link>
    {OWN_STATUSES.map((status) => {
      const count = sent.filter((entry) => entry.status === status).length
      // Few people withdraw an application. Only those who did see a link to the withdrawn ones.
      if (status === 'Withdrawn' && count === 0 && chosenStatus !== status) return null
      return (
        <Link
          key={status}
          className="chip"
          to={paths.applications(status.toLowerCase().replace(' ', '-'))}
          aria-current={status === chosenStatus ? 'page' : undefined}
        >
          {translate(status)} <span className="num">{count}</span>
        </Link>
      )
    })}
  </nav>
)

function NoneWithStatus({ status }: { status: OwnStatus }) {
  const statusName = translate(status)
  return (
    <p className="empty">
      <Trans>None of your applications is {statusName} at the moment.</Trans>{' '}
      <Link to={paths.applications()}>
        <Trans>Show all</Trans>
      </Link>
    </p>
  )
}

const NoApplications = () => (
  <div className="empty">
    <p className="bold">{translate(APPLICATION_WORDS.none)}</p>
    <p className="mt2 quiet">
      <Trans>
        When you start or send an application, it appears here with its reference number and status.
      </Trans>
    </p>
    <p className="mt4">
      <Link className="btn" to={paths.jobs}>
        <Trans>Browse Jobs</Trans>
      </Link>
    </p>
  </div>
)
