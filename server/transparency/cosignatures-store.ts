import { type Db, sql, type Tx } from '../database/connect.ts'

/** `witness` is the key of the witness in the settings. `size` is the size of the tree that it signed. */
export type StoredCosignature = { witness: string; size: number; signature: Buffer }

/** Stores the last cosignature of a witness, unless the stored one is for a larger tree. */
export const storeCosignature = (db: Db, { witness, size, signature }: StoredCosignature) =>
  db.run(sql`
    insert into cosignatures (witness, size, signature) values (${witness}, ${size}, ${signature})
    on conflict (witness) do update set size = excluded.size, signature = excluded.signature where cosignatures.size <= excluded.size`)

/** The last cosignatures of these witnesses, each with the checkpoint that it signs. */
export const findCosignatures = (db: Tx, witnesses: string[]) =>
  db.rows<StoredCosignature & { note: string }>(sql`
    select witness, size, signature, note from cosignatures join log_checkpoints using (size) where witness = any(${witnesses}::text[])`)

/** The limit is more than the witnesses that any installation names. */
const MAX_AUDITED = 1_000
/** The last cosignature of every witness. `note` is null when the signed checkpoint is not stored. */
export const findAllCosignatures = (db: Tx) =>
  db.rows<StoredCosignature & { note: string | null }>(sql`
    select witness, size, signature, note from cosignatures left join log_checkpoints using (size) order by witness limit ${MAX_AUDITED}`)
