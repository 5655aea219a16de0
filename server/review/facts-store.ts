import { REVIEW } from '#contract/review/limits.ts'
import { plannedEachTime, sql, type Tx } from '../database/connect.ts'

type Profile = {
  first_name: string
  middle_name: string
  last_name: string
  idno: string
  gender: string
  is_pwd: boolean
  date_of_birth: string
  phone: string
  county: string
  constituency: string
  ward: string
}
export type WaitingRow = {
  application_id: number
  job_id: number
  reference_number: string
  submitted_at: Date
  frozen: string
  flags: string[]
  /** True when a document has a flag because it may do harm, such as run a script. */
  is_doubtful: boolean
  /** The applicant's present profile, for answers that the frozen application does not contain. */
  profile: Profile
  /** The codes of the applicant's county, constituency and ward in the present profile. */
  home: { county: number; constituency: number; ward: number }
}

/** Only one process derives facts at a time: two would each miss the values that their applications share. */
export const lockFacts = (tx: Tx) => tx.row(sql`select pg_advisory_xact_lock(hashtext('portal-facts'))`)

/** The ids of the next applications without facts, at most `limit`; locked until the transaction ends. */
export const takeWaiting = async (tx: Tx, limit: number): Promise<number[]> => {
  const rows = await tx.rows<{ application_id: number }>(sql`
    select application_id from facts_waiting where failures < ${REVIEW.maxFactFailures} order by failures, application_id limit ${limit} for update skip locked`)
  return rows.map((row) => row.application_id)
}

/**
 * Locks one application without facts until the transaction ends, and returns its id. Returns nothing when it
 * waits no more, or when another transaction has locked it.
 */
export const takeOneWaiting = async (tx: Tx, id: number): Promise<number[]> => {
  const row = await tx.row(sql`
    select from facts_waiting where application_id = ${id} for update skip locked`)
  return row ? [id] : []
}

export const findWaiting = (tx: Tx, ids: number[]) =>
  tx.rows<WaitingRow>(sql`
    select application.id as application_id, application.job_id, application.reference_number, made.submitted_at, made.frozen, made.flags,
      exists (select from application_documents where application_id = application.id and flags <> '{}') as is_doubtful,
      jsonb_build_object('first_name', first_name, 'middle_name', middle_name, 'last_name', last_name, 'idno', id_number, 'gender', gender, 'is_pwd', is_pwd,
        'date_of_birth', date_of_birth, 'phone', phone, 'county', counties.name, 'constituency', constituencies.name, 'ward', wards.name) as profile,
      jsonb_build_object('county', users.county_code, 'constituency', users.constituency_code, 'ward', ward_code) as home
    from submissions made
    join job_applications application on application.id = made.application_id
    join users on users.id = application.user_id
    join counties on counties.code = users.county_code
    join constituencies on constituencies.code = users.constituency_code
    join wards on wards.code = ward_code
    where made.application_id = any(${ids}::bigint[])`)

/** Removes these applications from the table of those without facts: they are done, or no longer exist. */
export const dropWaiting = (tx: Tx, ids: number[]) =>
  tx.run(sql`delete from facts_waiting where application_id = any(${ids}::bigint[])`)

export const countFailure = (tx: Tx, id: number) =>
  tx.run(sql`update facts_waiting set failures = failures + 1 where application_id = ${id}`)

/** Place codes by `county/constituency/ward` names, and ranks of qualification levels by level id. */
export type References = { places: Map<string, WaitingRow['home']>; ranks: Map<number, number> }

export async function readReferences(tx: Tx): Promise<References> {
  const places = await tx.rows<WaitingRow['home'] & { name: string }>(sql`
    select counties.name || '/' || constituencies.name || '/' || wards.name as name, counties.code as county, constituencies.code as constituency, wards.code as ward
    from wards join constituencies on constituencies.code = constituency_code join counties on counties.code = county_code`)
  const levels = await tx.rows<{ id: number; rank: number }>(sql`select id, rank from qualification_levels`)
  return {
    places: new Map(places.map(({ name, ...codes }) => [name, codes])),
    ranks: new Map(levels.map(({ id, rank }) => [id, rank])),
  }
}

/**
 * The facts by which officers filter and sort applications. `documents`, `named_documents` and `flags` have
 * one bit for each kind.
 */
export type Facts = {
  application_id: number
  job_id: number
  submitted_at: Date
  county: number
  constituency: number
  ward: number
  /** The id of the chosen centre or by-election area; null for a job that has no such choice. */
  place: number | null
  gender: string
  is_pwd: boolean
  /** The applicant's date of birth. */
  born: string
  /** The rank of the highest qualification level, and the year of that level; 0 when unknown. */
  level: number
  year: number
  /** Months of work. */
  experience: number
  /** Whether a CV and a cover letter were sent, one bit each. Officers can filter by both. */
  documents: number
  named_documents: number
  flags: number
}

