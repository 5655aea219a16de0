import { plural, t } from '@lingui/core/macro'
import { listOf } from '../language/list-of.ts'

// Texts of the list of jobs. The server makes them, so that phones do not load the code that does it.

/**
 * Says why the jobs of the wider search are shown below the list. They have the words of `search`, or posts
 * in `places`.
 */
export function widerWords({ search, places }: { search: string; places: string[] }): string {
  const names = listOf(places)
  return [
    search &&
      t`These jobs have your words, in any order, in title, department, category, location or reference number.`,
    places.length > 0 && t`They have posts in ${names}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The list that a person saw: the number of jobs, the typed search, and the page. */
type ShownList = { count: number; search: string; location: string; page: number }

/** A link shows at most this much of a typed text. */
const MAX_SHOWN_CHARACTERS = 40
const shortened = (typed: string) =>
  typed.length > MAX_SHOWN_CHARACTERS ? `${typed.slice(0, MAX_SHOWN_CHARACTERS).trimEnd()}…` : typed

/** The label of the link from a job back to its list. */
export function backWords({ count, search, location, page }: ShownList): string {
  const words = shortened(search)
  const place = shortened(location)
  const link = [
    count > 0 ? plural(count, { one: 'Back to # job', other: 'Back to # jobs' }) : t`Back to the search`,
    search && t({ message: `for “${words}”`, context: 'back to the jobs' }),
    location && t({ message: `in “${place}”`, context: 'back to the jobs' }),
  ]
    .filter(Boolean)
    .join(' ')
  return page > 1 ? t`${link}, page ${page}` : link
}

/** The label of the button that leads from the filters to the results. */
export const showButtonLabel = (count: number, widerCount: number): string =>
  count === 0 && widerCount > 0
    ? plural(widerCount, { one: 'Show # job that may fit', other: 'Show # jobs that may fit' })
    : plural(count, { one: 'Show # job', other: 'Show # jobs' })

type Counts = { count: number; firstShown: number; shownCount: number; widerCount: number }

/**
 * The line above the list: how many jobs it has, which of them this page shows, and how many wider results
 * follow. An empty part is `false`.
 */
export function barWords({ count, firstShown, shownCount, widerCount }: Counts) {
  const lastShown = firstShown + shownCount - 1
  return {
    jobs: plural(count, { one: 'job', other: 'jobs' }),
    shown: count > 0 && t`· showing ${firstShown} to ${lastShown}`,
    wider: widerCount > 0 && t`· ${widerCount} more may fit`,
  }
}

/** What a person can try after a search without any result. */
export const NOTHING_WORDS = {
  hint: t`Try a shorter word, another place or all job types.`,
  all: t`See all open jobs`,
  closed: t`See closed jobs`,
} as const
