import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { disabilityInWords, genderInWords, type RuleResult } from '#contract/decisions/fairness.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { countedApplications } from '../staff-ui/applications.ts'

const RESULT_MARKS: Record<RuleResult, { icon: IconName; className: string; words: string }> = {
  within: { icon: 'tick', className: 'text-green', words: t`Within the line` },
  outside: { icon: 'warn', className: 'text-amber', words: t`Outside the line` },
  unknown: { icon: 'half', className: 'quiet', words: t`Too few to say` },
}

const RuleLine = ({
  rule,
  result,
  words,
}: {
  rule: string
  result: RuleResult
  words: string | undefined
}) => (
  <li>
    <b>{rule}</b>
    <span className={RESULT_MARKS[result].className}>
      <Icon name={RESULT_MARKS[result].icon} size="icon-small" /> {RESULT_MARKS[result].words}
    </span>
    {words && <span className="small">{words}.</span>}
  </li>
)

/**
 * Says what the sums count, or why they are hidden. `whole`: the list's size when counted, null while the
 * sums are hidden. `at`: the time of the count. `current`: the list is still the same.
 */
function countedWords({ law, state }: DecisionListDetail) {
  const draftWords =
    state === 'drafting'
      ? t`We count only when the list is proposed. Otherwise a small change could identify a person.`
      : undefined
  if (law.whole === null)
    return (
      draftWords ??
      t`Totals of fewer than ${REPORTS.blockSize} people are hidden, because they could identify a person. Totals after a smaller change are hidden too.`
    )
  if (law.current || !law.at) return ''
  // The time ends in "a.m." or "p.m.", so the sentence needs no second full stop.
  const counted = t`Of the ${countedApplications(law.whole)} proposed on ${shortMoment(law.at)}`
  return `${counted} ${draftWords ?? t`Too few have changed since then to count again.`}`
}

/**
 * The limits of the Constitution for a list. Everyone who decides sees the same, and no one is identified.
 */
export function ListLaw({ list }: { list: DecisionListDetail }) {
  const { whole: countedTotal, gender, disability, two_thirds, five_percent } = list.law
  // The total of the list is null while its sums are hidden.
  const isShown = countedTotal !== null
  return (
    <>
      <ul className="st-law">
        <RuleLine
          rule={t`At most two-thirds of one gender (Article 27)`}
          result={two_thirds}
          words={isShown ? genderInWords(gender, countedTotal) : undefined}
        />
        <RuleLine
          rule={t`At least 5% persons with disabilities (Article 54)`}
          result={five_percent}
          words={isShown ? disabilityInWords(disability, countedTotal) : undefined}
        />
      </ul>
      <p className="small quiet mt2">
        {countedWords(list)} <Trans>Everyone who decides sees the same.</Trans>
      </p>
    </>
  )
}
