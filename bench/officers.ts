import { setTimeout as wait } from 'node:timers/promises'
import { FLAGS, STAGES } from '#contract/review/stages.ts'
import { connect, type Db, sql } from '../server/database/connect.ts'
import { chances } from '../tests/support/crowd.ts'
import { type Ask, addOfficers } from './add-officers.ts'
import { type FilledForOfficers, fillForOfficers } from './officers-fill.ts'
import { FAMILIES, MEN, WOMEN } from './officers-names.ts'
import type { Portal } from './portal.ts'
import { compare } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

const OFFICERS = 20
const SECONDS = 60
/** The time for which an officer pauses between an answer and the next call. */
const THINK_MS = 1_000
/** The goals for the 95th percentile (p95) of the time of a filter and of a search. */
const FILTER_MS = 200
const SEARCH_MS = 300
/** As in `REVIEW.pageSize`. */
const PAGE_SIZE = 50
const ROUNDS = 9
const CALLS_PER_ROUND = 10

type Random = () => number
/** A random whole number of at least 0 and below `limit`. */
const below = (random: Random, limit: number) => Math.floor(random() * limit)
const oneOf = <T>(random: Random, all: readonly T[]): T => all[below(random, all.length)] as T
/** One to three random values, joined by commas as in the query of the officers' table. */
const some = <T>(random: Random, all: readonly T[]) =>
  [...new Set(Array.from({ length: 1 + below(random, 3) }, () => oneOf(random, all)))].join(',')
/** A random range, as in the query of the officers' table: `18-60`, `18-` or `-60`. */
const range = (random: Random, min: number, max: number) => {
  const first = min + below(random, max - min)
  const second = min + below(random, max - min)
  return oneOf(random, [`${Math.min(first, second)}-${Math.max(first, second)}`, `${first}-`, `-${second}`])
}

/** All filter conditions of the officers' table, with values that occur in the data. */
const CONDITIONS: Record<string, (random: Random) => string> = {
  stage: (random) => some(random, STAGES),
  unread: (random) => oneOf(random, ['me', 'anyone']),
  county: (random) =>
    some(
      random,
      Array.from({ length: 47 }, (_, index) => index + 1),
    ),
  constituency: (random) => String(1 + below(random, 290)),
  ward: (random) => String(1 + below(random, 1_450)),
  gender: (random) => oneOf(random, ['F', 'M', 'O', 'F,O']),
  pwd: (random) => oneOf(random, ['yes', 'no']),
  age: (random) => range(random, 18, 60),
  level: (random) => range(random, 100, 1_000),
  year: (random) => range(random, 1985, 2025),
  experience: (random) => range(random, 0, 20),
  documents: (random) => some(random, ['both', 'cv', 'cover_letter', 'none']),
  flags: (random) => some(random, [...FLAGS, 'none']),
  // 0 selects applications that are on no decision list.
  list: () => '0',
}
const NAMES = Object.keys(CONDITIONS)

/** A random filter: none to three conditions. The order is mostly that of submission. */
function anyFilter(random: Random): string {
  const query = new URLSearchParams()
  for (let conditions = below(random, 4); conditions > 0; conditions--) {
    const name = oneOf(random, NAMES)
    query.set(name, CONDITIONS[name]?.(random) ?? '')
  }
  if (random() < 0.3)
    query.set(
      'sort',
      oneOf(random, ['level', 'experience', 'year', 'age', 'county', 'ward', 'flags', 'stage']),
    )
  if (random() < 0.5) query.set('down', '1')
  return query.toString()
}

/** What officers search for: a name or its start, two names, or the start of an ID or reference number. */
function anySearch(random: Random): string {
  const [name, other] = [oneOf(random, [...WOMEN, ...MEN]), oneOf(random, FAMILIES)]
  const typed = oneOf(random, [
    name.slice(0, 2),
    name.slice(0, 4),
    name,
    `${name} ${other}`,
    `${name} ${other.slice(0, 3)}`,
    String(1_000 + below(random, 999)),
    'B5',
  ])
  return new URLSearchParams({ search: typed }).toString()
}

/** Makes the query string of one call for the officers' table. */
type Query = (random: Random) => string

