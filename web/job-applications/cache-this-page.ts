import { ownWorker } from '../offline.ts'

/** Caches the scripts and style sheets of the open page, so that it opens again without a network. */
export const cacheThisPage = async () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const worker = await ownWorker()
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  // The service worker caches the paths in `keep`.
  worker?.postMessage({
    keep: addresses.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
  })
}
