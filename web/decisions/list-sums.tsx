import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { brokenLimits, CONSTITUTION } from '#contract/decisions/constitution.ts'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'

const percent = (count: number, total: number) => `${total === 0 ? 0 : ((100 * count) / total).toFixed(1)}%`

type PeopleSums = NonNullable<DecisionListDetail['sums']>

const SumLine = ({
  words,
  count,
  total,
  limitShare,
}: {
  words: string
  count: number
  total: number
  /** A legal limit, a share from 0 to 1: the most for a gender, the least for persons with disabilities. */
  limitShare?: number
}) => (
  <li>
    <span>{words}</span>
    <b className="num">{formatNumber(count)}</b>
    <span className="num quiet">{percent(count, total)}</span>
    <Bar count={count} total={total} limitShare={limitShare} />
  </li>
)

/**
 * Compares women, men and persons with disabilities (`pwd`) on a list with the limits of the Constitution.
 */
export function Balance({ sums }: { sums: PeopleSums }) {
  const { women, men, others, pwd } = sums
  const total = women + men + others
  const { genderAboveLimit, hasTooFewPwd } = brokenLimits(sums)
  return (
    <>
      <ul className="st-sums">
        <SumLine words={t`Women`} count={women} total={total} limitShare={CONSTITUTION.oneGenderAtMost} />
        <SumLine words={t`Men`} count={men} total={total} limitShare={CONSTITUTION.oneGenderAtMost} />
        {others > 0 && <SumLine words={t`Others`} count={others} total={total} />}
        <SumLine
          words={t`With disabilities`}
          count={pwd}
          total={total}
          limitShare={CONSTITUTION.pwdAtLeast}
        />
      </ul>
      <p className="small mt2">
        {genderAboveLimit ? (
          <b className="text-amber">
            {genderAboveLimit === 'women'
              ? t`Women are more than two thirds (Constitution, Article 27).`
              : t`Men are more than two thirds (Constitution, Article 27).`}
          </b>
        ) : (
          t`Neither gender is more than two thirds (Constitution, Article 27).`
        )}{' '}
        {hasTooFewPwd ? (
          <b className="text-amber">
            <Trans>Persons with disabilities are fewer than 5% (Article 54).</Trans>
          </b>
        ) : (
          t`Persons with disabilities are at least 5% (Article 54).`
        )}
      </p>
    </>
  )
}

const SHOWN_COUNTIES = 8

/** The list's sums by county, the largest county first. */
export function Counties({ counties, total }: { counties: DecisionListDetail['counties']; total: number }) {
  const sorted = [...counties].sort((left, right) => right.count - left.count)
  const countyLine = ({ name, count }: { name: string; count: number }) => (
    <SumLine key={name} words={name} count={count} total={total} />
  )
  return (
    <>
      <ul className="st-sums">{sorted.slice(0, SHOWN_COUNTIES).map(countyLine)}</ul>
      {sorted.length > SHOWN_COUNTIES && (
        <details className="st-fold">
          <summary>
            <Trans>{sorted.length - SHOWN_COUNTIES} more counties</Trans>
          </summary>
          <ul className="st-sums">{sorted.slice(SHOWN_COUNTIES).map(countyLine)}</ul>
        </details>
      )}
    </>
  )
}
