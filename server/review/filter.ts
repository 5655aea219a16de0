import { empty } from 'sql-template-tag'
import { latestBirthDate, nairobiDate } from '#contract/dates.ts'
import { type ApplicationFilter, type Range, IDENTIFYING } from '#contract/review/filter.ts'
import { bitsOf, stageNumber } from '#contract/decisions/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import { isBlind, type Sight } from './blind.ts'
import { inOwnShare } from './share.ts'
import { searchOf } from './words.ts'

/** Who looks at which job: what a filter finds depends on both. */
export type Scope = Sight & {
  jobId: number
  areas: Staff['areas']
  /** Whose reading `unread` asks about. */
  staffId: number
  /** The civil day on which ages are asked: that of the deadline, or today. */
  ageOn: string
}

/** Undefined when there is no such job. */
export async function scopeOf(tx: Tx, staff: Pick<Staff, 'id' | 'role' | 'areas'>, jobId: number, now: Date): Promise<Scope | undefined> {
  const job = await tx.row<{ expiry_date: Date | null }>(sql`select expiry_date from jobs where id = ${jobId}`)
  return job && { ...(await isBlind(tx, staff, jobId, now)), jobId, areas: staff.areas, staffId: staff.id, ageOn: nairobiDate(job.expiry_date ?? now) }
}

/**
 * Has the database plan what follows in this transaction for the values it is given, and by one process: a plan that fits every
 * filter reads the whole job for each, and a second process takes the time of another officer.
 */
