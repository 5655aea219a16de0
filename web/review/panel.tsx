import { type ReactNode, useEffect, useRef } from 'react'

type Props = { name: string; onClose: (back: boolean) => void; children: ReactNode }

/** The panel below a chip. The focus goes into it; Escape, or moving elsewhere, closes it. */
export function Panel({ name, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const shown = box.current
    shown?.querySelector<HTMLElement>('input, select, button, a')?.focus()
    // At the right edge it opens to the left.
    if (shown && shown.getBoundingClientRect().right > document.documentElement.clientWidth - 8)
      shown.classList.add('is-left')
    const outside = (event: Event) => {
      if (event.target instanceof Node && !shown?.parentElement?.contains(event.target)) close.current(false)
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('dialog[open]')) return
      event.preventDefault()
      close.current(true)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    shown?.parentElement?.addEventListener('keydown', escape)
    const around = shown?.parentElement
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      around?.removeEventListener('keydown', escape)
    }
  }, [])
  return (
    <div className="rv-panel" role="dialog" aria-label={name} ref={box}>
      {children}
    </div>
  )
}
