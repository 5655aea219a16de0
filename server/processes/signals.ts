/**
 * A terminal or a supervisor signals the whole group of processes, and a program above us passes the signal
 * on. Signals within this time are one request to stop, not two.
 */
const SAME_SIGNAL_MS = 1_000

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

/**
 * Stops the process on one of the signals; a second one, later, ends it at once. SIGHUP is one of them where
 * no other process answers during a reload: the supervisor starts the portal again.
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
