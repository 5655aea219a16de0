import type { LogCheck } from '#contract/audit-log/log-check.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import type { Handler } from '../endpoints/serve.ts'
import { auditLog } from '../transparency/audit.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findLogCheck, type LogCheckRow, saveLogCheck, startLogCheck } from './log-check-store.ts'

const STATEMENT_TIMEOUT_SECONDS = 60
/** Selections from a larger pool are not recomputed here, to spare callers; `log verify` does that. */
const MOST_PEOPLE = 20_000

/** The most errors of the check that are listed in words. */
const MAX_ERRORS_LISTED = 100

/** Remarks are for the operator: only `log verify` prints them. */
const ignoreRemark = () => {}

/** How often the process that checks reports that it still runs. */
const REPORT_MS = 10_000
/** A process that has not reported for this long counts as stopped, so its check has ended. */
const SILENT_MS = 60_000
const silentSince = (now: Date) => new Date(now.getTime() - SILENT_MS)

/** Checks the public log, and stores in the row of this check that it runs and how it ended. */
async function runCheck(deps: Deps, { number }: LogCheckRow): Promise<void> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  const result: Pick<LogCheck, 'counted' | 'faults' | 'told'> = { counted: null, faults: 0, told: [] }
  const warn = (error: unknown) => deps.log('warn', 'log.not_checked', errorFields(error))
  const save = (endedAt: Date | null) =>
    saveLogCheck(db, { number, ...result, ended_at: endedAt }, deps.now()).catch(warn)
  const timer = setInterval(() => void save(null), REPORT_MS).unref()
  try {
    const addProblem = (problem: string) => {
      result.faults++
      if (result.told.length < MAX_ERRORS_LISTED) result.told.push(problem)
    }
    const limits = { mostPeople: MOST_PEOPLE }
    const { problems, ...counted } = await auditLog({ ...deps, db }, addProblem, ignoreRemark, limits)
    result.faults = problems
    result.counted = counted
  } catch (error) {
    warn(error)
  } finally {
    clearInterval(timer)
    await save(deps.now())
  }
}

/**
 * A check as officers read it. If its process has stopped, the check ended with the last report, without a
 * result.
 */
const presentCheck = (
  { began_at, alive_at, ended_at, counted, faults: problems, told: reported }: LogCheckRow,
  now: Date,
) => {
  const endedAt = ended_at ?? (alive_at < silentSince(now) ? alive_at : null)
  return {
    began_at: began_at.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    counted,
    faults: problems,
    told: reported,
  } satisfies LogCheck
}

/** Starts a check of the whole public log, as `log verify` does. If one is running, returns that one. */
export const checkLog: Handler<'POST /api/staff/log/check/'> = async (deps, { staff }) => {
  const now = deps.now()
  const { check, isNew } = await deps.db.tx(async (tx) => {
    await recordAudit(tx, staff, { act: 'log.checked' }, now)
    const started = await startLogCheck(tx, now, silentSince(now))
    return { check: started ?? (await findLogCheck(tx)), isNew: started !== undefined }
  })
  if (!check) throw new Error('A check of the log neither started nor runs')
  // The check is not awaited: it can take minutes, and the page asks for its result later.
  if (isNew) void runCheck(deps, check)
  return presentCheck(check, now)
}

export const getLogCheck: Handler<'GET /api/staff/log/check/'> = async (deps) => {
  const check = await findLogCheck(deps.db)
  return { check: check ? presentCheck(check, deps.now()) : null }
}
