import { STAFF } from '#contract/staff/limits.ts'
import { may, type StaffRole } from '#contract/staff/rights.ts'
import { AUDIT_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { pageOf } from '../staff/page-of.ts'
import { presentOfficer } from '../staff/present.ts'
import { aboutOf, applicationsIn } from './entry-subject.ts'
import {
  type AuditRow,
  findEntry,
  findEntries,
  findJobs,
  findOfficers,
  findReferences,
} from './entries-store.ts'

/**
 * Entries in words. An application is shown by its reference to roles that may read applications, and by id
 * to others.
 */
export async function inWords(tx: Tx, rows: AuditRow[], role: StaffRole) {
  const ids = rows.flatMap((row) => [
    ...(row.application_id === null ? [] : [row.application_id]),
    ...applicationsIn(row.detail),
  ])
  const references =
    may(role, 'applications.read') && ids.length > 0
      ? await findReferences(tx, ids)
      : new Map<number, string>()
  return rows.map(({ detail, officer, ...row }) => ({
    ...row,
    words: AUDIT_WORDS[row.act] ?? row.act,
    application_reference:
      (row.application_id === null ? undefined : references.get(row.application_id)) ?? null,
    about: aboutOf(detail, officer, references),
  }))
}

/** Newest first. */
export const listAuditEntries: Handler<'GET /api/staff/audit-log/'> = async (deps, { query, staff }) => {
  const { before, ...filter } = query
  const last = before === undefined ? undefined : await findEntry(deps.db, before)
  const { shown, next } = pageOf(await findEntries(deps.db, filter, last, STAFF.actsPage + 1), STAFF.actsPage)
  const lines = await inWords(deps.db, shown, staff.role)
  return {
    results: lines.map(({ at, staff_id, name, digest, ...rest }) => ({
      ...rest,
      at: at.toISOString(),
      by: presentOfficer(staff_id, name),
      digest: digest.toString('hex'),
    })),
    next,
    officers: await findOfficers(deps.db),
    jobs: await findJobs(deps.db),
  }
}
