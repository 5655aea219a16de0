import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { textIn } from '../form/text-in.ts'
import { call } from '../api.ts'
import { loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { DataTable } from '../staff-ui/data-table.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { keysOf } from '../staff-ui/typed-choice.ts'
import { useOnDemand } from '../staff-ui/use-on-demand.ts'
import { Icon } from '../ui/icon.tsx'
import { Pages } from '../ui/pages.tsx'
import { STATE_WORDS } from './job-words.ts'
import { jobColumns } from './jobs-columns.tsx'
import { NewJob } from './new-job.tsx'
import type { Route } from './+types/jobs-page'
import { withQuery } from '../with-query.ts'
import '../staff-ui/jobs.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: t`Jobs`, index: false })

const TABS = [
  ['', t`All`],
  ['awaiting', t`Waits for a second person`],
  ...keysOf(STATE_WORDS).map((state) => [state, STATE_WORDS[state]] as const),
] as const
type Filters = { state: (typeof TABS)[number][0]; search: string }

const filtersIn = (query: URLSearchParams): Filters => ({
  state: TABS.find(([tab]) => tab === query.get('state'))?.[0] ?? '',
  search: query.get('search') ?? '',
})

const addressOf = ({ state, search }: Filters, page = 1) => {
  const query = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return withQuery(staffPaths.jobs, query)
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const { state, search } = filtersIn(searchParams)
  const query = { state: state || undefined, search, page: searchParams.get('page') ?? '' }
  return { jobs: await loaded(call('GET /api/staff/jobs/', { query })) }
}

const StateTabs = ({ filters, count }: { filters: Filters; count: number | undefined }) => (
  <nav className="st-tabs" aria-label={t`State`}>
    {TABS.map(([tab, words]) => (
      <Link
        key={tab}
        to={addressOf({ ...filters, state: tab })}
        aria-current={tab === filters.state ? 'page' : undefined}
        preventScrollReset
      >
        {words}
        {tab === filters.state && count !== undefined && <span className="num"> {count}</span>}
      </Link>
    ))}
  </nav>
)

const SearchField = ({ search, onSearch }: { search: string; onSearch: (search: string) => void }) => (
  <Form
    role="search"
    className="st-search"
    onSubmit={(event) => {
      event.preventDefault()
      onSearch(textIn(new FormData(event.currentTarget), 'search').trim())
    }}
  >
    <label className="sr-only" htmlFor="search">{t`Title or reference`}</label>
    <input
      className="input"
      id="search"
      name="search"
      type="search"
      maxLength={100}
      key={search}
      defaultValue={search}
      placeholder={t`Title or reference`}
    />
    <button className="btn btn-2 btn-small" type="submit">{t`Search`}</button>
  </Form>
)

const emptyWords = ({ state, search }: Filters) => {
  if (search) return t`No job has “${search}” in its title or reference here.`
  return state === 'awaiting' ? t`No proposal waits for a second person.` : t`There is no job here.`
}

/** The table of all jobs, including drafts. Its filters are in the address. */
export default function StaffJobsPage({ loaderData: { jobs } }: Route.ComponentProps) {
  const { rights } = useMe()
  const [query, setQuery] = useSearchParams()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const types = useOnDemand(() => call('GET /api/job-types/'))
  const reload = useReload(jobs.error)
  const filters = filtersIn(query)
  const jobsPage = jobs.data
  const onSearch = (search: string) =>
    setQuery({ ...(filters.state ? { state: filters.state } : {}), ...(search ? { search } : {}) })
  const startNewJob = () => {
    types.load()
    setDialogOpen(true)
  }
  return (
    <>
      <div className="st-head">
        <h1>{t`Jobs`}</h1>
        {rights.includes('jobs.write') && (
          <button className="btn btn-small" type="button" onClick={startNewJob}>
            <Icon name="plus" size="icon-small" /> <Trans>New job</Trans>
          </button>
        )}
      </div>
      <div className="st-tools">
        <StateTabs filters={filters} count={jobsPage?.count} />
        <SearchField search={filters.search} onSearch={onSearch} />
      </div>
      <p className="sr-only" role="status">
        {jobsPage && plural(jobsPage.count, { one: '# job', other: '# jobs' })}
      </p>
      {!jobsPage && <LoadFailed subject={t`The list`} onRetry={reload} />}
      {jobsPage?.results.length === 0 && <p className="empty">{emptyWords(filters)}</p>}
      {jobsPage && jobsPage.results.length > 0 && (
        <DataTable
          label={t`Jobs`}
          layout="list"
          columns={jobColumns(rights.includes('applications.read'))}
          rows={jobsPage.results}
          rowKey={({ id }) => id}
        />
      )}
      {jobsPage && (
        <Pages page={jobsPage.page} pages={jobsPage.pages} to={(page) => addressOf(filters, page)} />
      )}
      {isDialogOpen && <NewJob types={types} onClose={() => setDialogOpen(false)} />}
    </>
  )
}
