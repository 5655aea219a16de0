import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { type Cell, type RuleResult, keepsFivePercent, keepsTwoThirds } from '#contract/decisions/fairness.ts'
import { Icon } from '../ui/icon.tsx'
import { formatNumber } from '../ui/card.ts'
import { STAGE_WORDS } from './stage-words.ts'

type Reports = Reply<'GET /api/staff/jobs/{id}/reports/'>

/** A count in words. Null: it is hidden. `fewer`: it is hidden because it is small. */
const cellWords = ({ count, fewer }: Cell) => {
  if (count !== null) return formatNumber(count)
  return fewer ? t`fewer than ${REPORTS.smallestShownCount}` : t`not shown`
}

/**
 * A bar whose parts are shares, with lines at the legal limits. All numbers are percent. The bar ends at
 * `maxPercent`.
 */
function ShareBar({
  shares,
  limits,
  maxPercent = 100,
}: {
  shares: number[]
  limits: number[]
  maxPercent?: number
}) {
  const positionOf = (share: number) => Math.min(100, (100 * share) / maxPercent)
  // Each part starts where the parts before it end.
  const starts = shares.map((_, index) => shares.slice(0, index).reduce((sum, entry) => sum + entry, 0))
  return (
    <svg className="fi-share" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
      <rect className="is-rest" y="3" width="100" height="10" />
      {shares.map((share, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no name but their place
        <rect
          key={index}
          className={`is-part${index}`}
          x={positionOf(starts[index] ?? 0)}
          y="3"
          width={positionOf(share)}
          height="10"
        />
      ))}
      {/* Each limit is a dark line on a wider pale line, so that every part of the bar shows the limit. */}
      {limits.flatMap((limit) =>
        ['is-halo', 'is-law'].map((name) => (
          <line
            key={`${name} ${limit}`}
            className={name}
            x1={positionOf(limit)}
            x2={positionOf(limit)}
            y1="0"
            y2="16"
          />
        )),
      )}
    </svg>
  )
}

const VERDICT_CLASSES: Record<RuleResult, string> = {
  within: 'fi-verdict fi-green',
  outside: 'fi-verdict fi-amber',
  unknown: 'fi-verdict quiet',
}

const Verdict = ({ result, words }: { result: RuleResult; words: string }) => (
  <span className={VERDICT_CLASSES[result]}>
    {result !== 'unknown' && <Icon name={result === 'within' ? 'tick' : 'warn'} size="i-s" />}
    <span>{words}</span>
  </span>
)

/** The share of each cell in percent; undefined if a cell is hidden or the total is 0. */
const percentagesOf = (cells: Cell[], total: number) =>
  cells.every(({ count }) => count !== null) && total > 0
    ? cells.map(({ count }) => (100 * (count ?? 0)) / total)
    : undefined

/** One stage of the table. `words`: the server's sentence about the result. */
type Row = {
  stage: keyof typeof STAGE_WORDS
  total: number
  cells: Cell[]
  result: RuleResult
  words: string
}
type TableProps = {
  caption: string
  /** The headings of the cells, in their order. */
  names: string[]
  rows: Row[]
  /** How many received applications are not in the counts yet. */
  leftOut: number
  /** How many cells, from the first, are drawn as parts of the bar. */
  drawnCells: number
  draw: (shares: number[]) => React.ReactNode
}

function ShareRow({
  row,
  leftOut,
  names,
  drawnCells,
  draw,
}: { row: Row } & Pick<TableProps, 'leftOut' | 'names' | 'drawnCells' | 'draw'>) {
  const { stage, total, cells, result, words } = row
  const shares = percentagesOf(cells, total)
  // Received applications are counted in blocks, so the first ones are in no count yet.
  const isUncounted = stage === 'received' && total === 0 && leftOut > 0
  const emptyWords = isUncounted ? t`Not counted yet` : t`No one yet`
  const emptyCell = isUncounted ? '' : '0'
  return (
    <tr>
      <th scope="row">
        {STAGE_WORDS[stage]} {!isUncounted && <span className="quiet num">{formatNumber(total)}</span>}
      </th>
      {cells.map((cell, index) => (
        <td
          className={cell.count === null ? 'fgr quiet' : 'fgr num'}
          key={names[index]}
          data-label={names[index]}
        >
          {shares && index < drawnCells && <span className={`fi-dot is-part${index}`} aria-hidden="true" />}
          {total === 0 ? emptyCell : cellWords(cell)}
        </td>
      ))}
      <td className="fi-wide">
        {total === 0 ? (
          <span className="quiet">{emptyWords}</span>
        ) : (
          <Verdict result={result} words={words} />
        )}
        {shares && draw(shares)}
      </td>
    </tr>
  )
}

const ShareTable = ({ caption, names, rows, leftOut, drawnCells, draw }: TableProps) => (
  <table className="tbl st-stack fi-shares">
    <caption className="tiny quiet">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{t`Stage`}</th>
        {names.map((name) => (
          <th scope="col" className="fgr" key={name}>
            {name}
          </th>
        ))}
        <th scope="col">{t`Against the line`}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <ShareRow key={row.stage} {...{ row, leftOut, names, drawnCells, draw }} />
      ))}
    </tbody>
  </table>
)

/** Two limits for women and for men: at most two thirds each, and so at least one third. */
const GENDER_LIMITS_PERCENT = [100 / 3, 200 / 3]
const DISABILITY_LIMITS_PERCENT = [5]
const DISABILITY_BAR_PERCENT = 20

/**
 * Compares gender and disability with the limits of the Constitution, for each stage. It shows only sums, and
 * none that identifies anyone.
 */
export function Shares({ reports: { gender, disability, left_out } }: { reports: Reports }) {
  const genders = gender.map(({ whole: total, women, men, others, ...row }) => {
    const cells = [women, men, others]
    return { ...row, total, cells, result: keepsTwoThirds(cells, total) }
  })
  const disabilities = disability.map(({ whole: total, with: withDisability, without, ...row }) => {
    const cells = [withDisability, without]
    return { ...row, total, cells, result: keepsFivePercent(cells, total) }
  })
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">{t`Gender and disability`}</h2>
      <ShareTable
        caption={t`Article 27(8): not more than two-thirds of one gender. The border between women and men must be between the two lines.`}
        names={[t`Women`, t`Men`, t`Others`]}
        rows={genders}
        leftOut={left_out}
        drawnCells={3}
        draw={(shares) => <ShareBar shares={shares} limits={GENDER_LIMITS_PERCENT} />}
      />
      <ShareTable
        caption={t`Article 54(2): at least 5% persons with disabilities. The bar ends at 20%, with a line at 5%.`}
        names={[t`With`, t`Without`]}
        rows={disabilities}
        leftOut={left_out}
        drawnCells={1}
        draw={([withDisability = 0]) => (
          <ShareBar
            shares={[withDisability]}
            limits={DISABILITY_LIMITS_PERCENT}
            maxPercent={DISABILITY_BAR_PERCENT}
          />
        )}
      />
      <p className="tiny quiet mt3">
        <Trans>
          The lines are the legal limits for appointments. Before that they are a guide. Totals under{' '}
          {REPORTS.smallestShownCount} are hidden, and so are totals that would reveal them. We count received
          applications in blocks of {REPORTS.blockSize}, so that no one can be identified
        </Trans>
        {left_out > 0 ? t`: the last ${left_out} are not counted yet` : ''}.
      </p>
    </section>
  )
}
