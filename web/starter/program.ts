/**
 * The program of a page: React, the router and the page's own code. The server leaves the names of its
 * scripts in the page as JSON, and the starter loads them.
 */
export type Program = {
  /** All scripts, so that they load side by side: first the list of all pages, then the entry. */
  scripts: string[]
  /** The script of each route that this page has: its place in `scripts`, by the route's id. */
  routes: Record<string, number>
  start: ProgramStart
}

/** The folder of all scripts. Their names in `scripts` have neither folder nor ending. */
export const SCRIPT_FOLDER = '/assets/'
export const SCRIPT_ENDING = '.js'

/**
 * When the program starts: on a page that can do nothing without it at once, on a page with a form as soon as
 * the browser is idle, elsewhere when the page is first used.
 */
export type ProgramStart = 'at-once' | 'when-idle' | 'when-used'

/** `/dashboard/jobs`, `/apply`; not `/applications`. */
const AT_ONCE =
  /^\/(?:dashboard|apply|staff|security-setup|verify-email|not-me|confirm-email|undo-email|newsletter|forgot-password|api-docs)(?:\/|$)/
/** Whether a page runs its program at once, because it acts when it opens or belongs to one person. */
export const startsAtOnce = (path: string) => AT_ONCE.test(path)

/** The id of the element that holds the addresses. */
export const PROGRAM_ID = 'program'

/** The event on the document that says that the program runs. */
export const PROGRAM_RUNS = 'program-runs'

/** The event on the document that says that the home page is shown. */
export const HOME_OPENS = 'home-opens'
/** The id of the note on the home page that points to the assistant. */
export const POP_UP_ID = 'pop-up'

/** The id of the line in the footer that says what the page cost. */
export const PAGE_COST_ID = 'page-cost'
