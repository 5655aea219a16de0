import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'

type Machines = NonNullable<Reply<'GET /api/staff/reports/'>['machines']>

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
      <table className="tbl st-stack fi-jobs">
        <thead>
          <tr>
            <th scope="col">
              <Trans>Name</Trans>
            </th>
            <th scope="col">
              <Trans>Version</Trans>
            </th>
            <th scope="col" className="fgr">
              <Trans>Processes</Trans>
            </th>
            <th scope="col">
              <Trans>Last seen</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => {
            const since = ago(machine.seen_at, now)
            return (
              <tr key={`${machine.name} ${machine.version}`}>
                <th scope="row">{machine.name}</th>
                <td className="num">{machine.version}</td>
                <td
                  className="fgr num"
                  data-label={plural(machine.processes, { one: 'process', other: 'processes' })}
                >
                  {formatNumber(machine.processes)}
                </td>
                <td className="nowrap">
                  <Trans>{since} ago</Trans>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    )}
  </section>
)
