/** Server sentences about searches and places. A separate module, so that no page's script includes it. */

/**
 * The most jobs and the most places that a wider search adds below the list, and the search words that it
 * reads.
 */
export const WIDER = { maxResults: 6, maxWords: 8 } as const

const listed = (names: string[]) =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')

const countedPlaces =
  (singular: string, plural: string, maxNamed: number) => (names: string[], total: number) => {
    if (names.length === 0) return undefined
    const sentence = `${names.length} of ${total} ${names.length === 1 ? singular : plural}`
    return names.length > maxNamed ? sentence : `${sentence}: ${listed(names)}`
  }

/** A job's posts where the reader lives; undefined without any. */
export const nearWords = {
  areas: countedPlaces('areas is yours', 'areas are yours', 3),
  centres: countedPlaces('Huduma Centres is in your county', 'Huduma Centres are in your county', 2),
  county: 'In your county',
} as const

/** What a wider search found below the list, and why. */
export const widerWords = ({ search, places }: { search: string; places: string[] }) =>
  [
    search &&
      'These jobs have your words, in any order, in title, department, category, location or reference number.',
    places.length > 0 && `They have posts in ${listed(places)}.`,
  ]
    .filter(Boolean)
    .join(' ')

/** The list that a person saw: how many jobs, what was typed, and which page. */
type ShownList = { count: number; search: string; location: string; page: number }
const shortened = (typed: string) => (typed.length > 40 ? `${typed.slice(0, 40).trimEnd()}…` : typed)
const jobsWords = (count: number) => `${count} ${count === 1 ? 'job' : 'jobs'}`

/** The link from a job back to its list. */
export const backWords = ({ count, search, location, page }: ShownList) =>
  [
    count > 0 ? `Back to ${jobsWords(count)}` : 'Back to the search',
    search && ` for “${shortened(search)}”`,
    location && ` in “${shortened(location)}”`,
    page > 1 && `, page ${page}`,
  ]
    .filter(Boolean)
    .join('')

/** The button from the filters to the results. */
export const showWords = (count: number, widerCount: number) =>
  count === 0 && widerCount > 0 ? `Show ${jobsWords(widerCount)} that may fit` : `Show ${jobsWords(count)}`

/** The line above the list: its count, which jobs this page shows, and how many wider results are below. */
export const countWords = ({
  count,
  firstShown,
  shownCount,
  widerCount,
}: {
  count: number
  firstShown: number
  shownCount: number
  widerCount: number
}) => ({
  jobs: count === 1 ? 'job' : 'jobs',
  shown: count > 0 && `· showing ${firstShown} to ${firstShown + shownCount - 1}`,
  wider: widerCount > 0 && `· ${widerCount} more may fit`,
})

/** Advice for a search without any result. */
export const NOTHING_WORDS = {
  hint: 'Try a shorter word, another place or all job types.',
  all: 'See all open jobs',
  closed: 'See closed jobs',
} as const
