import { empty } from 'sql-template-tag'
import { nairobiDate } from '#contract/dates.ts'
import { latestBirthDate } from '#contract/civil-dates.ts'
import type { ApplicationFilter, Range } from '#contract/review/filter.ts'
import { IDENTIFYING } from '#contract/review/identifying.ts'
import { bitsOf, stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import { findSight, type Sight } from './blind.ts'
import { andInOwnShare } from './share.ts'
import { searchOf } from './words.ts'

// Turns an officer's filter of a job's applications into SQL.

/** What a filter's result depends on besides the filter: the job, and what the officer may see. */
export type Scope = Sight & {
  jobId: number
  areas: Staff['areas']
  /** The officer for whom `unread` finds applications that they have not opened. */
  staffId: number
  /**
   * The day (Nairobi time) for which applicants' ages are computed: the job's deadline, or today without one.
   */
  ageOn: string
}

/** The scope of an officer's searches in a job; undefined when the job does not exist. */
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
      ...(await findSight(tx, staff, jobId, now)),
      jobId,
      areas: staff.areas,
      staffId: staff.id,
      ageOn: nairobiDate(job.expiry_date ?? now),
    }
  )
}

/**
 * Makes PostgreSQL plan each following statement of this transaction for its own values. A cached plan must
 * fit every filter, so it would read the whole job each time. The statements do not run in parallel, because
 * that would slow down other officers' searches.
 */
