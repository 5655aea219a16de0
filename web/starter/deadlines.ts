import { t } from '@lingui/core/macro'
import { newElement } from './new-element.ts'

/** Shows that the deadline of a job has passed, and hides the links to apply. Returns how to undo it. */
function showExpired(part: HTMLElement): () => void {
  const expired = part.cloneNode(true) as HTMLElement
  expired.classList.add('expired')
  expired.append(newElement('span', 'badge', t`Expired`))
  part.replaceWith(expired)
  const displayApply = (display: string) =>
    document.querySelectorAll<HTMLElement>('.apply, .desk').forEach(({ style }) => (style.display = display))
  displayApply('none')
  return () => {
    expired.replaceWith(part)
    displayApply('')
  }
}

/**
 * Marks a job when its deadline passes while the page is open (S1 §2). An element says in `data-left` how
 * many ms were left when the page was made. `undo` gets how to undo it, because the program (React) must find
 * the page as the server made it.
 */
export function followDeadlines(undo: (() => void)[]) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-left]')) {
    const timer = setTimeout(
      () => undo.push(showExpired(part)),
      Number(part.dataset.left) - performance.now(),
    )
    undo.push(() => clearTimeout(timer))
  }
}
