import type { Deps } from '../deps.ts'
import { worker, type Worker } from '../worker.ts'
import { LogContradiction, publisher } from './publish.ts'
import { appendCheckpoint } from './append-checkpoint.ts'
import { introduceKey } from './store.ts'

const EVERY_MS = 1_000
const CONTRADICTED_MS = 60_000

type Needs = Pick<Deps, 'db' | 'config' | 'receiptKey' | 'log'>

/** Appends the pending events to the tree and publishes the static files. */
export function checkpointWriter(deps: Needs) {
  const files = publisher(deps)
  let introduced = false
  return async (stopping?: AbortSignal): Promise<void> => {
    if (!introduced) await introduceKey(deps.db, deps.receiptKey.name, deps.receiptKey.publicBytes)
    introduced = true
    // Open the files before signing: a database restored from a backup must not start a second history.
    await files.open()
    while ((await appendCheckpoint(deps)) && !stopping?.aborted);
    await files.publish()
  }
}

/**
 * Extends the transparency log once a second until `stop` is called. `stop` resolves when the current pass is
 * done.
 */
export function startCheckpointWriter(deps: Needs): Worker {
  const write = checkpointWriter(deps)
  return worker(deps.log, {
    failed: 'log.waiting',
    everyMs: EVERY_MS,
    async pass(stopping) {
      try {
        await write(stopping)
        return undefined
      } catch (error) {
        if (!(error instanceof LogContradiction)) throw error
        // Only a person can decide which side is right; `npm run portal -- log verify` shows the details.
        deps.log('error', 'log.contradiction')
        return CONTRADICTED_MS
      }
    },
  })
}
