import { useSyncExternalStore } from 'react'
import { KISWAHILI_PATH } from '#contract/language/paths.ts'
import { serverAnswers } from './api.ts'
import { trustedScript } from './html.ts'
import { pagePath } from './language/paths.ts'
import { IS_KISWAHILI } from './language/translate.ts'

/** Each language has its own service worker. The English worker names no scope, so it has the whole site. */
const WORKER = pagePath('/sw.js')
const WORKER_OPTIONS = IS_KISWAHILI ? { scope: KISWAHILI_PATH } : undefined
const isOwnWorker = (worker: ServiceWorker | null) =>
  worker !== null && new URL(worker.scriptURL).pathname === WORKER

/**
 * The worker of this page's language. Until it is active, the English worker may control a Kiswahili page,
 * because its scope is the whole site.
 */
export async function ownWorker(): Promise<ServiceWorker | null> {
  const { serviceWorker } = navigator
  const { active } = await serviceWorker.ready
  if (isOwnWorker(active)) return active
  if (isOwnWorker(serviceWorker.controller)) return serviceWorker.controller
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  return ownWorker()
}

/**
 * Registers `service-worker.ts` after the page has loaded. From then on, the public pages of the last visit
 * and the application form open without a network.
 */
export const cacheOffline = () => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // If this worker already controls the page, the browser updates it by itself.
  if (isOwnWorker(navigator.serviceWorker.controller)) return
  const register = () =>
    void navigator.serviceWorker
      .register(trustedScript(WORKER), WORKER_OPTIONS)
      .catch(() => console.info('This browser keeps no pages for offline.'))
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}

/**
 * True while this page is one that the device stored, because the server did not answer. False when the
 * network is back.
 */
let isFromDevice = false
/** True once the network is back. If the page asks again, the worker still answers that the page is old. */
let isNetworkBack = false
/** Asks the service worker once whether this page is of an earlier visit. Calls `listener` at each change. */
const askWorker = (listener: () => void) => {
  if (!('serviceWorker' in navigator)) return () => {}
  const { serviceWorker } = navigator
  const onWorkerMessage = (event: MessageEvent<{ old?: boolean } | null>) => {
    // The server answered with the data of a page.
    if (event.data?.old === false) return onNetworkBack()
    isFromDevice = event.data?.old === true && !isNetworkBack
    listener()
  }
  const onNetworkBack = () => {
    isFromDevice = false
    isNetworkBack = true
    listener()
  }
  serviceWorker.addEventListener('message', onWorkerMessage)
  addEventListener('online', onNetworkBack)
  serverAnswers.addEventListener('answer', onNetworkBack)
  // `isOld` asks whether this tab shows the page of an earlier visit. The worker answers `{ old: true }` only
  // if so. It sends `{ old: false }` after each page whose data came from the server.
  serviceWorker.startMessages()
  serviceWorker.controller?.postMessage({ isOld: true })
  return () => {
    serviceWorker.removeEventListener('message', onWorkerMessage)
    removeEventListener('online', onNetworkBack)
    serverAnswers.removeEventListener('answer', onNetworkBack)
  }
}

const subscribe = (listener: () => void) => {
  const stopAsking = askWorker(listener)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    stopAsking()
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/**
 * False while the device knows that it has no network, or the page is from an earlier visit. True does not
 * promise that the server can be reached.
 */
export const useOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine && !isFromDevice,
    () => true,
  )
