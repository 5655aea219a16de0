import { useEffect } from 'react'
import { ownWorker } from '../offline.ts'

/** What some browsers say about the network. `effectiveType` is 'slow-2g', '2g', '3g' or '4g'. */
type Connection = { saveData?: boolean; effectiveType?: string }

/** The prefetch starts this long after the page opened, when the page has fetched what it needs. */
const PREFETCH_AFTER_MS = 1_500

/**
 * Prefetches the files of the wizard (the application form) for a person who is about to open it. The service
 * worker fetches them; none of their scripts runs before it is needed.
 */
export function usePrefetchedWizard(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted || !('serviceWorker' in navigator)) return
    const { connection }: Navigator & { connection?: Connection } = navigator
    // Prefetches nothing if the network is slow or the person pays much for data.
    if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
    const timer = setTimeout(
      () => void ownWorker().then((worker) => worker?.postMessage({ wizard: true })),
      PREFETCH_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [isWanted])
}
