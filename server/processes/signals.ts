/**
 * A terminal signals the whole group of processes, and the program that started us passes the same signal to
 * us again. So signals within this time are one request to stop, not two.
 */
const SAME_SIGNAL_MS = 1_000

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/**
 * Stops the process on one of the signals. A second signal, later, ends it at once. SIGHUP means reload. A
 * portal of one process cannot replace itself, so it stops on SIGHUP, and the supervisor starts it again.
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
