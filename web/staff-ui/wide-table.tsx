import type { ReactNode } from 'react'

type Row = { key: string | number; cells: ReactNode[]; off?: boolean }
type Props = {
  label: string
  heads: string[]
  /** Columns of numbers, aligned at the right. */
  numbers?: readonly string[]
  /** The heading of a last column of buttons, for screen readers. */
  acts?: string | false
  rows: Row[]
}

/**
 * A dense table. On a phone each row is a block, and every cell has its column's name. At medium widths it
 * can be scrolled sideways, also by keyboard.
 */
export const WideTable = ({ label, heads, numbers = [], acts, rows }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
  <div className="st-scroll" role="region" aria-label={label} tabIndex={0}>
    <table className="tbl st-wide">
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head} className={numbers.includes(head) ? 'is-number' : undefined}>
              {head}
            </th>
          ))}
          {acts && (
            <th scope="col">
              <span className="sr-only">{acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells, off }) => (
          <tr key={key} className={off ? 'off' : undefined}>
            {cells.map((cell, index) => (
              <td
                key={heads[index] ?? 'act'}
                className={numbers.includes(heads[index] ?? '') ? 'is-number' : undefined}
                data-label={index > 0 ? heads[index] : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
