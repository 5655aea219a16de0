import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'
import type { Line } from '../table.ts'

/** The value below which this share of the sorted values lies. */
export const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export const ascending = (values: number[]) => [...values].sort((left, right) => left - right)

type Of = { what: string; against: string }
const line = ({ what, against }: Of, limit: number, product: number, ratio: number): Line => ({
  what,
  against,
  limit,
  product,
  ratio,
  lowest: ratio,
  highest: ratio,
})

/** A line of the table: no more than `limit`. */
export const atMost = (of: Of, limit: number, measured: number): Line => ({
  ...line(of, limit, measured, limit / Math.max(measured, 1e-9)),
  goal: 1,
})
/** No less than `limit`. */
export const atLeast = (of: Of, limit: number, measured: number): Line => ({
  ...line(of, limit, measured, measured / limit),
  goal: 1,
})
/** Not one: told as one more, for a ratio to nothing is none. */
export const none = ({ what, against }: Of, count: number): Line =>
  atMost({ what: `${what}, and one`, against }, 1, 1 + count)
/** Told, not judged. */
export const told = (of: Of, limit: number, measured: number): Line =>
  line(of, limit, measured, measured / limit)

/** The memory that the portal's process has, in megabytes. */
export function megabytesOf({ dataDir }: Portal): number {
  const pid = readFileSync(join(dataDir, 'portal.pid'), 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
}
