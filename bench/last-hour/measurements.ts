import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, sql } from '../../server/database/connect.ts'
import type { Portal } from '../portal.ts'
import { KINDS, type Kind } from './calls.ts'
import type { Report } from './storm-report.ts'
import { ascending, percentile, megabytesOf } from './goals.ts'
import type { Timed } from './stopwatch.ts'
import { inWorld, type Opened } from './world.ts'

/** Runs `work`. `grewMb`: the largest growth of the portal's process meanwhile, in megabytes. */
export async function growth<T>(
  portal: Portal,
  work: () => Promise<T>,
): Promise<{ result: T; grewMb: number }> {
  const before = megabytesOf(portal)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(portal))), 250)
  const result = await work().finally(() => clearInterval(timer))
  return { result, grewMb: most - before }
}

/** Prints the results of a storm of calls. */
export const printReport = (name: string, report: Report) => {
  const { lag, submits } = report
  const ended = submits.filter(({ reference }) => reference)
  console.error(
    `${name}: lag p50 ${lag.p50.toFixed(1)} p99 ${lag.p99.toFixed(1)} most ${lag.most.toFixed(0)} ms; ${report.retries} retries beside the load`,
  )
  console.error(
    `  ${Object.entries(report.statuses)
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([what, count]) => `${what}: ${count}`)
      .join(', ')}`,
  )
  console.error(
    `  submits: ${submits.length}, with a reference ${ended.length}, ticketed ${submits.filter(({ ticketed }) => ticketed).length}`,
  )
  const firsts = submits.map(({ firstMs }) => firstMs).sort((left, right) => left - right)
  console.error(
    `  first answer of a submit: p50 ${percentile(firsts, 0.5).toFixed(0)} p99 ${percentile(firsts, 0.99).toFixed(0)} p99.9 ${percentile(firsts, 0.999).toFixed(0)} most ${percentile(firsts, 1).toFixed(0)} ms`,
  )
  console.error(
    `  let in: p50 ${percentile(report.admittedMs, 0.5).toFixed(0)} p99 ${percentile(report.admittedMs, 0.99).toFixed(0)} ms; shed: p50 ${percentile(report.shedMs, 0.5).toFixed(0)} p99 ${percentile(report.shedMs, 0.99).toFixed(0)} ms`,
  )
}

/**
 * Returns the useful work of the portal in a storm, as a share of its work in calm. `cost` has the seconds
 * that one call of each kind takes in calm. Each answered call counts with these seconds. Their sum is
 * divided by the seconds of the storm. Submits are counted in the database, because most callers learn of
 * their success only at a retry.
 */
export async function goodput(
  db: Db,
  { answered, seconds, lastStartAt }: Report,
  cost: Record<Kind, number>,
): Promise<number> {
  const [from, to] = [new Date(lastStartAt - seconds * 1_000), new Date(lastStartAt)]
  const { submit = 0 } =
    (await db.row<{ submit: number }>(
      sql`select count(*)::int as submit from submissions where submitted_at > ${from} and submitted_at <= ${to}`,
    )) ?? {}
  console.error(`  submitted while it lasted: ${submit}, ${(submit / seconds).toFixed(0)}/s`)
  const doneCalls = { ...answered, submit }
  return KINDS.reduce((sum, kind) => sum + doneCalls[kind] * cost[kind], 0) / seconds
}

/**
 * Runs `work` with a portal that measures its own response times (stopwatch.ts). `read` returns the times
 * since its last call.
 */
export async function withStopwatch<Result>(
  people: number,
  work: (opened: Opened, read: () => Timed) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const file = join(folder, 'stopwatch')
  let readLines = 0
  const read = (): Timed => {
    const seconds = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').slice(readLines) : []
    readLines += seconds.length
    const all = seconds.map((line) => JSON.parse(line) as Timed)
    return {
      submits: ascending(all.flatMap(({ submits }) => submits)),
      shed: ascending(all.flatMap(({ shed }) => shed)),
      logins: ascending(all.flatMap(({ logins }) => logins)),
    }
  }
  const extraEnv = { STOPWATCH: file, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'stopwatch.ts')}` }
  return inWorld(people, (opened) => work(opened, read), extraEnv).finally(() =>
    rmSync(folder, { recursive: true }),
  )
}
