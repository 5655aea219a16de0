import { sql, type Tx } from '../database/connect.ts'

/** Writes the single row that all probes of all processes share. */
export const insertProbe = (
  tx: Tx,
  { at: submittedAt, frozen, receipt }: { at: Date; frozen: string; receipt: string },
) =>
  tx.run(sql`
    insert into probe_submissions (at, frozen, receipt) values (${submittedAt}, ${frozen}, ${receipt})
    on conflict (id) do update set at = excluded.at, frozen = excluded.frozen, receipt = excluded.receipt`)
