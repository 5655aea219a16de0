import { EXPORTS } from '#contract/exports/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { joinSentPlaces } from '../job-applications/sent-places.ts'
import type { Scope } from '../review/filter.ts'
import { inAreas } from '../staff/areas.ts'

/** An application in an exported file, without identity. Places and levels of education are names. */
export type PlainRow = {
  application_id: number
  submitted_at: Date
  reference_number: string
  /** The stage of the application, as an index in the list `STAGES`. */
  stage: number
  county: string
  constituency: string
  ward: string
  /** The Huduma centre or by-election area for which the person applied; null for other jobs. */
  place: string | null
  /** The highest level of education; null when the applicant gave none. */
  level: string | null
  /** The year of the highest level of education; 0 when the applicant gave none. */
  year: number
  /** Months of work. */
  experience: number
  /** The documents as bits: 1 means a CV, 2 a cover letter. */
  documents: number
  /** The names of the other documents, as the job names them and in its order. */
  named_documents: string[]
  /** The flags of the application, one bit each. `flagsIn` of the contract reads them. */
  flags: number
}
export type IdentityRow = PlainRow & {
  first_name: string
  middle_name: string
  last_name: string
  gender: 'M' | 'F' | 'O'
  /** The date of birth, such as `1999-05-06`. */
  born: string
  is_pwd: boolean
  phone: string
  email: string
  document_type: string
  idno: string
  employment_number: string
  address: string
}

// SQL for the names of an application's documents, except CV and cover letter. The names are those that the
// job uses now. A document that the job no longer names is called 'Another document'. In `named_documents`,
// bit n - 1 stands for the kind `document_n`, where n is 1 to 8.
const namedDocuments = sql`
  case when facts.named_documents = 0 then '{}'::text[] else array(
    select coalesce(document ->> 'name', 'Another document')
    from generate_series(1, 8) as n left join (
      select document, position from jobs, jsonb_array_elements(wanted_documents) with ordinality as wanted (document, position) where jobs.id = facts.job_id) named
      on document ->> 'kind' = 'document_' || n
    where facts.named_documents & (1 << n - 1) <> 0 order by position nulls last, n) end`

const columns = sql`
  facts.application_id, facts.submitted_at, reference_number, facts.stage, counties.name as county, constituencies.name as constituency, wards.name as ward,
  coalesce(centre.name, area.area_name) as place,
  (select name from qualification_levels where rank = facts.level order by id limit 1) as level, facts.year, facts.experience, facts.documents, facts.flags,
  ${namedDocuments} as named_documents`
const joinNames = sql`
  join job_applications sent on sent.id = facts.application_id
  join counties on counties.code = facts.county join constituencies on constituencies.code = facts.constituency join wards on wards.code = facts.ward
  ${joinSentPlaces}`

export const countMatching = async (tx: Tx, where: Sql) =>
  (await tx.row<{ count: number }>(sql`select count(*) as count from application_facts facts where ${where}`))
    ?.count ?? 0

type RowPosition = Pick<PlainRow, 'submitted_at' | 'application_id'>

/**
 * A page of matching applications, in order of submission and id, so no two rows are equal. It starts after
 * the last row of the previous page; undefined for the first page.
 */
export const findPlain = (tx: Tx, where: Sql, lastRow: RowPosition | undefined) =>
  tx.rows<PlainRow>(sql`
    select ${columns}
    from (
      select * from application_facts facts
      where ${where} and (facts.submitted_at, facts.application_id) > (${lastRow?.submitted_at ?? '-infinity'}::timestamptz, ${lastRow?.application_id ?? 0}::bigint)
      order by facts.submitted_at, facts.application_id limit ${EXPORTS.pageRows}) facts
    ${joinNames}
    order by facts.submitted_at, facts.application_id`)

/**
 * A page of the applications that a request has stored. It starts at the position `firstPosition`; 1 is the
 * first. Identities are those that were submitted. Applications that this officer may not see are left out.
 */
export const findRequested = (
  tx: Tx,
  requestId: number,
  firstPosition: number,
  { areas }: Pick<Scope, 'areas'>,
) =>
  // `offset 0` keeps the inner query separate. So the large JSON is parsed once instead of for each value.
  tx.rows<IdentityRow>(sql`
    select ${columns}, person ->> 'first_name' as first_name, person ->> 'middle_name' as middle_name, person ->> 'last_name' as last_name, facts.gender,
      facts.born, facts.is_pwd, person ->> 'phone' as phone, person ->> 'email' as email,
      person ->> 'document_type' as document_type, person ->> 'idno' as idno, answers.employment_number, answers.address
    from unnest((select application_ids[${firstPosition}::int:${firstPosition + EXPORTS.pageRows - 1}::int] from export_requests where id = ${requestId}))
      with ordinality as requested (application_id, position)
    join application_facts facts on facts.application_id = requested.application_id
    ${joinNames}
    join submissions made on made.application_id = facts.application_id
    cross join lateral (
      select frozen -> 'applicant' as person, frozen ->> 'employment_number' as employment_number, frozen ->> 'address' as address
      from (select made.frozen::json as frozen) parsed offset 0) answers
    where ${inAreas(areas)}
    order by requested.position`)

export const findJob = (tx: Tx, id: number) =>
  tx.row<{ id: number; reference: string; title: string }>(
    sql`select id, reference, title from jobs where id = ${id}`,
  )
