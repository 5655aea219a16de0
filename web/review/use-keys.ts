import { useLayoutEffect, useRef } from 'react'

const isTypingOrInPanel = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=checkbox], [type=radio])') ||
    target.closest('.review-panel') !== null)

type KeyActions = Partial<Record<string, () => void>>

/**
 * Keys of the whole page. They never work while someone types, in a panel or in a dialog. Single-character
 * keys work only when switched on (WCAG 2.1.4).
 */
export function useKeys(areCharactersOn: boolean, actions: KeyActions): void {
  const latest = useRef(actions)
  // A key pressed right after an update acts on what is shown since that update.
  useLayoutEffect(() => {
    latest.current = actions
  })
  // Runs before the browser paints. So anyone who sees the page can use its keys.
  useLayoutEffect(() => {
    const pressKey = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTypingOrInPanel(event.target) ||
        document.querySelector('dialog[open]')
      )
        return
      if (event.key.length === 1 && !areCharactersOn) return
      const action = latest.current[event.key.toLowerCase()]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', pressKey)
    return () => document.removeEventListener('keydown', pressKey)
  }, [areCharactersOn])
}
