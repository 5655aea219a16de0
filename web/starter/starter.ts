import { STORED } from '#contract/browser.ts'
import { followDeadlines } from './deadlines.ts'
import { TYPED_KEY } from './language-switch.ts'
import { goOnAfterReload } from './on-the-way.ts'
import { followNetwork } from './old-page.ts'
import { showPageCost } from './page-cost.ts'
import { showPopUpWhenDue } from './pop-up.ts'
import { holdPresses } from './presses.ts'
import { HOME_OPENS, PROGRAM_RUNS } from './program.ts'
import { storeAndLinkSeenList } from './seen-list.ts'
import { heldProgram, startProgram } from './start-program.ts'
import { attempt, storedInTab } from './tab-storage.ts'

// Runs on each page from the server, before its program (React and the page's own code). A public page is
// complete without the program, so its reader pays for the data only when they use the page.

/** Whether the network is slow or costly. Then the program starts only when the person uses the page. */
const isNetworkCostly = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection && (connection.saveData || /2g/.test(connection.effectiveType as string))
}

const hasToken = () => attempt(() => localStorage.getItem(STORED.token))

const root = document.documentElement
const showWaiting = (isWaiting: boolean) => root.classList.toggle('is-starting', isWaiting)

const program = heldProgram()
// Undoes what the starter changed, because the program first needs the page as the server made it.
const undoSteps: (() => void)[] = []
let isStarting = false
const start = async () => {
  if (isStarting) return
  isStarting = true
  await startProgram(program, () => undoSteps.forEach((step) => step())).catch(() => {
    isStarting = false
    showWaiting(false)
    releaseWithoutProgram()
  })
}
const [repeatEarlyEvents, release, releaseWithoutProgram] = holdPresses(start, () => showWaiting(true))
document.addEventListener(PROGRAM_RUNS, () => {
  showWaiting(false)
  release()
})

goOnAfterReload()
showPageCost()
showPopUpWhenDue()
document.addEventListener(HOME_OPENS, showPopUpWhenDue)
followDeadlines(undoSteps)
storeAndLinkSeenList(undoSteps)
// If the program starts at once, it says itself that the person is offline.
if (program.start !== 'at-once') followNetwork(undoSteps)
repeatEarlyEvents()
// Only the program can put back what was typed in the other language, so it starts at once.
if (program.start === 'at-once' || storedInTab(TYPED_KEY)) void start()
else if (!isNetworkCostly()) {
  if (hasToken()) void start()
  else if (program.start === 'when-idle') (window.requestIdleCallback ?? setTimeout)(() => void start())
}
