import { SEARCH } from './search.tsx'
import { CASE_TITLE } from './use-cursor.ts'

/** Moves the focus to the open application, or the current row, or the search when there is none. */
export const refocus = () => {
  const places = [
    document.getElementById(CASE_TITLE),
    document.querySelector<HTMLElement>('.rv-open[tabindex="0"]'),
    document.getElementById(SEARCH),
  ]
  places.find((place) => place !== null)?.focus({ preventScroll: true })
}
