import { longDate } from '#contract/dates.ts'
import { BASIS_WORDS, type NameBasis } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { useSite } from '../layout/public-layout.tsx'
import { formatNumber } from '../ui/card.ts'

type Group = { county: string; constituency: string; lines: PublishedList['lines'] }
const grouped = (lines: PublishedList['lines']): Group[] => {
  const groups: Group[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && last.county === line.county && last.constituency === line.constituency) last.lines.push(line)
    else groups.push({ county: line.county, constituency: line.constituency, lines: [line] })
  }
  return groups
}

type Props = { notice: PublishedList; county: string; constituency: string; basis: NameBasis | undefined }

/** The published list as printed: its head is repeated on every page. */
export function PublishedListSheet({ notice, county, constituency, basis }: Props) {
  const site = useSite()
  const place = notice.places.find(({ code }) => String(code) === county)
  const part = place?.constituencies.find(({ code }) => String(code) === constituency)
  const whose = notice.status === 'Hired' ? 'hired' : 'shortlisted'
  const what = `${basis ? 'Names' : 'References'} of those ${whose}`
  const where = part ? `${part.name}, ${place?.name} County` : place ? `${place.name} County` : 'All counties'
  const day = longDate(new Date(notice.at))
  return (
    <table className="nt-sheet" role="presentation">
      <thead className="paper-only">
        <tr>
          <td>
            <p className="nt-run">
              <span>
                {site?.organisation.acronym} · {notice.job.reference}
              </span>
              <span>{what}</span>
              <span>{day}</span>
            </p>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <article aria-label={what}>
              <header className="nt-head">
                <p className="small">{site?.organisation.name}</p>
                <h2>{what}</h2>
                <p className="nt-job">{notice.job.title}</p>
                <dl>
                  <div>
                    <dt>Job</dt>
                    <dd className="ref">{notice.job.reference}</dd>
                  </div>
                  <div>
                    <dt>Area</dt>
                    <dd>{where}</dd>
                  </div>
                  <div>
                    <dt>Number</dt>
                    <dd className="num">{formatNumber(notice.lines.length)}</dd>
                  </div>
                  <div>
                    <dt>Date</dt>
                    <dd>{day}</dd>
                  </div>
                </dl>
              </header>
              {grouped(notice.lines).map(({ county: of, constituency: within, lines }) => (
                <section key={`${of} ${within}`} className="nt-group">
                  <h3>
                    {within}, {of} <span className="num quiet">{formatNumber(lines.length)}</span>
                  </h3>
                  <ul className={basis ? 'nt-list has-names' : 'nt-list'}>
                    {lines.map((line) => (
                      <li key={line.reference}>
                        <span className="num nw">{line.reference}</span>
                        {line.name && <b className="any"> {line.name}</b>}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
              <footer className="nt-foot">
                <p className="small">
                  {basis
                    ? `Names are shown under: ${BASIS_WORDS[basis]}.`
                    : 'Your reference is on your receipt and in your account. Names are not shown, to protect those who applied.'}
                </p>
                <div className="nt-sign">
                  <p>Signed for the commission</p>
                  <p>Name</p>
                  <p>Date</p>
                </div>
              </footer>
            </article>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
