import { useState } from 'react'
import { Link } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { LIST_STATES, LIST_TABS, LIST_WORDS } from './list-words.ts'
import { ListsTable } from './lists-table.tsx'
import { NewList } from './new-list.tsx'
import { waitingFor } from './waiting-for.ts'
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

type Address = { tab: Tab; job: string; before: string }

/** The filters in the address. Without any, the lists that wait for this officer are shown. */
function readAddress(query: URLSearchParams): Address {
  const jobParameter = query.get('job') ?? ''
  const job = /^\d{1,9}$/.test(jobParameter) ? jobParameter : ''
  const state = TABS.find(([tab]) => tab === query.get('state'))?.[0] ?? ''
  const hasNoFilter = state === '' && !job && !query.has('state') && !query.has('before')
  return { tab: hasNoFilter ? 'me' : state, job, before: query.get('before') ?? '' }
}

const listsAddress = (state: string, job: string, before?: number) => {
  const query = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(job ? { job } : {}),
    ...(before ? { before: String(before) } : {}),
  })
  return query.size > 0 ? `${paths.staffDecisions()}?${query}` : paths.staffDecisions()
}

const tabAddress = (tab: Tab, job: string) => {
  if (tab === 'me') return paths.staffDecisions()
  return tab === '' && !job ? `${paths.staffDecisions()}?state=` : listsAddress(tab, job)
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const address = readAddress(new URL(request.url).searchParams)
  const { tab, job, before } = address
  const query = tab === 'me' ? ({ open: '1' } as const) : { state: tab || undefined, job, before }
  const [lists, ofJob] = await Promise.all([
    loaded(call('GET /api/staff/decisions/', { query })),
    job ? loaded(call('GET /api/staff/jobs/{id}/', { params: { id: Number(job) } })) : undefined,
  ])
  return { address, lists, ofJob }
}

type Lists = Reply<'GET /api/staff/decisions/'>

function AllLists({ address: { tab, job, before }, lists }: { address: Address; lists: Lists }) {
  const { results, next } = lists
  const state = tab === 'me' ? '' : tab
  return (
    <>
      {results.length === 0 ? (
        <p className="empty">
          {state
            ? `No list in the state “${LIST_WORDS[state]}”${job ? ' of this job' : ''}.`
            : 'No list yet.'}{' '}
          Start a list in the table of a job’s applications: choose applications and a new stage.
        </p>
      ) : (
        <ListsTable lists={results} label="Decision lists" ofJob={job !== ''} />
      )}
      {(before || next) && (
        <nav className="pages" aria-label="Pages">
          {before && <Link to={listsAddress(state, job)}>Newest</Link>}
          {next && <Link to={listsAddress(state, job, next)}>Older</Link>}
        </nav>
      )}
    </>
  )
}

type ShownProps = { address: Address; lists: Loaded<Lists>; onReload: () => void }

function ShownLists({ address, lists, onReload }: ShownProps) {
  const me = useMe()
  if (!lists.data) return <LoadFailed subject="The lists" onRetry={onReload} />
  return address.tab === 'me' ? (
    <WaitingLists waiting={waitingFor(me, lists.data.results)} />
  ) : (
    <AllLists address={address} lists={lists.data} />
  )
}

function Heading({ ofJob }: { ofJob: Reply<'GET /api/staff/jobs/{id}/'> | undefined }) {
  const { rights } = useMe()
  const [starting, setStarting] = useState(false)
  if (!ofJob)
    return (
      <div className="st-head">
        <h1>Decision lists</h1>
      </div>
    )
  return (
    <>
      <JobHead id={ofJob.id} currentTab="decisions" job={ofJob} />
      <div className="st-head">
        <h2>Decision lists</h2>
        {rights.includes('decisions.propose') && (
          <button className="btn btn-s" type="button" onClick={() => setStarting(true)}>
            <Icon name="plus" size="i-s" /> New list
          </button>
        )}
      </div>
      {starting && <NewList jobId={ofJob.id} onClose={() => setStarting(false)} />}
    </>
  )
}

/** Lists that wait for this officer, and all lists by state and job. The filters are in the address. */
export default function StaffListsPage({ loaderData }: Route.ComponentProps) {
  const { address, lists, ofJob } = loaderData
  const { tab: shown, job } = address
  const reload = useReload(ofJob?.error ?? lists.error)
  if (ofJob?.error !== undefined)
    return <JobLoadFailed error={ofJob.error} sentence="The job could not be loaded." onRetry={reload} />
  const tabs = job ? TABS.filter(([tab]) => tab !== 'me') : TABS
  return (
    <>
      <Heading ofJob={ofJob?.data} />
      <nav className="st-tabs mb4" aria-label="State">
        {tabs.map(([tab, words]) => (
          <Link
            key={tab}
            to={tabAddress(tab, job)}
            aria-current={tab === shown ? 'page' : undefined}
            preventScrollReset
          >
            {words}
          </Link>
        ))}
      </nav>
      <ShownLists address={address} lists={lists} onReload={reload} />
    </>
  )
}
