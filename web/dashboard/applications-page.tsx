import { Link, useSearchParams } from 'react-router'
import { APPLICATION_WORDS, type Status, STATUSES, statusFrom } from '#contract/job-applications/words.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { signedIn } from '../session/guard.tsx'
import { ApplicationLine, type ListedApplication } from './application-line.tsx'
import { onlyForAnotherPage } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { Failed, WaysIn } from './states.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/applications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My Applications', index: false })

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await signedIn(request)
  return { applications: await loaded(call('GET /api/job-applications/')) }
}

export const shouldRevalidate = onlyForAnotherPage

/** S2 §2 My Applications list; drafts are listed separately (L2). */
export default function ApplicationsPage({ loaderData }: Route.ComponentProps) {
  const { deviceDrafts } = useShell()
  const { data, error } = useLastLoaded(loaderData).applications
  if (data) return <List all={data} />
  return (
    <>
      <h1 className="mb5">My Applications</h1>
      <Failed
        sentence={
          isCallFailed(error) && error.status === 401 ? APPLICATION_WORDS.logIn : APPLICATION_WORDS.listFailed
        }
        error={error}
        busy={BUSY_PAGE_WORDS.applications}
      >
        <WaysIn drafts={deviceDrafts} />
      </Failed>
    </>
  )
}

function List({ all }: { all: ListedApplication[] }) {
  const [search] = useSearchParams()
  const { sendingJobs } = useShell()
  const wanted = search.get('status') ?? ''
  const status = statusFrom(wanted)
  const sent = all.filter(({ is_completed }) => is_completed)
  const drafts = all.filter(({ is_completed }) => !is_completed)
  const shown = status ? sent.filter((entry) => entry.status === status) : sent
  return (
    <>
      <div className="head">
        <h1>My Applications</h1>
        {all.length > 0 && (
          <p className="quiet">
            {sent.length} sent{drafts.length > 0 && `, ${drafts.length} not yet sent`}
          </p>
        )}
      </div>
      {wanted && !status && (
        <p className="callout is-amber mb4 any" role="status">
          There is no status “{wanted}”. These are all your applications.
        </p>
      )}
      {all.length === 0 ? (
        <None />
      ) : (
        <>
          {sent.length > 0 && <Chips sent={sent} chosen={status} />}
          {!status && drafts.length > 0 && (
            <Group
              className="mb5"
              name="Started, not yet sent"
              applications={drafts}
              sendingJobs={sendingJobs}
            />
          )}
          {shown.length > 0 && <Group name={status ?? 'Sent'} applications={shown} />}
          {status && shown.length === 0 && (
            <p className="empty">
              None of your applications is {status} at the moment.{' '}
              <Link to={paths.applications()}>Show all</Link>
            </p>
          )}
        </>
      )}
    </>
  )
}

function Group({
  className,
  name,
  applications,
  sendingJobs = [],
}: {
  className?: string
  name: string
  applications: ListedApplication[]
  sendingJobs?: number[]
}) {
  const now = useNow()
  return (
    <section className={className}>
      <h2 className="h-s">{name}</h2>
      <ul className="apps">
        {applications.map((application) => (
          <ApplicationLine
            key={application.id}
            application={application}
            now={now}
            sending={sendingJobs.includes(application.job.id)}
          />
        ))}
      </ul>
    </section>
  )
}

/** L4: each status has an address. The number beside it is the length of its list (L3). */
const Chips = ({ sent, chosen }: { sent: ListedApplication[]; chosen: Status | undefined }) => (
  <nav className="chips" aria-label="By status">
    <Link className="chip" to={paths.applications()} aria-current={chosen ? undefined : 'page'}>
      All <span className="num">{sent.length}</span>
    </Link>
    {STATUSES.map((status) => {
      const count = sent.filter((entry) => entry.status === status).length
      return (
        <Link
          key={status}
          className="chip"
          to={paths.applications(status.toLowerCase().replace(' ', '-'))}
          aria-current={status === chosen ? 'page' : undefined}
        >
          {status} <span className="num">{count}</span>
        </Link>
      )
    })}
  </nav>
)

const None = () => (
  <div className="empty">
    <p className="bold">{APPLICATION_WORDS.none}</p>
    <p className="mt2 quiet">
      Applications you start or send appear here with their reference number and status.
    </p>
    <p className="mt4">
      <Link className="btn" to={paths.jobs}>
        Browse Jobs
      </Link>
    </p>
  </div>
)
