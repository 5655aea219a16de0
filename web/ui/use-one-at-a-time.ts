import { useState } from 'react'

/** Runs one piece of work at a time, such as the call of a button. `busy` is true until it has ended. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  /** Does nothing while earlier work runs. Work that fails rejects the returned promise. */
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  return { busy, run }
}
