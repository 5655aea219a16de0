import { sql, type Tx } from '../database/connect.ts'
import type { StoredCheckpoint } from './store.ts'

/** This value replaces the salt of an audit entry whose words were erased. */
const NO_SALT = Buffer.alloc(32)

export type AuditedLeaf = {
  index: number
  event: number
  hash: Buffer
  kind: string | null
  digest: Buffer | null
  at: Date | null
}
/**
 * The sizes of the log. `size`: the leaves that the last checkpoint covers; -1 without a checkpoint. `days`:
 * the stored sums of leaves by day and kind.
 */
export type Extent = { size: number; leaves: number; days: { day: string; kind: string; events: number }[] }

/**
 * Reads the size of the last checkpoint, the number of leaves and the sums of each day. One query reads all,
 * so that they are from the same moment, although the log may grow meanwhile.
 */
export const findExtent = (db: Tx) =>
  db.row<Extent>(sql`
    select coalesce((select max(size) from log_checkpoints), -1) as size, (select count(*) from log_leaves) as leaves,
      coalesce((select json_agg(json_build_object('day', day, 'kind', kind, 'events', events)) from log_days), '[]') as days`)

/**
 * The next leaves of the log with their events, from the index `first` to below `size`. The columns of an
 * event are null when it is missing.
 */
export const findLeaves = (db: Tx, first: number, size: number, count: number) =>
  db.rows<AuditedLeaf>(sql`
    select l.index, l.event, l.hash, e.kind, e.digest, e.at from log_leaves l left join log_events e on e.id = l.event
    where l.index >= ${first} and l.index < ${size} order by l.index limit ${count}`)

export const findCheckpoints = (db: Tx, after: number, size: number, count: number) =>
  db.rows<StoredCheckpoint>(sql`
    select size, previous, root, edge, note from log_checkpoints where size > ${after} and size <= ${size} order by size limit ${count}`)

export const findKeys = (db: Tx) =>
  db.rows<{ name: string; public_key: Buffer }>(sql`select name, public_key from log_keys order by name`)

export const findLastEventId = async (db: Tx) =>
  (await db.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from log_events`))?.id ?? 0

/**
 * Faulty events with ids above `after` and up to `to`, at most 100. A right event either waits to become a
 * leaf or is one (`is_leaf`). A faulty event is neither or both.
 */
export const findStrayEvents = (db: Tx, after: number, to: number) =>
  db.rows<{ id: number; is_leaf: boolean }>(sql`
    select e.id, l.event is not null as is_leaf from log_events e left join log_leaves l on l.event = e.id left join log_pending p on p.event = e.id
    where e.id > ${after} and e.id <= ${to} and (l.event is null) = (p.event is null) order by e.id limit 100`)
/** The ids of events that wait to become a leaf but do not exist, at most 100. */
export const findMissingPending = (db: Tx) =>
  db.rows<{ event: number }>(
    sql`select event from log_pending p where not exists (select from log_events where id = p.event) order by event limit 100`,
  )

/** A submission with columns of its application, which are null when the application is missing. */
export type AuditedSubmission = {
  id: number
  /** The version of the application: 1, or more after corrections (W15). */
  version: number
  /** Whether the application is marked as sent. */
  is_sent: boolean | null
  reference: string | null
  submitted_at: Date
  /** The time of submission according to the row of the application. */
  sent_at: Date | null
  salt: Buffer
  digest: Buffer
  signature: Buffer
  key: string
  receipt: string
  /** Whether the text of the application still has the digest that was stored at the submit. */
  is_frozen_intact: boolean
}
export const findSubmissions = (db: Tx, after: number, count: number) =>
  db.rows<AuditedSubmission>(sql`
    select s.application_id as id, s.version, a.is_completed as is_sent, a.reference_number as reference, s.submitted_at, a.submitted_at as sent_at, s.salt, s.digest, s.signature, s.key,
      s.receipt, sha256(convert_to(s.frozen, 'UTF8')) = s.digest as is_frozen_intact
    from submissions s left join job_applications a on a.id = s.application_id
    where s.application_id > ${after} order by s.application_id limit ${count}`)

/**
 * A ticket that a submission used. `leaf`, `leaves` and `proof` lead from the ticket's hash to the log event
 * of its minute. They are null until a worker has found the ticket in that minute.
 */
export type AuditedUse = {
  application_id: number
  version: number
  hash: Buffer
  received_at: Date
  leaf: number | null
  leaves: number | null
  proof: Buffer | null
  /**
   * Until when the process that issued the ticket has written its minutes; null when there was no such
   * process.
   */
  written_until: Date | null
  /**
   * True when the process could not store all tickets of a minute in which it may have issued this ticket.
   * That can be up to an hour after the ticket's arrival time.
   */
  overflowed: boolean
}
/** Finds the tickets that these submissions used. */
export const findTicketUses = (db: Tx, applications: number[]) =>
  db.rows<AuditedUse>(sql`
    select u.application_id, u.version, u.hash, u.received_at, u.leaf, u.leaves, u.proof, n.written_until, exists (
      select from ticket_minutes m where m.node = u.node and m.overflowed and m.minute between u.received_at - interval '1 minute' and u.received_at + interval '1 hour') as overflowed
    from ticket_uses u left join ticket_nodes n on n.id = u.node where u.application_id = any(${applications}::bigint[])`)
export const findEvents = (db: Tx, digests: Buffer[]) =>
  db.rows<{ kind: string; at: Date; digest: Buffer }>(
    sql`select kind, at, digest from log_events where digest = any(${digests}::bytea[])`,
  )

/** Counts applications that are marked as sent without a submission, and events of missing submissions. */
export const countDeletedSubmissions = (db: Tx) =>
  db.row<{ applications: number; events: number }>(sql`
    select (select count(*) from job_applications a where is_completed and not exists (select from submissions where application_id = a.id)
        and not exists (select from erasures where application_id = a.id)) as applications,
      (select count(*) from log_events where kind = 'submission') - (select count(*) from submissions) - (select count(*) from superseded_submissions)
        - (select count(*) from erased_versions) as events`)

type AuditedEntry = {
  id: number
  staff_id: number | null
  role: string
  act: string
  job_id: number | null
  application_id: number | null
  user_id: number | null
  reason: string
  detail: unknown
  at: Date
  salt: Buffer
  digest: Buffer
  /**
   * Whether the entry's words were erased together with the person, so that its digest cannot be computed.
   */
  is_erased: boolean
}

export const findAuditEntries = (db: Tx, after: number, count: number) =>
  db.rows<AuditedEntry>(sql`
    select id, staff_id, role, act, job_id, application_id, user_id, reason, detail, at, salt, digest,
      reason = '' and salt = ${NO_SALT}::bytea and exists (
        select from erasures where application_id = entry.application_id or user_id = entry.user_id) as is_erased
    from audit_entries entry where id > ${after} order by id limit ${count}`)

/** How many log events are about audit entries that no longer exist. */
export const countDeletedEntries = async (db: Tx) =>
  (
    await db.row<{ events: number }>(sql`
      select (select count(*) from log_events where kind = 'staff_act') - (select count(*) from audit_entries) as events`)
  )?.events ?? 0
