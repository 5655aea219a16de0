import { t } from '@lingui/core/macro'
import { newElement } from './new-element.ts'

/** The sentence on a public page while this device shows it as it was at an earlier visit. */
export const OLD_PAGE_WORDS = t`You are offline. You see this page as it was when you last opened it.`

/**
 * Shows that a page is of an earlier visit, for as long as the network is away. `undo` gets how to undo it,
 * because the program (React) shows the sentence itself once it runs.
 */
export function followNetwork(undo: (() => void)[]) {
  const note = newElement('p', 'offline')
  note.setAttribute('role', 'status')
  note.append(newElement('span', 'wrap', OLD_PAGE_WORDS))
  const show = () => document.getElementById('main')?.before(note)
  const hide = () => note.remove()
  const listening = new AbortController()
  addEventListener('offline', show, listening)
  addEventListener('online', hide, listening)
  undo.push(hide, () => listening.abort())
  if (!navigator.onLine) show()
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }) => void (data?.old && show()), listening)
  serviceWorker.startMessages()
  // The worker knows whether the server did not answer for this page.
  serviceWorker.controller?.postMessage({ isOld: true })
}
