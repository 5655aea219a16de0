import { sql, type Tx } from '../database/connect.ts'

/** A keyed hash (HMAC) of one setting. It shows whether two machines agree, without storing the setting. */
export type Fingerprint = { setting: string; fingerprint: Buffer }

export const findFingerprints = (tx: Tx) =>
  tx.rows<Fingerprint>(sql`select setting, fingerprint from installation limit 100`)

/** Stores fingerprints of settings without a stored one. A fingerprint from another machine stays. */
export const insertFingerprints = (tx: Tx, rows: Fingerprint[], now: Date) =>
  tx.run(sql`
    insert into installation (setting, fingerprint, set_at)
    select setting, decode(fingerprint, 'hex'), ${now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as new_rows (setting text, fingerprint text)
    on conflict (setting) do nothing`)

/** Stores all fingerprints of settings, and returns how many were new or different. */
export const replaceFingerprints = (tx: Tx, rows: Fingerprint[], now: Date) =>
  tx.run(sql`
    insert into installation as stored (setting, fingerprint, set_at)
    select setting, decode(fingerprint, 'hex'), ${now}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as new_rows (setting text, fingerprint text)
    on conflict (setting) do update set fingerprint = excluded.fingerprint, set_at = excluded.set_at
      where stored.fingerprint <> excluded.fingerprint`)

const toJson = (rows: Fingerprint[]) =>
  JSON.stringify(
    rows.map(({ setting, fingerprint }) => ({ setting, fingerprint: fingerprint.toString('hex') })),
  )
