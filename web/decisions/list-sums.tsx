import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { balanceOf, CONSTITUTION } from '#contract/decisions/constitution.ts'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'

const percent = (count: number, total: number) => `${total === 0 ? 0 : ((100 * count) / total).toFixed(1)}%`

type PeopleSums = NonNullable<DecisionListDetail['sums']>

const SumLine = ({
  words,
  count,
  total,
  limit,
}: {
  words: string
  count: number
  total: number
  limit?: number
}) => (
  <li>
    <span>{words}</span>
    <b className="num">{formatNumber(count)}</b>
    <span className="num quiet">{percent(count, total)}</span>
    <Bar count={count} total={total} {...(limit === undefined ? {} : { limit })} />
  </li>
)

/** Women, men and persons with disabilities against the limits of the Constitution. */
export function Balance({ sums }: { sums: PeopleSums }) {
  const { women, men, others, pwd } = sums
  const total = women + men + others
  const { aboveTwoThirds, belowPwd } = balanceOf(sums)
  return (
    <>
      <ul className="st-sums">
        <SumLine words="Women" count={women} total={total} limit={CONSTITUTION.oneGenderAtMost} />
        <SumLine words="Men" count={men} total={total} limit={CONSTITUTION.oneGenderAtMost} />
        {others > 0 && <SumLine words="Others" count={others} total={total} />}
        <SumLine words="With disabilities" count={pwd} total={total} limit={CONSTITUTION.pwdAtLeast} />
      </ul>
      <p className="small mt2">
        {aboveTwoThirds ? (
          <b className="c-amber">
            {aboveTwoThirds === 'women' ? 'Women' : 'Men'} are more than two thirds (Constitution, Article
            27).
          </b>
        ) : (
          'Neither gender is more than two thirds (Constitution, Article 27).'
        )}{' '}
        {belowPwd ? (
          <b className="c-amber">Persons with disabilities are fewer than 5% (Article 54).</b>
        ) : (
          'Persons with disabilities are at least 5% (Article 54).'
        )}
      </p>
    </>
  )
}

const SHOWN_COUNTIES = 8

/** By county, the largest first. */
export function Counties({ counties, total }: { counties: DecisionListDetail['counties']; total: number }) {
  const sorted = [...counties].sort((left, right) => right.count - left.count)
  const line = ({ name, count }: { name: string; count: number }) => (
    <SumLine key={name} words={name} count={count} total={total} />
  )
  return (
    <>
      <ul className="st-sums">{sorted.slice(0, SHOWN_COUNTIES).map(line)}</ul>
      {sorted.length > SHOWN_COUNTIES && (
        <details>
          <summary>{sorted.length - SHOWN_COUNTIES} more counties</summary>
          <ul className="st-sums">{sorted.slice(SHOWN_COUNTIES).map(line)}</ul>
        </details>
      )}
    </>
  )
}
