import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation, useSubmit } from 'react-router'
import { clockTime, longDate } from '#contract/dates.ts'
import { FALLBACK_JOB_TYPES, JOB_WORDS, SORTS } from '#contract/job-words.ts'
import { JOBS } from '#contract/limits.ts'
import { callContext } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/jobs-page'
import { cardOf, figures } from '../ui/card.ts'
import { Notice } from '../ui/notice.tsx'
import { Pages } from '../ui/pages.tsx'
import { useFiltering } from './use-filtering.ts'
import { useNow } from './use-now.ts'

const FILTERS = ['search', 'job_type', 'location', 'category', 'sort', 'include_expired'] as const

type Chosen = Record<(typeof FILTERS)[number], string>
const chosenIn = (search: URLSearchParams): Chosen => {
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? ''])) as Chosen
  // An order that there is not is no order, here as in the list.
  return { ...chosen, sort: Object.hasOwn(SORTS, chosen.sort) ? chosen.sort : '', include_expired: chosen.include_expired === '1' ? '1' : '' }
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const search = new URL(request.url).searchParams
  const chosen = chosenIn(search)
  const [found, types, site] = await Promise.all([
    call('GET /api/jobs/list/', {
      query: { ...chosen, sort: (chosen.sort || undefined) as 'closing' | undefined, page: search.get('page') ?? '1', page_size: JOBS.pageSize },
    }),
    // S1 §8: a list that cannot be had is the two that are always there, without a word.
    call('GET /api/job-types/').catch(() => FALLBACK_JOB_TYPES),
    call('GET /api/site/'),
  ])
  return {
    chosen,
    cards: found.results.map(cardOf),
    count: found.count,
    page: found.page,
    pages: found.pages,
    paused: found.search_paused,
    types: types.map((type) => type.name),
    now: site.server_time,
    acronym: site.organisation.acronym,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Jobs', description: 'All open job notices, closing soonest first. Search by title, job type and place.', path: '/jobs' })

const address = (chosen: Chosen, page = 1) => {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.jobs}?${query}` : paths.jobs
}

function Filters({ chosen, types }: { chosen: Chosen; types: string[] }) {
  const submit = useSubmit()
  const [open, setOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = () => {
    clearTimeout(typing.current)
    if (form.current) void submit(form.current, { replace: true, preventScrollReset: true })
  }
  const changed = (event: FormEvent) => {
    clearTimeout(typing.current)
    // Somebody who types is let finish the word; a choice counts at once.
    const target = event.target as HTMLInputElement
    if (target.type === 'text' || target.type === 'search') typing.current = setTimeout(apply, 350)
    else apply()
  }
  // A field is not pulled from under the fingers: it follows the address only when the address changes without it.
  useEffect(() => {
    for (const name of ['search', 'location'] as const) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | null
      if (field && field !== document.activeElement) field.value = chosen[name]
    }
  }, [chosen])
  return (
    <div className={open ? 'filter-d open' : 'filter-d'}>
      <button className="btn btn-2 btn-wide" type="button" aria-expanded={open} aria-controls="filters" onClick={() => setOpen(!open)}>
        <Icon name="list" /> Search and filter
      </button>
      <Form className="filters" id="filters" role="search" action={paths.jobs} ref={form} onChange={changed} replace preventScrollReset>
        <div className="field">
          <label htmlFor="search">Search by title</label>
          <input className="in" id="search" name="search" type="search" maxLength={100} defaultValue={chosen.search} autoComplete="off" enterKeyHint="search" />
        </div>
        <div className="field">
          <label htmlFor="job_type">Job type</label>
          <span className="pick">
            <select className="in" id="job_type" name="job_type" key={chosen.job_type} defaultValue={chosen.job_type}>
              <option value="">{JOB_WORDS.allTypes}</option>
              {types.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
            <Icon name="down" />
          </span>
        </div>
        <div className="field">
          <label htmlFor="location">Location</label>
          <input
            className="in"
            id="location"
            name="location"
            type="text"
            maxLength={100}
            defaultValue={chosen.location}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        {chosen.category && <input type="hidden" name="category" value={chosen.category} />}
        {chosen.sort && <input type="hidden" name="sort" value={chosen.sort} />}
        {chosen.include_expired && <input type="hidden" name="include_expired" value="1" />}
        <div className="row">
          <noscript>
            <button className="btn btn-s" type="submit">
              Search
            </button>
          </noscript>
          <Link className="btn btn-2 btn-s" to={paths.jobs} preventScrollReset onClick={() => form.current?.reset()}>
            Clear Filters
          </Link>
        </div>
        <p>
          <Link className="tap small" to={address({ ...chosen, include_expired: chosen.include_expired ? '' : '1' })} preventScrollReset>
            {chosen.include_expired ? 'Hide closed notices' : 'Show closed notices too'}
          </Link>
        </p>
      </Form>
    </div>
  )
}

function Sort({ chosen }: { chosen: Chosen }) {
  const submit = useSubmit()
  return (
    <Form
      className="row small"
      action={paths.jobs}
      replace
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {FILTERS.filter((name) => name !== 'sort' && chosen[name]).map((name) => (
        <input key={name} type="hidden" name={name} value={chosen[name]} />
      ))}
      <label htmlFor="sort">Sort</label>
      <span className="pick">
        <select className="in" id="sort" name="sort" key={chosen.sort} defaultValue={chosen.sort || 'closing'}>
          {Object.entries(SORTS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
      <noscript>
        <button className="btn btn-2 btn-s" type="submit">
          Sort
        </button>
      </noscript>
    </Form>
  )
}

const Nothing = ({ chosen }: { chosen: Chosen }) => (
  <div className="empty">
    <p className="b">{JOB_WORDS.empty}</p>
    <p className="mt2">Try a shorter word, another place or all job types.</p>
    <p className="btn-row mt4">
      <Link className="btn" to={paths.jobs}>
        See all open jobs
      </Link>
      {!chosen.include_expired && (
        <Link className="btn btn-2" to={address({ ...chosen, include_expired: '1' })}>
          Look among closed notices
        </Link>
      )}
    </p>
  </div>
)

export default function JobsPage({ loaderData: { chosen, cards, count, page, pages, paused, types, now: made, acronym } }: Route.ComponentProps) {
  const now = useNow(made)
  const navigation = useNavigation()
  const filtering = useFiltering(chosen)
  const busy = filtering || (navigation.state === 'loading' && navigation.location.pathname === paths.jobs)
  const first = (page - 1) * JOBS.pageSize + 1
  return (
    <div className="wrap page">
      <p className="folio">
        <span>Notice board</span>
        <span>
          {longDate(now)}, {clockTime(now)} EAT
        </span>
      </p>
      <h1>{chosen.category ? `Jobs: ${chosen.category}` : 'Jobs'}</h1>
      <div className="cols-side">
        <Filters chosen={chosen} types={types} />
        <div className="results" aria-busy={busy}>
          <div className="listbar">
            <p role="status">
              <b className="num">{figures(count)}</b> {count === 1 ? 'job' : 'jobs'}{' '}
              {count > 0 && (
                <span className="quiet wide-only">
                  · showing {first} to {first + cards.length - 1}
                </span>
              )}
            </p>
            <Sort chosen={chosen} />
          </div>
          {busy && (
            <p className="filtering">
              <span>
                <span className="spin" aria-hidden="true" /> Looking…
              </span>
            </p>
          )}
          {paused && <p className="callout mb4">{paused}</p>}
          {cards.length === 0 ? (
            <Nothing chosen={chosen} />
          ) : (
            <div className="board rows">
              {cards.map((card) => (
                <Notice key={card.id} card={card} now={now} issuer={`${acronym} Jobs`} heading="h2" />
              ))}
            </div>
          )}
          <Pages page={page} pages={pages} to={(one) => address(chosen, one)} />
        </div>
      </div>
    </div>
  )
}
