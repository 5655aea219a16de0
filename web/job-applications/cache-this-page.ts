/** Caches the scripts and style sheets of the open page, so that it opens again without a network. */
export const cacheThisPage = async () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  // The service worker caches the paths in `keep`.
  active?.postMessage({
    keep: addresses.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
  })
}
