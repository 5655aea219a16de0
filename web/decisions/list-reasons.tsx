import { Trans } from '@lingui/react/macro'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { formatNumber } from '../ui/card.ts'
import { countedApplications } from '../staff-ui/applications.ts'

/**
 * Every reason on a list as applicants read it, with its count. A list without applications has only the
 * reason of the list itself.
 */
export function ListReasons({ list }: { list: DecisionListDetail }) {
  const { reasons } = list
  if (reasons.length === 0)
    return (
      <span className="any">
        {list.reason || (
          <span className="quiet">
            <Trans>None is given to the applicants</Trans>
          </span>
        )}
      </span>
    )
  if (reasons.length === 1 && reasons[0])
    return (
      <span className="any">
        {reasons[0].text || (
          <span className="quiet">
            <Trans>None is given to the applicants</Trans>
          </span>
        )}
      </span>
    )
  return (
    <>
      <p className="bold">
        <Trans>{formatNumber(reasons.length)} different reasons:</Trans>
      </p>
      <ul className="st-reasons">
        {reasons.map(({ text, count }) => (
          <li key={text}>
            <span className="any">
              {text || (
                <span className="quiet">
                  <Trans>None is given</Trans>
                </span>
              )}
            </span>
            <span className="num nowrap quiet">{countedApplications(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
