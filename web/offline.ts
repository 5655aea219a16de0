import { useSyncExternalStore } from 'react'
import { trustedScript } from './html.ts'

/** Once the page is there: public pages of the last visit, and the wizard, open without a network (`service-worker.ts`). */
export const keepOffline = () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () => void navigator.serviceWorker.register(trustedScript('/sw.js')).catch(() => console.info('This browser keeps no pages for offline.'))
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}

/** Puts the scripts and sheets of the page that is open by, so that it opens again without a network. */
export const keepThisPage = async () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { active } = await navigator.serviceWorker.ready
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href))
  active?.postMessage({ keep: paths.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname) })
}

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** False while the device itself knows that it has no network; true does not promise that the server is in reach. */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
