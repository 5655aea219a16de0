import type { Reply } from '#contract/endpoints.ts'
import { formatNumber } from '../ui/card.ts'
import { ago } from './ago.ts'

type Machines = Reply<'GET /api/staff/reports/'>['machines']

/** The machines that run the portal. One that is gone stays in the table for a day. */
export const MachinesTable = ({ machines, now }: { machines: Machines; now: string }) => (
  <section aria-labelledby="machines">
    <h2 id="machines">Machines</h2>
    {machines.length === 0 ? (
      <p className="empty">No machine has reported yet.</p>
    ) : (
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Version</th>
            <th scope="col" className="fgr">
              Processes
            </th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {machines.map((machine) => (
            <tr key={`${machine.name} ${machine.version}`}>
              <th scope="row">{machine.name}</th>
              <td className="num">{machine.version}</td>
              <td className="fgr num" data-label="processes">
                {formatNumber(machine.processes)}
              </td>
              <td className="nowrap">{ago(machine.seen_at, now)} ago</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
