import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'
import type { TableRow } from '../table.ts'

/** The percentile: the value below which this share of the sorted values lies. */
export const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const ascending = (values: number[]) => [...values].sort((left, right) => left - right)

/** What a row of the table measures, and the reference for the comparison. */
type Comparison = { what: string; against: string }
/** A table row of a single measurement, so the lowest and the highest ratio are equal. */
const tableRow = (
  { what, against }: Comparison,
  limit: number,
  product: number,
  ratio: number,
): TableRow => ({
  what,
  against,
  limit,
  product,
  ratio,
  lowest: ratio,
  highest: ratio,
})

/** Replaces a measured zero, because the ratio cannot divide by zero. */
const TINY = 1e-9

/** A table row whose goal is met if the measured value is at most `limit`. */
export const atMost = (comparison: Comparison, limit: number, measured: number): TableRow => ({
  ...tableRow(comparison, limit, measured, limit / Math.max(measured, TINY)),
  goal: 1,
})
/** A table row whose goal is met if the measured value is at least `limit`. */
export const atLeast = (comparison: Comparison, limit: number, measured: number): TableRow => ({
  ...tableRow(comparison, limit, measured, measured / limit),
  goal: 1,
})
/** A row whose goal is a count of zero. It shows the count plus one, to avoid a division by zero. */
export const mustBeZero = ({ what, against }: Comparison, count: number): TableRow =>
  atMost({ what: `${what}, and one`, against }, 1, 1 + count)
/** A table row without a goal, for information. */
export const forInformation = (comparison: Comparison, limit: number, measured: number): TableRow =>
  tableRow(comparison, limit, measured, measured / limit)

/** The resident memory of the portal's process, in megabytes. */
export function megabytesOf({ dataDir }: Portal): number {
  const pid = readFileSync(join(dataDir, 'portal.pid'), 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
