import { EXPORTS } from '#contract/exports/limits.ts'
import type { ExportColumn, ExportFormat } from '#contract/exports/words.ts'
import type { ApplicationFilter } from '#contract/review/filter.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** A request for a file with identities, which a second officer must approve. */
export type RequestRow = {
  id: number
  job_id: number
  filter: ApplicationFilter
  columns: ExportColumn[]
  format: ExportFormat
  reason: string
  /** How many applications the request has stored. */
  size: number
  /** SHA-256 of the ids of the request's applications. */
  digest: Buffer
  requested_by: number
  requested_by_name: string
  requested_at: Date
  // The decision on the request: these four are null until then.
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  approved: boolean | null
  /** What the second officer wrote; '' when they wrote nothing. */
  note: string
  withdrawn_at: Date | null
  /** Until when a waiting request can be decided, or an approved file downloaded. */
  ends_at: Date
  downloads: number
}

const selectRequests = sql`
  select request.id, job_id, filter, columns, format, reason, size, digest, requested_by, requester.name as requested_by_name, requested_at, decided_by,
    decider.name as decided_by_name, decided_at, approved, note, withdrawn_at, ends_at, downloads
  from export_requests request join staff requester on requester.id = requested_by left join staff decider on decider.id = decided_by`

/** The officer who reads requests for files. An officer who is limited to areas sees only their own. */
export type Reader = { id: number; limited: boolean }

export const findRequests = (tx: Tx, jobId: number, reader: Reader) =>
  tx.rows<RequestRow>(sql`
    ${selectRequests} where job_id = ${jobId} and (requested_by = ${reader.id} or not ${reader.limited}::boolean) order by request.id desc limit ${EXPORTS.requestsShown}`)

export const findRequest = (tx: Tx, id: number, reader: Reader) =>
  tx.row<RequestRow>(
    sql`${selectRequests} where request.id = ${id} and (requested_by = ${reader.id} or not ${reader.limited}::boolean)`,
  )

type NewRequest = {
  jobId: number
  filter: ApplicationFilter
  columns: readonly ExportColumn[]
  format: ExportFormat
  reason: string
  by: number
  now: Date
  endsAt: Date
}

/**
 * Stores a request for a file, with the ids of the applications that match now, in the order of the file.
 * Undefined when none match. `where` is a condition on `application_facts facts`.
 */
export const insertRequest = (tx: Tx, where: Sql, request: NewRequest) =>
  tx.row<{ id: number; size: number; digest: Buffer }>(sql`
    with matching as (select array_agg(application_id order by submitted_at, application_id) as ids from application_facts facts where ${where})
    insert into export_requests (job_id, filter, columns, format, reason, application_ids, size, digest, requested_by, requested_at, ends_at)
    select ${request.jobId}, ${JSON.stringify(request.filter)}::jsonb, ${request.columns}::text[], ${request.format}, ${request.reason}, ids, cardinality(ids),
      sha256(convert_to(array_to_string(ids, ','), 'UTF8')), ${request.by}, ${request.now}::timestamptz, ${request.endsAt}::timestamptz
    from matching where ids is not null
    returning id, size, digest`)

/**
 * Decides on a request. Returns 0 when it no longer waits, or `digest` is not the stored one. With `endsAt`
 * null, the request keeps its own end.
 */
export const decideRequest = (
  tx: Tx,
  id: number,
  values: { by: number; approved: boolean; note: string; digest: Buffer; endsAt: Date | null; now: Date },
) =>
  tx.run(sql`
    update export_requests set decided_by = ${values.by}, decided_at = ${values.now}, approved = ${values.approved}, note = ${values.note},
      ends_at = coalesce(${values.endsAt}::timestamptz, ends_at)
    where id = ${id} and decided_at is null and withdrawn_at is null and ends_at > ${values.now} and digest = ${values.digest}`)

/** Withdraws this officer's own request. Returns 0 if it is already returned, withdrawn or expired. */
export const withdrawRequest = (tx: Tx, id: number, by: number, now: Date) =>
  tx.run(sql`
    update export_requests set withdrawn_at = ${now}
    where id = ${id} and requested_by = ${by} and withdrawn_at is null and approved is not false and ends_at > ${now}`)

/** Counts a download. Returns 0 unless this officer asked for the file and may still download it. */
export const countDownload = (tx: Tx, id: number, by: number, now: Date) =>
  tx.run(sql`
    update export_requests set downloads = downloads + 1, downloaded_at = ${now}
    where id = ${id} and requested_by = ${by} and approved and withdrawn_at is null and ends_at > ${now}`)

/**
 * Deletes the application ids of expired requests that were never downloaded, as housekeeping. At most 100
 * requests in a call.
 */
export const forgetUndownloaded = (tx: Tx, now: Date) =>
  tx.run(sql`
    update export_requests set application_ids = '{}'
    where id in (
      select id from export_requests where downloads = 0 and application_ids <> '{}' and ends_at < ${now} order by ends_at limit 100)`)
