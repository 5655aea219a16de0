import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jobFilters } from '#contract/jobs/endpoints.ts'
import { SORTS } from '#contract/jobs/words.ts'
import { JOBS } from '../contract/jobs/limits.ts'
import pg from 'pg'
import { versionsOfPublic } from '../server/jobs/store.ts'
import { assertUncached } from './assert-uncached.ts'
import { askDatabase, type Script } from './pgbench.ts'
import type { Portal } from './portal.ts'
import { compare, ROUNDS, SECONDS } from './rounds.ts'
import type { TableRow } from './table.ts'
import { pageWithWindowCount } from './window-count.ts'
import { inTurn, load } from './wrk.ts'

type Filters = Record<string, string>

const COUNT = 500
const samples = join(import.meta.dirname, '../server/database/reference/sample-jobs.json')

const list = async (portal: Portal, query: Filters) =>
  (await (await fetch(`${portal.url}/api/jobs/list/?${new URLSearchParams(query)}`)).json()) as {
    pages: number
    count: number
  }

/**
 * Fills the portal up to 500 open jobs: the samples again and again, each copy at its own place, day and
 * deadline.
 */
export async function fillWithJobs(portal: Portal) {
  const originals = JSON.parse(readFileSync(samples, 'utf8')) as { reference: string; title: string }[]
  const { count } = await list(portal, { page: '1' })
  const copies = Array.from({ length: COUNT - count }, (_, index) => {
    const original = originals[index % originals.length]
    const number = Math.floor(index / originals.length) + 2
    const days = { expires_in_days: 2 + ((index * 37) % 60), posted_days_ago: (index * 17) % 30 }
    return {
      ...original,
      ...days,
      reference: `${original?.reference}/${number}`,
      title: `${original?.title}, intake ${number}`,
    }
  })
  const file = join(portal.dataDir, 'jobs.json')
  writeFileSync(file, JSON.stringify(copies))
  portal.command('jobs', 'import', file)
}

const FILTERS: Filters[] = [
  {},
  { job_type: 'External' },
  { job_type: 'By-Election Temporary Jobs' },
  { category: 'Voter Registration' },
  { category: 'ICT' },
  { search: 'officer' },
  { location: 'nairobi' },
  { search: 'clerk', job_type: 'By-Election Temporary Jobs' },
]

/** One filter in one order, with all its pages. */
type Question = { filters: Filters; pages: number }

/** Every filter of the list in every order, with as many pages as it has. */
async function questionsOf(portal: Portal): Promise<Question[]> {
  const questions: Question[] = []
  for (const filters of FILTERS.flatMap((chosen) =>
    Object.keys(SORTS).map((sort) => ({ ...chosen, sort })),
  )) {
    const { pages, count } = await list(portal, { ...filters, page: '1' })
    if (count > 0) questions.push({ filters, pages })
  }
  return questions
}

/** The addresses of all pages of all questions, well mixed and always in the same order. */
const addressesOf = (questions: Question[]): string[] =>
  questions
    .flatMap(({ filters, pages }) =>
      Array.from(
        { length: pages },
        (_, index) => `/api/jobs/list/?${new URLSearchParams({ ...filters, page: String(index + 1) })}`,
      ),
    )
    .map((address, index) => ({ address, place: (index * 7_919) % 10_007 }))
    .sort((left, right) => left.place - right.place)
    .map(({ address }) => address)

/** A question as the portal asked it until November 2026: a random page, and the values of its parameters. */
const windowCount = ({ filters, pages }: Question, question: number): Script => {
  const name = `q${question}`
  const query = pageWithWindowCount(jobFilters.parse(filters), new Date(), JOBS.pageSize, 0)
  const values: Record<string, string> = {}
  const variable = (position: number) => {
    // The offset comes last.
    if (position === query.values.length) return ':first'
    const value = query.values[position - 1]
    values[`${name}_${position}`] = value instanceof Date ? value.toISOString() : String(value)
    return `:${name}_${position}`
  }
  const text = query.text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, at: string) => variable(Number(at)))
  return {
    script: `\\set first ${JOBS.pageSize} * random(0, ${pages - 1})\n${text.trim()};\n`,
    weight: pages,
    values,
  }
}
const shortRows = (where: string, values: Record<string, string>): Script => ({
  script: `select id, reference, title, department, location, job_type_id, vacancies, expiry_date from jobs where is_active and closes > now() ${where} order by closes, id limit ${JOBS.pageSize};\n`,
  weight: 1,
  values,
})
// The least that any list can cost: the first six by their deadline, from the beginning of an index.
const FIRST_SIX = shortRows('', {})
// The best statement we know for a list with a filter that may be left out, asked for one of two dozen
// places: the portal's own pages are filtered too.
const OF_A_PLACE = shortRows('and (:place::text is null or location = :place)', {
  place: 'Central warehouse, Nairobi, and regional stores',
})

// What the portal asks for each page, once it knows which jobs match.
const OWN_STATEMENT: Script = {
  script: `\\set one random(1, ${COUNT - JOBS.pageSize})\n${versionsOfPublic([])
    .text.trim()
    .replace(
      '$1',
      `array[${Array.from({ length: JOBS.pageSize }, (_, index) => `:one + ${index}`).join(', ')}]`,
    )};\n`,
  weight: 1,
  values: {},
}

const CONNECTIONS = 12

/**
 * The list of jobs over HTTP, each page asked of the database, against what pgbench gets out of the same
 * server.
 */
export async function jobs(portal: Portal): Promise<TableRow[]> {
  await vacuum(portal)
  const questions = await questionsOf(portal)
  const addresses = addressesOf(questions)
  const loadOptions = { connections: CONNECTIONS, seconds: SECONDS }
  const asking = (paths: string[]) => async () =>
    load({ url: portal.url, ...loadOptions, script: inTurn(paths.map((path) => ({ path }))) })
  const uncached = async () => (await asking(addresses)()).perSecond
  const limit = (scripts: Script[]) => () => askDatabase(portal, scripts, loadOptions)
  const ownStatement = limit([OWN_STATEMENT])

  await assertUncached(portal, CONNECTIONS, async () => (await asking(addresses)()).requests)
  const what = `Page of ${JOBS.pageSize} of ${COUNT} jobs, never cached`
  return [
    {
      what,
      against: 'pgbench, six short rows of a place',
      goal: 0.25,
      ...(await compare(ROUNDS, limit([OF_A_PLACE]), uncached)),
    },
    {
      what,
      against: 'pgbench, six short rows without a filter',
      ...(await compare(ROUNDS, limit([FIRST_SIX]), uncached)),
    },
    // The portal served 0.76 of it: three times that.
    {
      what,
      against: 'pgbench, with a window count',
      goal: 2.3,
      ...(await compare(ROUNDS, limit(questions.map(windowCount)), uncached)),
    },
    {
      what,
      against: 'pgbench, the statement of each page',
      ...(await compare(ROUNDS, ownStatement, uncached)),
    },
    {
      what: 'The same from the cache',
      against: 'pgbench, six short rows without a filter',
      goal: 0.5,
      ...(await compare(
        ROUNDS,
        limit([FIRST_SIX]),
        async () => (await asking(addresses.slice(0, 50))()).perSecond,
      )),
    },
  ]
}

/** As autovacuum leaves it within a minute or two: only then the index alone answers. */
async function vacuum(portal: Portal) {
  const client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
  await client.query('vacuum (analyze) jobs').finally(() => client.end())
}
