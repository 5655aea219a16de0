import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu that opens under its label. It closes with Escape, when a page is chosen, and when the focus or a
 * finger moves elsewhere.
 */
export function FoldOutMenu({
  className,
  label,
  children,
}: {
  className: string
  label: ReactNode
  children: ReactNode
}) {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  useEffect(close, [key])
  useEffect(() => {
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress)
  }, [])
  const closeOnFocusLeaving = (event: FocusEvent) => {
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    close()
    menu.current.querySelector('summary')?.focus()
  }
  return (
    // Handles events that bubble from its children.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      className={`fold ${className}`}
      ref={menu}
      onBlur={closeOnFocusLeaving}
      onKeyDown={closeOnEscape}
    >
      <summary>{label}</summary>
      {children}
    </details>
  )
}
