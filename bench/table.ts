import type { Measured } from './rounds.ts'

/**
 * One row of the table. `product` is the rate of the portal, and `limit` is the rate of the reference, which
 * `against` names. The goal is met if `ratio`, product over limit, is at least `goal`. A row without a goal
 * is for information.
 */
export type TableRow = Measured & { what: string; against: string; goal?: number }

export const meetsGoal = ({ goal, ratio }: TableRow) => goal === undefined || ratio >= goal

const verdictOf = (row: TableRow) => {
  if (row.goal === undefined) return ''
  return meetsGoal(row) ? 'met' : 'MISSED'
}

const formatRate = (perSecond: number) =>
  perSecond >= 100 ? Math.round(perSecond).toLocaleString('en') : perSecond.toFixed(1)

/** Formats a Markdown table with aligned columns, as in docs/performance.md. */
export function table(lines: TableRow[]): string {
  const rows = [
    ['What', 'A second', 'The limit', 'A second', 'Ratio', 'Rounds', 'Goal', 'Verdict'],
    ...lines.map((row) => [
      row.what,
      formatRate(row.product),
      row.against,
      formatRate(row.limit),
      row.ratio.toFixed(2),
      `${row.lowest.toFixed(2)} to ${row.highest.toFixed(2)}`,
      row.goal === undefined ? '' : `at least ${Number(row.goal.toFixed(3))}`,
      verdictOf(row),
    ]),
  ]
  // In the table, align the two rates and the ratio to the right.
  const numericColumns = new Set([1, 3, 4])
  const widths =
    rows[0]?.map((_, index) => Math.max(...rows.map((cellsOfRow) => cellsOfRow[index]?.length ?? 0))) ?? []
  const cells = (row: string[]) =>
    `| ${row.map((cell, index) => (numericColumns.has(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${numericColumns.has(index) ? ':' : '-'}`).join('|')}|`
  const [head = [], ...body] = rows
  return [cells(head), rule, ...body.map(cells)].join('\n')
}
