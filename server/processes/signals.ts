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
