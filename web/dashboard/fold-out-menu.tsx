import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A menu that opens under its label. It closes with Escape, when the page changes, when the focus leaves it,
 * and on a press outside it.
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
  // `key` changes with each navigation, even to the same address.
  const { key } = useLocation()
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  useEffect(close, [key])
  useEffect(() => {
    const closeOnOutsidePress = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && menu.current?.contains(event.target)
      if (!isInside) close()
    }
    document.addEventListener('pointerdown', closeOnOutsidePress)
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress)
  }, [])
  const closeOnFocusLeaving = (event: FocusEvent) => {
    // If nothing else takes the focus, a press removed it. The effect above closes the menu then.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) close()
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    close()
    menu.current.querySelector('summary')?.focus()
  }
  return (
    // The listeners are for events that bubble from what is inside.
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
