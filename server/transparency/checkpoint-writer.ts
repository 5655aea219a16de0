import { hostname } from 'node:os'
import { sql, type Tx } from '../database/connect.ts'
import { underLease } from '../database/leases.ts'
import type { Deps } from '../deps.ts'
import { worker, type Worker } from '../worker.ts'
import { LogContradiction, publisher } from './publish.ts'
import { appendCheckpoint } from './append-checkpoint.ts'
import { insertKey } from './store.ts'

const EVERY_MS = 1_000
/** After a contradiction, the next pass waits so many ms. It would only find the same contradiction again. */
const PAUSE_AFTER_CONTRADICTION_MS = 60_000

type WriterDeps = Pick<Deps, 'db' | 'config' | 'receiptKey' | 'now' | 'log' | 'leases'>

/** One process writes the files of a bucket. Without a bucket, each machine writes its own files. */
const leaseOf = ({ bucket, dataDir }: Deps['config']) =>
  bucket ? 'public-log' : `public-log ${hostname()} ${dataDir}`

/** Makes the function that appends waiting events to the log's tree and publishes its files. */
export function checkpointWriter(deps: WriterDeps) {
  const files = publisher(deps)
  let isKeyStored = false
  return async (stopping?: AbortSignal): Promise<void> => {
    if (!isKeyStored) await insertKey(deps.db, deps.receiptKey.name, deps.receiptKey.publicBytes)
    isKeyStored = true
    // The files are opened before signing. `open` throws if the database is a restored backup that lacks
    // published leaves. Otherwise the portal would sign a second history.
    await files.open()
    let hasMore: boolean
    do {
      hasMore = await appendCheckpoint(deps)
    } while (hasMore && !stopping?.aborted)
    await files.publish()
  }
}

const isReadOnly = async (db: Tx) =>
  (await db.row<{ setting: string }>(sql`select current_setting('transaction_read_only') as setting`))
    ?.setting === 'on'

/**
 * Extends the public log once a second until `stop` is called. `stop` resolves when the current pass is done.
 */
export function startCheckpointWriter(deps: WriterDeps): Worker {
  const write = checkpointWriter(deps)
  return worker(deps.log, {
    failureEvent: 'log.waiting',
    everyMs: EVERY_MS,
    pass: underLease(deps.leases, leaseOf(deps.config), async (stopping) => {
      try {
        await write(stopping)
        return undefined
      } catch (error) {
        // During a failover the portal reads from a standby, which may lack the newest entries. That is no
        // contradiction, and the next pass tries again.
        if (!(error instanceof LogContradiction) || (await isReadOnly(deps.db))) throw error
        // Only a person can decide whether the files or the database are right. `npm run portal -- log
        // verify` shows the details.
        deps.log('error', 'log.contradiction')
        return PAUSE_AFTER_CONTRADICTION_MS
      }
    }),
  })
}
