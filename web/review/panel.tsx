import { type ReactNode, useEffect, useRef } from 'react'

/** If less space than this is left at the right edge, a panel opens to the left. */
const EDGE_PX = 8

type Props = { name: string; onClose: (returnFocus: boolean) => void; children: ReactNode }

/** The panel below a chip. It takes the focus, and closes with Escape or when the focus moves elsewhere. */
export function Panel({ name, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const latestClose = useRef(onClose)
  useEffect(() => {
    latestClose.current = onClose
  })
  useEffect(() => {
    const panel = box.current
    panel?.querySelector<HTMLElement>('input, select, button, a')?.focus()
    if (panel && panel.getBoundingClientRect().right > document.documentElement.clientWidth - EDGE_PX)
      panel.classList.add('is-left')
    const closeFromOutside = (event: Event) => {
      if (event.target instanceof Node && !panel?.parentElement?.contains(event.target))
        latestClose.current(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      // If a dialog is open, Escape closes the dialog first.
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      latestClose.current(true)
    }
    document.addEventListener('pointerdown', closeFromOutside)
    document.addEventListener('focusin', closeFromOutside)
    const chip = panel?.parentElement
    chip?.addEventListener('keydown', closeByEscape)
    return () => {
      document.removeEventListener('pointerdown', closeFromOutside)
      document.removeEventListener('focusin', closeFromOutside)
      chip?.removeEventListener('keydown', closeByEscape)
    }
  }, [])
  return (
    <div className="review-panel" role="dialog" aria-label={name} ref={box}>
      {children}
    </div>
  )
}
