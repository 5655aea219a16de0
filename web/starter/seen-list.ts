import { t } from '@lingui/core/macro'
import { SEEN_LIST } from '#contract/jobs/limits.ts'
import { pagePath } from '../language/paths.ts'
import { storedInTab, storeInTab } from './tab-storage.ts'

/** A link back to a list of jobs: its address and its label. */
export type BackLink = [address: string, label: string]
type StoredList = [...BackLink, language: string]

// The person may change the language between the list and the job. Then the label is in the other language
// and is not shown.
const LANGUAGE = import.meta.env.VITE_LANGUAGE === 'sw' ? 'sw' : 'en'

/**
 * Stores which list of jobs this tab shows, so that the page of a job can link back to it. Null is the list
 * of all jobs.
 */
export const storeSeenList = (back: BackLink | null) => storeInTab(SEEN_LIST, back && [...back, LANGUAGE])

/**
 * The list of jobs that this tab showed last, with its filters and page. Undefined if that was the list of
 * all jobs.
 */
export function lastSeenList(): BackLink | undefined {
  const list = storedInTab(SEEN_LIST)
  if (!Array.isArray(list)) return undefined
  const [address, label, language] = list as StoredList
  return [address, language === LANGUAGE ? label : t`Back to the list of jobs`]
}

/** The id of the link from the page of a job back to the list. */
export const BACK_LINK_ID = 'back-to-list'

/**
 * Does what the program does later, on a page without it. It stores the list that the page names in
 * `data-back`, and lets a job link back to the last list. `undoSteps` gets a function that undoes this.
 */
export function storeAndLinkSeenList(undoSteps: (() => void)[]) {
  const list = document.querySelector<HTMLElement>('[data-back]')
  if (list) storeSeenList(JSON.parse(list.dataset.back as string) as BackLink | null)
  const link = document.getElementById(BACK_LINK_ID)
  const seen = lastSeenList()
  if (!link || !seen) return
  const back = link.cloneNode() as HTMLAnchorElement
  back.href = pagePath(seen[0])
  back.textContent = seen[1]
  link.replaceWith(back)
  undoSteps.push(() => back.replaceWith(link))
}
