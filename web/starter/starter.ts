import { STORED } from '#contract/browser.ts'
import { followDeadlines } from './deadlines.ts'
import { TYPED_KEY } from './language-switch.ts'
import { goOnAfterReload } from './on-the-way.ts'
import { followNetwork } from './old-page.ts'
import { showPageCost } from './page-cost.ts'
import { showPopUpWhenDue } from './pop-up.ts'
import { holdPresses } from './presses.ts'
import { HOME_OPENS, PROGRAM_RUNS } from './program.ts'
import { followSeenList } from './seen-list.ts'
import { heldProgram, startProgram } from './start-program.ts'
import { attempt, storedInTab } from './tab-storage.ts'

// Runs on each page from the server, before its program (React and the page's own code). A public page is
// complete without the program, so its reader pays for the data only when they use the page.

/** On a slow or costly network, the program starts only when the person touches the page. */
const isDataDear = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection && (connection.saveData || /2g/.test(connection.effectiveType as string))
}

const hasToken = () => attempt(() => localStorage.getItem(STORED.token))

const root = document.documentElement
const showWaiting = (isWaiting: boolean) => root.classList.toggle('is-starting', isWaiting)

const program = heldProgram()
// Undoes what the starter changed, because the program first needs the page as the server made it.
const undo: (() => void)[] = []
let isStarting = false
const start = async () => {
  if (isStarting) return
  isStarting = true
  await startProgram(program, () => undo.forEach((step) => step())).catch(() => {
    isStarting = false
    showWaiting(false)
    releaseWithoutProgram()
  })
}
const [takeOver, release, releaseWithoutProgram] = holdPresses(start, () => showWaiting(true))
document.addEventListener(PROGRAM_RUNS, () => {
  showWaiting(false)
  release()
})

goOnAfterReload()
showPageCost()
showPopUpWhenDue()
document.addEventListener(HOME_OPENS, showPopUpWhenDue)
followDeadlines(undo)
followSeenList(undo)
// If the program starts at once, it says itself that the person is offline.
if (program.start !== 'at-once') followNetwork(undo)
takeOver()
// Only the program can put back what was typed in the other language, so it starts at once.
if (program.start === 'at-once' || storedInTab(TYPED_KEY)) void start()
else if (!isDataDear()) {
  if (hasToken()) void start()
  else if (program.start === 'when-idle') (window.requestIdleCallback ?? setTimeout)(() => void start())
}
