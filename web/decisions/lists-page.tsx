import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnswer } from '../use-answer.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { LIST_STATES, LIST_TABS, LIST_WORDS } from './list-words.ts'
import { ListsTable } from './lists-table.tsx'
import { NewList } from './new-list.tsx'
import { useWaitingLists } from './use-waiting-lists.ts'
import { WaitingLists } from './waiting-lists.tsx'
import type { Route } from './+types/lists-page'
import '../staff-ui/jobs.css'
import './decisions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Decision lists', index: false })

const TABS = [
  ['me', 'Waits for you'],
  ['', 'All'],
  ...LIST_STATES.map((state) => [state, LIST_TABS[state]] as const),
] as const
type Tab = (typeof TABS)[number][0]

const address = (state: string, job: string, before?: number) => {
  const query = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(job ? { job } : {}),
    ...(before ? { before: String(before) } : {}),
  })
  return query.size > 0 ? `${paths.staffDecisions()}?${query}` : paths.staffDecisions()
}

function Mine() {
  const me = useMe()
  const answer = useWaitingLists(me)
  if (answer.state === 'failed') return <Unread what="The lists" again={answer.again} />
  return answer.state === 'here' ? <WaitingLists waiting={answer.data} /> : <Loading />
}

function All({ state, job, before }: { state: Exclude<Tab, 'me'>; job: string; before: string }) {
  const answer = useAnswer(`${state} ${job} ${before}`, () =>
    call('GET /api/staff/decisions/', { query: { state: state || undefined, job, before } }),
  )
  if (answer.state === 'failed') return <Unread what="The lists" again={answer.again} />
  if (answer.state === 'waiting') return <Loading />
  const { results, next } = answer.data
  return (
    <>
      {results.length === 0 ? (
        <p className="empty">
          {state
            ? `No list in the state “${LIST_WORDS[state]}”${job ? ' of this job' : ''}.`
            : 'No list yet.'}{' '}
          Start a list in the table of a job’s applications: choose some, or all that match, and a new stage.
        </p>
      ) : (
        <ListsTable lists={results} label="Decision lists" ofJob={job !== ''} />
      )}
      {(before || next) && (
        <nav className="pages" aria-label="Pages">
          {before && <Link to={address(state, job)}>Newest</Link>}
          {next && <Link to={address(state, job, next)}>Older</Link>}
        </nav>
      )}
    </>
  )
}

/** Lists that wait for this officer, and all lists by state and job. The filters are in the address. */
export default function StaffListsPage() {
  const me = useMe()
  const [query] = useSearchParams()
  const [making, setMaking] = useState(false)
  const job = /^\d{1,9}$/.test(query.get('job') ?? '') ? (query.get('job') ?? '') : ''
  // With a job, all its lists are shown; without one, first those that wait for this officer.
  const state = TABS.find(([tab]) => tab === query.get('state'))?.[0] ?? ''
  const shown = state === '' && !job && !query.has('state') && !query.has('before') ? 'me' : state
  const whose = useAnswer(`job ${job}`, async () =>
    job ? call('GET /api/staff/jobs/{id}/', { params: { id: Number(job) } }) : undefined,
  )
  if (whose.state === 'failed')
    return <JobUnread error={whose.error} what="The job could not be read." again={whose.again} />
  const tabs = job ? TABS.filter(([tab]) => tab !== 'me') : TABS
  const to = (tab: Tab) =>
    tab === 'me'
      ? paths.staffDecisions()
      : tab === '' && !job
        ? `${paths.staffDecisions()}?state=`
        : address(tab, job)
  return (
    <>
      {job ? (
        <JobHead id={Number(job)} here="decisions" job={whose.state === 'here' ? whose.data : undefined} />
      ) : (
        <div className="st-head">
          <h1>Decision lists</h1>
        </div>
      )}
      {job && (
        <div className="st-head">
          <h2>Decision lists</h2>
          {me.rights.includes('decisions.propose') && (
            <button className="btn btn-s" type="button" onClick={() => setMaking(true)}>
              <Icon name="plus" size="i-s" /> New list
            </button>
          )}
        </div>
      )}
      <nav className="st-tabs mb4" aria-label="State">
        {tabs.map(([tab, words]) => (
          <Link key={tab} to={to(tab)} aria-current={tab === shown ? 'page' : undefined} preventScrollReset>
            {words}
          </Link>
        ))}
      </nav>
      {shown === 'me' ? <Mine /> : <All state={shown} job={job} before={query.get('before') ?? ''} />}
      {making && <NewList jobId={Number(job)} onClose={() => setMaking(false)} />}
    </>
  )
}
