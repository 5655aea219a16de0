/**
 * A terminal or a supervisor signals the whole group of processes, and a program above us passes the signal
 * on. Signals within this time are one request to stop, not two.
 */
const SAME_SIGNAL_MS = 1_000

type StopSignal = 'SIGINT' | 'SIGTERM'
const STOP_SIGNALS: StopSignal[] = ['SIGINT', 'SIGTERM']

/** Stops the process on a signal; a second signal, later, ends it at once. */
export function stopOnSignals(onStop: (signal: StopSignal) => Promise<void>) {
  let signalledAtMs: number | undefined
  for (const signal of STOP_SIGNALS) {
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
