import { REVIEW } from '#contract/review/limits.ts'
import type { Sort } from '#contract/review/filter.ts'
import { isIdentifying } from '#contract/review/identifying.ts'
import { empty } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { joinSentPlaces } from '../job-applications/sent-places.ts'
import type { Scope } from './filter.ts'
import { inAreas } from '../staff/areas.ts'

// The table of a job's submitted applications, as officers filter, sort and page through it.

/**
 * A search with up to this many matches is read once, for the count and the page together. With more matches,
 * two queries are faster, because an index finds the first rows of a page. A text search has no such index,
 * so its limit is high.
 */
const MAX_READ_ONCE = { filtered: 20_000, searched: 1_000_000 } as const
/** Whether the matches are found by a search text or only by conditions. */
type Kind = keyof typeof MAX_READ_ONCE

/** One extra row shows whether there is a next page. */
const PAGE_AND_ONE = REVIEW.pageSize + 1

/**
 * SQL that ranks a code, such as of a county, by its name. The ranks are in an array by code, built once for
 * each statement. A code without a name gets 0, so that each rank is at the index of its code. Comparing the
 * names of 250,000 rows would take longer.
 */
const rankByName = (table: Sql, code: Sql) => sql`
  (array(
    select coalesce(name_rank, 0) from (select code, rank() over (order by name)::smallint as name_rank from ${table}) named
    right join generate_series(1, (select max(code) from ${table})) as all_codes (code) using (code) order by code))[${code}]`

/** For each sort of the table: the SQL expression that orders it (`column`), and the type of its values. */
const SORT_KEYS: Record<Sort, { column: Sql; type: Sql }> = {
  sent: { column: sql`facts.submitted_at`, type: sql`timestamptz` },
  level: { column: sql`facts.level`, type: sql`smallint` },
  experience: { column: sql`facts.experience`, type: sql`smallint` },
  year: { column: sql`facts.year`, type: sql`smallint` },
  age: { column: sql`facts.born`, type: sql`date` },
  gender: { column: sql`facts.gender`, type: sql`"char"` },
  pwd: { column: sql`facts.is_pwd`, type: sql`boolean` },
  county: { column: rankByName(sql`counties`, sql`facts.county`), type: sql`smallint` },
  constituency: { column: rankByName(sql`constituencies`, sql`facts.constituency`), type: sql`smallint` },
  ward: { column: rankByName(sql`wards`, sql`facts.ward`), type: sql`smallint` },
  documents: { column: sql`facts.documents`, type: sql`smallint` },
  flags: { column: sql`bit_count(facts.flags::bit(32))`, type: sql`bigint` },
  stage: { column: sql`facts.stage`, type: sql`smallint` },
}

/** The position of a row in the order of a table: its sort key, then its id. */
type Position = { id: number; key: Date | number | string | boolean }

/**
 * The position of an application in the order of the table. Undefined when it is not of this job, or this
 * officer may not see its position.
 */
export const findPosition = (
  tx: Tx,
  { jobId, areas, blind }: Pick<Scope, 'jobId' | 'areas' | 'blind'>,
  sort: Sort,
  id: number,
) =>
  tx.row<Position>(sql`
    select application_id as id, ${SORT_KEYS[sort].column} as key from application_facts facts
    where application_id = ${id} and job_id = ${jobId} and ${inAreas(areas)} and (facts.is_open or not ${blind && isIdentifying(sort)}::boolean)`)

/** The order of a page of the table. The page starts after the position `from`; the first page has none. */
type Order = { sort: Sort; descending: boolean; from: Position | undefined }

const isAfterPosition = ({ sort, descending, from }: Order, column: Sql): Sql =>
  from
    ? sql`(${column}, application_id) ${descending ? sql`<` : sql`>`} (${from.key}::${SORT_KEYS[sort].type}, ${from.id}::bigint)`
    : sql`true`
const orderColumns = ({ descending }: Order, column: Sql): Sql =>
  descending ? sql`${column} desc, application_id desc` : sql`${column}, application_id`

/**
 * How many applications of a job have facts. A trigger on `application_facts` counts them in `sent_counts`
 * (migration 0017).
 */
export const countAll = async (tx: Tx, jobId: number): Promise<number> =>
  (await tx.row<{ applications: number }>(sql`select applications from sent_counts where job_id = ${jobId}`))
    ?.applications ?? 0

type Page = { count: number; ids: number[] }

