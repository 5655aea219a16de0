import { t } from '@lingui/core/macro'
import { ASSISTANT } from '#contract/assistant/limits.ts'
import { STORED } from '#contract/browser.ts'
import { POP_UP_ID } from './program.ts'
import { attempt } from './tab-storage.ts'

const wasShownBefore = () => attempt(() => localStorage.getItem(STORED.assistantSeen))

/** Hides the note about the assistant for good: the person dismissed it, or opened the assistant. */
export function dismissPopUp() {
  const note = document.getElementById(POP_UP_ID)
  if (note) note.hidden = true
  // A browser that stores nothing shows the note again on the next visit.
  attempt(() => localStorage.setItem(STORED.assistantSeen, '1'))
}

/**
 * Shows the note that points to the assistant, two seconds after the home page opens (S2 §2), unless it was
 * dismissed before. The starter calls it, so it works before the program (React) runs.
 */
export function showPopUpWhenDue() {
  const note = document.getElementById(POP_UP_ID)
  const words = note?.querySelector('p')
  if (!note || !words || note.dataset.due || wasShownBefore()) return
  // This function runs each time when the home page is shown, but a note is shown only once.
  note.dataset.due = 'yes'
  note.querySelector('button')?.addEventListener('click', dismissPopUp)
  setTimeout(() => {
    if (wasShownBefore()) return
    // Screen readers announce only a text that is added to a status after the status is on the page.
    words.textContent = t`Questions? Ask the assistant.`
    note.hidden = false
  }, ASSISTANT.popupAfterMs)
}