export const planForValues = (tx: Tx) =>
  tx.row(sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`)

/** From here on plans are kept again, for what is asked the same way each time. */
export const planAsUsual = (tx: Tx) => tx.row(sql`select set_config('plan_cache_mode', 'auto', true)`)

const SMALL = 32_767
const OLDEST = 150

/** Null is no condition. What is too large for its column matches nothing, and is no fault. */
const codes = (given: number[], most = 2_147_483_647) => (given.length > 0 ? given.filter((code) => code <= most) : null)
const least = (value: number | undefined, most = SMALL) => (value === undefined ? null : Math.min(value, most))

const within = (column: Sql, { from, to }: Range): Sql => sql`
  (${least(from)}::smallint is null or ${column} >= ${least(from)}::smallint) and (${least(to)}::smallint is null or ${column} <= ${least(to)}::smallint)`

/** Whole years: 2 is 24 to 35 months. */
const monthsOf = ({ from, to }: Range): Range => ({
  ...(from === undefined ? {} : { from: from * 12 }),
  ...(to === undefined ? {} : { to: to * 12 + 11 }),
})

/** Born on such days as to have such an age. */
function bornWithin({ from, to }: Range, day: string): Sql {
  const latest = from === undefined ? null : latestBirthDate(day, Math.min(from, OLDEST))
  const after = to === undefined ? null : latestBirthDate(day, Math.min(to, OLDEST) + 1)
  return sql`(${latest}::date is null or it.born <= ${latest}::date) and (${after}::date is null or it.born > ${after}::date)`
}

const DOCUMENT_BITS = { none: 0, cv: 1, cover_letter: 2, both: 3 } as const

function flagged(flags: ApplicationFilter['flags']): Sql {
  const [any, none] = [flags.length > 0 ? bitsOf(flags) : null, flags.includes('none')]
  return sql`(${any}::int is null or it.flags & ${any}::int <> 0 or (${none}::boolean and it.flags = 0))`
}

/** On these lists, also on one that has taken effect since; 0 is on none that has not. */
function onList(given: number[]): Sql {
  if (given.length === 0) return empty
  const lists = given.filter((id) => id > 0)
  const onThese = sql`it.application_id in (select application_id from decision_entries where list_id = any(${lists}::bigint[]))`
  if (!given.includes(0)) return sql`and ${onThese}`
  return lists.length > 0 ? sql`and (it.list_id is null or ${onThese})` : sql`and it.list_id is null`
}

/** Not opened by this officer. An application that no one has opened is among them, so that `me` says it of both. */
const unreadBy = (by: ApplicationFilter['unread'], { jobId, staffId }: Scope): Sql =>
  by.includes('me')
    ? sql`and not exists (
        select from application_reads mine where mine.staff_id = ${staffId} and mine.job_id = ${jobId} and mine.application_id = it.application_id)`
    : empty

function found(typed: string, { jobId, blind }: Scope): Sql {
  if (!typed.trim()) return empty
  const query = searchOf(jobId, typed)
  if (!query) return sql`and false`
  const ids = (words: string) => sql`it.application_id = any(array(select application_id from application_words where words @@ ${words}::tsquery))`
  // As a list of ids, which are then looked up: joined, each of a quarter of a million would be compared.
  return sql`and ${ids(query.anywhere)} ${blind ? sql`and (it.is_open or ${ids(query.references)})` : empty}`
}

/** Every application of the job: nothing is asked, and nothing kept from this officer. */
export const isEverything = (filter: ApplicationFilter, { areas }: Pick<Scope, 'areas'>) =>
  Object.values(filter).every((value) => Object.keys(typeof value === 'string' ? value.trim() : value).length === 0) && !isLimited(areas)

/** Whether a condition or an order of this name tells who somebody is. */
export const isIdentifying = (name: string): boolean => (IDENTIFYING as readonly string[]).includes(name)
const tellsWho = (filter: ApplicationFilter) => IDENTIFYING.some((name) => Object.keys(filter[name]).length > 0)

/**
 * Conditions on `application_facts it`: what matches, as far as this officer may know. The same words whatever is asked, but for
 * a search, so that few statements serve every filter: run them after `planForValues`.
 */
export const matching = (filter: ApplicationFilter, scope: Scope, { orderTellsWho = false } = {}): Sql => {
  const stages = filter.stage.length > 0 ? filter.stage.map(stageNumber) : null
  const documents = filter.documents.length > 0 ? filter.documents.map((entry) => DOCUMENT_BITS[entry]) : null
  const genders = filter.gender.length > 0 ? filter.gender : null
  const isPwd = filter.pwd.length === 1 ? filter.pwd[0] === 'yes' : null
  const [counties, constituencies, wards] = [filter.county, filter.constituency, filter.ward].map((given) => codes(given, SMALL))
  const places = codes(filter.place)
  const noOneRead = filter.unread.length === 1 && filter.unread[0] === 'anyone'
  return sql`
    it.job_id = ${scope.jobId} and ${inAreas(scope.areas)}
    and (${!(scope.blind && (orderTellsWho || tellsWho(filter)))}::boolean or it.is_open)
    and (${stages}::smallint[] is null or it.stage = any(${stages}::smallint[]))
    and (${!noOneRead}::boolean or not it.is_read)
    and (${counties}::smallint[] is null or it.county = any(${counties}::smallint[]))
    and (${constituencies}::smallint[] is null or it.constituency = any(${constituencies}::smallint[]))
    and (${wards}::smallint[] is null or it.ward = any(${wards}::smallint[]))
    and (${places}::int[] is null or it.place = any(${places}::int[]))
    and (${genders}::"char"[] is null or it.gender = any(${genders}::"char"[]))
    and (${isPwd}::boolean is null or it.is_pwd = ${isPwd}::boolean)
    and ${bornWithin(filter.age, scope.ageOn)}
    and ${within(sql`it.level`, filter.level)}
    and ${within(sql`it.year`, filter.year)}
    and ${within(sql`it.experience`, monthsOf(filter.experience))}
    and (${documents}::smallint[] is null or it.documents = any(${documents}::smallint[]))
    and ${flagged(filter.flags)}
    ${onList(filter.list)}
    ${unreadBy(filter.unread, scope)}
    ${filter.share.length > 0 ? inOwnShare(scope) : empty}
    ${found(filter.search, scope)}`
}

/** What of a filter may stand in the log: what was typed may be a name. */
export const filterForLog = ({ search, ...filter }: ApplicationFilter): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => Object.keys(value).length > 0)),
  ...(search.trim() ? { search: true } : {}),
})
