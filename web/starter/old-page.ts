import { t } from '@lingui/core/macro'
/** Said by a public page while this device shows it as it was at an earlier visit. */
export const OLD_PAGE_WORDS = t`You are offline. You see this page as it was when you last opened it.`

/**
 * Shows that a page is of an earlier visit, for as long as the network is away. Returns how to undo it,
 * because the program shows it itself.
 */
export function followNetwork(): () => void {
  const words = Object.assign(document.createElement('span'), {
    className: 'wrap',
    textContent: OLD_PAGE_WORDS,
  })
  const note = Object.assign(document.createElement('p'), { className: 'offline' })
  note.setAttribute('role', 'status')
  note.append(words)
  const show = () => document.getElementById('main')?.before(note)
  const hide = () => note.remove()
  const onMessage = ({ data }: MessageEvent<{ old?: boolean } | null>) => void (data?.old && show())
  const { serviceWorker } = navigator as Partial<Navigator>
  addEventListener('offline', show)
  addEventListener('online', hide)
  serviceWorker?.addEventListener('message', onMessage)
  serviceWorker?.startMessages()
  // The worker knows whether the server did not answer for this page.
  serviceWorker?.controller?.postMessage({ isOld: true })
  if (!navigator.onLine) show()
  return () => {
    hide()
    removeEventListener('offline', show)
    removeEventListener('online', hide)
    serviceWorker?.removeEventListener('message', onMessage)
  }
}
