import { REPORTS } from '#contract/reports/limits.ts'
import { HEALTH } from '#contract/status/health-minutes.ts'
import { STAFF } from '#contract/staff/limits.ts'
import { VERIFICATION } from '#contract/accounts/limits.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { NEWSLETTER_RETENTION } from '#contract/newsletter/limits.ts'
import { FAILED_EMAIL_DAYS } from '#contract/outbox/limits.ts'
import { sweepAccounts } from './accounts/sweep-accounts.ts'
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
import { sweepInvitations } from './staff/sweep-invitations.ts'
import { sweepFiles } from './documents/sweep-files.ts'
import { notifyDeadlines } from './job-applications/deadlines.ts'
import { sweepSubscribers } from './newsletter/store.ts'
import type { Cursor } from './retention/accounts-store.ts'
import type { ClockName } from './retention/clocks.ts'
import { runSweeps, type Sweep } from './retention/run-sweeps.ts'
import { retentionSweeps } from './retention/sweeps.ts'
import { sweepDead } from './outbox/store.ts'
import { proveUses } from './tickets/prove-uses.ts'
import { sweepDeadTokens } from './tickets/store.ts'
import { sweepMinutes } from './status/store.ts'
import { worker, type Worker } from './worker.ts'

const EVERY_MS = 10 * 60_000
const NOTIFICATION_BATCH = 1_000
const STATEMENT_SECONDS = 30
/** How long officers still see a machine of the portal after it last reported. */
const NODE_DAYS = 1

type SweepDeps = Pick<Deps, 'db' | 'now' | 'files' | 'config' | 'secrets' | 'admission'>
/** `cursor` is the id of the account where the last pass stopped looking for unused accounts. */
type PassOptions = { cursor?: Cursor; stopping?: AbortSignal | undefined }

/** Makes a sweep that runs once in a pass, because it returns 0. Its work limits its own size. */
const once =
  (work: () => Promise<unknown>): Sweep =>
  async () => {
    await work()
    return 0
  }

/**
 * Returns the sweep that deletes expired data, for each clock (`server/retention/clocks.ts`).
 * `retentionSweeps` has those whose period an operator can set.
 */
function sweepsOf(
  deps: SweepDeps,
  passNumber: number | undefined,
  { cursor = { after: 0 } }: PassOptions,
): Record<ClockName, Sweep> {
  const moment = deps.now()
  const { db } = deps
  const daysAgo = (days: number) => new Date(moment.getTime() - days * 86_400_000)
  return {
    sessions: once(() => sweepSessions(db, moment)),
    staffSessions: once(() => sweepStaffSessions(db, moment)),
    deadTokens: once(() => sweepDeadTokens(db, moment)),
    tickets: once(() => proveUses({ db, now: deps.now })),
    // Deletes old wrong logins, reset codes and counters, and accounts that no one verified.
    attempts: once(() => sweepAccounts(db, moment, daysAgo(VERIFICATION.unverifiedDays))),
    subscribers: once(() =>
      sweepSubscribers(
        db,
        daysAgo(NEWSLETTER_RETENTION.unconfirmedDays),
        daysAgo(NEWSLETTER_RETENTION.stoppedDays),
      ),
    ),
    invitations: (limit) => sweepInvitations(db, daysAgo(STAFF.invitationStoredDays), limit),
    emails: once(() => sweepDead(db, daysAgo(FAILED_EMAIL_DAYS))),
    statistics: once(() => sweepValidationStatistics(db, daysAgo(REPORTS.fieldErrorDays))),
    nodes: once(() => sweepNodes(db, daysAgo(NODE_DAYS))),
    minutes: once(() => sweepMinutes(db, daysAgo(HEALTH.storedDays))),
    evidence: once(() => sweepEvidence(db, daysAgo(CORRECTIONS.evidenceDays))),
    exportedIds: once(() => forgetUndownloaded(db, moment)),
    ...retentionSweeps(deps, cursor),
    files: once(() => sweepFiles(deps, passNumber)),
  }
}

/**
 * Deletes expired data, in small parts, within the periods that the privacy page states. Also notifies people
 * of deadlines and checks the audit log for unusual entries. `passNumber` counts the passes of this process:
 * each pass checks one part of the stored files. Without it, one pass checks all files.
 */
export async function sweep(deps: SweepDeps, passNumber?: number, options: PassOptions = {}): Promise<void> {
  const db = deps.db.patient(STATEMENT_SECONDS)
  await raiseAlarms({ db, now: deps.now })
  const moment = deps.now()
  const soon = new Date(moment.getTime() + JOBS.soonDays * 86_400_000)
  let notified: number
  do {
    notified = await notifyDeadlines(db, moment, soon, NOTIFICATION_BATCH)
  } while (notified === NOTIFICATION_BATCH)
  await runSweeps(sweepsOf({ ...deps, db }, passNumber, options), {
    // A threshold below 1 means that the portal is refusing callers, so housekeeping should wait.
    isBusy: () => (deps.admission?.measured().threshold ?? 1) < 1,
    stopping: options.stopping,
  })
}

/** Runs housekeeping every ten minutes for as long as the process lives. */
export function startHousekeeping(deps: Deps): Worker {
  let passNumber = 0
  const cursor: Cursor = { after: 0 }
  return worker(deps.log, {
    failureEvent: 'housekeeping.failed',
    everyMs: EVERY_MS,
    pass: underLease(deps.leases, 'housekeeping', (stopping) =>
      sweep(deps, passNumber++, { cursor, stopping }),
    ),
  })
}
