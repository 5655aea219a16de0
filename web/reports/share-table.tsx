import { t } from '@lingui/core/macro'
import type { Cell, RuleResult } from '#contract/decisions/fairness.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { Icon } from '../ui/icon.tsx'
import { STAGE_WORDS } from './stage-words.ts'

/** A count in words. Null: it is hidden. `fewer`: it is hidden because it is small. */
const cellWords = ({ count, fewer }: Cell) => {
  if (count !== null) return formatNumber(count)
  return fewer ? t`fewer than ${REPORTS.smallestShownCount}` : t`not shown`
}

const VERDICT_CLASSES: Record<RuleResult, string> = {
  within: 'reports-verdict reports-green',
  outside: 'reports-verdict reports-amber',
  unknown: 'reports-verdict quiet',
}

const Verdict = ({ result, words }: { result: RuleResult; words: string }) => (
  <span className={VERDICT_CLASSES[result]}>
    {result !== 'unknown' && <Icon name={result === 'within' ? 'tick' : 'warn'} size="icon-small" />}
    <span>{words}</span>
  </span>
)

/** One stage of the table. `words`: the server's sentence about the result. */
type Row = {
  stage: keyof typeof STAGE_WORDS
  total: number
  cells: Cell[]
  result: RuleResult
  words: string
}

/** The share of each cell in percent; undefined if a cell is hidden or the total is 0. */
const percentagesOf = ({ cells, total }: Row) =>
  cells.every(({ count }) => count !== null) && total > 0
    ? cells.map(({ count }) => (100 * (count ?? 0)) / total)
    : undefined

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

/** Received applications are counted in blocks, so the first ones are in no count yet. */
const isUncounted = ({ stage, total }: Row, leftOut: number) =>
  stage === 'received' && total === 0 && leftOut > 0

type ColumnsProps = Omit<TableProps, 'caption' | 'rows'>

/** The column of the cell at `index`. */
const shareColumn = (name: string, index: number, { leftOut, drawnCells }: ColumnsProps): Column<Row> => ({
  header: name,
  numeric: true,
  className: ({ cells }) => (cells[index]?.count === null ? 'quiet' : ''),
  cell: (row) => {
    const cell = row.cells[index]
    if (!cell) return null
    const emptyCell = isUncounted(row, leftOut) ? '' : '0'
    return (
      <>
        {index < drawnCells && percentagesOf(row) && (
          <span className={`reports-dot is-part${index}`} aria-hidden="true" />
        )}
        {row.total === 0 ? emptyCell : cellWords(cell)}
      </>
    )
  },
})

const columnsOf = (props: ColumnsProps): Column<Row>[] => [
  {
    header: t`Stage`,
    rowHeader: true,
    cell: (row) => (
      <>
        {STAGE_WORDS[row.stage]}{' '}
        {!isUncounted(row, props.leftOut) && <span className="quiet num">{formatNumber(row.total)}</span>}
      </>
    ),
  },
  ...props.names.map((name, index) => shareColumn(name, index, props)),
  {
    header: t`Against the line`,
    label: false,
    className: 'reports-wide',
    cell: (row) => {
      const shares = percentagesOf(row)
      const emptyWords = isUncounted(row, props.leftOut) ? t`Not counted yet` : t`No one yet`
      return (
        <>
          {row.total === 0 ? (
            <span className="quiet">{emptyWords}</span>
          ) : (
            <Verdict result={row.result} words={row.words} />
          )}
          {shares && props.draw(shares)}
        </>
      )
    },
  },
]

/** How the stages compare with a limit. A row is a stage. */
export const ShareTable = ({ caption, rows, ...columnsProps }: TableProps) => (
  <DataTable
    layout="report"
    className="reports-shares"
    caption={caption}
    columns={columnsOf(columnsProps)}
    rows={rows}
    rowKey={({ stage }) => stage}
  />
)
