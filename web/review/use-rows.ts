import { useLocation, useNavigation, useRevalidator } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import type { Loaded } from '../loaded.ts'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { type Address, rowsKey, writeAddress } from './address.ts'

export type RowsPage = Reply<'GET /api/staff/jobs/{id}/applications/'>
export type Rows = {
  rowsPage: RowsPage | undefined
  /** The rows are still those of the filter before. */
  isWaiting: boolean
  error: unknown
  /** Shows at once where applications were put, before the table is loaded again. */
  showOnList: (ids: number[], list: ReviewRow['list']) => void
}

/**
 * A page of the table. `key`: the filter, order and page that `rows` belong to. The old rows stay until the
 * next arrive, also when loading fails.
 */
export function useRows({ key, rows }: { key: string; rows: Loaded<RowsPage> }, address: Address): Rows {
  // Adding to a list changes the shown rows, until the table is loaded again.
  const [rowsPage, setRowsPage] = useLatestData(rows)
  const { pathname } = useLocation()
  const nextLocation = useNavigation().location
  // While another address of this page is loading, its rows are the wanted ones.
  const wantedKey =
    nextLocation?.pathname === pathname
      ? rowsKey(new URLSearchParams(nextLocation.search))
      : rowsKey(writeAddress(address))
  const { state } = useRevalidator()
  return {
    rowsPage,
    isWaiting: wantedKey !== key || state === 'loading',
    error: rows.error,
    showOnList: (ids, list) =>
      setRowsPage(
        (before) =>
          before && {
            ...before,
            rows: before.rows.map((row) => (ids.includes(row.id) ? { ...row, list } : row)),
          },
      ),
  }
}
