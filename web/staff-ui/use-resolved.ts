import { useEffect, useState } from 'react'

/** The result of a promise from a loader, for which the page does not wait; undefined until it resolves. */
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
