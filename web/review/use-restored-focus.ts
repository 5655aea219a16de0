import { type RefObject, useEffect, useRef } from 'react'

/**
 * When the focused element disappears, `refocus` decides where the focus goes, so that it is never lost.
 * While a dialog is open, the dialog decides that.
 */
export function useRestoredFocus(refocus: () => void): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(refocus)
  useEffect(() => {
    latest.current = refocus
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    let lastFocused: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      lastFocused = target
    }
    const observer = new MutationObserver(() => {
      const isLost =
        lastFocused instanceof Node && !lastFocused.isConnected && document.activeElement === document.body
      if (!isLost || document.querySelector('dialog[open]')) return
      lastFocused = null
      latest.current()
    })
    element.addEventListener('focusin', remember)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
  return root
}
