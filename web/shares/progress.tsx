import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

/** Rounded down, so that 100% is shown only when nothing is left. */
const percentWords = (count: number, total: number) =>
  total > 0 ? ` (${Math.floor((100 * count) / total)}%)` : ''

const KINDS = { county: t`by county`, parts: t`in equal parts` } as const

/** A line of the table: the share of one reviewer, or the applications that are in no one's share. */
type ShareRow = {
  key: string
  reviewer: string
  shareWords: string
  assigned: number
  /** Absent for the applications that are in no one's share. */
  read?: number
  decided: number
}

/** The key of the row for applications that are in no one's share. */
const UNASSIGNED = 'rest'

/** A count. With a `total`, also its percentage of the total. */
const Count = ({ count, total }: { count: number; total?: number }) => (
  <span className="num">
    {formatNumber(count)}
    {total !== undefined && percentWords(count, total)}
  </span>
)

const COLUMNS: Column<ShareRow>[] = [
  { header: t`Reviewer`, cell: ({ reviewer }) => reviewer },
  { header: t`Share`, cell: ({ shareWords }) => shareWords },
  { header: t`Assigned`, numeric: true, cell: ({ assigned }) => <Count count={assigned} /> },
  {
    header: t`Read by them`,
    numeric: true,
    cell: ({ read, assigned }) => read !== undefined && <Count count={read} total={assigned} />,
  },
  {
    header: t`Decided`,
    numeric: true,
    cell: ({ key, decided, assigned }) => (
      <Count count={decided} {...(key === UNASSIGNED ? {} : { total: assigned })} />
    ),
  },
]

/** A row for each reviewer. Applications in no one's share (`rest`) have the last row, if there are any. */
const rowsOf = ({ shares, rest }: WorkPlan): ShareRow[] => [
  ...shares.map(({ officer, counties, ...counts }) => ({
    key: String(officer.id),
    reviewer: officer.name,
    shareWords: counties.length > 0 ? counties.map(({ name }) => name).join(', ') : t`An equal part`,
    ...counts,
  })),
  ...(rest.assigned > 0
    ? [{ key: UNASSIGNED, reviewer: t`No one`, shareWords: t`Everything else`, ...rest }]
    : []),
]

/** A table with the size of each reviewer's share, and how many of its applications are read and decided. */
export function Progress({ plan }: { plan: WorkPlan }) {
  if (!plan.kind)
    return (
      <p className="quiet">
        <Trans>The applications of this job are not shared out. Every reviewer may read all of them.</Trans>
      </p>
    )
  return (
    <>
      <p className="shares-how">
        <Trans>
          Shared out {KINDS[plan.kind]} by {plan.shared_by?.name} · {shortMoment(plan.shared_at)}
        </Trans>
        {plan.only_unread && ` · ${t`only applications that no one else has read`}`}
      </p>
      <DataTable label={t`Shares`} columns={COLUMNS} rows={rowsOf(plan)} rowKey={({ key }) => key} />
      <p className="tiny quiet mt2">
        <Trans>Decided means: on a decision list, or on the long list or a later stage.</Trans>
      </p>
    </>
  )
}
