import { useEffect } from 'react'
import { isIdentifying } from '#contract/review/identifying.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { type Loaded, useReload } from '../loaded.ts'
import { forgetCases } from './case-cache.ts'
import type { JobOverview } from './filter-groups.ts'
import { refocus } from './refocus.ts'
import { useActing } from './use-acting.ts'
import { useAddress } from './use-address.ts'
import { type Opened, useCase } from './use-case.ts'
import { useColumns } from './use-columns.ts'
import { useCursor } from './use-cursor.ts'
import { useOverview } from './use-overview.ts'
import { useMoves } from './use-moves.ts'
import { type RowsPage, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useViewed } from './use-viewed.ts'

export type ReviewProps = {
  jobId: number
  officer: StaffMember
  loaded: { overview: Promise<Loaded<JobOverview>>; key: string; rows: Loaded<RowsPage>; opened: Opened }
}

/** What the table shows: its loaded data with the changes since, and what the officer has chosen. */
function useReviewData({ jobId, officer, loaded }: ReviewProps) {
  const { address, go } = useAddress()
  const { overview, error: overviewError, onViews } = useOverview(loaded.overview)
  const { rowsPage, loadedRows, isWaiting, error: rowsError, showOnList } = useRows(loaded, address)
  const cases = useCase(address.openId, loaded.opened, loaded.overview)
  // Loads the overview and the rows again, and the open application if it is not cached. After an error, this
  // runs by itself when the network is back or a busy portal allows it.
  const reload = useReload(rowsError ?? overviewError ?? cases.error)
  useEffect(() => () => forgetCases(jobId), [jobId])
  const viewed = useViewed(address.openId)
  const hasPlaces = overview !== undefined && overview.areas.length > 0
  const columns = useColumns(officer.id, hasPlaces, address, go, rowsPage)
  // While identities are hidden, an order by personal facts leaves out applications that the filter alone
  // matches. An action on all that match would reach these too.
  const isOrderPartial = (rowsPage?.blind ?? true) && isIdentifying(address.sort ?? '')
  const selection = useSelection(JSON.stringify([address.filter, isOrderPartial]))
  const openRow = rowsPage?.rows.find((row) => row.id === address.openId)
  return {
    jobId,
    officer,
    address,
    go,
    overview,
    overviewError,
    onViews,
    rowsPage,
    loadedRows,
    isWaiting,
    rowsError,
    showOnList,
    cases,
    reload,
    viewed,
    columns,
    selection,
    canSelectAll: !isOrderPartial,
    openRow,
    isUnread: (row: ReviewRow) => !cases.withChanges(row).read_by_me,
    isSelecting: selection.isAll || selection.rows.length > 0,
    mayPropose: officer.rights.includes('decisions.propose'),
  }
}

/** The state of the table, and what the officer can do in it. */
export function useReview(props: ReviewProps) {
  const data = useReviewData(props)
  const { jobId, address, go, rowsPage, cases, reload, selection, openRow, isUnread } = data
  const moves = useMoves({
    jobId,
    filter: address.filter,
    showOnList: (ids, listed) => {
      data.showOnList(ids, listed)
      for (const id of ids) cases.change(id, listed)
    },
    reload,
  })
  const cursor = useCursor({
    rowsPage,
    loadedRows: data.loadedRows,
    isWaiting: data.isWaiting,
    address,
    go,
    isUnread,
    announce: (words) => moves.showOutcome({ words }),
  })
  // The row of the open application may be on another page of the table.
  const current = address.openId === undefined ? undefined : (openRow ?? cases.application)
  const acting = useActing({
    selection,
    count: rowsPage?.count ?? 0,
    current: current ?? cursor.row,
    moves,
    refocus,
  })
  return { ...data, moves, cursor, acting }
}
export type ReviewState = ReturnType<typeof useReview>
