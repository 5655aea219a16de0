import { STAFF } from '#contract/staff/limits.ts'
import type { LogCheck } from '#contract/staff/people.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import type { Handler } from '../endpoints/serve.ts'
import { auditLog } from '../transparency/audit.ts'
import { recordAudit } from '../staff/record-audit.ts'

// In memory only: the result describes the present, and can be computed again at any time.
const last = new WeakMap<Db, LogCheck>()

async function run(deps: Deps, check: LogCheck): Promise<void> {
  const db = deps.db.patient(60)
  try {
    const { faults, ...counted } = await auditLog({ ...deps, db }, (fault) => {
      check.faults++
      if (check.told.length < STAFF.faultsTold) check.told.push(fault)
    })
    check.faults = faults
    check.counted = counted
  } catch (error) {
    deps.log('warn', 'log.not_checked', errorFields(error))
  } finally {
    check.ended_at = deps.now().toISOString()
  }
}

/** Starts a check of the whole audit log, as `log verify` does. While one is running, returns that one. */
export const checkLog: Handler<'POST /api/staff/log/check/'> = async (deps, { staff }) => {
  const now = deps.now()
  await deps.db.tx((tx) => recordAudit(tx, staff, { act: 'log.checked' }, now))
  const before = last.get(deps.db)
  if (before && before.ended_at === null) return before
  const check: LogCheck = { began_at: now.toISOString(), ended_at: null, counted: null, faults: 0, told: [] }
  last.set(deps.db, check)
  void run(deps, check)
  return check
}

export const lastLogCheck: Handler<'GET /api/staff/log/check/'> = async (deps) => ({
  check: last.get(deps.db) ?? null,
})