export const planForValues = (tx: Tx) =>
  tx.row(
    sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('max_parallel_workers_per_gather', '0', true)`,
  )

/** Ends `planForValues`: the next statements do not depend on the filter, so they use cached plans again. */
export const planAsUsual = (tx: Tx) => tx.row(sql`select set_config('plan_cache_mode', 'auto', true)`)

const MAX_SMALLINT = 32_767
const MAX_INTEGER = 2_147_483_647
const MAX_AGE_YEARS = 150

/**
 * The codes for a filter condition; null means no condition. A code too large for its column is left out, so
 * it matches nothing and causes no error.
 */
const codesFor = (values: number[], maxCode: number) =>
  values.length > 0 ? values.filter((code) => code <= maxCode) : null
/** A limit of a range, made small enough for a smallint. Null means no limit. */
const asSmallint = (value: number | undefined) => (value === undefined ? null : Math.min(value, MAX_SMALLINT))

/** SQL condition: the column is in this range. A null end of the range sets no limit. */
const within = (column: Sql, range: Range): Sql => {
  const [from, to] = [asSmallint(range.from), asSmallint(range.to)]
  return sql`
  (${from}::smallint is null or ${column} >= ${from}::smallint) and (${to}::smallint is null or ${column} <= ${to}::smallint)`
}

/** A range of whole years as a range of months: exactly 2 years means 24 to 35 months. */
const monthsOf = ({ from, to }: Range): Range => ({
  ...(from === undefined ? {} : { from: from * 12 }),
  ...(to === undefined ? {} : { to: to * 12 + 11 }),
})

/**
 * SQL condition: born on a date that gives an age in this range on `day`. `latestBirthDate` gives the last
 * date of birth of someone who has reached an age on that day.
 */
function bornWithin({ from, to }: Range, day: string): Sql {
  const latest = from === undefined ? null : latestBirthDate(day, Math.min(from, MAX_AGE_YEARS))
  const bornAfter = to === undefined ? null : latestBirthDate(day, Math.min(to, MAX_AGE_YEARS) + 1)
  return sql`(${latest}::date is null or facts.born <= ${latest}::date) and (${bornAfter}::date is null or facts.born > ${bornAfter}::date)`
}

/** The column `documents`: 1 for a CV plus 2 for a cover letter. */
const DOCUMENT_BITS = { none: 0, cv: 1, cover_letter: 2, both: 3 } as const

/** SQL condition: the application has any of these flags. `none` has no bit; it means no flags at all. */
function hasFlag(flags: ApplicationFilter['flags']): Sql {
  const flagBits = flags.length > 0 ? bitsOf(flags) : null
  const matchesNone = flags.includes('none')
  return sql`(${flagBits}::int is null or facts.flags & ${flagBits}::int <> 0 or (${matchesNone}::boolean and facts.flags = 0))`
}

// The SQL of a function `and…` starts with `and`. It is empty when the filter sets no such condition.

/**
 * SQL: and the application is on any of these decision lists, also on one that has taken effect. The value 0
 * matches applications that are on no open list.
 */
function andOnList(values: number[]): Sql {
  if (values.length === 0) return empty
  const lists = values.filter((id) => id > 0)
  const matchesUnlisted = values.includes(0)
  const onThese = sql`facts.application_id in (select application_id from decision_entries where list_id = any(${lists}::bigint[]))`
  if (!matchesUnlisted) return sql`and ${onThese}`
  return lists.length > 0 ? sql`and (facts.list_id is null or ${onThese})` : sql`and facts.list_id is null`
}

/**
 * SQL: and this officer has not opened the application. It includes those that no one has opened, so `me`
 * also covers `anyone`.
 */
const andUnread = (by: ApplicationFilter['unread'], { jobId, staffId }: Scope): Sql =>
  by.includes('me')
    ? sql`and not exists (
        select from application_reads mine where mine.staff_id = ${staffId} and mine.job_id = ${jobId} and mine.application_id = facts.application_id)`
    : empty

/**
 * SQL: and the application contains the search text. Of an applicant whose identity is hidden, only the
 * reference is searched.
 */
function andContainsText(typed: string, { jobId, blind }: Scope): Sql {
  if (!typed.trim()) return empty
  const query = searchOf(jobId, typed)
  if (!query) return sql`and false`
  // The ids are in an array, which PostgreSQL searches once. A join would compare each of 250,000 rows.
  const isMatch = (words: string) =>
    sql`facts.application_id = any(array(select application_id from application_words where words @@ ${words}::tsquery))`
  return sql`and ${isMatch(query.anywhere)} ${blind ? sql`and (facts.is_open or ${isMatch(query.references)})` : empty}`
}

/**
 * Whether the filter matches every application of the job: no condition, and no area limits of the officer.
 */
export const isEverything = (filter: ApplicationFilter, { areas }: Pick<Scope, 'areas'>) => {
  // Object.keys counts the characters of a text, the entries of a list and the ends of a range.
  const isEmpty = (value: string | object) =>
    Object.keys(typeof value === 'string' ? value.trim() : value).length === 0
  return Object.values(filter).every(isEmpty) && !isLimited(areas)
}

const hasIdentifyingCondition = (filter: ApplicationFilter) =>
  IDENTIFYING.some((name) => Object.keys(filter[name]).length > 0)

/**
 * SQL condition on `application_facts facts` for the applications that match, as far as this officer may
 * know. While identities are hidden, a filter or an order that reveals them matches only applications whose
 * names are visible (`is_open`). The SQL text is nearly always the same, so few prepared statements serve
 * every filter. Call `planForValues` first.
 */
export const matching = (
  filter: ApplicationFilter,
  scope: Scope,
  { isOrderIdentifying = false } = {},
): Sql => {
  const stages = filter.stage.length > 0 ? filter.stage.map(stageNumber) : null
  const documents = filter.documents.length > 0 ? filter.documents.map((entry) => DOCUMENT_BITS[entry]) : null
  const genders = filter.gender.length > 0 ? filter.gender : null
  // Neither answer chosen, or both, means no condition.
  const isPwd = filter.pwd.length === 1 ? filter.pwd[0] === 'yes' : null
  const [counties, constituencies, wards] = [filter.county, filter.constituency, filter.ward].map((values) =>
    codesFor(values, MAX_SMALLINT),
  )
  const places = codesFor(filter.place, MAX_INTEGER)
  // The choice `me` has its own condition, which includes applications that no one has opened.
  const isUnreadByAll = filter.unread.length === 1 && filter.unread[0] === 'anyone'
  const revealsIdentity = scope.blind && (isOrderIdentifying || hasIdentifyingCondition(filter))
  return sql`
    facts.job_id = ${scope.jobId} and ${inAreas(scope.areas)}
    and (${!revealsIdentity}::boolean or facts.is_open)
    and (${stages}::smallint[] is null or facts.stage = any(${stages}::smallint[]))
    and (${!isUnreadByAll}::boolean or not facts.is_read)
    and (${counties}::smallint[] is null or facts.county = any(${counties}::smallint[]))
    and (${constituencies}::smallint[] is null or facts.constituency = any(${constituencies}::smallint[]))
    and (${wards}::smallint[] is null or facts.ward = any(${wards}::smallint[]))
    and (${places}::int[] is null or facts.place = any(${places}::int[]))
    and (${genders}::"char"[] is null or facts.gender = any(${genders}::"char"[]))
    and (${isPwd}::boolean is null or facts.is_pwd = ${isPwd}::boolean)
    and ${bornWithin(filter.age, scope.ageOn)}
    and ${within(sql`facts.level`, filter.level)}
    and ${within(sql`facts.year`, filter.year)}
    and ${within(sql`facts.experience`, monthsOf(filter.experience))}
    and (${documents}::smallint[] is null or facts.documents = any(${documents}::smallint[]))
    and ${hasFlag(filter.flags)}
    ${andOnList(filter.list)}
    ${andUnread(filter.unread, scope)}
    ${filter.share.length > 0 ? andInOwnShare(scope) : empty}
    ${andContainsText(filter.search, scope)}`
}

/** The filter as it may appear in the audit log: the search text is left out, because it may be a name. */
export const filterForLog = ({ search, ...filter }: ApplicationFilter): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(filter).filter(([, value]) => Object.keys(value).length > 0)),
  ...(search.trim() ? { search: true } : {}),
})
