import { Link } from 'react-router'
import type { DecisionListDetail } from '#contract/decisions/endpoints.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { useAnswer } from '../use-answer.ts'
import { applications } from '../staff-ui/applications.ts'
import { Loading, Unread } from '../staff-ui/loading.tsx'

const SHOWN = 10

/** The first applications on a list, as in the table of applications, with a link to it. */
export function ListEntries({ list }: { list: DecisionListDetail }) {
  const query = `list=${list.id}`
  const answer = useAnswer(`${list.id} ${list.size} ${list.state}`, () =>
    call('GET /api/staff/jobs/{id}/applications/', {
      params: { id: list.job.id },
      query: { list: String(list.id) },
    }),
  )
  const named = answer.state === 'here' && answer.data.rows.some(({ name }) => name !== null)
  return (
    <section className="st-part" aria-labelledby="entries">
      <h2 className="h-s" id="entries">
        On it
      </h2>
      {answer.state === 'waiting' && <Loading />}
      {answer.state === 'failed' && <Unread what="Who is on it" again={answer.again} />}
      {answer.state === 'here' && answer.data.rows.length === 0 && (
        <p className="empty">
          {list.state === 'drafting'
            ? 'No one is on it yet. Choose applications in the table and add them here.'
            : 'No one is on it any more.'}
        </p>
      )}
      {answer.state === 'here' && answer.data.rows.length > 0 && (
        <>
          <table className="tbl st-jobs st-entries" aria-label="The first on it">
            <thead>
              <tr>
                <th scope="col">Reference</th>
                {named && <th scope="col">Name</th>}
                <th scope="col">Where</th>
                <th scope="col">Highest</th>
                <th scope="col">Now</th>
                <th scope="col">Reason</th>
              </tr>
            </thead>
            <tbody>
              {answer.data.rows.slice(0, SHOWN).map((row) => (
                <tr key={row.id}>
                  <td className="st-job">
                    <Link to={paths.staffApplications(list.job.id, `${query}&open=${row.id}`)}>
                      <span className="nw">{row.reference}</span>
                    </Link>
                  </td>
                  {named && <td data-label="Name">{row.name ?? 'Hidden'}</td>}
                  <td data-label="Where">
                    {row.constituency}, {row.county}
                  </td>
                  <td data-label="Highest">{row.level || 'None listed'}</td>
                  <td data-label="Now">{STAGE_WORDS[row.stage]}</td>
                  <td className="any" data-label="Reason">
                    {row.reason ?? <span className="quiet">None</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt2">
            <Link className="tap" to={paths.staffApplications(list.job.id, query)}>
              All {applications(answer.data.count)} in the table
            </Link>
          </p>
        </>
      )}
    </section>
  )
}
