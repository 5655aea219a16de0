import type { Areas } from '#contract/staff/endpoints.ts'
import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedOfficer,
  findAuditedOfficers,
  findDeletedActions,
  findDifferingActions,
} from './audit-officers-store.ts'

const STATEMENT_TIMEOUT_SECONDS = 60

/** Writes areas as text. Equal areas give equal texts, whatever their order. */
const comparableText = ({ counties, constituencies }: Areas) =>
  [counties, constituencies]
    .map((codes) => [...new Set(codes)].sort((left, right) => left - right).join())
    .join(' ')

function* findProblems(officer: AuditedOfficer): Generator<string> {
  const { id, role, logged_role, disabled, logged_disabled, areas, logged_areas } = officer
  if (role === null) yield `The officer ${id} is no longer in the database, but the log mentions them.`
  else if (logged_role === null) yield `The log does not show that the officer ${id} joined.`
  else {
    if (role !== logged_role) yield `The officer ${id} is ${role}, but the log says ${logged_role}.`
    if (disabled !== logged_disabled)
      yield `The officer ${id} ${disabled ? 'has no access' : 'has access'}, but the log says otherwise.`
    if (logged_areas && comparableText(areas) !== comparableText(logged_areas))
      yield `The officer ${id} is limited to other areas than the log says.`
  }
}

const ACTION_WORDS = {
  appointment: 'The appointment',
  lift: 'The showing of names',
  export: 'The request for a file',
  change: 'The change of a job',
}

/**
 * Compares the officers' roles, areas and access, and actions that need two officers, with the audit log.
 * Returns how many officers it checked.
 */
export async function auditOfficers(deps: Pick<Deps, 'db'>, report: Report): Promise<number> {
  const db = deps.db.patient(STATEMENT_TIMEOUT_SECONDS)
  const officers = await findAuditedOfficers(db)
  for (const problem of officers.flatMap((officer) => [...findProblems(officer)])) report(problem)
  for (const { what, id } of await findDifferingActions(db))
    report(`${ACTION_WORDS[what]} ${id} differs from what the officers did according to the log.`)
  for (const { what, id } of await findDeletedActions(db))
    report(`${ACTION_WORDS[what]} ${id} is no longer in the database, but the log mentions it.`)
  return officers.length
}
