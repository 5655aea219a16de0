import { useEffect, useState } from 'react'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { STORED } from '#contract/browser.ts'
import { Icon } from '../ui/icon.tsx'
import './pop-up.css'

const wasShownBefore = () => {
  try {
    return localStorage.getItem(STORED.assistantSeen) !== null
  } catch {
    return false
  }
}
const saveShown = () => {
  try {
    localStorage.setItem(STORED.assistantSeen, '1')
  } catch {
    // A browser that stores nothing shows the pop-up again on the next visit.
  }
}

/**
 * A note that points to the assistant, two seconds after the home page opens (S2 §2). It never appears again
 * after a person dismissed it or opened the assistant. `hidden`: the assistant is open.
 */
export function PopUp({ hidden }: { hidden: boolean }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (wasShownBefore()) return
    const timer = setTimeout(() => setDue(true), ASSISTANT.popupAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (hidden) saveShown()
  }, [hidden])
  const dismiss = () => {
    saveShown()
    setDue(false)
  }
  const isVisible = isDue && !hidden && !wasShownBefore()
  // The empty status box is rendered first: a screen reader announces only text that is added to it later.
  return (
    <div className={isVisible ? 'pop-up' : undefined}>
      <p role="status">{isVisible && 'Questions? Ask the assistant.'}</p>
      {isVisible && (
        <button className="btn-i" type="button" onClick={dismiss} aria-label="Dismiss this note">
          <Icon name="x" />
        </button>
      )}
    </div>
  )
}