/** The kind of a value that two applications may share. */
export type MarkKind = 'referee' | 'phone' | 'document'

/**
 * Inserts facts and search words of applications. A corrected application already has them: they are
 * replaced, but its stage and list stay (W15). An application that was withdrawn and then restored by support
 * gets its earlier stage and list.
 */
export async function insertFacts(
  tx: Tx,
  facts: Facts[],
  words: { application_id: number; words: string[]; title: string | null }[],
): Promise<void> {
  await tx.run(sql`
    insert into application_facts (application_id, job_id, submitted_at, county, constituency, ward, place, gender, is_pwd, born, level, year, experience, documents,
      named_documents, flags, stage, is_open, list_id)
    select fact_row.application_id, job_id, submitted_at, county, constituency, ward, place, gender, is_pwd, born, level, year, experience, documents, named_documents, flags,
      coalesce(withdrawn.stage, 0), coalesce(withdrawn.is_open, false),
      case when withdrawn.stage is not null then (select list_id from decision_entries entry where entry.application_id = fact_row.application_id and entry.is_open) end
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as fact_row (application_id bigint, job_id bigint, submitted_at timestamptz, county smallint, constituency smallint,
      ward smallint, place integer, gender "char", is_pwd boolean, born date, level smallint, year smallint, experience smallint, documents smallint,
      named_documents smallint, flags integer)
      left join lateral (select stage, is_open from withdrawals where application_id = fact_row.application_id order by id desc limit 1) withdrawn on true
    order by submitted_at, fact_row.application_id
    on conflict (application_id) do update set submitted_at = excluded.submitted_at, county = excluded.county, constituency = excluded.constituency,
      ward = excluded.ward, place = excluded.place, gender = excluded.gender, is_pwd = excluded.is_pwd, born = excluded.born, level = excluded.level,
      year = excluded.year, experience = excluded.experience, documents = excluded.documents, named_documents = excluded.named_documents,
      flags = excluded.flags`)
  await tx.run(sql`
    insert into application_words (application_id, words, title)
    select application_id, array_to_tsvector(words), title
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as fact_row (application_id bigint, words text[], title text)
    on conflict (application_id) do update set words = excluded.words, title = excluded.title`)
}

/** The keyed hash (`mark`, in hex) of a value that applicants of a job may share. */
export type Mark = { application_id: number; job_id: number; kind: MarkKind; mark: string }
/** An application that shares a value of this kind with another. */
type Shared = { application_id: number; kind: MarkKind }

const markRows = (marks: Mark[]) => sql`
  (select application_id, job_id, kind, decode(mark, 'hex') as mark
   from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as mark_row (application_id bigint, job_id bigint, kind text, mark text))`

/**
 * Stores the marks. Returns the applications of `marks` whose mark another application shares, and one
 * earlier application for each shared mark. The other earlier applications with that mark were returned by
 * earlier calls. So a referee whom thousands name causes no more work than others.
 */
export async function insertMarks(tx: Tx, marks: Mark[]): Promise<Shared[]> {
  await tx.run(sql`
    insert into application_marks (job_id, kind, mark, application_id) select job_id, kind, mark, application_id from ${markRows(marks)} given on conflict do nothing`)
  // The order of the primary key lets the query read only two rows of a mark, even when thousands share it.
  return tx.rows<Shared>(
    plannedEachTime(sql`
    with given as materialized ${markRows(marks)},
    shared as materialized (
      select named.* from (select distinct job_id, kind, mark from given) named
      where (
        select count(*) from (
          select from application_marks earlier where earlier.job_id = named.job_id and earlier.kind = named.kind and earlier.mark = named.mark order by earlier.application_id limit 2) first_two) = 2)
    select application_id, kind from given join shared using (job_id, kind, mark)
    union
    select other.application_id, shared.kind from shared cross join lateral (
      select earlier.application_id from application_marks earlier
      where earlier.job_id = shared.job_id and earlier.kind = shared.kind and earlier.mark = shared.mark and earlier.application_id not in (select application_id from given)
      order by earlier.application_id limit 1) other`),
  )
}

/** Adds flags to the facts of applications. Facts that have these flags already are not written again. */
export const raiseFlags = (tx: Tx, flagged: { application_id: number; flags: number }[]) =>
  tx.run(sql`
    update application_facts facts set flags = facts.flags | raised.flags
    from jsonb_to_recordset(${JSON.stringify(flagged)}::jsonb) as raised (application_id bigint, flags integer)
    where facts.application_id = raised.application_id and facts.flags & raised.flags <> raised.flags`)
