import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'

const SeenAgo = ({ since }: { since: string }) => <Trans>{since} ago</Trans>

type Machines = NonNullable<Reply<'GET /api/staff/reports/'>['machines']>

const columnsOf = (now: string): Column<Machines[number]>[] => [
  { header: t`Name`, rowHeader: true, cell: ({ name }) => name },
  { header: t`Version`, label: false, className: 'num', cell: ({ version }) => version },
  {
    header: t`Processes`,
    numeric: true,
    label: ({ processes }) => plural(processes, { one: 'process', other: 'processes' }),
    cell: ({ processes }) => formatNumber(processes),
  },
  {
    header: t`Last seen`,
    label: false,
    className: 'nowrap',
    cell: ({ seen_at }) => <SeenAgo since={ago(seen_at, now)} />,
  },
]

/** The machines that run the portal. A machine that no longer answers stays in the table for a day. */
export const MachinesTable = ({ machines, now }: { machines: Machines; now: string }) => (
  <section aria-labelledby="machines">
    <h2 id="machines">
      <Trans>Machines</Trans>
    </h2>
    {machines.length === 0 ? (
      <p className="empty">
        <Trans>No machine has reported yet.</Trans>
      </p>
    ) : (
      <DataTable
        layout="report"
        className="reports-jobs"
        columns={columnsOf(now)}
        rows={machines}
        rowKey={({ name, version }) => `${name} ${version}`}
      />
    )}
  </section>
)