/** Reads all matches in one query. Undefined when there are more than `maxMatches`. */
async function readOnce(tx: Tx, where: Sql, order: Order, maxMatches: number): Promise<Page | undefined> {
  const { column } = SORT_KEYS[order.sort]
  const page = await tx.row<Page>(sql`
    with found as materialized (select facts.application_id, ${column} as key from application_facts facts where ${where} limit ${maxMatches + 1}),
    counted as materialized (select count(*)::int as count from found)
    select count, array(
      select application_id from found where count <= ${maxMatches} and ${isAfterPosition(order, sql`key`)}
      order by ${orderColumns(order, sql`key`)} limit ${PAGE_AND_ONE}) as ids
    from counted`)
  return page && page.count <= maxMatches ? page : undefined
}

/**
 * The number of matches, and the ids of one page and of one application more. `knownCount` makes the counting
 * unnecessary.
 */
export async function pageOfMatching(
  tx: Tx,
  where: Sql,
  order: Order,
  { kind = 'filtered', knownCount }: { kind?: Kind; knownCount?: number | undefined } = {},
): Promise<Page> {
  const maxMatches = MAX_READ_ONCE[kind]
  const areTooMany = knownCount !== undefined && knownCount > maxMatches
  const page = areTooMany ? undefined : await readOnce(tx, where, order, maxMatches)
  if (page) return page
  const { column } = SORT_KEYS[order.sort]
  const count = knownCount ?? (await countMatching(tx, where))
  const rows = await tx.rows<{ application_id: number }>(sql`
    select facts.application_id from application_facts facts
    where ${where} and ${isAfterPosition(order, column)} order by ${orderColumns(order, column)} limit ${PAGE_AND_ONE}`)
  return { count, ids: rows.map((row) => row.application_id) }
}

export const countMatching = async (tx: Tx, where: Sql): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*)::int as count from application_facts facts where ${where}`,
    )
  )?.count ?? 0

export type TableRow = {
  id: number
  reference: string
  submitted_at: Date
  status: 'Pending' | 'Under Review' | 'Shortlisted' | 'Rejected' | 'Hired'
  county: string
  constituency: string
  ward: string
  /** The chosen centre or by-election area; null for a job that has no such choice. */
  place: string | null
  gender: 'M' | 'F' | 'O'
  is_pwd: boolean
  born: string
  /** The name of the highest qualification level; empty when the level no longer exists. */
  level: string
  /** The year of the highest qualification level; 0 when none was given. */
  year: number
  /** Months of work. */
  experience: number
  /** Whether a CV and a cover letter were sent, one bit each. */
  documents: number
  /** One bit for each kind of document that the job names. */
  named_documents: number
  /** One bit for each flag. */
  flags: number
  stage: number
  /** Whether officers may see the names, because the application's decision list has taken effect. */
  is_open: boolean
  /** The open decision list that has the application; null when none has it. */
  list_id: number | null
  /** The stage to which that decision list moves its applications; null when there is no list. */
  to_stage: number | null
  /** How many officers have opened the application. */
  readers: number
  read_by_me: boolean
  /** Whether the applicant deleted their account: then officers see a number instead of a name. */
  is_deleted: boolean
  /** The submitted application; null when the officer may not know whose it is. */
  frozen: string | null
}

/**
 * These applications in the order of `ids`. `frozen` has the names. It is null for a deleted person, and
 * where names are hidden. If `blind` is false, names are shown for all applications. If it is true, they are
 * shown only for applications that are `is_open`. `joinSentPlaces` joins the tables `centre` and `area`.
 */
export const findRows = (tx: Tx, ids: number[], { blind, staffId }: Pick<Scope, 'blind' | 'staffId'>) =>
  tx.rows<TableRow>(sql`
    select facts.application_id as id, sent.reference_number as reference, facts.submitted_at, sent.status, counties.name as county, constituencies.name as constituency,
      wards.name as ward, coalesce(centre.name, area.area_name) as place, facts.gender, facts.is_pwd, facts.born,
      coalesce((select name from qualification_levels where rank = facts.level order by id limit 1), '') as level, facts.year, facts.experience, facts.documents, facts.named_documents, facts.flags,
      facts.stage, facts.is_open, facts.list_id, lists.to_stage, opened.readers, opened.read_by_me, sent.user_id is null as is_deleted,
      case when (facts.is_open ${blind ? empty : sql`or true`}) and sent.user_id is not null then made.frozen end as frozen
    from unnest(${ids}::bigint[]) with ordinality as shown (id, position)
    join application_facts facts on facts.application_id = shown.id
    join job_applications sent on sent.id = shown.id
    join submissions made on made.application_id = shown.id
    join counties on counties.code = facts.county
    join constituencies on constituencies.code = facts.constituency
    join wards on wards.code = facts.ward
    cross join lateral (
      select count(*)::int as readers, coalesce(bool_or(staff_id = ${staffId}), false) as read_by_me from application_reads where application_id = shown.id) opened
    ${joinSentPlaces}
    left join decisions lists on lists.id = facts.list_id
    order by shown.position`)
