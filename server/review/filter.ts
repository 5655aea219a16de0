import { empty } from 'sql-template-tag'
import { nairobiDate } from '#contract/dates.ts'
import { latestBirthDate } from '#contract/civil-dates.ts'
import { type ApplicationFilter, type Range, IDENTIFYING } from '#contract/review/filter.ts'
import { bitsOf, stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import { isBlind, type Sight } from './blind.ts'
import { inOwnShare } from './share.ts'
import { searchOf } from './words.ts'

/** The officer and the job: the result of a filter depends on both. */
export type Scope = Sight & {
  jobId: number
  areas: Staff['areas']
  /** The officer whose reading `unread` checks. */
  staffId: number
  /** The civil day (Nairobi) for which ages are computed: the deadline, or today without one. */
  ageOn: string
}

/** Undefined when the job does not exist. */
export async function scopeOf(
  tx: Tx,
  staff: Pick<Staff, 'id' | 'role' | 'areas'>,
  jobId: number,
  now: Date,
): Promise<Scope | undefined> {
  const job = await tx.row<{ expiry_date: Date | null }>(
    sql`select expiry_date from jobs where id = ${jobId}`,
  )
  return (
    job && {
      ...(await isBlind(tx, staff, jobId, now)),
      jobId,
      areas: staff.areas,
      staffId: staff.id,
      ageOn: nairobiDate(job.expiry_date ?? now),
    }
  )
}

/**
 * Makes the database plan the following statements of this transaction for their values, in one process. A
 * plan that fits every filter reads the whole job each time, and a parallel process would take the time of
 * another officer.
 */
export const planForValues = (tx: Tx) =>
  tx.row(
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`,
  )

/** Cached plans are used again from here on, for statements that are always alike. */
export const planAsUsual = (tx: Tx) => tx.row(sql`select set_config('plan_cache_mode', 'auto', true)`)

const SMALL = 32_767
const OLDEST = 150

/**
 * Null means no condition. A code too large for its column is dropped, so it matches nothing and causes no
 * error.
 */
const codes = (values: number[], most = 2_147_483_647) =>
  values.length > 0 ? values.filter((code) => code <= most) : null
const least = (value: number | undefined, most = SMALL) =>
  value === undefined ? null : Math.min(value, most)

const within = (column: Sql, { from, to }: Range): Sql => sql`
  (${least(from)}::smallint is null or ${column} >= ${least(from)}::smallint) and (${least(to)}::smallint is null or ${column} <= ${least(to)}::smallint)`

/** From whole years to months: 2 means 24 to 35 months. */
const monthsOf = ({ from, to }: Range): Range => ({
  ...(from === undefined ? {} : { from: from * 12 }),
  ...(to === undefined ? {} : { to: to * 12 + 11 }),
})

/** The birth dates that give an age in this range. */
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

/** On any of these lists, including one that has taken effect. 0 means: on no list that is still open. */
function onList(values: number[]): Sql {
  if (values.length === 0) return empty
  const lists = values.filter((id) => id > 0)
  const onThese = sql`it.application_id in (select application_id from decision_entries where list_id = any(${lists}::bigint[]))`
  if (!values.includes(0)) return sql`and ${onThese}`
  return lists.length > 0 ? sql`and (it.list_id is null or ${onThese})` : sql`and it.list_id is null`
}

/** Not opened by this officer. This includes applications that no one has opened, so `me` covers both. */
const unreadBy = (by: ApplicationFilter['unread'], { jobId, staffId }: Scope): Sql =>
  by.includes('me')
    ? sql`and not exists (
        select from application_reads mine where mine.staff_id = ${staffId} and mine.job_id = ${jobId} and mine.application_id = it.application_id)`
    : empty

function found(typed: string, { jobId, blind }: Scope): Sql {
  if (!typed.trim()) return empty
  const query = searchOf(jobId, typed)
  if (!query) return sql`and false`
  const ids = (words: string) =>
    sql`it.application_id = any(array(select application_id from application_words where words @@ ${words}::tsquery))`
  // As an array of ids to look up: in a join, each of 250,000 rows would be compared.
  return sql`and ${ids(query.anywhere)} ${blind ? sql`and (it.is_open or ${ids(query.references)})` : empty}`
}

/** Whether this means every application of the job: no condition, and an officer without area limits. */
export const isEverything = (filter: ApplicationFilter, { areas }: Pick<Scope, 'areas'>) =>
  Object.values(filter).every(
    (value) => Object.keys(typeof value === 'string' ? value.trim() : value).length === 0,
  ) && !isLimited(areas)

/** Whether a filter or an order of this name reveals identities. */
export const isIdentifying = (name: string): boolean => (IDENTIFYING as readonly string[]).includes(name)
const tellsWho = (filter: ApplicationFilter) =>
  IDENTIFYING.some((name) => Object.keys(filter[name]).length > 0)

/**
 * Conditions on `application_facts it`: what matches, as far as this officer may know. The SQL text is always
 * the same, except for a search, so few statements serve every filter. Call `planForValues` first.
 */
export const matching = (filter: ApplicationFilter, scope: Scope, { orderTellsWho = false } = {}): Sql => {
  const stages = filter.stage.length > 0 ? filter.stage.map(stageNumber) : null
  const documents = filter.documents.length > 0 ? filter.documents.map((entry) => DOCUMENT_BITS[entry]) : null
  const genders = filter.gender.length > 0 ? filter.gender : null
  const isPwd = filter.pwd.length === 1 ? filter.pwd[0] === 'yes' : null
  const [counties, constituencies, wards] = [filter.county, filter.constituency, filter.ward].map((values) =>
    codes(values, SMALL),
  )
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

/** The filter as it may appear in the audit log: the search text is left out, because it may be a name. */
export const filterForLog = ({ search, ...filter }: ApplicationFilter): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => Object.keys(value).length > 0)),
  ...(search.trim() ? { search: true } : {}),
})
