import { useRef, useState } from 'react'

/** Runs one piece of work at a time, such as the call of a button. `busy` is true until it has ended. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  // Two presses before the next render see the same `busy`, so only this tells the second about the first.
  const isRunning = useRef(false)
  /** Does nothing while earlier work runs. Work that fails rejects the returned promise. */
  const run = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
