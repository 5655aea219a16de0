import { t } from '@lingui/core/macro'
import { longDate } from '#contract/dates.ts'
import { BASIS_WORDS, type LegalBasisForNames } from '#contract/exports/words.ts'
import type { PublishedList } from '#contract/exports/endpoints.ts'
import { useSite } from '../layout/public-layout.tsx'
import { formatNumber } from '../ui/card.ts'

type Group = { county: string; constituency: string; lines: PublishedList['lines'] }
/** Groups neighbouring lines. The server has sorted the list by county and constituency. */
const groupByConstituency = (lines: PublishedList['lines']): Group[] => {
  const groups: Group[] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && last.county === line.county && last.constituency === line.constituency) last.lines.push(line)
    else groups.push({ county: line.county, constituency: line.constituency, lines: [line] })
  }
  return groups
}

type Props = {
  list: PublishedList
  /** The codes of the chosen county and constituency; '' for all. */
  county: string
  constituency: string
  /** The law that allows the list to show names; undefined for a list without names. */
  basis: LegalBasisForNames | undefined
}

/** The area of the list in words, such as `Malindi, Kilifi County`. */
function areaWords({ list, county, constituency }: Props) {
  const countyPlace = list.places.find(({ code }) => String(code) === county)
  const constituencyPlace = countyPlace?.constituencies.find(({ code }) => String(code) === constituency)
  if (!countyPlace) return t`All counties`
  return constituencyPlace
    ? t`${constituencyPlace.name}, ${countyPlace.name} County`
    : t`${countyPlace.name} County`
}

type HeadProps = { list: PublishedList; heading: string; area: string; date: string }

const SheetHead = ({ list, heading, area, date }: HeadProps) => (
  <header className="published-head">
    <p className="small">{useSite()?.organisation.name}</p>
    <h2>{heading}</h2>
    <p className="published-job">{list.job.title}</p>
    <dl>
      <div>
        <dt>{t`Job`}</dt>
        <dd className="ref">{list.job.reference}</dd>
      </div>
      <div>
        <dt>{t`Area`}</dt>
        <dd>{area}</dd>
      </div>
      <div>
        <dt>{t`Number`}</dt>
        <dd className="num">{formatNumber(list.lines.length)}</dd>
      </div>
      <div>
        <dt>{t`Date`}</dt>
        <dd>{date}</dd>
      </div>
    </dl>
  </header>
)

const GroupLines = ({ group, hasNames }: { group: Group; hasNames: boolean }) => (
  <section className="published-group">
    <h3>
      {group.constituency}, {group.county}{' '}
      <span className="num quiet">{formatNumber(group.lines.length)}</span>
    </h3>
    <ul className={hasNames ? 'published-rows has-names' : 'published-rows'}>
      {group.lines.map((line) => (
        <li key={line.reference}>
          <span className="num nowrap">{line.reference}</span>
          {line.name && <b className="any"> {line.name}</b>}
        </li>
      ))}
    </ul>
  </section>
)

const SheetFoot = ({ basis }: Pick<Props, 'basis'>) => (
  <footer className="published-foot">
    <p className="small">
      {basis
        ? t`Names are shown under: ${BASIS_WORDS[basis]}.`
        : t`Your reference is on your receipt and in your account. Names are not shown, to protect those who applied.`}
    </p>
    <div className="published-sign">
      <p>{t`Signed for the commission`}</p>
      <p>{t`Name`}</p>
      <p>{t`Date`}</p>
    </div>
  </footer>
)

function headingOf({ list, basis }: Props) {
  if (list.status === 'Hired') return basis ? t`Names of those hired` : t`References of those hired`
  return basis ? t`Names of those shortlisted` : t`References of those shortlisted`
}

/**
 * The published list as printed. The sheet is a table because browsers repeat the head of a table on every
 * printed page.
 */
export function PublishedListSheet(props: Props) {
  const { list, basis } = props
  const site = useSite()
  const heading = headingOf(props)
  const date = longDate(new Date(list.at))
  return (
    <table className="published-sheet" role="presentation">
      <thead className="paper-only">
        <tr>
          <td>
            <p className="published-run">
              <span>
                {site?.organisation.acronym} · {list.job.reference}
              </span>
              <span>{heading}</span>
              <span>{date}</span>
            </p>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <article aria-label={heading}>
              <SheetHead list={list} heading={heading} area={areaWords(props)} date={date} />
              {groupByConstituency(list.lines).map((group) => (
                <GroupLines
                  key={`${group.county} ${group.constituency}`}
                  group={group}
                  hasNames={basis !== undefined}
                />
              ))}
              <SheetFoot basis={basis} />
            </article>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
