import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Tell } from './audit-files.ts'
import { type AuditedList, decidedEntriesOf, entriesOf, listsOf } from './audit-decisions-store.ts'
import { canonical } from '#contract/canonical.ts'

const PAGE = 5_000

const sha256 = (value: unknown) => createHash('sha256').update(canonical(value)).digest()

/**
 * SHA-256 over the hashes of a decision list's head and of each entry by application id, all as canonical
 * JSON.
 * Format 1 holds reasons as prose.
 */
async function digestOf({ db }: Pick<Deps, 'db'>, list: AuditedList): Promise<string> {
  const { id, job_id: job, reason, to_stage: to, early_reason: early } = list
  const isOld = list.digest_format === 1
  const head = isOld
    ? { format: 'decisions/1', job, list: id, reason: reason?.words ?? '', to }
    : { early, format: 'decisions/2', job, list: id, reason, to }
  const hash = createHash('sha256').update(sha256(head))
  for (let after = 0; ; ) {
    const page = await entriesOf(db, id, after, PAGE)
    for (const list of page)
      hash.update(
        sha256({
          application: list.application_id,
          reason: isOld ? (list.reason?.words ?? null) : list.reason,
        }),
      )
    if (page.length < PAGE) return hash.digest('hex')
    after = page.at(-1)?.application_id ?? 0
  }
}

async function faultsOf(deps: Pick<Deps, 'db'>, list: AuditedList): Promise<string[]> {
  const faults: string[] = []
  const { id, needs_second, proposed_by, decided_by, state } = list
  const digest = list.digest.toString('hex')
  if ((await digestOf(deps, list)) !== digest)
    faults.push(`The decision list ${id} differs from what was proposed.`)
  const auditEntries = await decidedEntriesOf(deps.db, list.job_id, id)
  const by = (act: string) => auditEntries.findLast((entry) => entry.act === act)
  const isRecorded = (act: string, who: number | null) =>
    by(act)?.digest === digest && by(act)?.staff_id === who
  if (!isRecorded('list.proposed', proposed_by))
    faults.push(`The log does not show who proposed the decision list ${id} as it is now.`)
  if (state === 'proposed' || !needs_second) return faults
  if (decided_by === proposed_by || !isRecorded('list.approved', decided_by))
    faults.push(`The log does not show a second person who approved the decision list ${id} as it is now.`)
  return faults
}

/** Checks a list again when it changed during the check, for example was returned and proposed again. */
async function auditList(deps: Pick<Deps, 'db'>, list: AuditedList, report: Tell): Promise<void> {
  const faults = await faultsOf(deps, list)
  if (faults.length === 0) return
  const [now] = await listsOf(deps.db, list.id - 1, 1)
  if (now?.id === list.id && now.updated_at.getTime() === list.updated_at.getTime())
    for (const fault of faults) report(fault)
  else if (now?.id === list.id) await auditList(deps, now, report)
}

/**
 * Checks every proposed decision list against its rows and the audit entries. Returns how many lists there
 * are.
 */
export async function auditDecisions(deps: Pick<Deps, 'db'>, report: Tell): Promise<number> {
  let count = 0
  for (let after = 0; ; ) {
    const page = await listsOf(deps.db, after, 100)
    for (const list of page) await auditList(deps, list, report)
    count += page.length
    after = page.at(-1)?.id ?? 0
    if (page.length < 100) return count
  }
}
