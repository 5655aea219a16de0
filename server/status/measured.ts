import { extendedDeadline, type ExtensionRule, ruleOf } from '#contract/jobs/extensions.ts'
import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Tx } from '../database/connect.ts'
import { minutesOf } from './health.ts'
import { type ExtendableJob, findExtendable, findFirstMinute, findMinutes } from './store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * A minute's counts are final after this time: its accounts had five minutes for a verdict, and every process
 * has written its counts.
 */
export const FINAL_MS = HEALTH.verdictMs + 3 * MINUTE_MS
/** No extension rule counts minutes that are earlier than this many hours before a deadline. */
const BEFORE_HOURS = 48
/** For how many hours after a deadline an extension for a measured outage is still proposed. */
const AFTER_HOURS = 3

export type MeasuredExtension = {
  jobId: number
  reference: string
  title: string
  rule: ExtensionRule
  /** How many minutes the portal was down. */
  downMinutes: number
  /** The end of the measured minutes. */
  measuredUntil: Date
  currentDeadline: Date
  newDeadline: Date
}

const later = (left: Date, right: Date | null | undefined) => (right && right > left ? right : left)
const earlier = (left: Date, right: Date) => (left < right ? left : right)

/** The extension of the deadline that the measured outage justifies for this job; undefined when none. */
async function measure(tx: Tx, job: ExtendableJob, now: Date): Promise<MeasuredExtension | undefined> {
  // Undefined when the job has no extension rule.
  const rule = ruleOf(job)
  if (!rule) return undefined
  const deadlineMs = job.expiry_date.getTime()
  const ruleStarts = new Date(deadlineMs - rule.hours * HOUR_MS)
  if (now < ruleStarts || now.getTime() > deadlineMs + AFTER_HOURS * HOUR_MS) return undefined
  const finalUntil = new Date(Math.floor((now.getTime() - FINAL_MS) / MINUTE_MS) * MINUTE_MS)
  const measuredUntil = earlier(finalUntil, job.expiry_date)
  // Leaves out minutes that an earlier extension has counted, and the time before the first record.
  const measuredFrom = later(later(ruleStarts, job.counted), await findFirstMinute(tx))
  const rows = await findMinutes(tx, measuredFrom, measuredUntil)
  const downMinutes = minutesOf(rows, measuredFrom, measuredUntil).filter(
    ({ state }) => state === 'down',
  ).length
  // The rule extends the deadline only when more minutes than this were down.
  if (downMinutes <= rule.minutes) return undefined
  const newDeadline = extendedDeadline(later(job.expiry_date, now), downMinutes, rule)
  return {
    jobId: job.id,
    reference: job.reference,
    title: job.title,
    rule,
    downMinutes,
    measuredUntil,
    currentDeadline: job.expiry_date,
    newDeadline,
  }
}

/** The deadline extensions that measured outages justify now: for one job, or for all jobs with a rule. */
export async function measuredExtensions(tx: Tx, now: Date, jobId?: number): Promise<MeasuredExtension[]> {
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const proposed: MeasuredExtension[] = []
  for (const job of await findExtendable(tx, hoursFromNow(-AFTER_HOURS), hoursFromNow(BEFORE_HOURS), jobId)) {
    const extension = await measure(tx, job, now)
    if (extension) proposed.push(extension)
  }
  return proposed
}
