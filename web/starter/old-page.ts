import { t } from '@lingui/core/macro'
import { newElement } from './new-element.ts'

/** The sentence on a public page that this device shows as it was at an earlier visit. */
export const OLD_PAGE_WORDS = t`You are offline. You see this page as it was when you last opened it.`

/**
 * Says that a page is of an earlier visit, as long as there is no network. Once the program (React) runs, it
 * says so itself. So `undoSteps` gets a function that removes the sentence.
 */
export function followNetwork(undoSteps: (() => void)[]) {
  const note = newElement('p', 'offline')
  note.setAttribute('role', 'status')
  note.append(newElement('span', 'wrap', OLD_PAGE_WORDS))
  const show = () => document.getElementById('main')?.before(note)
  const hide = () => note.remove()
  const listening = new AbortController()
  addEventListener('offline', show, listening)
  addEventListener('online', hide, listening)
  undoSteps.push(hide, () => listening.abort())
  if (!navigator.onLine) show()
  const { serviceWorker } = navigator as Partial<Navigator>
  if (!serviceWorker) return
  serviceWorker.addEventListener('message', ({ data }) => void (data?.old && show()), listening)
  serviceWorker.startMessages()
  // `isOld` asks the service worker whether this page came from the device because the server did not answer.
  // If so, the service worker answers `{ old: true }`.
  serviceWorker.controller?.postMessage({ isOld: true })
}
