import { Link } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { Bar, many } from './bar.tsx'

type County = Reply<'GET /api/staff/jobs/{id}/figures/'>['counties'][number]

function Rows({ county, most, open, to }: { county: County; most: number; open: boolean; to: (code: number | undefined) => string }) {
  return (
    <>
      <tr>
        <th scope="row">
          <Link to={to(open ? undefined : county.code)} aria-expanded={open} preventScrollReset replace>
            {county.name}
          </Link>
        </th>
        <td className="fgr num">{many(county.count)}</td>
        <td className="fi-wide">
          <Bar part={county.count} most={most} />
        </td>
      </tr>
      {open &&
        county.constituencies.map((it) => (
          <tr key={it.code} className="fi-inside">
            <th scope="row">
              <span className="vh">{county.name}: </span>
              {it.name}
            </th>
            <td className="fgr num">{many(it.count)}</td>
            <td className="fi-wide">
              <Bar part={it.count} most={most} weak />
            </td>
          </tr>
        ))}
    </>
  )
}

/** Where applicants live, the county with the most first; one of them opens into its constituencies. */
export function Places({ counties, open, to }: { counties: County[]; open: number | undefined; to: (code: number | undefined) => string }) {
  const most = counties[0]?.count ?? 0
  return (
    <section aria-labelledby="places">
      <h2 id="places">By county</h2>
      {counties.length === 0 ? (
        <p className="empty">Nothing was sent yet.</p>
      ) : (
        <table className="tbl fi-bars">
          <caption className="tiny quiet">
            Sent applications, by where people live; {counties.length === 1 ? '1 county' : `${counties.length} of 47 counties`}. A county opens into its
            constituencies.
          </caption>
          <thead className="vh">
            <tr>
              <th scope="col">County</th>
              <th scope="col">Sent</th>
              <th scope="col">Drawn</th>
            </tr>
          </thead>
          <tbody>
            {counties.map((county) => (
              <Rows key={county.code} county={county} most={most} open={county.code === open} to={to} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
