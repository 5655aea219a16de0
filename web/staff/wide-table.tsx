import type { ReactNode } from 'react'

type Props = {
  label: string
  heads: string[]
  /** Names a last column of buttons for those who do not see it. */
  acts?: string | false
  children: ReactNode
}

/** A dense table that a narrow screen, and the keyboard, can scroll sideways. */
export const WideTable = ({ label, heads, acts, children }: Props) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
  <div className="st-scroll" role="region" aria-label={label} tabIndex={0}>
    <table className="tbl">
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" key={head}>
              {head}
            </th>
          ))}
          {acts && (
            <th scope="col">
              <span className="vh">{acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
