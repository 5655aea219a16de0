import { shortDeadline } from '#contract/dates.ts'
import type { WorkPlan } from '#contract/shares/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

const share = (part: number, whole: number) => (whole > 0 ? ` (${Math.floor((100 * part) / whole)}%)` : '')

const KINDS = { county: 'by county', parts: 'in equal parts' } as const

/** One line of the table: a share of a reviewer, or what no one has. */
type Line = { key: string; reviewer: string; part: string; assigned: number; read?: number; decided: number }

const COLUMNS: Column<Line>[] = [
  { header: 'Reviewer', cell: ({ reviewer }) => reviewer },
  { header: 'Share', cell: ({ part }) => part },
  { header: 'Assigned', numeric: true, cell: ({ assigned }) => <Sum count={assigned} /> },
  {
    header: 'Read by them',
    numeric: true,
    cell: ({ read, assigned }) => read !== undefined && <Sum count={read} of={assigned} />,
  },
  {
    header: 'Decided',
    numeric: true,
    cell: ({ key, decided, assigned }) => <Sum count={decided} {...(key === REST ? {} : { of: assigned })} />,
  },
]

const REST = 'rest'

const Sum = ({ count, of }: { count: number; of?: number }) => (
  <span className="num">
    {formatNumber(count)}
    {of !== undefined && share(count, of)}
  </span>
)

const linesOf = ({ shares, rest }: WorkPlan): Line[] => [
  ...shares.map(({ officer, counties, ...counts }) => ({
    key: String(officer.id),
    reviewer: officer.name,
    part: counties.length > 0 ? counties.map(({ name }) => name).join(', ') : 'An equal part',
    ...counts,
  })),
  ...(rest.assigned > 0 ? [{ key: REST, reviewer: 'No one', part: 'Everything else', ...rest }] : []),
]

/** The size of each share, and how far each reviewer is. */
export function Progress({ plan }: { plan: WorkPlan }) {
  if (!plan.kind)
    return (
      <p className="quiet">
        The applications of this job are not shared out. Every reviewer may read all of them.
      </p>
    )
  return (
    <>
      <p className="sh-how">
        Shared out {KINDS[plan.kind]} by {plan.shared_by?.name} · {shortDeadline(plan.shared_at)}
        {plan.only_unread && ' · only applications that no one else has read'}
      </p>
      <DataTable label="Shares" columns={COLUMNS} rows={linesOf(plan)} rowKey={({ key }) => key} />
      <p className="tiny quiet mt2">
        Decided means: on a decision list, or on the long list or a later stage.
      </p>
    </>
  )
}
