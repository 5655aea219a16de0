import { STORED } from '#contract/browser.ts'
import { followDeadlines } from './deadlines.ts'
import { followLanguageSwitch, restoreTyped } from './language-switch.ts'
import { goOnAfterReload } from './on-the-way.ts'
import { followNetwork } from './old-page.ts'
import { showPageCost } from './page-cost.ts'
import { showPopUpWhenDue } from './pop-up.ts'
import { holdPresses } from './presses.ts'
import { HOME_OPENS, PROGRAM_RUNS } from './program.ts'
import { followSeenList } from './seen-list.ts'
import { heldProgram, startProgram } from './start-program.ts'

// Runs on each page from the server, before its program. A public page is complete without the program, so
// its reader pays for it only when they use the page.

/** Where data is slow or dear, the program waits for the first touch. */
const isDataDear = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}

const hasToken = () => {
  try {
    return localStorage.getItem(STORED.token) !== null
  } catch {
    return false
  }
}

const root = document.documentElement
const showWaiting = (isWaiting: boolean) => root.classList.toggle('is-starting', isWaiting)

const program = heldProgram()
// The program draws the page as the server did, and then by itself.
let undoChanges = () => {}
let isStarting = false
const start = async () => {
  if (isStarting) return
  isStarting = true
  await startProgram(program, () => undoChanges()).catch(() => {
    isStarting = false
    showWaiting(false)
    presses.releaseWithoutProgram()
  })
}
const presses = holdPresses({ onTouch: start, onHold: () => showWaiting(true) })
document.addEventListener(PROGRAM_RUNS, () => {
  showWaiting(false)
  presses.release()
})

goOnAfterReload()
followLanguageSwitch()
showPageCost()
showPopUpWhenDue()
document.addEventListener(HOME_OPENS, showPopUpWhenDue)
const undoSteps = [followDeadlines(), followSeenList()]
if (program.start !== 'at-once') undoSteps.push(followNetwork())
undoChanges = () => undoSteps.forEach((undo) => undo())
presses.takeOver()
restoreTyped()
if (program.start === 'at-once') void start()
else if (!isDataDear()) {
  if (hasToken()) void start()
  else if (program.start === 'when-idle') (window.requestIdleCallback ?? setTimeout)(() => void start())
}
