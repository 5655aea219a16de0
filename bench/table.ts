import type { Measured } from './rounds.ts'

/** One line of the table; without a goal it is told, not judged. */
export type Line = Measured & { what: string; against: string; goal?: number }

export const met = ({ goal, ratio }: Line) => goal === undefined || ratio >= goal

const rate = (perSecond: number) =>
  perSecond >= 100 ? Math.round(perSecond).toLocaleString('en') : perSecond.toFixed(1)

/** A Markdown table with its columns aligned, as it stands in docs/performance.md. */
export function table(lines: Line[]): string {
  const rows = [
    ['What', 'A second', 'The limit', 'A second', 'Ratio', 'Rounds', 'Goal', 'Verdict'],
    ...lines.map((line) => [
      line.what,
      rate(line.product),
      line.against,
      rate(line.limit),
      line.ratio.toFixed(2),
      `${line.lowest.toFixed(2)} to ${line.highest.toFixed(2)}`,
      line.goal === undefined ? '' : `at least ${Number(line.goal.toFixed(3))}`,
      line.goal === undefined ? '' : met(line) ? 'met' : 'MISSED',
    ]),
  ]
  const numbers = new Set([1, 3, 4])
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))) ?? []
  const cells = (row: string[]) =>
    `| ${row.map((cell, index) => (numbers.has(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, index) => `${'-'.repeat(width + 1)}${numbers.has(index) ? ':' : '-'}`).join('|')}|`
  const [head = [], ...body] = rows
  return [cells(head), rule, ...body.map(cells)].join('\n')
}
