import { type Db, sql, type Tx } from '../database/connect.ts'
import { recording } from '../transparency/record.ts'
import type { TicketMinute } from './minutes.ts'

// A ticket minute holds the hashes of the tickets that one process (a node) issued in one minute. The hashes
// are the leaves of a Merkle tree, and its root is in the public log.

/** Registers a new process as an issuer of tickets. */
export const insertNode = (db: Tx, node: Buffer, now: Date) =>
  db.run(
    sql`insert into ticket_nodes (id, started_at, written_until) values (${node}, ${now}, ${now}) on conflict (id) do nothing`,
  )

/**
 * Writes a ticket minute and its event of the public log in one statement. A retry after a lost response
 * writes nothing. `digest` covers the root and the number of hashes. `overflowed`: more tickets were issued
 * than `hashes` has.
 */
export const insertMinute = (
  db: Tx,
  node: Buffer,
  { sequence, minute, hashes, overflowed }: TicketMinute,
  digest: Buffer,
  now: Date,
) =>
  db.run(sql`
    with inserted as (
      insert into ticket_minutes (node, sequence, minute, hashes, overflowed)
      values (${node}, ${sequence}, ${minute}, ${hashes}, ${overflowed}) on conflict (node, sequence) do nothing
      returning sequence)
    ${recording({ kind: 'ticket', digest, now }, sql`inserted`)}`)

/** Records that all ticket minutes of this process before `until` are written. */
export const recordWrittenUntil = (db: Tx, node: Buffer, until: Date) =>
  db.run(
    sql`update ticket_nodes set written_until = ${until} where id = ${node} and written_until < ${until}`,
  )

type UnprovenUse = { application_id: number; version: number; hash: Buffer; received_at: Date }

/** Uses of tickets that have no proof yet, received from `from` and before `until`, oldest first. */
export const findUnproven = (db: Tx, from: Date, until: Date, count: number) =>
  db.rows<UnprovenUse>(sql`
    select application_id, version, hash, received_at from ticket_uses
    where proof is null and received_at >= ${from} and received_at < ${until} order by received_at limit ${count}`)

/**
 * Stores the proof for the ticket of this version: it is leaf number `leaf` of a minute with `leaves` leaves.
 */
export const storeProof = (
  db: Tx,
  { application_id, version }: Pick<UnprovenUse, 'application_id' | 'version'>,
  { leaf, leaves, proof }: { leaf: number; leaves: number; proof: Buffer },
) =>
  db.run(
    sql`update ticket_uses set leaf = ${leaf}, leaves = ${leaves}, proof = ${proof} where application_id = ${application_id} and version = ${version}`,
  )

/**
 * Deletes minutes whose tickets can no longer be used, and processes that have no minutes and no used
 * tickets. An overflowed minute stays while it may explain why a used ticket has no proof. Without the
 * minute, an audit would report the ticket. `findTicketUses` searches the same time around an arrival.
 */
export async function sweepTicketMinutes(db: Db, before: Date): Promise<void> {
  await db.run(sql`
    delete from ticket_minutes ticket_minute where minute < ${before} and not (overflowed and exists (
      select from ticket_uses where node = ticket_minute.node and proof is null
        and received_at between ticket_minute.minute - interval '1 hour' and ticket_minute.minute + interval '1 minute'))`)
  await db.run(sql`
    delete from ticket_nodes where written_until < ${before} and not exists (select from ticket_minutes where node = ticket_nodes.id)
      and not exists (select from ticket_uses where node = ticket_nodes.id)`)
}
