import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReviewRow } from '#contract/review/endpoints.ts'
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
type Asked = {
  found: Found | undefined
  address: Address
  go: Go
  isUnread: (row: ReviewRow) => boolean
  say: (words: string) => void
}

/**
 * The current row of the table. With an application open, moving opens the next one; past the end it turns
 * the page. The focus follows.
 */
export function useCursor({ found, address, go, isUnread, say }: Asked): Cursor {
  const rows = found?.rows ?? []
  const [at, setAt] = useState<number>()
  const after = useRef<'first' | 'last' | 'unread' | undefined>(undefined)
  const wantsTitle = useRef(false)
  const dwell = useRef<ReturnType<typeof setTimeout>>(undefined)
  const row = rows.find((entry) => entry.id === at) ?? rows.find((entry) => entry.id === address.open)

  const show = (id: number) => {
    clearTimeout(dwell.current)
    dwell.current = setTimeout(() => latest.current.go({ open: id }, { replace: true }), DWELL_MS)
  }
  const reach = (row: ReviewRow, opens: boolean) => {
    const reading = inCase()
    setAt(row.id)
    if (opens) show(row.id)
    if (reading || !focusOn(rowId(row.id))) wantsTitle.current = opens
  }
  const turn = (step: 1 | -1) => {
    const cursor = step > 0 ? found?.next : found?.previous
    if (!cursor) return
    go(
      step > 0
        ? { after: cursor, before: undefined, page: address.page + 1 }
        : { before: cursor, after: undefined, page: Math.max(1, address.page - 1) },
    )
  }
  const isOpen = address.open !== undefined
  const move = (step: 1 | -1) => {
    if (!found) return
    const place = row ? rows.indexOf(row) : step > 0 ? -1 : rows.length
    const next = rows[place + step]
    if (next) return reach(next, isOpen)
    if (step > 0 ? found.next : found.previous) {
      after.current = step > 0 ? 'first' : 'last'
      turn(step)
    } else say(step > 0 ? 'This is the last one' : 'This is the first one')
  }
  const nextUnread = () => {
    if (!found) return
    const next = rows.slice(row ? rows.indexOf(row) + 1 : 0).find(isUnread)
    if (next) return reach(next, true)
    if (!found.next) return say('No unread one after this')
    after.current = 'unread'
    turn(1)
  }
  const close = () => {
    clearTimeout(dwell.current)
    go({ open: undefined })
  }

  // Delayed actions must use the page as it is then.
  const latest = useRef({ go, reach, isOpen })
  useLayoutEffect(() => {
    latest.current = { go, reach, isOpen }
  })
  useEffect(() => () => clearTimeout(dwell.current), [])
  useEffect(() => {
    const wanted = after.current
    if (!wanted || !found) return
    after.current = undefined
    const entry =
      wanted === 'unread' ? found.rows.find(isUnread) : wanted === 'first' ? found.rows[0] : found.rows.at(-1)
    if (entry) latest.current.reach(entry, latest.current.isOpen || wanted === 'unread')
    else say('No unread one on this page. N tries the next page.')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page that comes
  }, [found])

  const opened = useRef(address.open)
  useEffect(() => {
    const before = opened.current
    opened.current = address.open
    if (address.open !== undefined && wantsTitle.current) {
      wantsTitle.current = false
      focusOn(CASE_TITLE)
    }
    // The focus was in the closed application: it returns to the row it came from.
    if (address.open === undefined && before !== undefined && !focusOn(rowId(before)))
      document.querySelector<HTMLElement>('.rv-open')?.focus()
  }, [address.open])

  return {
    row,
    set: setAt,
    move,
    to: (end) => {
      const entry = end === 'first' ? rows[0] : rows.at(-1)
      if (entry) reach(entry, isOpen)
    },
    nextUnread,
    open(id) {
      setAt(id)
      wantsTitle.current = true
      if (address.open === id) focusOn(CASE_TITLE)
      else go({ open: id })
    },
    close,
    turn,
  }
}
