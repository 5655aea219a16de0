import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import type { Cluster } from '../../bin/cluster/cluster.ts'
import { type Db, sql } from '../../server/database/connect.ts'
import { until } from '../support/jobs.ts'

const root = join(import.meta.dirname, '../..')

// The checks of survives.test.ts after a fault in the cluster: is everything stored, emailed and in the log?

/** The acknowledged submissions that the database lacks or has with a different receipt. */
export async function lostOf(db: Db, acknowledged: Map<number, Receipt>): Promise<string[]> {
  const rows = await db.rows<{ application_id: number; receipt: string }>(
    sql`select application_id, receipt from submissions where application_id = any(${[...acknowledged.keys()]}::bigint[])`,
  )
  const receipts = new Map(rows.map((row) => [row.application_id, row.receipt]))
  return [...acknowledged].flatMap(([id, receipt]) => {
    const stored = receipts.get(id)
    if (!stored) return [`${id}: not stored`]
    return (JSON.parse(stored) as Receipt).signature === receipt.signature ? [] : [`${id}: another receipt`]
  })
}

/**
 * Waits until the email queue is empty, then reads the delivered emails. `messages`: the Message-IDs for each
 * reference number. `copies`: the number of files. If a portal dies after it delivered an email and before it
 * deleted it from the queue, there are two copies. Both have one Message-ID, so a mailbox shows one email.
 */
export async function emailsOf(db: Db, cluster: Cluster) {
  await until(
    'all emails have left',
    async () =>
      (await db.row<{ waiting: number }>(sql`select count(*)::int as waiting from outbox`))?.waiting ?? 0,
    (waiting) => waiting === 0,
    120_000,
  )
  const messages = new Map<string, Set<string>>()
  let copies = 0
  const folder = join(cluster.folder, 'mail')
  for (const name of readdirSync(folder)) {
    const text = readFileSync(join(folder, name), 'utf8')
    const reference = /filename="?receipt-([\w-]+)\.json/.exec(text)?.[1]
    if (!reference) continue
    copies++
    const known = messages.get(reference) ?? new Set()
    messages.set(reference, known.add(/^message-id: *(.*)$/im.exec(text)?.[1] ?? ''))
  }
  return { messages, copies }
}

/** The exit code and the output of `log verify`, which runs on one of the machines, as operators run it. */
export function verifyLog(cluster: Cluster, settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'server/portal.ts'), 'log', 'verify'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH ?? '',
        ...cluster.settings,
        ...settings,
        DATA_DIR: join(cluster.folder, cluster.topology.nodes[0]?.name ?? ''),
      },
    },
  )
  return { status, output: stdout + stderr }
}
