import { sql, type Tx } from '../database/connect.ts'

/**
 * Writes the single row that all probes of all processes share. It has the probe written last: when it was
 * sent, what it submitted (`frozen`) and its answer (`receipt`).
 */
export const insertProbe = (
  tx: Tx,
  { sentAt, frozen, receipt }: { sentAt: Date; frozen: string; receipt: string },
) =>
  tx.run(sql`
    insert into probe_submissions (at, frozen, receipt) values (${sentAt}, ${frozen}, ${receipt})
    on conflict (id) do update set at = excluded.at, frozen = excluded.frozen, receipt = excluded.receipt`)
