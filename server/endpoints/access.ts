import type { AuditRule } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../sessions/staff-session.ts'

/** What an officer viewed: a page, of a job or of what the query names. */
export type Access = { act: string; jobId: number | undefined; subject: Record<string, unknown> }
/** Writes an access record, before the reply is sent. */
export type OnAccess = (db: Deps['db'], staff: Staff, seen: Access, now: Date) => Promise<void>

/** The access record of a call, by its audit rule. */
export const accessOf = (
  auditRule: Exclude<AuditRule, { each: string }>,
  { params, query }: { params: unknown; query: unknown },
): Access => {
  const [address, queried] = [params, query].map((part) => (part ?? {}) as Record<string, unknown>)
  const named = (auditRule.subject ?? []).flatMap((name) =>
    queried?.[name] === undefined ? [] : [[name, queried[name]] as const],
  )
  return {
    act: auditRule.act,
    jobId: auditRule.job ? Number(address?.id) : undefined,
    subject: Object.fromEntries(named),
  }
}
