import { t } from '@lingui/core/macro'
import type { Reply } from '#contract/endpoints.ts'
import { FALLBACK_JOB_TYPES } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import type { Call } from '../call.ts'
import { READERS_LANGUAGE, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import type { BackLink } from '../starter/seen-list.ts'
import { cardOf, formatNumber } from '../ui/card.ts'
import { type JobFilters, filtersFrom, listAddress } from './job-filters.ts'
import { backWords, barWords, NOTHING_WORDS, showButtonLabel, widerWords } from './list-words.server.ts'

/**
 * Jobs that nearly match the search, for the end of the list. Undefined if there are none or their call
 * fails, because the list works without them.
 */
async function widerResults(call: Call, filters: JobFilters) {
  const [searchText, location] = [filters.search.trim(), filters.location.trim()]
  if (!searchText && !location) return undefined
  const query = { ...filters, language: READERS_LANGUAGE }
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

/** The link that shows closed jobs too, or hides them. */
const closedJobsLink = (filters: JobFilters) => {
  const isShown = filters.include_expired === '1'
  return {
    to: listAddress({ ...filters, include_expired: isShown ? '' : '1' }),
    words: isShown ? t`Hide closed jobs` : t`Show closed jobs too`,
    isShown,
  }
}

function fetchReplies(call: Call, filters: JobFilters, pageNumber: string) {
  const list = call('GET /api/jobs/list/', {
    query: {
      ...filters,
      page: pageNumber,
      page_size: JOBS.pageSize,
      language: READERS_LANGUAGE,
    },
  })
  // Jobs that nearly match are shown only on the last page. While the search is paused, there are none.
  const wider = list.then(({ page, pages, search_paused }) =>
    page === pages && !search_paused ? widerResults(call, filters) : undefined,
  )
  return Promise.all([
    list,
    wider,
    // If the list of job types does not load, the page uses the two types that always exist, without a
    // message (S1 §8).
    call('GET /api/job-types/').catch(() => FALLBACK_JOB_TYPES),
    call('GET /api/site/'),
  ])
}

/** The data of the page of jobs, for the filters and the page number in its address. */
export async function loadJobList(call: Call, searchParams: URLSearchParams) {
  const filters = filtersFrom(searchParams)
  const [list, more, types, site] = await fetchReplies(call, filters, searchParams.get('page') ?? '1')
  const { count, page, pages } = list
  const pageOne = listAddress(filters)
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
    closed: closedJobsLink(filters),
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
