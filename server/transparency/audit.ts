import type { Deps } from '../deps.ts'
import { openAuditedFiles, type Report } from './audit-files.ts'
import { findExtent, findLastEventId, findMissingPending, findStrayEvents } from './audit-store.ts'
import { auditStaffEntries } from './audit-staff-entries.ts'
import { auditCorrections } from './audit-corrections.ts'
import { auditCosignatures } from './audit-cosignatures.ts'
import { auditDecisions } from './audit-decisions.ts'
import { auditErasures } from './audit-erasures.ts'
import { auditHealthMinutes } from './audit-health-minutes.ts'
import { auditMessages } from './audit-messages.ts'
import { auditOfficers } from './audit-officers.ts'
import { auditSelections } from './audit-selections.ts'
import { auditStates } from './audit-states.ts'
import { auditSubmissions } from './audit-submissions.ts'
import { auditWithdrawals } from './audit-withdrawals.ts'
import { auditTree } from './audit-tree.ts'
import { NO_CHECKPOINT } from './store.ts'

/** The number of event ids that one statement checks. */
const PAGE = 50_000

/** Checks that each event either is a leaf of the log or waits to become one. */
async function auditEvents({ db }: Pick<Deps, 'db'>, report: Report): Promise<void> {
  const lastId = await findLastEventId(db)
  for (let after = 0; after < lastId; after += PAGE) {
    for (const { id, is_leaf } of await findStrayEvents(db, after, Math.min(lastId, after + PAGE))) {
      report(
        is_leaf
          ? `Event ${id} is already a leaf, but still waits to become one.`
          : `Event ${id} is not a leaf, and does not wait to become one.`,
      )
    }
  }
  for (const { event } of await findMissingPending(db))
    report(`Event ${event} waits to become a leaf, but is gone.`)
}

type Audit = Record<
  | 'leaves'
  | 'checkpoints'
  | 'submissions'
  | 'tickets'
  | 'acts'
  | 'lists'
  | 'messages'
  | 'selections'
  | 'officers'
  | 'files'
  | 'problems',
  number
>

/**
 * Computes the whole log again and compares all stored data with it. `report` receives problems, and `remark`
 * receives remarks that a person should read. It reads page by page, so a million leaves need as much memory
 * as a hundred. The portal may run meanwhile. Selections from more than `mostPeople` people are not computed
 * again. Returns how many of each it checked.
 */
export async function auditLog(
  deps: Pick<Deps, 'db' | 'config' | 'receiptKey'>,
  report: Report,
  remark: Report = () => {},
  { mostPeople }: { mostPeople?: number } = {},
): Promise<Audit> {
  let problems = 0
  const reportProblem: Report = (problem) => {
    problems++
    report(problem)
  }
  // The portal may publish meanwhile, and it changes the database before the files. So the files are read
  // first: otherwise they could be ahead of the database without a fault.
  const files = await openAuditedFiles(deps.config, reportProblem)
  const extent = (await findExtent(deps.db)) ?? { size: NO_CHECKPOINT, leaves: 0, days: [] }
  if (files.size > extent.size) {
    // Without a checkpoint, `extent.size` is negative.
    const coveredLeaves = Math.max(0, extent.size)
    reportProblem(`The published checkpoint covers ${files.size} leaves, the database only ${coveredLeaves}.`)
  }
  const { leaves, checkpoints } = await auditTree(deps, files, extent, reportProblem)
  await auditCosignatures(deps, files, reportProblem)
  await auditEvents(deps, reportProblem)
  const { submissions, tickets } = await auditSubmissions(deps, reportProblem, remark)
  const superseded = await auditCorrections(deps, reportProblem, remark)
  await auditWithdrawals(deps, reportProblem)
  await auditErasures(deps, reportProblem)
  const entriesCount = await auditStaffEntries(deps, reportProblem)
  const lists = await auditDecisions(deps, reportProblem)
  await auditStates(deps, reportProblem)
  await auditHealthMinutes(deps, reportProblem)
  const messages = await auditMessages(deps, reportProblem)
  const officers = await auditOfficers(deps, reportProblem)
  const selections = await auditSelections(deps, reportProblem, remark, mostPeople)
  return {
    leaves,
    checkpoints,
    submissions: submissions + superseded.submissions,
    tickets: tickets + superseded.tickets,
    acts: entriesCount,
    lists,
    messages,
    selections,
    officers,
    files: files.comparedCount(),
    problems,
  }
}
