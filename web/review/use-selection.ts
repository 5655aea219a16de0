import { useState } from 'react'
import type { ReviewRow } from '#contract/review/review-row.ts'

export type Selection = {
  rows: ReviewRow[]
  /** True if all matches are selected, including those that no one has seen. */
  isAll: boolean
  has: (id: number) => boolean
  /** Toggles a row. `isRange`: toggles every row of the page from the last toggled one to this one. */
  toggle: (row: ReviewRow, pageRows: ReviewRow[], isRange?: boolean) => void
  selectRows: (rows: ReviewRow[], isSelected: boolean) => void
  selectAll: () => void
  clear: () => void
}

/**
 * The selected applications stay when the page changes. Another filter starts with none selected.
 * `filterKey`: a text that two filters share only if they are the same.
 */
export function useSelection(filterKey: string): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, ReviewRow>>(new Map())
  const [isAll, setAll] = useState(false)
  const [lastToggledId, setLastToggledId] = useState<number>()
  const [previousKey, setPreviousKey] = useState(filterKey)
  const clear = () => {
    setSelected(new Map())
    setAll(false)
    setLastToggledId(undefined)
  }
  if (previousKey !== filterKey) {
    setPreviousKey(filterKey)
    clear()
  }
  return {
    rows: [...selected.values()],
    isAll,
    has: (id) => isAll || selected.has(id),
    toggle(row, pageRows, isRange = false) {
      // "All that match" can have no exceptions. If a row is taken out, single rows stay selected: those that
      // were selected before, and the others of this page.
      const before = isAll
        ? new Map([...selected, ...pageRows.map((entry) => [entry.id, entry] as const)])
        : selected
      const next = new Map(before)
      const lastIndex = pageRows.findIndex(({ id }) => id === lastToggledId)
      const index = pageRows.indexOf(row)
      const range = pageRows.slice(Math.min(lastIndex, index), Math.max(lastIndex, index) + 1)
      // If the last toggled row is on another page, there is no range.
      const touched = isRange && lastIndex >= 0 ? range : [row]
      const isAdded = !before.has(row.id)
      for (const entry of touched) {
        if (isAdded) next.set(entry.id, entry)
        else next.delete(entry.id)
      }
      setAll(false)
      setSelected(next)
      setLastToggledId(row.id)
    },
    selectRows(rows, isSelected) {
      const next = new Map(selected)
      for (const row of rows) {
        if (isSelected) next.set(row.id, row)
        else next.delete(row.id)
      }
      setAll(false)
      setSelected(next)
    },
    selectAll: () => setAll(true),
    clear,
  }
}
