import { Link, useSearchParams } from 'react-router'
import { APPLICATION_WORDS, type Status, STATUSES, statusFrom } from '#contract/job-applications/words.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { ApplicationLine, type ListedApplication } from './application-line.tsx'
import { useShell } from './shell.tsx'
import { Failed, Waiting, WaysIn } from './states.tsx'
import { useNow } from './use-now.ts'
import type { Route } from './+types/applications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'My Applications', index: false })

/** S2 §2 My Applications list; drafts are listed separately (L2). */
export default function ApplicationsPage() {
  const answer = useAnswer('applications', () => call('GET /api/job-applications/'))
  const { deviceDrafts } = useShell()
  if (answer.state === 'here') return <List all={answer.data} />
  return (
    <>
      <h1 className="mb5">My Applications</h1>
      {answer.state === 'waiting' ? (
        <Waiting what="your applications" lines={5} />
      ) : (
        <Failed
          sentence={
            isCallFailed(answer.error) && answer.error.status === 401
              ? APPLICATION_WORDS.logIn
              : APPLICATION_WORDS.listFailed
          }
          answer={answer}
          busy={BUSY_PAGE_WORDS.applications}
        >
          <WaysIn drafts={deviceDrafts} />
        </Failed>
      )}
    </>
  )
}

function List({ all }: { all: ListedApplication[] }) {
  const [search] = useSearchParams()
  const now = useNow()
  const { sendingJobs } = useShell()
  const asked = search.get('status') ?? ''
  const status = statusFrom(asked)
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
      {asked && !status && (
        <p className="callout is-amber mb4 any" role="status">
          There is no status “{asked}”. These are all your applications.
        </p>
      )}
      {all.length === 0 ? (
        <None />
      ) : (
        <>
          {sent.length > 0 && <Chips sent={sent} chosen={status} />}
          {!status && drafts.length > 0 && (
            <section className="mb5">
              <h2 className="h-s">Started, not yet sent</h2>
              <ul className="apps">
                {drafts.map((entry) => (
                  <ApplicationLine
                    key={entry.id}
                    it={entry}
                    now={now}
                    sending={sendingJobs.includes(entry.job.id)}
                  />
                ))}
              </ul>
            </section>
          )}
          {shown.length > 0 && (
            <section>
              <h2 className="h-s">{status ?? 'Sent'}</h2>
              <ul className="apps">
                {shown.map((entry) => (
                  <ApplicationLine key={entry.id} it={entry} now={now} />
                ))}
              </ul>
            </section>
          )}
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
    <p className="b">{APPLICATION_WORDS.none}</p>
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
