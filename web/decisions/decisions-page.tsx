import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobHead, JobLoadFailed } from '../staff-ui/job-head.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { LIST_STATES, LIST_TABS, LIST_WORDS } from './list-words.ts'
import { DecisionsTable } from './decisions-table.tsx'
import { NewDecisionList } from './new-decision-list.tsx'
import { waitingFor } from './waiting-for.ts'
import { WaitingLists } from './waiting-lists.tsx'
import type { Route } from './+types/decisions-page'
import { withQuery } from '../with-query.ts'
import '../staff-ui/jobs.css'
import './decisions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Decision lists`, index: false })

const TABS = [
  ['me', t`Waits for you`],
  ['all', t`All`],
  ...LIST_STATES.map((state) => [state, LIST_TABS[state]] as const),
] as const
type Tab = (typeof TABS)[number][0]

/**
 * The filters of the page. `tab`: 'me' for what waits for this officer, 'all', or a state. `jobId` is empty
 * for all jobs. `before`: only lists with a lower id are shown; empty for the newest.
 */
type Address = { tab: Tab; jobId: string; before: string }

/** The filters in the address. Without any, the lists that wait for this officer are shown. */
function readAddress(query: URLSearchParams): Address {
  const jobParameter = query.get('job') ?? ''
  const jobId = /^\d{1,9}$/.test(jobParameter) ? jobParameter : ''
  const namedTab = TABS.find(([tab]) => tab === query.get('state'))?.[0] ?? 'all'
  // An empty `?state=` is a filter too: it names the tab with the lists of all states.
  const isFiltered = jobId !== '' || query.has('state') || query.has('before')
  return { tab: isFiltered ? namedTab : 'me', jobId, before: query.get('before') ?? '' }
}

const listsAddress = (tab: Tab, jobId: string, before?: number) => {
  const query = new URLSearchParams({
    ...(tab === 'all' ? {} : { state: tab }),
    ...(jobId ? { job: jobId } : {}),
    ...(before ? { before: String(before) } : {}),
  })
  return withQuery(staffPaths.decisions(), query)
}

const tabAddress = (tab: Tab, jobId: string) => {
  if (tab === 'me') return staffPaths.decisions()
  // This address always has a query, because an address without one shows the lists that wait for this
  // officer.
  return tab === 'all' && !jobId ? `${staffPaths.decisions()}?state=` : listsAddress(tab, jobId)
}

type Lists = Reply<'GET /api/staff/decisions/'>

/** The most pages of open lists that one visit loads: 1,000 lists. */
const MAX_OPEN_PAGES = 20

/** All lists that are not finished. The page selects those that wait for this officer. */
async function loadOpenLists(): Promise<Lists> {
  const results: Lists['results'] = []
  let next: number | null | undefined
  for (let page = 0; page < MAX_OPEN_PAGES && next !== null; page += 1) {
    const before = next === undefined ? {} : { before: String(next) }
    const lists = await call('GET /api/staff/decisions/', { query: { open: '1', ...before } })
    results.push(...lists.results)
    next = lists.next
  }
  return { results, next: next ?? null }
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const address = readAddress(new URL(request.url).searchParams)
  const { tab, jobId, before } = address
  const loadLists = () =>
    tab === 'me'
      ? loadOpenLists()
      : call('GET /api/staff/decisions/', {
          query: { state: tab === 'all' ? undefined : tab, job: jobId, before },
        })
  const [lists, job] = await Promise.all([
    loaded(loadLists()),
    jobId ? loaded(call('GET /api/staff/jobs/{id}/', { params: { id: Number(jobId) } })) : undefined,
  ])
  return { address, lists, job }
}

const noneWords = (tab: Address['tab'], jobId: string) => {
  if (tab === 'me' || tab === 'all') return t`No list yet.`
  const state = LIST_WORDS[tab]
  return jobId ? t`No list in the state “${state}” of this job.` : t`No list in the state “${state}”.`
}

function AllLists({ address: { tab, jobId, before }, lists }: { address: Address; lists: Lists }) {
  const { results, next } = lists
  return (
    <>
      {results.length === 0 ? (
        <p className="empty">
          {noneWords(tab, jobId)}{' '}
          <Trans>
            To start a list, open the applications of a job. Choose applications in the table, and then a new
            stage.
          </Trans>
        </p>
      ) : (
        <DecisionsTable lists={results} label={t`Decision lists`} isForOneJob={jobId !== ''} />
      )}
      {(before || next) && (
        <nav className="pages" aria-label={t`Pages`}>
          {before && <Link to={tabAddress(tab, jobId)}>{t`Newest`}</Link>}
          {next && <Link to={listsAddress(tab, jobId, next)}>{t`Older`}</Link>}
        </nav>
      )}
    </>
  )
}

type ShownProps = { address: Address; lists: Loaded<Lists>; onReload: () => void }

function ShownLists({ address, lists, onReload }: ShownProps) {
  const me = useMe()
  if (!lists.data) return <LoadFailed subject={t`The lists`} onRetry={onReload} error={lists.error} />
  return address.tab === 'me' ? (
    <WaitingLists waiting={waitingFor(me, lists.data.results)} />
  ) : (
    <AllLists address={address} lists={lists.data} />
  )
}

function Heading({ job }: { job: Reply<'GET /api/staff/jobs/{id}/'> | undefined }) {
  const { rights } = useMe()
  const [isStarting, setStarting] = useState(false)
  if (!job)
    return (
      <div className="st-head">
        <h1>{t`Decision lists`}</h1>
      </div>
    )
  return (
    <>
      <JobHead id={job.id} job={job} />
      <div className="st-head">
        <h2>{t`Decision lists`}</h2>
        {rights.includes('decisions.propose') && (
          <button className="btn btn-small" type="button" onClick={() => setStarting(true)}>
            <Icon name="plus" size="icon-small" /> <Trans>New list</Trans>
          </button>
        )}
      </div>
      {isStarting && <NewDecisionList jobId={job.id} onClose={() => setStarting(false)} />}
    </>
  )
}

/** Lists that wait for this officer, and all lists by state and job. The filters are in the address. */
export default function StaffDecisionsPage({ loaderData }: Route.ComponentProps) {
  const { address, lists, job } = loaderData
  const reload = useReload(job?.error ?? lists.error)
  if (job?.error !== undefined)
    return <JobLoadFailed error={job.error} sentence={t`The job could not be loaded.`} onRetry={reload} />
  // The lists that wait for this officer are of all jobs, so the page of one job has no tab for them.
  const tabs = address.jobId ? TABS.filter(([tab]) => tab !== 'me') : TABS
  return (
    <>
      <Heading job={job?.data} />
      <nav className="st-tabs mb4" aria-label={t`State`}>
        {tabs.map(([tab, words]) => (
          <Link
            key={tab}
            to={tabAddress(tab, address.jobId)}
            aria-current={tab === address.tab ? 'page' : undefined}
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
