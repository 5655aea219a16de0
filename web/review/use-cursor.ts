import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '@lingui/core/macro'
import type { ReviewRow } from '#contract/review/review-row.ts'
import type { Address } from './address.ts'
import type { Go } from './use-address.ts'
import type { Rows } from './use-rows.ts'

export const rowId = (id: number) => `application-${id}`
export const CASE_TITLE_ID = 'case-title'
/** If the officer passes an application faster than this, it is not opened. */
const DWELL_MS = 180

/** Moves the focus to an element. Returns whether the element exists and has taken the focus. */
const tryFocus = (id: string) => {
  const element = document.getElementById(id)
  // A row scrolls into view. An application is shown from its top, so its title must not scroll.
  element?.focus({ preventScroll: id === CASE_TITLE_ID })
  return element !== null && document.activeElement === element
}
const isFocusInCase = () => Boolean(document.activeElement?.closest('.review-case'))

export type Cursor = {
  /** The current row. */
  row: ReviewRow | undefined
  setCurrent: (id: number) => void
  move: (step: 1 | -1) => void
  goTo: (edge: 'first' | 'last') => void
  nextUnread: () => void
  /** Opens an application and puts the focus on its name. */
  open: (id: number) => void
  close: () => void
  turnPage: (step: 1 | -1) => void
}
type Props = Pick<Rows, 'rowsPage' | 'loadedRows' | 'isWaiting'> & {
  address: Address
  go: Go
  isUnread: (row: ReviewRow) => boolean
  announce: (words: string) => void
}
/** Which row becomes the current one after another page of the table has loaded. */
type StartRow = 'first' | 'last' | 'unread'

/**
 * Moves the focus to the title of an application when it opens, if the returned flag is set. When the
 * application closes, the focus returns to its row.
 */
function useTitleFocus(openId: number | undefined) {
  const wantsTitleRef = useRef(false)
  const lastOpenId = useRef(openId)
  useEffect(() => {
    const previousId = lastOpenId.current
    lastOpenId.current = openId
    if (openId !== undefined && wantsTitleRef.current) {
      wantsTitleRef.current = false
      tryFocus(CASE_TITLE_ID)
    }
    const hasClosed = openId === undefined && previousId !== undefined
    // The row of the closed application may be on another page. Then the first row takes the focus.
    if (hasClosed && !tryFocus(rowId(previousId)))
      document.querySelector<HTMLElement>('.review-open')?.focus()
  }, [openId])
  return wantsTitleRef
}

/** Calls `open` for the application at which the officer stops, not for those passed quickly. */
function useDwell(open: (id: number) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The call comes later, so it must use the page as it is at that time.
  const latest = useRef(open)
  useLayoutEffect(() => {
    latest.current = open
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

/**
 * The returned function sets at which row the page starts that loads next. When that page has loaded,
 * `onLoaded` gets its rows. If the page failed to load, `onLoaded` is not called.
 */
function useStartRow(
  { loadedRows, isWaiting }: Pick<Props, 'loadedRows' | 'isWaiting'>,
  onLoaded: (rows: ReviewRow[], startRow: StartRow) => void,
) {
  const pending = useRef<{ startRow: StartRow; earlierRows: Props['loadedRows'] }>(undefined)
  useEffect(() => {
    if (!pending.current || isWaiting) return
    const { startRow, earlierRows } = pending.current
    pending.current = undefined
    if (loadedRows.data && loadedRows !== earlierRows) onLoaded(loadedRows.data.rows, startRow)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page that arrives
  }, [loadedRows, isWaiting])
  return (startRow: StartRow) => {
    pending.current = { startRow, earlierRows: loadedRows }
  }
}

/**
 * The index of the row to which a step leads; it may be outside the page. Without a current row, the step
 * leads to the first or the last one.
 */
const indexAfter = (index: number | undefined, step: 1 | -1, count: number) => {
  if (index !== undefined) return index + step
  return step > 0 ? 0 : count - 1
}

/** The current row of the table, and functions that move to another row. */
function useCurrentRow({ rowsPage, loadedRows, isWaiting, address, go, isUnread, announce }: Props) {
  const rows = rowsPage?.rows ?? []
  const [currentId, setCurrentId] = useState<number>()
  const row =
    rows.find((entry) => entry.id === currentId) ?? rows.find((entry) => entry.id === address.openId)
  const isOpen = address.openId !== undefined
  const wantsTitleRef = useTitleFocus(address.openId)
  const dwell = useDwell((id) => go({ openId: id }, { replace: true }))
  /** `opens`: the application of the row opens too, after a moment. */
  const moveTo = (next: ReviewRow, opens: boolean) => {
    const wasInCase = isFocusInCase()
    setCurrentId(next.id)
    if (opens) dwell.start(next.id)
    // If the focus is in the open application, it moves to the next one's title, not to the table.
    if (wasInCase || !tryFocus(rowId(next.id))) wantsTitleRef.current = opens
  }
  const setStartRow = useStartRow({ loadedRows, isWaiting }, (newRows, startRow) => {
    const candidates = { first: newRows[0], last: newRows.at(-1), unread: newRows.find(isUnread) }
    const next = candidates[startRow]
    if (next) moveTo(next, isOpen || startRow === 'unread')
    else announce(t`No unread application on this page. Press N to try the next page.`)
  })
  return { rows, row, setCurrentId, isOpen, wantsTitleRef, dwell, moveTo, setStartRow }
}

/**
 * The current row of the table. If an application is open, a move opens the next one, and past the end it
 * turns the page. The focus follows.
 */
export function useCursor(props: Props): Cursor {
  const { rowsPage, isWaiting, address, go, isUnread, announce } = props
  const { rows, row, setCurrentId, isOpen, wantsTitleRef, dwell, moveTo, setStartRow } = useCurrentRow(props)
  const index = row && rows.indexOf(row)
  const turnPage = (step: 1 | -1) => {
    const pageKey = step > 0 ? rowsPage?.next : rowsPage?.previous
    // While another page loads, these keys are still those of the page that is shown.
    if (!pageKey || isWaiting) return
    go(
      step > 0
        ? { after: pageKey, before: undefined, page: address.page + 1 }
        : { before: pageKey, after: undefined, page: Math.max(1, address.page - 1) },
    )
  }
  return {
    row,
    setCurrent: setCurrentId,
    move(step) {
      if (!rowsPage) return
      const next = rows[indexAfter(index, step, rows.length)]
      if (next) return moveTo(next, isOpen)
      const pageKey = step > 0 ? rowsPage.next : rowsPage.previous
      if (!pageKey) return announce(step > 0 ? t`This is the last one` : t`This is the first one`)
      if (isWaiting) return
      setStartRow(step > 0 ? 'first' : 'last')
      turnPage(step)
    },
    goTo(edge) {
      const entry = edge === 'first' ? rows[0] : rows.at(-1)
      if (entry) moveTo(entry, isOpen)
    },
    nextUnread() {
      if (!rowsPage) return
      const next = rows.slice(index === undefined ? 0 : index + 1).find(isUnread)
      if (next) return moveTo(next, true)
      if (!rowsPage.next) return announce(t`No unread one after this`)
      if (isWaiting) return
      setStartRow('unread')
      turnPage(1)
    },
    open(id) {
      setCurrentId(id)
      wantsTitleRef.current = true
      if (address.openId === id) tryFocus(CASE_TITLE_ID)
      else go({ openId: id })
    },
    close() {
      dwell.cancel()
      go({ openId: undefined })
    },
    turnPage,
  }
}
