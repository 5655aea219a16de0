import type { AuditRule } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from './staff-session.ts'

/** What an officer looked at: a page, of a job or of what the query names. */
export type Access = { act: string; jobId: number | undefined; subject: Record<string, unknown> }
/** Writes a look down, before it is answered. */
export type OnAccess = (db: Deps['db'], staff: Staff, seen: Access, now: Date) => Promise<void>

/** What a call says of it. */
export const accessOf = (look: Exclude<AuditRule, { each: string }>, { params, query }: { params: unknown; query: unknown }): Access => {
  const [address, asked] = [params, query].map((part) => (part ?? {}) as Record<string, unknown>)
  const named = (look.subject ?? []).flatMap((name) => (asked?.[name] === undefined ? [] : [[name, asked[name]] as const]))
  return { act: look.act, jobId: look.job ? Number(address?.id) : undefined, subject: Object.fromEntries(named) }
}
