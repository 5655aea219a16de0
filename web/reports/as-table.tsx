import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'

/** A row of the table. `isRunning`: its period is not over, so its counts are not final. */
type Row = { name: string; counts: number[]; isRunning?: boolean }
type Props = { label: string; caption: string; firstHeading: string; headings: string[]; rows: Row[] }

/**
 * The data of a chart over time as a table, the latest first. The table is no `DataTable`, because it stays a
 * table on a phone.
 */
export const AsTable = ({ label, caption, firstHeading, headings, rows }: Props) => (
  <details className="reports-more">
    <summary>
      <Trans>As a table</Trans>
    </summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it */}
    <div className="st-scroll reports-tall" role="region" aria-label={t`${label}, as a table`} tabIndex={0}>
      <table className="tbl">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{firstHeading}</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="fgr">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map(({ name, counts, isRunning }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {isRunning && (
                  <span className="quiet">
                    {' '}
                    <Trans>so far</Trans>
                  </span>
                )}
              </th>
              {counts.map((count, index) => (
                <td key={headings[index]} className="fgr num">
                  {formatNumber(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

/** The axis of a chart over time: its first, middle and last moment. */
export function Axis({ names }: { names: string[] }) {
  const middle = names[Math.floor(names.length / 2)]
  const shownNames = names.length > 2 ? [names[0], middle, names.at(-1)] : names
  return (
    <p className="reports-axis tiny quiet num" aria-hidden="true">
      {shownNames.map((name, index) => (
        <span key={`${index} ${name}`}>{name}</span>
      ))}
    </p>
  )
}
