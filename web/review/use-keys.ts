import { useEffect, useLayoutEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio])') ||
    target.closest('.rv-panel') !== null)

type Acts = Partial<Record<string, () => void>>

/**
 * Keys of the whole page. They never work while someone types, in a panel or in a dialog. Single-character
 * keys work only when switched on (WCAG 2.1.4).
 */
export function useKeys(letters: boolean, acts: Acts): void {
  const latest = useRef(acts)
  // A key pressed right after an update acts on what is shown now, not on what was shown before.
  useLayoutEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      if (event.key.length === 1 && !letters) return
      const act = latest.current[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [letters])
}
