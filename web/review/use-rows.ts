import { useLocation, useNavigation, useRevalidator } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import type { Loaded } from '../loaded.ts'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { type Address, rowsKey, writeAddress } from './address.ts'
import type { Listed } from './use-moves.ts'

export type RowsPage = Reply<'GET /api/staff/jobs/{id}/applications/'>
export type Rows = {
  rowsPage: RowsPage | undefined
  /** What the loader gave last. Unlike `rowsPage`, no action on the page changes this object. */
  loadedRows: Loaded<RowsPage>
  /** True while newer rows are loading, for another address or again for the same one. */
  isWaiting: boolean
  error: unknown
  /** Shows at once on which list applications were put, before the table is loaded again. */
  showOnList: (ids: number[], listed: Listed) => void
}

/**
 * A page of the table. `key`: the filter, order and page of `rows`. The earlier rows stay until the next ones
 * arrive, also when loading fails.
 */
export function useRows({ key, rows }: { key: string; rows: Loaded<RowsPage> }, address: Address): Rows {
  // The rows are changed here when applications are added to a list, until the table is loaded again.
  const [rowsPage, setRowsPage] = useLatestData(rows)
  const { pathname } = useLocation()
  const nextLocation = useNavigation().location
  // While another address of this page is loading, the officer wants the rows of that address.
  const wantedKey =
    nextLocation?.pathname === pathname
      ? rowsKey(new URLSearchParams(nextLocation.search))
      : rowsKey(writeAddress(address))
  const { state } = useRevalidator()
  return {
    rowsPage,
    loadedRows: rows,
    isWaiting: wantedKey !== key || state === 'loading',
    error: rows.error,
    showOnList: (ids, listed) =>
      setRowsPage(
        (before) =>
          before && {
            ...before,
            rows: before.rows.map((row) => (ids.includes(row.id) ? { ...row, ...listed } : row)),
          },
      ),
  }
}
