import { setTimeout as wait } from 'node:timers/promises'
import { FLAGS, STAGES } from '#contract/review/stages.ts'
import { connect, type Db, sql } from '../server/database/connect.ts'
import { chances } from '../tests/support/crowd.ts'
import { type Ask, officersOf } from './officers-desk.ts'
import { type FilledForOfficers, fillForOfficers } from './officers-fill.ts'
import { FAMILIES, MEN, WOMEN } from './officers-names.ts'
import type { Portal } from './portal.ts'
import { compare } from './rounds.ts'
import { settle } from './settle.ts'
import type { TableRow } from './table.ts'

const OFFICERS = 20
const SECONDS = 60
/** What an officer takes to look at an answer. */
const THINK_MS = 1_000
const FILTER_MS = 200
const SEARCH_MS = 300
const PAGE = 50
const ROUNDS = 9

type Chance = () => number
const from = (chance: Chance, most: number) => Math.floor(chance() * most)
const oneOf = <T>(chance: Chance, all: readonly T[]): T => all[from(chance, all.length)] as T
const some = <T>(chance: Chance, all: readonly T[]) =>
  [...new Set(Array.from({ length: 1 + from(chance, 3) }, () => oneOf(chance, all)))].join(',')
const range = (chance: Chance, least: number, most: number) => {
  const [left, right] = [least + from(chance, most - least), least + from(chance, most - least)]
  return oneOf(chance, [`${Math.min(left, right)}-${Math.max(left, right)}`, `${left}-`, `-${right}`])
}

/** Each condition there is, with values that occur. */
const CONDITIONS: Record<string, (chance: Chance) => string> = {
  stage: (chance) => some(chance, STAGES),
  unread: (chance) => oneOf(chance, ['me', 'anyone']),
  county: (chance) =>
    some(
      chance,
      Array.from({ length: 47 }, (_, index) => index + 1),
    ),
  constituency: (chance) => String(1 + from(chance, 290)),
  ward: (chance) => String(1 + from(chance, 1_450)),
  gender: (chance) => oneOf(chance, ['F', 'M', 'O', 'F,O']),
  pwd: (chance) => oneOf(chance, ['yes', 'no']),
  age: (chance) => range(chance, 18, 60),
  level: (chance) => range(chance, 100, 1_000),
  year: (chance) => range(chance, 1985, 2025),
  experience: (chance) => range(chance, 0, 20),
  documents: (chance) => some(chance, ['both', 'cv', 'cover_letter', 'none']),
  flags: (chance) => some(chance, [...FLAGS, 'none']),
  list: () => '0',
}
const NAMES = Object.keys(CONDITIONS)

/** No condition, or up to three, in the order of sending or now and then in another. */
export function anyFilter(chance: Chance): string {
  const query = new URLSearchParams()
  for (let conditions = from(chance, 4); conditions > 0; conditions--) {
    const name = oneOf(chance, NAMES)
    query.set(name, CONDITIONS[name]?.(chance) ?? '')
  }
  if (chance() < 0.3)
    query.set(
      'sort',
      oneOf(chance, ['level', 'experience', 'year', 'age', 'county', 'ward', 'flags', 'stage']),
    )
  if (chance() < 0.5) query.set('down', '1')
  return query.toString()
}

/** Beginnings of names, a name and the beginning of another, of identity numbers and of references. */
function anySearch(chance: Chance): string {
  const [name, other] = [oneOf(chance, [...WOMEN, ...MEN]), oneOf(chance, FAMILIES)]
  const typed = oneOf(chance, [
    name.slice(0, 2),
    name.slice(0, 4),
    name,
    `${name} ${other}`,
    `${name} ${other.slice(0, 3)}`,
    String(1_000 + from(chance, 999)),
    'B5',
  ])
  return new URLSearchParams({ search: typed }).toString()
}

type Kind = (chance: Chance) => string

/**
 * All officers at once for a while, each with a pause between an answer and the next question; the times in
 * order.
 */
async function asking(
  asks: Ask[],
  path: string,
  kind: Kind,
  { seconds, thinkMs }: { seconds: number; thinkMs: number },
): Promise<number[]> {
  const ends = performance.now() + seconds * 1_000
  const times: number[] = []
  await Promise.all(
    asks.map(async (ask, index) => {
      const chance = chances(index + 1)
      await wait(thinkMs * chance())
      while (performance.now() < ends) {
        times.push((await ask(`${path}?${kind(chance)}`)).ms)
        await wait(thinkMs)
      }
    }),
  )
  return times.sort((left, right) => left - right)
}

const percentile = (times: number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

/** How often the goal holds the time that 95 of 100 take. */
const within = (what: string, times: number[], goalMs: number, goal?: number): TableRow => ({
  what: `Milliseconds: ${what}`,
  against: `95 of 100 of ${times.length}; half within ${percentile(times, 0.5).toFixed(0)}`,
  ...(goal === undefined ? {} : { goal }),
  product: goalMs,
  limit: percentile(times, 0.95),
  ratio: goalMs / percentile(times, 0.95),
  lowest: goalMs / percentile(times, 1),
  highest: goalMs / percentile(times, 0.5),
})

/** What officers wait for the table of the big job of a portal that is filled. */
export async function measureOfficers(
  portal: Pick<Portal, 'url' | 'dataDir'>,
  db: Db,
  filled: Pick<FilledForOfficers, 'big' | 'people'>,
): Promise<TableRow[]> {
  const asks = await officersOf(portal, db, { many: OFFICERS, job: filled.big })
  const path = `/api/staff/jobs/${filled.big}/applications/`
  const [first] = asks
  if (!first) throw new Error('nobody to ask')
  const { json } = await first(path)
  if (json.count !== filled.people)
    throw new Error(`${String(json.count)} applications were counted instead of ${filled.people}`)
  // Every statement has been planned, and every page of the index read, by somebody.
  await asking(asks, path, anyFilter, { seconds: 10, thinkMs: 0 })

  const calm = { seconds: SECONDS, thinkMs: THINK_MS }
  const lines = [
    within(
      `any filter and its count, ${OFFICERS} officers`,
      await asking(asks, path, anyFilter, calm),
      FILTER_MS,
      1,
    ),
    within(`search by text, ${OFFICERS} officers`, await asking(asks, path, anySearch, calm), SEARCH_MS, 1),
    within(
      `any filter, ${OFFICERS} without a pause`,
      await asking(asks, path, anyFilter, { seconds: SECONDS / 2, thinkMs: 0 }),
      FILTER_MS,
    ),
  ]
  for (const page of [1_000, 4_000]) {
    const before = await db.row<{ id: number }>(sql`
      select application_id as id from application_facts where job_id = ${filled.big} order by submitted_at, application_id offset ${(page - 1) * PAGE - 1} limit 1`)
    const perSecond = (query: string) => async () => {
      const began = performance.now()
      for (let time = 0; time < 10; time++) await first(`${path}?${query}`)
      return 10_000 / (performance.now() - began)
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

/** With a million applications, 250,000 on one job: what officers wait for its table. */
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
