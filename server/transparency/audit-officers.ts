import type { Areas } from '#contract/staff/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { type AuditedOfficer, officersOf, pairsGone, pairsOtherwise } from './audit-officers-store.ts'

const STATEMENT_TIMEOUT_SECONDS = 60

const written = ({ counties, constituencies }: Areas) =>
  [counties, constituencies]
    .map((codes) => [...new Set(codes)].sort((left, right) => left - right).join())
    .join(' ')

function* faultsOf({
  id,
  role,
  said_role,
  disabled,
  said_disabled,
  areas,
  said_areas,
}: AuditedOfficer): Generator<string> {
  if (role === null) yield `The officer ${id} is no longer in the database, but the log mentions them.`
  else if (said_role === null) yield `The log does not show that the officer ${id} joined.`
  else {
    if (role !== said_role) yield `The officer ${id} is ${role}, but the log says ${said_role}.`
    if (disabled !== said_disabled)
      yield `The officer ${id} ${disabled ? 'has no access' : 'has access'}, but the log says otherwise.`
    if (said_areas && written(areas) !== written(said_areas))
      yield `The officer ${id} is limited to other areas than the log says.`
  }
}

const PAIRS = {
  appointment: 'The appointment',
  lift: 'The showing of names',
  export: 'The request for a file',
  change: 'The change of a job',
}

/**
 * Checks the officers' roles, areas and access, and actions that needed two officers, against the audit log.
 * Returns how many officers.
 */
export async function auditOfficers(deps: Pick<Deps, 'db'>, report: Tell): Promise<number> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  const officers = await officersOf(db)
  for (const auditedOfficer of officers) for (const fault of faultsOf(auditedOfficer)) report(fault)
  for (const { what, id } of await pairsOtherwise(db))
    report(`${PAIRS[what]} ${id} differs from what the officers did according to the log.`)
  for (const { what, id } of await pairsGone(db))
    report(`${PAIRS[what]} ${id} is no longer in the database, but the log mentions it.`)
  return officers.length
}
