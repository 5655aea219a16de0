import type { Worker } from 'node:cluster'

const ALIVE = 'alive'
const EVERY_MS = 1_000
/** Far beyond the longest turn of an event loop that still answers. */
const SILENT_MS = 15_000
/** A start reads the whole program, on a busy machine beside others. */
const FIRST_WITHIN_MS = 120_000

/** Tells the primary process now and each second that the event loop of this worker process turns. */
export function sendHeartbeats() {
  const send = () => {
    if (process.connected) process.send?.(ALIVE)
  }
  send()
  setInterval(send, EVERY_MS).unref()
}

/**
 * Kills a worker process that is silent for too long: it answers no one, but it has not ended, so nothing
 * else would replace it. Until its first heartbeat it starts, which may take longer, unless it `isReady`.
 */
export function watchHeartbeats(worker: Worker, isReady: boolean, onHung: () => void) {
  let heardMs = performance.now()
  let checkedMs = heardMs
  let mostMs = isReady ? SILENT_MS : FIRST_WITHIN_MS
  worker.on('message', (message: unknown) => {
    if (message !== ALIVE) return
    heardMs = performance.now()
    mostMs = SILENT_MS
  })
  const checking = setInterval(() => {
    const nowMs = performance.now()
    // When this process did not run either, as on a machine that slept, the silence says nothing.
    const hasSlept = nowMs - checkedMs > 3 * EVERY_MS
    checkedMs = nowMs
    if (hasSlept) heardMs = nowMs
    if (nowMs - heardMs < mostMs) return
    clearInterval(checking)
    onHung()
    worker.process.kill('SIGKILL')
  }, EVERY_MS).unref()
  worker.once('exit', () => clearInterval(checking))
}
