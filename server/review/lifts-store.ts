import type { StaffRole } from '#contract/staff/rights.ts'
import { sql, type Tx } from '../database/connect.ts'

/** An officer's request to see the names of a job's applicants before a list is approved. */
export type LiftRequestRow = {
  id: number
  staff_id: number
  name: string
  role: StaffRole
  /** Whether the officer who asked still has access to the portal. */
  has_access: boolean
  job_id: number
  reference: string
  title: string
  reason: string
  requested_at: Date
  /** Until when the request waits for another officer. */
  ends_at: Date
  /** When the request was taken back, or closed after it had expired; null for any other request. */
  withdrawn_at: Date | null
  /** The officer who decided, and the answer. Both are null until another officer has decided. */
  decided_by_name: string | null
  agreed: boolean | null
  note: string
}

const MAX_SHOWN = 50
const selectLiftRequests = sql`
  select request.id, request.staff_id, requester.name, requester.role, requester.disabled_at is null as has_access, job_id, jobs.reference, jobs.title, request.reason, requested_at, request.ends_at,
    withdrawn_at, decider.name as decided_by_name, agreed, note
  from blind_requests request join staff requester on requester.id = request.staff_id join jobs on jobs.id = job_id left join staff decider on decider.id = decided_by`
const isWaiting = (now: Date) => sql`decided_at is null and withdrawn_at is null and request.ends_at > ${now}`

export const findLiftRequest = (tx: Tx, id: number) =>
  tx.row<LiftRequestRow>(sql`${selectLiftRequests} where request.id = ${id}`)

/** All requests to see names that wait for a decision, the oldest first. */
export const findWaitingLiftRequests = (tx: Tx, now: Date) =>
  tx.rows<LiftRequestRow>(
    sql`${selectLiftRequests} where ${isWaiting(now)} order by request.id limit ${MAX_SHOWN}`,
  )

/** This officer's waiting request to see the names of a job. */
export const findOwnLiftRequest = (tx: Tx, staffId: number, jobId: number, now: Date) =>
  tx.row<LiftRequestRow>(
    sql`${selectLiftRequests} where request.staff_id = ${staffId} and job_id = ${jobId} and ${isWaiting(now)}`,
  )

type NewLiftRequest = { staffId: number; jobId: number; reason: string; now: Date; endsAt: Date }

/**
 * Stores a request to see names. The index `blind_requests_waiting` refuses an officer's second waiting
 * request for a job. An expired request is closed first, so it does not block a new one.
 */
export async function insertLiftRequest(tx: Tx, { staffId, jobId, reason, now, endsAt }: NewLiftRequest) {
  await tx.run(sql`
    update blind_requests set withdrawn_at = ends_at
    where staff_id = ${staffId} and job_id = ${jobId} and decided_at is null and withdrawn_at is null and ends_at <= ${now}`)
  return tx.row<{ id: number }>(sql`
    insert into blind_requests (staff_id, job_id, reason, requested_at, ends_at) values (${staffId}, ${jobId}, ${reason}, ${now}, ${endsAt}) returning id`)
}

/** Stores the decision on a request to see names. Returns 0 when the request is not waiting any more. */
export const saveLiftDecision = (
  tx: Tx,
  id: number,
  { by, agreed, note, now }: { by: number; agreed: boolean; note: string; now: Date },
) =>
  tx.run(sql`
    update blind_requests request set decided_by = ${by}, decided_at = ${now}, agreed = ${agreed}, note = ${note} where id = ${id} and ${isWaiting(now)}`)

/** Takes back a request to see names. Returns 0 when the request is not waiting any more. */
export const withdrawLiftRequest = (tx: Tx, id: number, staffId: number, now: Date) =>
  tx.run(
    sql`update blind_requests request set withdrawn_at = ${now} where id = ${id} and staff_id = ${staffId} and ${isWaiting(now)}`,
  )

/** Shows the job's names to the officer who asked, until `until`. */
export const insertLift = (
  tx: Tx,
  { id, staff_id, job_id, reason }: LiftRequestRow,
  now: Date,
  until: Date,
) =>
  tx.run(sql`
    insert into blind_lifts (staff_id, job_id, reason, lifted_at, ends_at, request_id) values (${staff_id}, ${job_id}, ${reason}, ${now}, ${until}, ${id})`)
