import { useState } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { JobState, StaffJobLine } from '#contract/staff-jobs/endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { Pages } from '../ui/pages.tsx'
import { useAnswer } from '../use-answer.ts'
import { CHANGE_WORDS, STATE_WORDS } from './job-words.ts'
import { JobStateMark } from './job-state.tsx'
import { Unread } from '../staff-ui/loading.tsx'
import { NewJob } from './new-job.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import type { Route } from './+types/jobs-page'
import '../staff-ui/jobs.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Jobs', index: false })

const TABS = [
  ['', 'All'],
  ['awaiting', 'Waits for a second person'],
  ...(Object.entries(STATE_WORDS) as [JobState, string][]),
] as const
type Tab = (typeof TABS)[number][0]

const address = (state: string, search: string, page = 1) => {
  const query = new URLSearchParams({
    ...(state ? { state } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })
  return query.size > 0 ? `${paths.staffJobs}?${query}` : paths.staffJobs
}

const Line = ({ it, reads }: { it: StaffJobLine; reads: boolean }) => (
  <tr>
    <td className="st-job">
      <Link to={paths.staffJob(it.id)}>
        <JobTitle title={it.title} />
      </Link>
      <span className="ref quiet">{it.reference}</span>
    </td>
    <td className="quiet" data-label="Type">
      {it.job_type_name}
    </td>
    <td data-label="State">
      <JobStateMark state={it.state} />
      {it.state === 'scheduled' && it.publish_at && (
        <span className="tiny quiet"> {shortDeadline(it.publish_at)}</span>
      )}
    </td>
    <td className="nw num" data-label="Deadline">
      {it.expiry_date ? shortDeadline(it.expiry_date) : 'None'}
    </td>
    <td className="num fgr" data-label="Sent">
      {reads ? (
        <Link
          to={paths.staffApplications(it.id)}
          aria-label={`${formatNumber(it.applications)} sent for ${it.title}`}
        >
          {formatNumber(it.applications)}
        </Link>
      ) : (
        formatNumber(it.applications)
      )}
    </td>
    <td className="num fgr" data-label="Drafts">
      {formatNumber(it.drafts)}
    </td>
    <td className={it.awaiting ? undefined : 'nil'} data-label="Waits">
      {it.awaiting && (
        <b className="c-amber nw">
          <Icon name="half" size="i-s" /> {CHANGE_WORDS[it.awaiting].noun}
        </b>
      )}
    </td>
  </tr>
)

/** All jobs, including drafts, as a table. The filters are in the address. */
export default function StaffJobsPage() {
  const me = useMe()
  const [query, setQuery] = useSearchParams()
  const [writing, setWriting] = useState(false)
  const state = TABS.find(([tab]) => tab === query.get('state'))?.[0] ?? ''
  const search = query.get('search') ?? ''
  const page = query.get('page') ?? ''
  const answer = useAnswer(`${state} ${page} ${search}`, () =>
    call('GET /api/staff/jobs/', {
      query: { state: (state || undefined) as Exclude<Tab, ''> | undefined, search, page },
    }),
  )
  const found = answer.state === 'here' ? answer.data : undefined
  return (
    <>
      <div className="st-head">
        <h1>Jobs</h1>
        {me.rights.includes('jobs.write') && (
          <button className="btn btn-s" type="button" onClick={() => setWriting(true)}>
            <Icon name="plus" size="i-s" /> New job
          </button>
        )}
      </div>
      <div className="st-tools">
        <nav className="st-tabs" aria-label="State">
          {TABS.map(([tab, words]) => (
            <Link
              key={tab}
              to={address(tab, search)}
              aria-current={tab === state ? 'page' : undefined}
              preventScrollReset
            >
              {words}
              {tab === state && found && <span className="num"> {found.count}</span>}
            </Link>
          ))}
        </nav>
        <Form
          role="search"
          className="st-search"
          onSubmit={(event) => {
            event.preventDefault()
            const field = event.currentTarget.elements.namedItem('search') as HTMLInputElement
            const typed = field.value.trim()
            setQuery({ ...(state ? { state } : {}), ...(typed ? { search: typed } : {}) })
          }}
        >
          <label className="vh" htmlFor="search">
            Title or reference
          </label>
          <input
            className="in"
            id="search"
            name="search"
            type="search"
            maxLength={100}
            key={search}
            defaultValue={search}
            placeholder="Title or reference"
          />
          <button className="btn btn-2 btn-s" type="submit">
            Search
          </button>
        </Form>
      </div>
      <p className="vh" role="status">
        {found && `${found.count} ${found.count === 1 ? 'job' : 'jobs'}`}
      </p>
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {found?.results.length === 0 && (
        <p className="empty">
          {search
            ? `No job has “${search}” in its title or reference here.`
            : state === 'awaiting'
              ? 'No proposal waits for a second person.'
              : 'There is no job here.'}
        </p>
      )}
      {found && found.results.length > 0 && (
        <table className="tbl st-jobs" aria-label="Jobs">
          <thead>
            <tr>
              <th scope="col">Job</th>
              <th scope="col">Type</th>
              <th scope="col">State</th>
              <th scope="col">Deadline, EAT</th>
              <th scope="col" className="fgr">
                Sent
              </th>
              <th scope="col" className="fgr">
                Drafts
              </th>
              <th scope="col">Waits for a second person</th>
            </tr>
          </thead>
          <tbody>
            {found.results.map((it) => (
              <Line
                key={it.id}
                it={it}
                reads={it.applications > 0 && me.rights.includes('applications.read')}
              />
            ))}
          </tbody>
        </table>
      )}
      {found && <Pages page={found.page} pages={found.pages} to={(entry) => address(state, search, entry)} />}
      {writing && <NewJob onClose={() => setWriting(false)} />}
    </>
  )
}
