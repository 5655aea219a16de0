import { useEffect } from 'react'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { type Loaded, useReload } from '../loaded.ts'
import { forgetCases } from './case-cache.ts'
import type { Head } from './filter-groups.ts'
import { refocus } from './refocus.ts'
import { useActing } from './use-acting.ts'
import { useAddress } from './use-address.ts'
import { type Opened, useCase } from './use-case.ts'
import { useColumns } from './use-columns.ts'
import { useCursor } from './use-cursor.ts'
import { useHead } from './use-head.ts'
import { useMoves } from './use-moves.ts'
import { type Found, useRows } from './use-rows.ts'
import { useSelection } from './use-selection.ts'
import { useViewed } from './use-viewed.ts'

export type ReviewProps = {
  job: number
  officer: StaffMember
  loaded: { head: Promise<Loaded<Head>>; key: string; rows: Loaded<Found>; opened: Opened }
}

/** What the table shows: its loaded data with the changes since, and what the officer has chosen. */
function useReviewData({ job, officer, loaded }: ReviewProps) {
  const { address, go } = useAddress()
  const { head, error: headError, onViews } = useHead(loaded.head)
  const { found, waiting, error: rowsError, put } = useRows(loaded, address)
  const cases = useCase(address.open, loaded.opened, loaded.head)
  const reload = useReload(rowsError ?? headError ?? cases.error)
  useEffect(() => () => forgetCases(job), [job])
  const viewed = useViewed(address.open)
  const columns = useColumns(officer.id, (head?.areas.length ?? 0) > 0, address, go, found)
  const selection = useSelection(JSON.stringify(address.filter))
  const openRow = found?.rows.find((row) => row.id === address.open)
  return {
    job,
    officer,
    address,
    go,
    head,
    headError,
    onViews,
    found,
    waiting,
    rowsError,
    put,
    cases,
    reload,
    viewed,
    columns,
    selection,
    openRow,
    isUnread: (row: ReviewRow) => !cases.now(row).read_by_me,
    isSelecting: selection.all || selection.rows.length > 0,
    mayMoveThem: officer.rights.includes('decisions.propose'),
  }
}

/** The state of the table, and what the officer can do in it. */
export function useReview(props: ReviewProps) {
  const data = useReviewData(props)
  const { job, address, go, found, cases, reload, selection, openRow, isUnread } = data
  const moves = useMoves({
    job,
    filter: address.filter,
    put: (ids: number[], list: ReviewRow['list']) => {
      data.put(ids, list)
      for (const id of ids) cases.change(id, { list })
    },
    again: reload,
  })
  const cursor = useCursor({ found, address, go, isUnread, say: (words) => moves.say({ words }) })
  const current = address.open === undefined ? undefined : (openRow ?? cases.whole)
  const acting = useActing({
    selection,
    count: found?.count ?? 0,
    current: current ?? cursor.row,
    moves,
    refocus,
  })
  return { ...data, moves, cursor, acting }
}
export type ReviewState = ReturnType<typeof useReview>
