import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useNavigation } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { clockTime, longDate } from '#contract/dates.ts'
import { FALLBACK_JOB_TYPES, JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { type Call, callContext } from '../call.ts'
import { withoutLanguage } from '../language/paths.ts'
import { READERS_LANGUAGE, translate } from '../language/translate.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/jobs-page'
import { type JobCardData, cardOf, formatNumber } from '../ui/card.ts'
import { JobCard } from '../ui/job-card.tsx'
import { Pages } from '../ui/pages.tsx'
import { listAddress, type JobFilters, filtersFrom } from './job-filters.ts'
import { Filters, RESULTS_ID, Sort } from './filters.tsx'
import { backWords, barWords, NOTHING_WORDS, showButtonLabel, widerWords } from './list-words.server.ts'
import { type BackLink, storeSeenList } from '../starter/seen-list.ts'
import { useFiltering } from './use-filtering.ts'
import { useNow } from '../form/use-now.ts'

/**
 * Jobs that nearly match the search, for the end of the list. Undefined if there are none or their call
 * fails, because the list works without them.
 */
async function widerResults(call: Call, filters: JobFilters) {
  const [searchText, location] = [filters.search.trim(), filters.location.trim()]
  if (!searchText && !location) return undefined
  const query = { ...filters, sort: filters.sort || undefined, language: READERS_LANGUAGE }
  const wider = await call('GET /api/jobs/wider/', { query }).catch(() => undefined)
  return wider?.results.length
    ? {
        words: widerWords({ search: searchText, places: wider.places }),
        cards: wider.results.map(cardOf),
      }
    : undefined
}

/** The link from a job back to this list: its address and its label. Null for the list of all jobs. */
const backLinkOf = (
  filters: JobFilters,
  { count, page, search_paused }: Reply<'GET /api/jobs/list/'>,
): BackLink | null => {
  const listPath = listAddress(filters, page)
  if (listPath === paths.jobs) return null
  const searchText = search_paused ? '' : filters.search.trim()
  return [listPath, backWords({ count, search: searchText, location: filters.location.trim(), page })]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const searchParams = new URL(request.url).searchParams
  const filters = filtersFrom(searchParams)
  const [list, types, site] = await Promise.all([
    call('GET /api/jobs/list/', {
      query: {
        ...filters,
        sort: filters.sort || undefined,
        page: searchParams.get('page') ?? '1',
        page_size: JOBS.pageSize,
        language: READERS_LANGUAGE,
      },
    }),
    // If the list of job types does not load, the page uses the two types that always exist, without a
    // message (S1 §8).
    call('GET /api/job-types/').catch(() => FALLBACK_JOB_TYPES),
    call('GET /api/site/'),
  ])
  const { count, page, pages } = list
  // Jobs that nearly match are shown only on the last page. While the search is paused, there are none.
  const more = page === pages && !list.search_paused ? await widerResults(call, filters) : undefined
  const pageOne = listAddress(filters)
  const isClosedShown = filters.include_expired === '1'
  const category = translate(filters.category)
  return {
    filters,
    cards: list.results.map(cardOf),
    count: formatNumber(count),
    /** The texts that are shown beside the number of jobs. */
    bar: barWords({
      count,
      firstShown: (page - 1) * JOBS.pageSize + 1,
      shownCount: list.results.length,
      widerCount: more?.cards.length ?? 0,
    }),
    page,
    pages,
    /** The jobs that nearly match the search, shown below the list. */
    more,
    /** The label of the button that closes the filters on a phone. */
    show: showButtonLabel(count, more?.cards.length ?? 0),
    /** What a person can try when the list is empty. */
    nothing: count === 0 && !more ? NOTHING_WORDS : undefined,
    // Addresses are made on the server, so that phones do not load the code that makes them.
    pageOne,
    /** The address of another page of the list. The page's number must be added at its end. */
    pageN: `${pageOne}${pageOne.includes('?') ? '&' : '?'}page=`,
    /** The link that shows closed jobs too, or hides them. */
    closed: {
      to: listAddress({ ...filters, include_expired: isClosedShown ? '' : '1' }),
      words: isClosedShown ? t`Hide closed jobs` : t`Show closed jobs too`,
      isShown: isClosedShown,
    },
    /** The link back to this list, which the page of a job shows. */
    back: backLinkOf(filters, list),
    /** Why the search words were ignored; undefined when they were not. */
    paused: list.search_paused && translate(list.search_paused),
    types: types.map((type) => type.name),
    now: site.server_time,
    issuer: `${site.organisation.acronym} Jobs`,
    heading: filters.category ? t`Jobs: ${category}` : t`Jobs`,
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Jobs`,
    description: t`All open jobs, closing soonest first. Search by title, job type and place.`,
    path: '/jobs',
  })

type Data = Route.ComponentProps['loaderData']

/** True while the list loads, and for a moment after its filters change. */
function useIsBusy(pageOne: string) {
  const navigation = useNavigation()
  const isFiltering = useFiltering(pageOne)
  return (
    isFiltering ||
    (navigation.state === 'loading' && withoutLanguage(navigation.location.pathname) === paths.jobs)
  )
}

const SearchingNote = () => (
  <p className="filtering">
    <span>
      <Trans>
        <span className="spin" aria-hidden="true" /> Looking…
      </Trans>
    </span>
  </p>
)

const NoJobs = ({ nothing, closed }: Pick<Data, 'nothing' | 'closed'>) => (
  <div className="empty">
    <p className="bold">{translate(JOB_WORDS.empty)}</p>
    {nothing && (
      <>
        <p className="mt2">{nothing.hint}</p>
        <p className="btn-row mt4">
          <Link className="btn" to={paths.jobs}>
            {nothing.all}
          </Link>
          {!closed.isShown && (
            <Link className="btn btn-2" to={closed.to}>
              {nothing.closed}
            </Link>
          )}
        </p>
      </>
    )}
  </div>
)

/** The list of jobs with its filters. Jobs that nearly match are shown at its end. */
export default function JobsPage({ loaderData }: Route.ComponentProps) {
  const { bar, filters, cards, page, pages, pageOne, pageN, more, closed, paused, issuer } = loaderData
  // Continues from the server's time, so that an open page notices when a deadline passes.
  const now = useNow(loaderData.now)
  const { back, count } = loaderData
  const { jobs } = bar
  // The page of a job links back to this list. Before React runs, the starter reads the link from
  // `data-back`.
  useEffect(() => storeSeenList(back), [back])
  const isBusy = useIsBusy(pageOne)
  const cardList = (jobCards: JobCardData[], level: 'h2' | 'h3') => (
    <div className="board rows">
      {jobCards.map((card) => (
        <JobCard key={card.id} card={card} now={now} issuer={issuer} heading={level} />
      ))}
    </div>
  )
  return (
    <div className="wrap page">
      <p className="folio">
        <span>
          <Trans>Open jobs</Trans>
        </span>
        <span>
          {translate(longDate(now))}, {translate(clockTime(now))} EAT
        </span>
      </p>
      <h1>{loaderData.heading}</h1>
      <div className="cols-side">
        <Filters filters={filters} types={loaderData.types} resultsLabel={loaderData.show} closed={closed} />
        <div className="results" aria-busy={isBusy} data-back={JSON.stringify(back)}>
          <div className="listbar">
            <p role="status" id={RESULTS_ID} tabIndex={-1} className="is-focus">
              <Trans>
                <b className="num">{count}</b> {jobs}
              </Trans>{' '}
              <span className="quiet wide-only">{bar.shown}</span> {bar.wider}
            </p>
            <Sort sort={filters.sort} />
          </div>
          {isBusy && <SearchingNote />}
          {paused && <p className="callout mb4">{paused}</p>}
          {cards.length === 0 ? (
            <NoJobs nothing={loaderData.nothing} closed={closed} />
          ) : (
            cardList(cards, 'h2')
          )}
          <Pages
            page={page}
            pages={pages}
            to={(pageNumber) => (pageNumber > 1 ? pageN + pageNumber : pageOne)}
          />
          {more && (
            <section className="more">
              <h2>
                <Trans>More jobs that may fit</Trans>
              </h2>
              <p>{more.words}</p>
              {cardList(more.cards, 'h3')}
            </section>
          )}
        </div>
      </div>
    </div>
  )
}
