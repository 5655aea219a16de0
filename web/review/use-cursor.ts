import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'
import type { Address } from './address.ts'
import type { Go } from './use-address.ts'
import type { Found } from './use-rows.ts'

export const rowId = (id: number) => `application-${id}`
export const CASE_TITLE = 'case-title'
/** An application passed in less time than this is not opened. */
const DWELL_MS = 180

const focusOn = (id: string) => {
  const element = document.getElementById(id)
  element?.focus({ preventScroll: id === CASE_TITLE })
  return element !== null && document.activeElement === element
}
const inCase = () =>
  document.activeElement?.closest('.rv-case') !== null &&
  document.activeElement?.closest('.rv-case') !== undefined

export type Cursor = {
  row: ReviewRow | undefined
  set: (id: number) => void
  move: (step: 1 | -1) => void
  to: (end: 'first' | 'last') => void
  nextUnread: () => void
  /** Opens an application and puts the focus on its name. */
  open: (id: number) => void
  close: () => void
  turn: (step: 1 | -1) => void
}
type Props = {
  found: Found | undefined
  address: Address
  go: Go
  isUnread: (row: ReviewRow) => boolean
  say: (words: string) => void
}
/** The row at which the next page of the table is entered. */
type Entrance = 'first' | 'last' | 'unread'

/**
 * The focus goes to the name of an application that opens, if the returned flag is set, and back to the row
 * it came from when it closes.
 */
function useTitleFocus(open: number | undefined) {
  const wantsTitle = useRef(false)
  const opened = useRef(open)
  useEffect(() => {
    const before = opened.current
    opened.current = open
    if (open !== undefined && wantsTitle.current) {
      wantsTitle.current = false
      focusOn(CASE_TITLE)
    }
    if (open === undefined && before !== undefined && !focusOn(rowId(before)))
      document.querySelector<HTMLElement>('.rv-open')?.focus()
  }, [open])
  return wantsTitle
}

/** Calls `show` for the last application that was reached, unless it is passed quickly. */
function useDwell(show: (id: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A delayed call must use the page as it is then.
  const latest = useRef(show)
  useLayoutEffect(() => {
    latest.current = show
  })
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => cancel, [])
  return {
    cancel,
    start: (id: number) => {
      cancel()
      timer.current = setTimeout(() => latest.current(id), DWELL_MS)
    },
  }
}

/** The rows of a page that was turned to are entered once they are here. */
function useEntrance(found: Found | undefined, enter: (rows: ReviewRow[], entrance: Entrance) => void) {
  const entrance = useRef<Entrance>(undefined)
  useEffect(() => {
    if (!entrance.current || !found) return
    const wanted = entrance.current
    entrance.current = undefined
    enter(found.rows, wanted)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page that comes
  }, [found])
  return entrance
}

/** Where a step leads from the row at `place`; without a row it leads to the first or the last one. */
const placeAfter = (place: number | undefined, step: 1 | -1, count: number) => {
  if (place !== undefined) return place + step
  return step > 0 ? 0 : count - 1
}

/** The current row, and reaching another one; with an application open, that one opens too. */
function useReach({ found, address, go, isUnread, say }: Props) {
  const rows = found?.rows ?? []
  const [currentId, setCurrentId] = useState<number>()
  const row = rows.find((entry) => entry.id === currentId) ?? rows.find((entry) => entry.id === address.open)
  const isOpen = address.open !== undefined
  const wantsTitle = useTitleFocus(address.open)
  const dwell = useDwell((id) => go({ open: id }, { replace: true }))
  const reach = (next: ReviewRow, opens: boolean) => {
    const reading = inCase()
    setCurrentId(next.id)
    if (opens) dwell.start(next.id)
    if (reading || !focusOn(rowId(next.id))) wantsTitle.current = opens
  }
  const entrance = useEntrance(found, (entered, wanted) => {
    const entries = { first: entered[0], last: entered.at(-1), unread: entered.find(isUnread) }
    const entry = entries[wanted]
    if (entry) reach(entry, isOpen || wanted === 'unread')
    else say('No unread application on this page. Press N to try the next page.')
  })
  return { rows, row, setCurrentId, isOpen, wantsTitle, dwell, reach, entrance }
}

/**
 * The current row of the table. With an application open, moving opens the next one; past the end it turns
 * the page. The focus follows.
 */
export function useCursor(props: Props): Cursor {
  const { found, address, go, isUnread, say } = props
  const { rows, row, setCurrentId, isOpen, wantsTitle, dwell, reach, entrance } = useReach(props)
  const place = row && rows.indexOf(row)
  const turn = (step: 1 | -1) => {
    const cursor = step > 0 ? found?.next : found?.previous
    if (!cursor) return
    go(
      step > 0
        ? { after: cursor, before: undefined, page: address.page + 1 }
        : { before: cursor, after: undefined, page: Math.max(1, address.page - 1) },
    )
  }
  return {
    row,
    set: setCurrentId,
    move(step) {
      if (!found) return
      const next = rows[placeAfter(place, step, rows.length)]
      if (next) return reach(next, isOpen)
      if (!(step > 0 ? found.next : found.previous))
        return say(step > 0 ? 'This is the last one' : 'This is the first one')
      entrance.current = step > 0 ? 'first' : 'last'
      turn(step)
    },
    to(end) {
      const entry = end === 'first' ? rows[0] : rows.at(-1)
      if (entry) reach(entry, isOpen)
    },
    nextUnread() {
      if (!found) return
      const next = rows.slice(place === undefined ? 0 : place + 1).find(isUnread)
      if (next) return reach(next, true)
      if (!found.next) return say('No unread one after this')
      entrance.current = 'unread'
      turn(1)
    },
    open(id) {
      setCurrentId(id)
      wantsTitle.current = true
      if (address.open === id) focusOn(CASE_TITLE)
      else go({ open: id })
    },
    close() {
      dwell.cancel()
      go({ open: undefined })
    },
    turn,
  }
}
