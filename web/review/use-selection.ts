import { useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'

export type Selection = {
  rows: ReviewRow[]
  /** All matches, including those no one has seen. */
  all: boolean
  has: (id: number) => boolean
  /** With `upTo`, all rows from the last chosen one to this one. */
  toggle: (row: ReviewRow, page: ReviewRow[], upTo?: boolean) => void
  page: (rows: ReviewRow[], chosen: boolean) => void
  takeAll: () => void
  clear: () => void
}

/** The selection stays when the page changes; another filter starts with none. */
export function useSelection(filter: string): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, ReviewRow>>(new Map())
  const [all, setAll] = useState(false)
  const [last, setLast] = useState<number>()
  const [previousFilter, setPreviousFilter] = useState(filter)
  const clear = () => {
    setChosen(new Map())
    setAll(false)
    setLast(undefined)
  }
  if (previousFilter !== filter) {
    setPreviousFilter(filter)
    clear()
  }
  return {
    rows: [...chosen.values()],
    all,
    has: (id) => all || chosen.has(id),
    toggle(row, page, upTo = false) {
      const now = new Map(chosen)
      const place = (id: number | undefined) => page.findIndex((entry) => entry.id === id)
      const [start, end] = [place(last), place(row.id)].sort((left, right) => left - right) as [
        number,
        number,
      ]
      const touched = upTo && start >= 0 ? page.slice(start, end + 1) : [row]
      const on = !chosen.has(row.id)
      for (const entry of touched) {
        if (on) now.set(entry.id, entry)
        else now.delete(entry.id)
      }
      setAll(false)
      setChosen(now)
      setLast(row.id)
    },
    page(rows, on) {
      const now = new Map(chosen)
      for (const row of rows) {
        if (on) now.set(row.id, row)
        else now.delete(row.id)
      }
      setAll(false)
      setChosen(now)
    },
    takeAll: () => setAll(true),
    clear,
  }
}
