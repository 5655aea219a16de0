import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '../../server/database/connect.ts'
import { importJobs } from '../../server/jobs/import.ts'
import type { Portal } from './portal.ts'

let jobs = 0

/**
 * A job as one row of an import file, valid in every field. `over` replaces fields. Each call makes a
 * different job.
 */
export const jobRow = (over: Record<string, unknown> = {}) => ({
  reference: `TEST/${++jobs}`,
  title: `Registration Clerk ${jobs}`,
  department: 'Voter Registration & Electoral Operations',
  location: 'Garissa',
  job_type_id: 2,
  description_html: '<p>You register voters.</p>',
  qualification_html: '<ul><li>KCSE</li></ul>',
  ...over,
})

/** Imports jobs, as an officer does. Returns their ids in order. */
export async function postJobs(
  portal: Pick<Portal, 'deps' | 'db'>,
  ...rows: Record<string, unknown>[]
): Promise<number[]> {
  const full = rows.map((row) => jobRow(row))
  await importJobs(portal.deps, JSON.stringify(full))
  const saved = await portal.db.rows<{ id: number; reference: string }>(sql`select id, reference from jobs`)
  return full.map((row) => saved.find((entry) => entry.reference === row.reference)?.id ?? 0)
}

const SAMPLE = join(import.meta.dirname, '../../server/database/reference/sample-jobs.json')
export const postSample = ({ deps }: Pick<Portal, 'deps'>) =>
  importJobs(deps, readFileSync(SAMPLE, 'utf8'), { announce: false })

/**
 * Calls `ask` repeatedly until its result fits, for events that arrive by themselves, such as a database
 * notification.
 * @throws Error that names `what` was awaited, when the time is over
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (result: T) => boolean,
  withinMs = 10_000,
): Promise<T> {
  const giveUp = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (fits(answer)) return answer
    if (performance.now() > giveUp) throw new Error(`waited ${withinMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
