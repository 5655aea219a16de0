import { useEffect } from 'react'
import { Link, useNavigation } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { clockTime, longDate } from '#contract/dates.ts'
import { FALLBACK_JOB_TYPES, JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS, SEEN_LIST } from '#contract/jobs/limits.ts'
import { backWords, countWords, NOTHING_WORDS, showWords, widerWords } from '#contract/jobs/wider-words.ts'
import { type Call, callContext } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/jobs-page'
import { type Card, cardOf, formatNumber } from '../ui/card.ts'
import { JobCard } from '../ui/job-card.tsx'
import { Pages } from '../ui/pages.tsx'
import { address, type Chosen, chosenIn } from './chosen.ts'
import { Filters, RESULTS, Sort } from './filters.tsx'
import { useFiltering } from './use-filtering.ts'
import { useNow } from './use-now.ts'

/**
 * Jobs that nearly match, listed after the last exact match. If this call fails, the list is still complete.
 */
async function widerResults(call: Call, chosen: Chosen) {
  const [words, place] = [chosen.search.trim(), chosen.location.trim()]
  if (!words && !place) return undefined
  const query = { ...chosen, sort: chosen.sort || undefined }
  const wider = await call('GET /api/jobs/wider/', { query }).catch(() => undefined)
  return wider?.results.length
    ? { words: widerWords({ search: words, places: wider.places }), cards: wider.results.map(cardOf) }
    : undefined
}

/** The link back from a job to this list; null when that is the list of all jobs. */
const backTo = (chosen: Chosen, { count, page, search_paused }: Reply<'GET /api/jobs/list/'>) => {
  const list = address(chosen, page)
  if (list === paths.jobs) return null
  const search = search_paused ? '' : chosen.search.trim()
  return [list, backWords({ count, search, location: chosen.location.trim(), page })]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const search = new URL(request.url).searchParams
  const chosen = chosenIn(search)
  const [found, types, site] = await Promise.all([
    call('GET /api/jobs/list/', {
      query: {
        ...chosen,
        sort: chosen.sort || undefined,
        page: search.get('page') ?? '1',
        page_size: JOBS.pageSize,
      },
    }),
    // S1 §8: if the list of job types fails, use the two that always exist, without a message.
    call('GET /api/job-types/').catch(() => FALLBACK_JOB_TYPES),
    call('GET /api/site/'),
  ])
  const { count, page, pages } = found
  const more = page === pages && !found.search_paused ? await widerResults(call, chosen) : undefined
  const pageOne = address(chosen)
  const shown = chosen.include_expired === '1'
  return {
    chosen,
    cards: found.results.map(cardOf),
    count: formatNumber(count),
    bar: countWords({
      count,
      first: (page - 1) * JOBS.pageSize + 1,
      here: found.results.length,
      wider: more?.cards.length ?? 0,
    }),
    page,
    pages,
    more,
    show: showWords(count, more?.cards.length ?? 0),
    nothing: count === 0 && !more ? NOTHING_WORDS : undefined,
    // Addresses are made here, so that no page's script makes them.
    pageOne,
    pageN: `${pageOne}${pageOne.includes('?') ? '&' : '?'}page=`,
    closed: {
      to: address({ ...chosen, include_expired: shown ? '' : '1' }),
      words: shown ? 'Hide closed jobs' : 'Show closed jobs too',
      shown,
    },
    back: backTo(chosen, found),
    paused: found.search_paused,
    types: types.map((type) => type.name),
    now: site.server_time,
    issuer: `${site.organisation.acronym} Jobs`,
    heading: chosen.category ? `Jobs: ${chosen.category}` : 'Jobs',
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Jobs',
    description: 'All open jobs, closing soonest first. Search by title, job type and place.',
    path: '/jobs',
  })

type Data = Route.ComponentProps['loaderData']

// The page of a job leads back to the list that this tab has shown last.
function useSeenList(back: Data['back']) {
  useEffect(() => {
    try {
      sessionStorage.setItem(SEEN_LIST, JSON.stringify(back))
    } catch {
      // If the browser stores nothing, the link back from a job leads to all jobs.
    }
  }, [back])
}

const Looking = () => (
  <p className="filtering">
    <span>
      <span className="spin" aria-hidden="true" /> Looking…
    </span>
  </p>
)

const NoJobs = ({ nothing, closed }: Pick<Data, 'nothing' | 'closed'>) => (
  <div className="empty">
    <p className="bold">{JOB_WORDS.empty}</p>
    {nothing && (
      <>
        <p className="mt2">{nothing.hint}</p>
        <p className="btn-row mt4">
          <Link className="btn" to={paths.jobs}>
            {nothing.all}
          </Link>
          {!closed.shown && (
            <Link className="btn btn-2" to={closed.to}>
              {nothing.closed}
            </Link>
          )}
        </p>
      </>
    )}
  </div>
)

export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { bar, chosen, cards, page, pages, pageOne, pageN, more, closed, paused, issuer } = loaderData
  const now = useNow(loaderData.now)
  useSeenList(loaderData.back)
  const navigation = useNavigation()
  const filtering = useFiltering(pageOne)
  const busy = filtering || (navigation.state === 'loading' && navigation.location.pathname === paths.jobs)
  const board = (some: Card[], level: 'h2' | 'h3') => (
    <div className="board rows">
      {some.map((card) => (
        <JobCard key={card.id} card={card} now={now} issuer={issuer} heading={level} />
      ))}
    </div>
  )
  return (
    <div className="wrap page">
      <p className="folio">
        <span>Open jobs</span>
        <span>
          {longDate(now)}, {clockTime(now)} EAT
        </span>
      </p>
      <h1>{loaderData.heading}</h1>
      <div className="cols-side">
        <Filters chosen={chosen} types={loaderData.types} show={loaderData.show} closed={closed} />
        <div className="results" aria-busy={busy}>
          <div className="listbar">
            <p role="status" id={RESULTS} tabIndex={-1} className="is-focus">
              <b className="num">{loaderData.count}</b> {bar.jobs}{' '}
              <span className="quiet wide-only">{bar.shown}</span> {bar.wider}
            </p>
            <Sort sort={chosen.sort} />
          </div>
          {busy && <Looking />}
          {paused && <p className="callout mb4">{paused}</p>}
          {cards.length === 0 ? <NoJobs nothing={loaderData.nothing} closed={closed} /> : board(cards, 'h2')}
          <Pages page={page} pages={pages} to={(entry) => (entry > 1 ? pageN + entry : pageOne)} />
          {more && (
            <section className="more">
              <h2>More jobs that may fit</h2>
              <p>{more.words}</p>
              {board(more.cards, 'h3')}
            </section>
          )}
        </div>
      </div>
    </div>
  )
}
