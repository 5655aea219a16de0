import { type Db, sql, type Tx } from '../database/connect.ts'
import { nairobiTimeOf } from '../database/nairobi.ts'

type Event = { id: number; kind: string; digest: Buffer; at: Date }
type Leaf = { index: number; event: number; hash: Buffer; kind: string; digest: Buffer; at: Date }
/**
 * `previous`: the size of the checkpoint before it. `edge`: the hashes on the tree's right edge, joined.
 */
export type StoredCheckpoint = { size: number; previous: number; root: Buffer; edge: Buffer; note: string }

/** The first checkpoint has this size as its `previous`, because its own size may be 0. */
export const NO_CHECKPOINT = -1

/**
 * Returns true when this transaction got the lock. Until it ends, no other process extends the log's tree.
 */
export const lockTree = async (tx: Tx) =>
  (
    await tx.row<{ is_locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext('portal-log')) as is_locked`,
    )
  )?.is_locked === true

export const findLastCheckpoint = (db: Tx) =>
  db.row<StoredCheckpoint>(
    sql`select size, previous, root, edge, note from log_checkpoints order by size desc limit 1`,
  )
export const findCheckpoint = (db: Tx, size: number) =>
  db.row<StoredCheckpoint>(
    sql`select size, previous, root, edge, note from log_checkpoints where size = ${size}`,
  )

/** Committed events that are not yet a leaf of the log's tree, oldest first. */
export const findPending = (tx: Tx, count: number) =>
  tx.rows<Event>(
    sql`select e.id, e.kind, e.digest, e.at from log_pending p join log_events e on e.id = p.event order by p.event limit ${count}`,
  )

/** Inserts leaves from the index `first`, adds them to their days' sums, and deletes their waiting events. */
export async function insertLeaves(tx: Tx, first: number, leaves: { event: number; hash: Buffer }[]) {
  const events = leaves.map(({ event }) => event)
  const day = sql`${nairobiTimeOf(sql`at`)}::date`
  await tx.run(sql`
    insert into log_leaves (index, event, hash)
    select ${first}::bigint + position - 1, event, hash
    from unnest(${events}::bigint[], ${leaves.map(({ hash }) => hash)}::bytea[]) with ordinality as leaf (event, hash, position)`)
  await tx.run(sql`
    insert into log_days (day, kind, events)
    select ${day}, kind, count(*) from log_events where id = any(${events}::bigint[]) group by ${day}, kind
    on conflict (day, kind) do update set events = log_days.events + excluded.events`)
  await tx.run(sql`delete from log_pending where event = any(${events}::bigint[])`)
}

export const insertCheckpoint = (tx: Tx, { size, previous, root, edge, note }: StoredCheckpoint) =>
  tx.run(
    sql`insert into log_checkpoints (size, previous, root, edge, note) values (${size}, ${previous}, ${root}, ${edge}, ${note})`,
  )

/** Leaves of the log with their events, from the index `first` to below `size`. */
export const leavesFrom = (db: Tx, first: number, size: number, count: number) =>
  db.rows<Leaf>(sql`
    select l.index, l.event, l.hash, e.kind, e.digest, e.at from log_leaves l join log_events e on e.id = l.event
    where l.index >= ${first} and l.index < ${size} order by l.index limit ${count}`)

/**
 * Stores since when a checkpoint has these documents of selections. Dice and observers' texts count only when
 * that was in time. So the time is stored with the checkpoint: the worker of selections may be minutes late.
 */
export const setPublishedAt = (tx: Tx, digests: Buffer[], now: Date) =>
  tx.run(
    sql`update selection_events set published_at = ${now} where digest = any(${digests}::bytea[]) and published_at is null`,
  )

/** Stores the portal's public key, so that old checkpoints can be checked after a change of key. */
export const insertKey = (db: Db, name: string, publicKey: Buffer) =>
  db.run(
    sql`insert into log_keys (name, public_key) values (${name}, ${publicKey}) on conflict (name) do nothing`,
  )
export const findKey = async (db: Tx, name: string) =>
  (await db.row<{ public_key: Buffer }>(sql`select public_key from log_keys where name = ${name}`))
    ?.public_key

/** An event with the index and hash of its leaf. Both are null until the log's tree has the event. */
export type LoggedEvent = {
  kind: string
  digest: Buffer
  at: Date
  index: number | null
  hash: Buffer | null
}
export const findEvent = (db: Tx, digest: Buffer) =>
  db.row<LoggedEvent>(sql`
    select e.kind, e.digest, e.at, l.index, l.hash from log_events e left join log_leaves l on l.event = e.id where e.digest = ${digest}`)

/**
 * Finds the receipt with this reference whose digest starts with these hexadecimal digits. It may be the
 * receipt of the present version, or else of the last earlier one with this digest (W15).
 */
export const findReceipt = async (db: Tx, reference: string, digest: string) =>
  (
    await db.row<{ receipt: string }>(sql`
      select receipt from (
        select s.receipt, s.digest, s.version from job_applications a join submissions s on s.application_id = a.id where a.reference_number = ${reference}
        union all
        select s.receipt, s.digest, s.version from job_applications a join superseded_submissions s on s.application_id = a.id
        where a.reference_number = ${reference}) sent
      where starts_with(encode(digest, 'hex'), ${digest}) order by version desc limit 1`)
  )?.receipt

/** Whether a correction has replaced the version that has this salt. */
export const isSuperseded = async (db: Tx, reference: string, salt: Buffer) =>
  (await db.row(sql`
    select from job_applications a join superseded_submissions s on s.application_id = a.id
    where a.reference_number = ${reference} and s.salt = ${salt}`)) !== undefined

/** The number of leaves of each day in Nairobi, newest day first. */
export const countDays = (db: Tx, days: number) =>
  db.rows<{ day: string; events: number }>(sql`
    select day, sum(events)::bigint as events from log_days group by day order by day desc limit ${days}`)
