import { extendedDeadline, type ExtensionRule, ruleOf } from '#contract/jobs/extensions.ts'
import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Tx } from '../database/connect.ts'
import { minutesOf } from './health.ts'
import { type ExtendableJob, findExtendable, findFirstMinute, findMinutes } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * A minute is final once its accounts had five minutes for a verdict and every process has written its
 * counts.
 */
export const FINAL_MS = HEALTH.verdictMs + 3 * MINUTE_MS
/** How many hours after a deadline a measured extension is still proposed. */
const AFTER_HOURS = 3

export type MeasuredExtension = {
  jobId: number
  reference: string
  title: string
  rule: ExtensionRule
  down: number
  until: Date
  from: Date
  deadline: Date
}

const later = (left: Date, right: Date | null | undefined) => (right && right > left ? right : left)

async function measure(tx: Tx, job: ExtendableJob, now: Date): Promise<MeasuredExtension | undefined> {
  const rule = ruleOf(job)
  const opens = rule && new Date(job.expiry_date.getTime() - rule.hours * HOUR_MS)
  if (!rule || !opens || now < opens || now.getTime() > job.expiry_date.getTime() + AFTER_HOURS * HOUR_MS)
    return undefined
  const final = new Date(Math.floor((now.getTime() - FINAL_MS) / MINUTE_MS) * MINUTE_MS)
  const until = final < job.expiry_date ? final : job.expiry_date
  // Skip minutes that an earlier extension has counted, and time before the first record.
  const from = later(later(opens, job.counted), await findFirstMinute(tx))
  const down = minutesOf(await findMinutes(tx, from, until), from, until).filter(
    ({ state }) => state === 'down',
  ).length
  if (down <= rule.minutes) return undefined
  const deadline = extendedDeadline(later(job.expiry_date, now), down, rule)
  return {
    jobId: job.id,
    reference: job.reference,
    title: job.title,
    rule,
    down,
    until,
    from: job.expiry_date,
    deadline,
  }
}

/** The extensions that the measured minutes justify now: for one job, or for all jobs whose rule applies. */
export async function measuredExtensions(tx: Tx, now: Date, jobId?: number): Promise<MeasuredExtension[]> {
  const around = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const proposed: MeasuredExtension[] = []
  for (const job of await findExtendable(tx, around(-AFTER_HOURS), around(48), jobId)) {
    const found = await measure(tx, job, now)
    if (found) proposed.push(found)
  }
  return proposed
}
