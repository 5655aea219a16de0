import { useEffect, useState } from 'react'

/** The value of a promise from a loader that the page does not wait for; undefined until it resolves. */
export function useResolved<T>(promise: Promise<T> | undefined): T | undefined {
  const [resolved, setResolved] = useState<{ promise: Promise<T>; value: T }>()
  useEffect(() => {
    let isCurrent = true
    void promise?.then((value) => isCurrent && setResolved({ promise, value }))
    return () => {
      isCurrent = false
    }
  }, [promise])
  return resolved && resolved.promise === promise ? resolved.value : undefined
}
