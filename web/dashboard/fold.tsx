import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu that opens under its label. It closes with Escape, when a page is chosen, and when the focus or a
 * finger moves elsewhere.
 */
export function Fold({
  className,
  label,
  children,
}: {
  className: string
  label: ReactNode
  children: ReactNode
}) {
  const fold = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => {
    if (fold.current) fold.current.open = false
  }
  useEffect(close, [key])
  useEffect(() => {
    const elsewhere = (event: PointerEvent) => {
      if (!fold.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [])
  const left = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !fold.current?.open) return
    close()
    fold.current.querySelector('summary')?.focus()
  }
  return (
    // Handles events that bubble from its children.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details className={`fold ${className}`} ref={fold} onBlur={left} onKeyDown={pressed}>
      <summary>{label}</summary>
      {children}
    </details>
  )
}