/** All officers send calls at the same time for some seconds. Returns the sorted durations in ms. */
async function measureCalls(
  asks: Ask[],
  path: string,
  query: Query,
  { seconds, thinkMs }: { seconds: number; thinkMs: number },
): Promise<number[]> {
  const endsAt = performance.now() + seconds * 1_000
  const times: number[] = []
  await Promise.all(
    asks.map(async (ask, index) => {
      const random = chances(index + 1)
      await wait(thinkMs * random())
      while (performance.now() < endsAt) {
        times.push((await ask(`${path}?${query(random)}`)).ms)
        await wait(thinkMs)
      }
    }),
  )
  return times.sort((left, right) => left - right)
}

const percentile = (times: number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

/**
 * A row of the table for a p95 of officers' waits. With `goal` 1, it must be at most `goalMs`. The two
 * columns for rates have milliseconds here.
 */
const p95Row = (what: string, times: number[], goalMs: number, goal?: number): TableRow => ({
  what: `Milliseconds: ${what}`,
  against: `95 of 100 of ${times.length}; half within ${percentile(times, 0.5).toFixed(0)}`,
  ...(goal === undefined ? {} : { goal }),
  product: goalMs,
  limit: percentile(times, 0.95),
  ratio: goalMs / percentile(times, 0.95),
  lowest: goalMs / percentile(times, 1),
  highest: goalMs / percentile(times, 0.5),
})

/** Measures how long officers wait for the table of the big job, in a portal that already has its data. */
async function measureOfficers(
  portal: Pick<Portal, 'url' | 'dataDir'>,
  db: Db,
  filled: Pick<FilledForOfficers, 'big' | 'people'>,
): Promise<TableRow[]> {
  const asks = await addOfficers(portal, db, { count: OFFICERS, job: filled.big })
  const path = `/api/staff/jobs/${filled.big}/applications/`
  const [first] = asks
  if (!first) throw new Error('nobody to ask')
  const { json } = await first(path)
  if (json.count !== filled.people)
    throw new Error(`${String(json.count)} applications were counted instead of ${filled.people}`)
  // A warm-up, whose times are dropped: the database plans its statements and reads the index into memory.
  await measureCalls(asks, path, anyFilter, { seconds: 10, thinkMs: 0 })

  const calm = { seconds: SECONDS, thinkMs: THINK_MS }
  const lines = [
    p95Row(
      `any filter and its count, ${OFFICERS} officers`,
      await measureCalls(asks, path, anyFilter, calm),
      FILTER_MS,
      1,
    ),
    p95Row(
      `search by text, ${OFFICERS} officers`,
      await measureCalls(asks, path, anySearch, calm),
      SEARCH_MS,
      1,
    ),
    p95Row(
      `any filter, ${OFFICERS} without a pause`,
      await measureCalls(asks, path, anyFilter, { seconds: SECONDS / 2, thinkMs: 0 }),
      FILTER_MS,
    ),
  ]
  for (const page of [1_000, 4_000]) {
    // The last application of the previous page. The next page starts after it.
    const before = await db.row<{ id: number }>(sql`
      select application_id as id from application_facts where job_id = ${filled.big} order by submitted_at, application_id offset ${(page - 1) * PAGE_SIZE - 1} limit 1`)
    const perSecond = (query: string) => async () => {
      const startedAt = performance.now()
      for (let call = 0; call < CALLS_PER_ROUND; call++) await first(`${path}?${query}`)
      return (CALLS_PER_ROUND * 1_000) / (performance.now() - startedAt)
    }
    const measured = await compare(ROUNDS, perSecond(''), perSecond(`after=${before?.id}`))
    lines.push({
      what: `Page ${page.toLocaleString('en')} of a table`,
      against: 'its first page',
      goal: 0.8,
      ...measured,
    })
  }
  return lines
}

/** Measures how long officers wait for the table of a job with 250,000 of a million applications. */
export async function officers(portal: Portal): Promise<TableRow[]> {
  const db = connect(portal.databaseUrl)
  try {
    const filled = await fillForOfficers(db)
    await settle(portal)
    return await measureOfficers(portal, db, filled)
  } finally {
    await db.close()
  }
}
