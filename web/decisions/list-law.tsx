import { shortDeadline } from '#contract/dates.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { DecisionListDetail } from '#contract/decisions/endpoints.ts'
import { disabilityInWords, genderInWords, type RuleResult } from '#contract/decisions/fairness.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { applications } from '../staff-ui/applications.ts'

const MARKS: Record<RuleResult, readonly [IconName, string, string]> = {
  within: ['tick', 'c-green', 'Within the line'],
  outside: ['warn', 'c-amber', 'Outside the line'],
  unknown: ['half', 'quiet', 'Too few to say'],
}

const Line = ({ of, kept, words }: { of: string; kept: RuleResult; words: string | undefined }) => (
  <li>
    <b>{of}</b>
    <span className={MARKS[kept][1]}>
      <Icon name={MARKS[kept][0]} size="i-s" /> {MARKS[kept][2]}
    </span>
    {words && <span className="small">{words}.</span>}
  </li>
)

/**
 * The limits of the Constitution for a list. Everyone who decides sees the same, and no one is identified.
 */
export function ListLaw({ list }: { list: DecisionListDetail }) {
  const { whole, at, current, gender, disability, two_thirds, five_percent } = list.law
  const told = whole !== null
  return (
    <>
      <ul className="st-law">
        <Line
          of="At most two-thirds of one gender (Article 27)"
          kept={two_thirds}
          words={told ? genderInWords(gender, whole) : undefined}
        />
        <Line
          of="At least 5% persons with disabilities (Article 54)"
          kept={five_percent}
          words={told ? disabilityInWords(disability, whole) : undefined}
        />
      </ul>
      <p className="small quiet mt2">
        {!told &&
          list.state === 'drafting' &&
          'Counted when the list is proposed, so that no change of it identifies a person. '}
        {!told &&
          list.state !== 'drafting' &&
          `Sums of fewer than ${REPORTS.block} people, or of a change by fewer, are not shown: they could identify a person. `}
        {told &&
          !current &&
          at &&
          `Of the ${applications(whole)} proposed on ${shortDeadline(at)}. Too few have changed for new sums. `}
        Everyone who decides sees the same.
      </p>
    </>
  )
}
