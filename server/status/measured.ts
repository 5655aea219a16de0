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

/** The starts (ms) of the minutes in which the portal was down. Those after `finalUntil` may still change. */
type Down = { minutes: number[]; firstMinute: Date | undefined; finalUntil: Date }

/** Reads the minutes that any rule may count now. They are read once, however many jobs close. */
async function findDown(tx: Tx, now: Date): Promise<Down> {
  const firstMinute = await findFirstMinute(tx)
  const finalUntil = new Date(Math.floor((now.getTime() - FINAL_MS) / MINUTE_MS) * MINUTE_MS)
  const from = later(new Date(now.getTime() - (AFTER_HOURS + BEFORE_HOURS) * HOUR_MS), firstMinute)
  const minutes = minutesOf(await findMinutes(tx, from, finalUntil), from, finalUntil)
    .filter(({ state }) => state === 'down')
    .map(({ at: minuteStart }) => Date.parse(minuteStart))
  return { minutes, firstMinute, finalUntil }
}

/** The extension of the deadline that the measured outage justifies for this job; undefined when none. */
function measure(job: ExtendableJob, down: Down, now: Date): MeasuredExtension | undefined {
  // Undefined when the job has no extension rule.
  const rule = ruleOf(job)
  if (!rule) return undefined
  const deadlineMs = job.expiry_date.getTime()
  const ruleStarts = new Date(deadlineMs - rule.hours * HOUR_MS)
  if (now < ruleStarts || now.getTime() > deadlineMs + AFTER_HOURS * HOUR_MS) return undefined
  const measuredUntil = earlier(down.finalUntil, job.expiry_date)
  // Leaves out minutes that an earlier extension has counted, and the time before the first record.
  const measuredFrom = later(later(ruleStarts, job.counted), down.firstMinute)
  const downMinutes = down.minutes.filter(
    (minute) => minute >= measuredFrom.getTime() && minute < measuredUntil.getTime(),
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
  const jobs = await findExtendable(tx, hoursFromNow(-AFTER_HOURS), hoursFromNow(BEFORE_HOURS), jobId)
  if (jobs.length === 0) return []
  const down = await findDown(tx, now)
  return jobs.map((job) => measure(job, down, now)).filter((extension) => extension !== undefined)
}
