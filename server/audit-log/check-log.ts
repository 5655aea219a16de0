import { STAFF } from '#contract/staff/limits.ts'
import type { LogCheck } from '#contract/audit-log/log-check.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import type { Handler } from '../endpoints/serve.ts'
import { auditLog } from '../transparency/audit.ts'
import { recordAudit } from '../staff/record-audit.ts'

// The last check of the public log, by database. It is in memory only: a check can be repeated any time.
const lastChecks = new WeakMap<Db, LogCheck>()

const STATEMENT_TIMEOUT_SECONDS = 60
/** Larger selections of people are not recomputed here, to spare callers; `log verify` does that. */
const MOST_SELECTED = 20_000

/** Remarks are for the operator: only `log verify` prints them. */
const ignoreRemark = () => {}

/** Checks the public log and fills `check` step by step. Calls that read it see the progress. */
async function runCheck(deps: Deps, check: LogCheck): Promise<void> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  try {
    const report = (fault: string) => {
      check.faults++
      if (check.told.length < STAFF.maxErrorsListed) check.told.push(fault)
    }
    const limits = { mostSelected: MOST_SELECTED }
    const { faults, ...counted } = await auditLog({ ...deps, db }, report, ignoreRemark, limits)
    check.faults = faults
    check.counted = counted
  } catch (error) {
    deps.log('warn', 'log.not_checked', errorFields(error))
  } finally {
    check.ended_at = deps.now().toISOString()
  }
}

/** Starts a check of the whole public log, as `log verify` does. If one is running, returns that one. */
export const checkLog: Handler<'POST /api/staff/log/check/'> = async (deps, { staff }) => {
  const now = deps.now()
  await deps.db.tx((tx) => recordAudit(tx, staff, { act: 'log.checked' }, now))
  const lastCheck = lastChecks.get(deps.db)
  const isRunning = lastCheck && lastCheck.ended_at === null
  if (isRunning) return lastCheck
  const check: LogCheck = { began_at: now.toISOString(), ended_at: null, counted: null, faults: 0, told: [] }
  lastChecks.set(deps.db, check)
  // The check is not awaited: it can take minutes, and the page asks for its result later.
  void runCheck(deps, check)
  return check
}

export const getLogCheck: Handler<'GET /api/staff/log/check/'> = async (deps) => ({
  check: lastChecks.get(deps.db) ?? null,
})
