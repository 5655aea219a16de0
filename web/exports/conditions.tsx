import { Trans } from '@lingui/react/macro'
import type { FilterCondition } from '#contract/exports/endpoints.ts'

/** The filter of an export in words, such as `County: Kilifi or Kwale`. No condition means all applicants. */
export const Conditions = ({ conditions }: { conditions: FilterCondition[] }) =>
  conditions.length === 0 ? (
    <p>
      <Trans>Everyone who applied.</Trans>
    </p>
  ) : (
    <ul className="exports-conditions">
      {conditions.map(({ label, words }) => (
        <li key={label}>
          <span className="quiet">{label}:</span> <b className="any">{words}</b>
        </li>
      ))}
    </ul>
  )
