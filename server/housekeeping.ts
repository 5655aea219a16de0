import { REPORTS } from '#contract/reports/limits.ts'
import { HEALTH } from '#contract/status/health-minutes.ts'
import { VERIFICATION } from '#contract/accounts/limits.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { NEWSLETTER_RETENTION } from '#contract/newsletter/limits.ts'
import { FAILED_EMAIL_DAYS } from '#contract/outbox/limits.ts'
import { sweepAccounts } from './accounts/store.ts'
import { raiseAlarms } from './audit-log/alarms.ts'
import { sweepNodes } from './brownout/store.ts'
import { CORRECTIONS } from '#contract/corrections/words.ts'
import { sweepEvidence } from './corrections/store.ts'
import { underLease } from './database/leases.ts'
import type { Deps } from './deps.ts'
import { forgetUndownloaded } from './exports/requests-store.ts'
import { sweepValidationStatistics } from './reports/validation-statistics.ts'
import { sweepSessions } from './sessions/session.ts'
import { sweepStaffSessions } from './sessions/staff-session.ts'
import { sweepFiles } from './job-applications/sweep-files.ts'
import { notifyDeadlines } from './job-applications/deadlines.ts'
import { sweepSubscribers } from './newsletter/store.ts'
import { sweepDead } from './outbox/store.ts'
import { proveUses } from './tickets/prove-uses.ts'
import { sweepDeadTokens } from './tickets/store.ts'
import { sweepMinutes } from './status/store.ts'
import { worker, type Worker } from './worker.ts'

const EVERY_MS = 10 * 60_000
const NOTIFICATION_BATCH = 1_000
const STATEMENT_SECONDS = 30
/** Officers see a machine for this long after it was last seen. */
const NODE_DAYS = 1

/**
 * Deletes what has expired, a bounded number of rows at a time, within the periods that the privacy page
 * states. Also notifies of deadlines, and checks the log for unusual entries. `passNumber` counts the passes
 * of this process: each checks one part of the stored files; without it, all files are checked.
 */
export async function sweep(deps: Pick<Deps, 'db' | 'now' | 'files'>, passNumber?: number): Promise<void> {
  const moment = deps.now()
  const db = deps.db.patient(STATEMENT_SECONDS)
  const daysAgo = (days: number) => new Date(moment.getTime() - days * 86_400_000)
  await sweepSessions(db, moment)
  await sweepStaffSessions(db, moment)
  await sweepDeadTokens(db, moment)
  await proveUses({ db, now: deps.now })
  await sweepAccounts(db, moment, daysAgo(VERIFICATION.unverifiedDays))
  await sweepSubscribers(
    db,
    daysAgo(NEWSLETTER_RETENTION.unconfirmedDays),
    daysAgo(NEWSLETTER_RETENTION.stoppedDays),
  )
  await sweepDead(db, daysAgo(FAILED_EMAIL_DAYS))
  await sweepValidationStatistics(db, daysAgo(REPORTS.fieldErrorDays))
  await sweepNodes(db, daysAgo(NODE_DAYS))
  await sweepMinutes(db, daysAgo(HEALTH.keptDays))
  await sweepEvidence(db, daysAgo(CORRECTIONS.evidenceDays))
  await sweepFiles(deps, passNumber)
  await forgetUndownloaded(db, moment)
  await raiseAlarms({ db, now: deps.now })
  let notified: number
  const soon = daysAgo(-JOBS.soonDays)
  do notified = await notifyDeadlines(db, moment, soon, NOTIFICATION_BATCH)
  while (notified === NOTIFICATION_BATCH)
}

/** Sweeps every ten minutes for as long as the process lives. */
export function startHousekeeping(deps: Deps): Worker {
  let passNumber = 0
  return worker(deps.log, {
    failed: 'housekeeping.failed',
    everyMs: EVERY_MS,
    pass: underLease(deps.leases, 'housekeeping', () => sweep(deps, passNumber++)),
  })
}
