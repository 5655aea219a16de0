/**
 * The program of a page: React, the router and the page's own code. The server leaves the names of its
 * scripts in the page as JSON, and the starter loads them.
 */
export type Program = {
  /**
   * The names of all scripts, so that they load side by side. The first is the list of all pages, the second
   * the entry. The others follow in any order.
   */
  scripts: string[]
  /** For each route of this page, by its id, the position of its script in `scripts`. */
  routes: Record<string, number>
  start: ProgramStart
}

/** The folder of all scripts. The names in `scripts` have neither this folder nor the ending. */
export const SCRIPT_FOLDER = '/assets/'
export const SCRIPT_ENDING = '.js'

/**
 * When a page starts its program. `at-once`: a page that can do nothing without it. `when-idle`: a page with
 * a form, once the browser is idle. `when-used`: any other page, at its first use.
 */
export type ProgramStart = 'at-once' | 'when-idle' | 'when-used'

/** The pages that start their program at once: `/dashboard/jobs` and `/apply`, not `/applications`. */
const AT_ONCE =
  /^\/(?:dashboard|apply|staff|security-setup|verify-email|not-me|confirm-email|undo-email|newsletter|forgot-password|api-docs)(?:\/|$)/
/** Whether a page runs its program at once, because it acts when it opens or belongs to one person. */
export const startsAtOnce = (path: string) => AT_ONCE.test(path)

/** The id of the element that holds a `Program` as JSON. */
export const PROGRAM_ID = 'program'

/** The name of an event on the document: the program runs now. */
export const PROGRAM_RUNS = 'program-runs'

/** The name of an event on the document: the home page is shown now. */
export const HOME_OPENS = 'home-opens'
/** The id of the note on the home page that points to the assistant. */
export const POP_UP_ID = 'pop-up'

/** The id of the line in the footer that says what the page cost. */
export const PAGE_COST_ID = 'page-cost'
