import type { Deps } from '../deps.ts'
import { openAuditedFiles, type Tell } from './audit-files.ts'
import { findExtent, lastEvent, strayEvents, waitingForNothing } from './audit-store.ts'
import { auditStaffEntries } from './audit-staff-entries.ts'
import { auditDecisions } from './audit-decisions.ts'
import { auditMinutes } from './audit-minutes.ts'
import { auditMessages } from './audit-messages.ts'
import { auditOfficers } from './audit-officers.ts'
import { auditStanding } from './audit-standing.ts'
import { auditSubmissions } from './audit-submissions.ts'
import { auditTree } from './audit-tree.ts'

const PAGE = 50_000

async function auditEvents({ db }: Pick<Deps, 'db'>, report: Tell): Promise<void> {
  const last = await lastEvent(db)
  for (let after = 0; after < last; after += PAGE) {
    for (const { id, sealed: hasLeaf } of await strayEvents(db, after, Math.min(last, after + PAGE))) {
      report(
        hasLeaf
          ? `Event ${id} is already a leaf, but still waits to become one.`
          : `Event ${id} is not a leaf, and does not wait to become one.`,
      )
    }
  }
  for (const { event } of await waitingForNothing(db))
    report(`Event ${event} waits to become a leaf, but is gone.`)
}

export type Audit = Record<
  | 'leaves'
  | 'checkpoints'
  | 'submissions'
  | 'tickets'
  | 'acts'
  | 'lists'
  | 'messages'
  | 'officers'
  | 'files'
  | 'faults',
  number
>

/**
 * Recomputes the whole log and checks all stored data against it. `report` receives faults, `note` receives
 * remarks that a person should read. It reads page by page: a million leaves need as much memory as a
 * hundred. The portal may run meanwhile.
 */
export async function auditLog(
  deps: Pick<Deps, 'db' | 'config' | 'receiptKey'>,
  report: Tell,
  note: Tell = () => {},
): Promise<Audit> {
  let faults = 0
  const count: Tell = (fault) => {
    faults++
    report(fault)
  }
  // Read the files before the database: the database is never behind the files.
  const files = await openAuditedFiles(deps.config, count)
  const extent = (await findExtent(deps.db)) ?? { size: -1, leaves: 0, days: [] }
  if (files.size > extent.size)
    count(
      `The published checkpoint covers ${files.size} leaves, the database only ${Math.max(0, extent.size)}.`,
    )
  const { leaves, checkpoints } = await auditTree(deps, files, extent, count)
  await auditEvents(deps, count)
  const { submissions, tickets } = await auditSubmissions(deps, count, note)
  const entriesCount = await auditStaffEntries(deps, count)
  const lists = await auditDecisions(deps, count)
  await auditStanding(deps, count)
  await auditMinutes(deps, count)
  const messages = await auditMessages(deps, count)
  const officers = await auditOfficers(deps, count)
  return {
    leaves,
    checkpoints,
    submissions,
    tickets,
    acts: entriesCount,
    lists,
    messages,
    officers,
    files: files.compared(),
    faults,
  }
}
