import { SEARCH_FIELD_ID } from './search.tsx'
import { CASE_TITLE_ID } from './use-cursor.ts'

/** The current row: only its link is in the tab order. */
const CURRENT_ROW = '.review-open[tabindex="0"]'

/**
 * Moves the focus to the open application. If none is open, moves the focus to the current row. If there are
 * no rows, moves the focus to the search.
 */
export const refocus = () => {
  const candidates = [
    document.getElementById(CASE_TITLE_ID),
    document.querySelector<HTMLElement>(CURRENT_ROW),
    document.getElementById(SEARCH_FIELD_ID),
  ]
  candidates.find((candidate) => candidate !== null)?.focus({ preventScroll: true })
}
