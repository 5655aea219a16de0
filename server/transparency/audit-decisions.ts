import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Report } from './audit-files.ts'
import {
  type AuditedList,
  findFrozenLists,
  findListAuditEntries,
  findListEntries,
} from './audit-decisions-store.ts'
import { canonical } from '#contract/canonical.ts'

const ENTRIES_PAGE = 5_000
const LISTS_PAGE = 100

const hashValue = (value: unknown) => createHash('sha256').update(canonical(value)).digest()

/**
 * The SHA-256 of a decision list: over the hash of its values, then the hash of each entry by application id.
 * Values and entries are hashed as canonical JSON. In format 1, an entry has only the words of its reason.
 */
async function digestOf({ db }: Pick<Deps, 'db'>, list: AuditedList): Promise<string> {
  const { id, job_id: job, reason, to_stage: to, early_reason: early } = list
  const isFormat1 = list.digest_format === 1
  const listValues = isFormat1
    ? { format: 'decisions/1', job, list: id, reason: reason?.words ?? '', to }
    : { early, format: 'decisions/2', job, list: id, reason, to }
  const hash = createHash('sha256').update(hashValue(listValues))
  let lastApplicationId = 0
  while (true) {
    const page = await findListEntries(db, id, lastApplicationId, ENTRIES_PAGE)
    for (const entry of page) {
      const entryReason = isFormat1 ? (entry.reason?.words ?? null) : entry.reason
      const { reserve_number: number, reserve_place: place } = entry
      const reserve = number === null ? {} : { number, place }
      hash.update(
        // Only the hash of an erased entry remains. The digest of the decision list still covers it.
        entry.erased_hash ??
          hashValue({ application: entry.application_id, ...reserve, reason: entryReason }),
      )
    }
    if (page.length < ENTRIES_PAGE) return hash.digest('hex')
    lastApplicationId = page.at(-1)?.application_id ?? 0
  }
}

/** The contradictions between a decision list's rows and the audit entries about it. */
async function findProblems(deps: Pick<Deps, 'db'>, list: AuditedList): Promise<string[]> {
  const problems: string[] = []
  const { id, needs_second, proposed_by, decided_by, state } = list
  const digest = list.digest.toString('hex')
  if ((await digestOf(deps, list)) !== digest)
    problems.push(`The decision list ${id} differs from what was proposed.`)
  const auditEntries = await findListAuditEntries(deps.db, list.job_id, id)
  const isRecorded = (action: string, staffId: number | null) => {
    const lastEntry = auditEntries.findLast((entry) => entry.act === action)
    return lastEntry?.digest === digest && lastEntry.staff_id === staffId
  }
  if (!isRecorded('list.proposed', proposed_by))
    problems.push(`The log does not show who proposed the decision list ${id} as it is now.`)
  if (state === 'proposed' || !needs_second) return problems
  if (decided_by === proposed_by || !isRecorded('list.approved', decided_by))
    problems.push(`The log does not show a second person who approved the decision list ${id} as it is now.`)
  return problems
}

/**
 * Checks one decision list. When it has faults and changed during the check, it is checked again. For
 * example, an officer returned it and proposed it again.
 */
async function auditList(deps: Pick<Deps, 'db'>, list: AuditedList, report: Report): Promise<void> {
  const problems = await findProblems(deps, list)
  if (problems.length === 0) return
  // Reads the list again. If its content is not frozen any more, this finds a later list, or none.
  const [current] = await findFrozenLists(deps.db, list.id - 1, 1)
  const isStillFrozen = current?.id === list.id
  if (!isStillFrozen) return
  if (current.updated_at.getTime() === list.updated_at.getTime())
    for (const problem of problems) report(problem)
  else await auditList(deps, current, report)
}

/**
 * Checks every proposed decision list against its rows and the audit entries. Returns how many lists it
 * checked.
 */
export async function auditDecisions(deps: Pick<Deps, 'db'>, report: Report): Promise<number> {
  let count = 0
  let lastId = 0
  while (true) {
    const page = await findFrozenLists(deps.db, lastId, LISTS_PAGE)
    for (const list of page) await auditList(deps, list, report)
    count += page.length
    lastId = page.at(-1)?.id ?? 0
    if (page.length < LISTS_PAGE) return count
  }
}
