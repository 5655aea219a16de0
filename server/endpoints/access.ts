import type { AuditedOccasionally } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../sessions/staff-session.ts'

/** What an officer viewed. `act` names the page, and `subject` has the parameters of its query. */
export type Access = { act: string; jobId: number | undefined; subject: Record<string, unknown> }
/** Writes the record of what an officer viewed, before the reply is sent. */
export type OnAccess = (db: Deps['db'], staff: Staff, seen: Access, now: Date) => Promise<void>

const valuesOf = (object: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object ?? {}))

/** The access record of an officer's call. The audit rule says which parameters are recorded. */
export const accessOf = (
  auditRule: AuditedOccasionally,
  { params, query }: { params: unknown; query: unknown },
): Access => {
  const parameters = valuesOf(params)
  const queryValues = valuesOf(query)
  const namesToRecord = (auditRule.subjectParameters ?? []).filter((name) => queryValues[name] !== undefined)
  return {
    // The audit rule names the page. Equal views within 15 minutes share one entry.
    act: auditRule.entryPer15Minutes,
    jobId: auditRule.idIsJob ? Number(parameters.id) : undefined,
    subject: Object.fromEntries(namesToRecord.map((name) => [name, queryValues[name]])),
  }
}
