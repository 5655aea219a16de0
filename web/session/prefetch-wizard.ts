import { useEffect } from 'react'

type Connection = { saveData?: boolean; effectiveType?: string }

/** After what the page itself has to fetch. */
const PREFETCH_AFTER_MS = 1_500

/** Whoever is about to open the wizard finds its files on the device: the service worker fetches them, and no script of them runs before it is needed. */
export function usePrefetchedWizard(wanted: boolean) {
  useEffect(() => {
    if (!wanted || !('serviceWorker' in navigator)) return
    const { connection } = navigator as Navigator & { connection?: Connection }
    // Where data is dear or the network slow, nothing is fetched before it is asked for.
    if (connection?.saveData || connection?.effectiveType?.endsWith('2g')) return
    const timer = setTimeout(() => void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ wizard: true })), PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [wanted])
}
