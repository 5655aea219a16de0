import { setTimeout as wait } from 'node:timers/promises'

/**
 * Signals within this time are one request to stop, not two. A terminal signals all processes, and the
 * program that started us passes the same signal to us again.
 */
const SAME_SIGNAL_MS = 1_000

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/**
 * Stops the process on one of these signals. A second, later signal ends it at once. SIGHUP means reload. A
 * portal of one process cannot replace itself: it stops on SIGHUP, and the supervisor starts it again.
 */
export function stopOnSignals(signals: StopSignal[], onStop: (signal: StopSignal) => Promise<void>) {
  let signalledAtMs: number | undefined
  for (const signal of signals) {
    process.on(signal, () => {
      if (signalledAtMs !== undefined) {
        if (performance.now() - signalledAtMs > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      signalledAtMs = performance.now()
      void onStop(signal).then(() => process.exit(0))
    })
  }
}

/**
 * Stops a portal of one process on a signal. `started` resolves when the portal has started: a signal that
 * comes earlier waits for that, so that everything which was started is closed. `drainMs`: how long callers
 * of a load balancer are still answered.
 */
export const stopWhenStarted = (
  started: Promise<void>,
  { leave, end, drainMs }: { leave: () => void; end: () => Promise<void>; drainMs: number },
) =>
  stopOnSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], async (signal) => {
    leave()
    await started
    // When a developer presses Ctrl-C, the process does not wait for a load balancer.
    if (signal !== 'SIGINT') await wait(drainMs)
    await end()
  })
