import { useEffect, useState } from 'react'
import { ASSISTANT, STORED } from '#contract/limits.ts'
import { Icon } from '../ui/icon.tsx'
import './pop-up.css'

const isSeen = () => {
  try {
    return localStorage.getItem(STORED.assistantSeen) !== null
  } catch {
    return false
  }
}
const keepSeen = () => {
  try {
    localStorage.setItem(STORED.assistantSeen, '1')
  } catch {
    // A browser that keeps nothing is told again on its next visit.
  }
}

/** S2 §2: once, two seconds after the home page is there, points at the assistant; never again once it was dismissed or the assistant opened (`hidden`). */
export function PopUp({ hidden }: { hidden: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (isSeen()) return
    const timer = setTimeout(() => setShown(true), ASSISTANT.popupAfterMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (hidden) keepSeen()
  }, [hidden])
  const dismiss = () => {
    keepSeen()
    setShown(false)
  }
  const here = shown && !hidden && !isSeen()
  // The empty box comes first, so that what is put into it later is read out when the reader pauses.
  return (
    <div className={here ? 'pop-up' : undefined}>
      <p role="status">{here && 'Questions? Ask the assistant.'}</p>
      {here && (
        <button className="btn-i" type="button" onClick={dismiss} aria-label="Dismiss this note">
          <Icon name="x" />
        </button>
      )}
    </div>
  )
}
