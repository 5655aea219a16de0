import { t } from '@lingui/core/macro'
import { newElement } from './new-element.ts'

/** Says that a job's deadline has passed, and hides its links to apply. Returns a function that undoes it. */
function showExpired(part: HTMLElement): () => void {
  const expired = part.cloneNode(true) as HTMLElement
  expired.classList.add('expired')
  expired.append(newElement('span', 'badge', t`Expired`))
  part.replaceWith(expired)
  const displayApply = (display: string) =>
    document
      .querySelectorAll<HTMLElement>('.apply, .wide-block')
      .forEach(({ style }) => (style.display = display))
  displayApply('none')
  return () => {
    expired.replaceWith(part)
    displayApply('')
  }
}

/**
 * Marks a job if its deadline passes while the page is open (S1 §2). `data-left` of an element has the
 * milliseconds that were left when the page was made. React must find the page as the server made it, so
 * `undoSteps` gets a function that undoes the mark.
 */
export function followDeadlines(undoSteps: (() => void)[]) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-left]')) {
    const msSinceRequest = performance.now()
    const msLeft = Number(part.dataset.left) - msSinceRequest
    const timer = setTimeout(() => undoSteps.push(showExpired(part)), msLeft)
    undoSteps.push(() => clearTimeout(timer))
  }
}
