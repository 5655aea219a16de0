import { type LogFilter, NO_APPLICANT } from '#contract/audit-log/endpoints.ts'
import { may, type StaffRole } from '#contract/staff/rights.ts'
import { AUDIT_WORDS } from '#contract/staff/words.ts'
import type { Tx } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { pageOf } from '../staff/page-of.ts'
import { presentOfficer } from '../staff/present.ts'
import { describeSubject, shownApplicationIds } from './entry-subject.ts'
import {
  type AuditRow,
  type EntryFilter,
  findEntry,
  findEntries,
  findJobs,
  findOfficers,
  findReferences,
} from './entries-store.ts'
import { findApplicant } from './seen-store.ts'

/** How many audit entries a page shows. */
export const PAGE_SIZE = 50

/**
 * Adds the words of each audit entry. Roles that may read applications see the references of applications.
 * Other roles see their ids.
 */
export async function describeEntries(tx: Tx, rows: AuditRow[], role: StaffRole) {
  const ids = rows.flatMap((row) => [
    ...(row.application_id === null ? [] : [row.application_id]),
    ...shownApplicationIds(row.detail),
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
    about: describeSubject(detail, officer, references),
  }))
}

/** Replaces the reference in a filter by the user id of its applicant. An unknown reference finds nothing. */
export async function resolveApplicant(tx: Tx, { seen, ...filter }: LogFilter): Promise<EntryFilter> {
  if (seen === undefined) return filter
  if (typeof seen === 'number') return { ...filter, seen }
  const applicant = await findApplicant(tx, seen)
  if (applicant && 'applicationId' in applicant)
    return { ...filter, seenApplication: applicant.applicationId }
  return { ...filter, seen: applicant?.userId ?? NO_APPLICANT }
}

/** A page of the audit log, newest entries first, with the officers and jobs that its filter offers. */
export const listAuditEntries: Handler<'GET /api/staff/audit-log/'> = async (deps, { query, staff }) => {
  const { before, ...requested } = query
  const filter = await resolveApplicant(deps.db, requested)
  // The entry after which the page starts; undefined for the first page.
  const lastOfPreviousPage = before === undefined ? undefined : await findEntry(deps.db, before)
  // One entry more than a page holds is read, to know whether there is a next page.
  const rows = await findEntries(deps.db, filter, lastOfPreviousPage, PAGE_SIZE + 1)
  const { shown, next } = pageOf(rows, PAGE_SIZE)
  const entries = await describeEntries(deps.db, shown, staff.role)
  return {
    results: entries.map(({ at: writtenAt, staff_id, name, digest, ...rest }) => ({
      ...rest,
      at: writtenAt.toISOString(),
      by: presentOfficer(staff_id, name),
      digest: digest.toString('hex'),
    })),
    next,
    seen_known: filter.seen !== NO_APPLICANT,
    officers: await findOfficers(deps.db),
    jobs: await findJobs(deps.db),
  }
}
