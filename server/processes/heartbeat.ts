import type { Worker } from 'node:cluster'

const ALIVE = 'alive'
const EVERY_MS = 1_000
/** A worker process that is silent for longer than this hangs: normal work never blocks it so long. */
const SILENT_MS = 15_000
/** How long a new process may be silent before its first heartbeat. It must load the whole program first. */
const FIRST_WITHIN_MS = 120_000

/** Sends the primary process a heartbeat now and each second: this worker process is not blocked. */
export function sendHeartbeats() {
  const send = () => {
    if (process.connected) process.send?.(ALIVE)
  }
  send()
  setInterval(send, EVERY_MS).unref()
}

/**
 * Kills a worker process that sends no heartbeat for too long. Such a process answers no one, but it has not
 * ended, so nothing else would replace it. If not `isStarted`, the process is still starting and has more
 * time for its first heartbeat.
 */
export function watchHeartbeats(worker: Worker, isStarted: boolean, onHung: () => void) {
  let lastHeartbeatMs = performance.now()
  let lastCheckMs = lastHeartbeatMs
  let maxSilenceMs = isStarted ? SILENT_MS : FIRST_WITHIN_MS
  worker.on('message', (message: unknown) => {
    if (message !== ALIVE) return
    lastHeartbeatMs = performance.now()
    maxSilenceMs = SILENT_MS
  })
  const checking = setInterval(() => {
    const nowMs = performance.now()
    // After the machine slept, this process missed its own checks too. Then missing heartbeats prove nothing.
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
