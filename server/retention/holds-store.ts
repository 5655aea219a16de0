import { RETENTION } from '#contract/retention/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// A hold stops the deletion of a recruitment's data until a given day. One officer proposes it, another
// decides. The database computes the column `holds_until`, the end of a hold or of a waiting proposal. It is
// null for a hold that was withdrawn, returned or lifted.

/** A proposal of one officer. The fields about the decision are null until a second officer decides. */
export type ProposalRow = {
  id: number
  reason: string
  proposed_by: number
  proposed_by_name: string
  proposed_at: Date
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  approved: boolean | null
  note: string
  /** When the proposer took the proposal back; null when they did not. */
  withdrawn_at: Date | null
}
export type HoldRow = ProposalRow & {
  job_id: number
  reference: string
  title: string
  ends_at: Date
  /** Until when the proposed hold waits for a second officer. It already keeps the data during that time. */
  waits_until: Date
  /** When two officers lifted the hold before `ends_at`; null when they did not. */
  lifted_at: Date | null
}
/** A proposal to lift a hold, which is to end it early. */
export type LiftRow = ProposalRow & { hold_id: number }

const officers = sql`proposer.name as proposed_by_name, decider.name as decided_by_name`
const withOfficers = sql`join staff proposer on proposer.id = proposal.proposed_by left join staff decider on decider.id = proposal.decided_by`
const proposalColumns = sql`proposal.id, proposal.reason, proposal.proposed_by, proposal.proposed_at, proposal.decided_by, proposal.decided_at, proposal.approved, proposal.note, proposal.withdrawn_at, ${officers}`

const selectHolds = (condition: Sql) => sql`
  select ${proposalColumns}, proposal.job_id, jobs.reference, jobs.title, proposal.ends_at, proposal.waits_until, proposal.lifted_at
  from retention_holds proposal join jobs on jobs.id = proposal.job_id ${withOfficers} where ${condition}`

/** All holds: those that are proposed or in force first, and of these the newest first. */
export const findHolds = (tx: Tx, now: Date) =>
  tx.rows<HoldRow>(sql`
    ${selectHolds(sql`true`)} order by coalesce(proposal.holds_until > ${now}::timestamptz, false) desc, proposal.id desc limit ${RETENTION.maxRows}`)
export const findHold = (tx: Tx, id: number) => tx.row<HoldRow>(selectHolds(sql`proposal.id = ${id}`))
/** Finds a hold as `findHold` does, and locks it, so that two officers decide one after the other. */
export const lockHold = async (tx: Tx, id: number) => {
  await tx.row(sql`select from retention_holds where id = ${id} for update`)
  return findHold(tx, id)
}

/** The last proposal to lift, for each of these holds. */
export const findLifts = (tx: Tx, holds: number[]) =>
  tx.rows<LiftRow>(sql`
    select distinct on (proposal.hold_id) ${proposalColumns}, proposal.hold_id from retention_lifts proposal ${withOfficers}
    where proposal.hold_id = any(${holds}::bigint[]) order by proposal.hold_id, proposal.id desc`)

/**
 * Locks the job until the end of the transaction. The sweep that deletes its data locks the job too (`for
 * share`). So a running deletion ends first, and no other starts before the hold is stored. Returns false
 * when there is no such job.
 */
export const lockJob = async (tx: Tx, jobId: number) =>
  (await tx.row(sql`select id from jobs where id = ${jobId} for no key update`)) !== undefined

/** Whether a proposed hold on the job waits for its second officer. */
export const hasWaiting = async (tx: Tx, jobId: number, now: Date) =>
  (await tx.row(sql`
    select id from retention_holds
    where job_id = ${jobId} and decided_at is null and withdrawn_at is null and holds_until > ${now} limit 1`)) !==
  undefined

type NewHold = { jobId: number; reason: string; endsAt: Date; waitsUntil: Date; by: number; now: Date }
export const insertHold = async (tx: Tx, hold: NewHold) =>
  (
    await tx.row<{ id: number }>(sql`
      insert into retention_holds (job_id, reason, ends_at, proposed_by, proposed_at, waits_until)
      values (${hold.jobId}, ${hold.reason}, ${hold.endsAt}, ${hold.by}, ${hold.now}, ${hold.waitsUntil}) returning id`)
  )?.id

export const insertLift = (tx: Tx, lift: { holdId: number; reason: string; by: number; now: Date }) =>
  tx.run(sql`
    insert into retention_lifts (hold_id, reason, proposed_by, proposed_at)
    values (${lift.holdId}, ${lift.reason}, ${lift.by}, ${lift.now})`)

export type Verdict = { by: number; approved: boolean; note: string; now: Date }
/** The constraint `retention_holds_second_person` refuses a verdict by the officer who proposed the hold. */
export const saveHoldVerdict = (tx: Tx, id: number, { by, approved, note, now }: Verdict) =>
  tx.run(sql`
    update retention_holds set decided_by = ${by}, decided_at = ${now}, approved = ${approved}, note = ${note}
    where id = ${id} and decided_at is null and withdrawn_at is null`)
/** The constraint `retention_lifts_second_person` refuses a verdict by the officer who proposed to lift. */
export const saveLiftVerdict = (tx: Tx, id: number, { by, approved, note, now }: Verdict) =>
  tx.run(sql`
    update retention_lifts set decided_by = ${by}, decided_at = ${now}, approved = ${approved}, note = ${note}
    where id = ${id} and decided_at is null and withdrawn_at is null`)
export const markLifted = (tx: Tx, holdId: number, now: Date) =>
  tx.run(sql`update retention_holds set lifted_at = ${now} where id = ${holdId} and lifted_at is null`)
export const withdrawHold = (tx: Tx, id: number, now: Date) =>
  tx.run(
    sql`update retention_holds set withdrawn_at = ${now} where id = ${id} and decided_at is null and withdrawn_at is null`,
  )
export const withdrawLift = (tx: Tx, id: number, now: Date) =>
  tx.run(
    sql`update retention_lifts set withdrawn_at = ${now} where id = ${id} and decided_at is null and withdrawn_at is null`,
  )
