import { t } from '@lingui/core/macro'

/** Shows that the deadline of a job has passed. Returns how to undo it. */
function showExpired(part: HTMLElement): () => void {
  const expired = part.cloneNode(true) as HTMLElement
  expired.classList.add('expired')
  expired.append(
    Object.assign(document.createElement('span'), {
      className: 'badge',
      textContent: t`Expired`,
    }),
  )
  part.replaceWith(expired)
  const apply = document.querySelectorAll<HTMLElement>('.apply, .desk')
  apply.forEach(({ style }) => (style.display = 'none'))
  return () => {
    expired.replaceWith(part)
    apply.forEach(({ style }) => (style.display = ''))
  }
}

/**
 * Marks a job when its deadline passes while the page is open (S1 §2). An element says in `data-left` how
 * many ms were left when the page was made. Returns how to undo it, for the program draws the page itself.
 */
export function followDeadlines(): () => void {
  const undo: (() => void)[] = []
  for (const part of document.querySelectorAll<HTMLElement>('[data-left]')) {
    const timer = setTimeout(
      () => undo.push(showExpired(part)),
      Number(part.dataset.left) - performance.now(),
    )
    undo.push(() => clearTimeout(timer))
  }
  return () => undo.forEach((step) => step())
}
