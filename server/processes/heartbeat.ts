import type { Worker } from 'node:cluster'

const ALIVE = 'alive'
const EVERY_MS = 1_000
/** An event loop that still answers is never blocked for so long. */
const SILENT_MS = 15_000
/** The limit until the first heartbeat. A start reads the whole program, perhaps on a busy machine. */
const FIRST_WITHIN_MS = 120_000

/** Tells the primary process now and each second that this worker process is not blocked. */
export function sendHeartbeats() {
  const send = () => {
    if (process.connected) process.send?.(ALIVE)
  }
  send()
  setInterval(send, EVERY_MS).unref()
}

/**
 * Kills a worker process that is silent for too long. It answers no one, but it has not ended, so nothing
 * else would replace it. A process that is not `isReady` is still starting: it has more time until its first
 * heartbeat.
 */
export function watchHeartbeats(worker: Worker, isReady: boolean, onHung: () => void) {
  let lastHeartbeatMs = performance.now()
  let lastCheckMs = lastHeartbeatMs
  let maxSilenceMs = isReady ? SILENT_MS : FIRST_WITHIN_MS
  worker.on('message', (message: unknown) => {
    if (message !== ALIVE) return
    lastHeartbeatMs = performance.now()
    maxSilenceMs = SILENT_MS
  })
  const checking = setInterval(() => {
    const nowMs = performance.now()
    // On a machine that slept, this process missed its own checks too. Then the silence says nothing.
    const hasSlept = nowMs - lastCheckMs > 3 * EVERY_MS
    lastCheckMs = nowMs
    if (hasSlept) lastHeartbeatMs = nowMs
    if (nowMs - lastHeartbeatMs < maxSilenceMs) return
    clearInterval(checking)
    onHung()
    worker.process.kill('SIGKILL')
  }, EVERY_MS).unref()
  worker.once('exit', () => clearInterval(checking))
}
