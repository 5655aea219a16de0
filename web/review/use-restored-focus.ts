import { type RefObject, useEffect, useRef } from 'react'

/**
 * When the focused element disappears, `refocus` decides where the focus goes, so that it is never lost. A
 * dialog manages its own.
 */
export function useRestoredFocus(refocus: () => void): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(refocus)
  useEffect(() => {
    latest.current = refocus
  })
  useEffect(() => {
    const shown = root.current
    if (!shown) return
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target
    }
    const watch = new MutationObserver(() => {
      const gone = last instanceof Node && !last.isConnected && document.activeElement === document.body
      if (!gone || document.querySelector('dialog[open]')) return
      last = null
      latest.current()
    })
    shown.addEventListener('focusin', remember)
    watch.observe(shown, { childList: true, subtree: true })
    return () => {
      shown.removeEventListener('focusin', remember)
      watch.disconnect()
    }
  }, [])
  return root
}
