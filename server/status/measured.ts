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
/** No rule counts minutes that are more hours than this before a deadline. */
const BEFORE_HOURS = 48
/** How many hours after a deadline a measured extension is still proposed. */
const AFTER_HOURS = 3

export type MeasuredExtension = {
  jobId: number
  reference: string
  title: string
  rule: ExtensionRule
  /** How many minutes the portal was down. */
  down: number
  /** Minutes before this time are measured. */
  until: Date
  /** The present deadline. */
  from: Date
  /** The deadline that is proposed. */
  deadline: Date
}

const later = (left: Date, right: Date | null | undefined) => (right && right > left ? right : left)
const earlier = (left: Date, right: Date) => (left < right ? left : right)

/** The extension that the measured minutes justify for this job; undefined when they justify none. */
async function measure(tx: Tx, job: ExtendableJob, now: Date): Promise<MeasuredExtension | undefined> {
  // Undefined: the job has no rule.
  const rule = ruleOf(job)
  if (!rule) return undefined
  const deadlineMs = job.expiry_date.getTime()
  const ruleStarts = new Date(deadlineMs - rule.hours * HOUR_MS)
  if (now < ruleStarts || now.getTime() > deadlineMs + AFTER_HOURS * HOUR_MS) return undefined
  const finalUntil = new Date(Math.floor((now.getTime() - FINAL_MS) / MINUTE_MS) * MINUTE_MS)
  const until = earlier(finalUntil, job.expiry_date)
  // Skip minutes that an earlier extension has counted, and time before the first record.
  const from = later(later(ruleStarts, job.counted), await findFirstMinute(tx))
  const down = minutesOf(await findMinutes(tx, from, until), from, until).filter(
    ({ state }) => state === 'down',
  ).length
  // The rule has an extension only for more minutes than these.
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
  for (const job of await findExtendable(tx, around(-AFTER_HOURS), around(BEFORE_HOURS), jobId)) {
    const extension = await measure(tx, job, now)
    if (extension) proposed.push(extension)
  }
  return proposed
}
