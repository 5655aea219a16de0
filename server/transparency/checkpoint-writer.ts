import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { LogContradiction, publisher } from './publish.ts'
import { appendCheckpoint } from './append-checkpoint.ts'
import { introduceKey } from './store.ts'

const EVERY_MS = 1_000
const CONTRADICTED_MS = 60_000

type Needs = Pick<Deps, 'db' | 'config' | 'receiptKey' | 'log'>

/** Seals what waits and brings the static files up to it. */
export function checkpointWriter(deps: Needs) {
  const files = publisher(deps)
  let introduced = false
  return async (stopping?: AbortSignal): Promise<void> => {
    if (!introduced) await introduceKey(deps.db, deps.receiptKey.name, deps.receiptKey.publicBytes)
    introduced = true
    // Before anything new is signed: a database that was set back must not grow a second history.
    await files.open()
    while ((await appendCheckpoint(deps)) && !stopping?.aborted);
    await files.publish()
  }
}

/** Extends the public log once a second for as long as the process lives. `stop` resolves when the work in hand is done. */
export function startCheckpointWriter(deps: Needs): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const pass = checkpointWriter(deps)
  const run = async () => {
    while (!stopping.signal.aborted) {
      let pause = EVERY_MS
      await pass(stopping.signal).catch((error: Error & { code?: string }) => {
        // Only a person can say which is right: `npm run portal -- log verify` tells them more.
        if (error instanceof LogContradiction) pause = CONTRADICTED_MS
        if (error instanceof LogContradiction) deps.log('error', 'log.contradiction')
        else deps.log('warn', 'log.waiting', { error: error.name, code: error.code ?? '' })
      })
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
