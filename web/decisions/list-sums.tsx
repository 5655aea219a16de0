import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { balanceOf, CONSTITUTION } from '#contract/decisions/constitution.ts'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(1)}%`

type Sums = NonNullable<DecisionListDetail['sums']>

const Line = ({
  words,
  part,
  whole,
  mark,
}: {
  words: string
  part: number
  whole: number
  mark?: number
}) => (
  <li>
    <span>{words}</span>
    <b className="num">{formatNumber(part)}</b>
    <span className="num quiet">{percent(part, whole)}</span>
    <Bar part={part} whole={whole} {...(mark === undefined ? {} : { mark })} />
  </li>
)

/** Women, men and persons with disabilities against the limits of the Constitution. */
export function Balance({ sums }: { sums: Sums }) {
  const { women, men, others, pwd } = sums
  const whole = women + men + others
  const { aboveTwoThirds, belowPwd } = balanceOf(sums)
  return (
    <>
      <ul className="st-sums">
        <Line words="Women" part={women} whole={whole} mark={CONSTITUTION.oneGenderAtMost} />
        <Line words="Men" part={men} whole={whole} mark={CONSTITUTION.oneGenderAtMost} />
        {others > 0 && <Line words="Others" part={others} whole={whole} />}
        <Line words="With disabilities" part={pwd} whole={whole} mark={CONSTITUTION.pwdAtLeast} />
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

const SHOWN = 8

/** By county, the largest first. */
export function Counties({ counties, whole }: { counties: DecisionListDetail['counties']; whole: number }) {
  const sorted = [...counties].sort((left, right) => right.count - left.count)
  const line = ({ name, count }: { name: string; count: number }) => (
    <Line key={name} words={name} part={count} whole={whole} />
  )
  return (
    <>
      <ul className="st-sums">{sorted.slice(0, SHOWN).map(line)}</ul>
      {sorted.length > SHOWN && (
        <details>
          <summary>{sorted.length - SHOWN} more counties</summary>
          <ul className="st-sums">{sorted.slice(SHOWN).map(line)}</ul>
        </details>
      )}
    </>
  )
}
