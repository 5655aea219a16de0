import type { DocumentKind, SCAN_PROBLEMS } from '#contract/documents/documents.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'
import { type Db, sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { NotScanned, scan } from '../files/clamd.ts'
import { addNotification } from '../notifications/add-notification.ts'
import { worker } from '../worker.ts'

// A worker has each document scanned for viruses, when a scanner is configured. `scan_due` is when a document
// is scanned next; null once the scanner has given a verdict.

const BATCH_SIZE = 10
/** How long a process may work on the files that it has claimed, before another may claim them. */
const LEASE_MS = 120_000
/** The pause before a file without a verdict is tried again. */
const RETRY_MS = 600_000
const POLL_MS = 1_000
const UNREACHABLE_RETRY_MS = 5_000

// Claims files that are due, each once, even if several applications have it. No other process takes a
// claimed file until its lease ends. Files of corrections are in `version_documents`.
const claimDue = (db: Db, now: Date, leaseUntil: Date) =>
  db.rows<{ hash: string }>(sql`
    with due as (
      select hash from application_documents where scan_due <= ${now}
      order by scan_due limit ${BATCH_SIZE} for update skip locked),
    due_of_versions as (
      select hash from version_documents where scan_due <= ${now}
      order by scan_due limit ${BATCH_SIZE} for update skip locked),
    all_due as (select hash from due union select hash from due_of_versions),
    claimed as (
      update application_documents set scan_due = ${leaseUntil} where hash in (select hash from all_due) and scan_due is not null returning hash),
    claimed_of_versions as (
      update version_documents set scan_due = ${leaseUntil} where hash in (select hash from all_due) and scan_due is not null returning hash)
    select encode(hash, 'hex') as hash from claimed union select encode(hash, 'hex') from claimed_of_versions`)

const bytesOf = (hash: string) => sql`decode(${hash}, 'hex')`
const markClean = (db: Db, hash: string) =>
  db.run(sql`
    with of_versions as (
      update version_documents set state = 'clean', scan_due = null where hash = ${bytesOf(hash)} and state <> 'refused')
    update application_documents set state = 'clean', scan_due = null where hash = ${bytesOf(hash)} and state <> 'refused'`)
const postpone = (db: Db, hash: string, until: Date) =>
  db.run(sql`
    with of_versions as (update version_documents set scan_due = ${until} where hash = ${bytesOf(hash)} and scan_due is not null)
    update application_documents set scan_due = ${until} where hash = ${bytesOf(hash)} and scan_due is not null`)

type RefusedDocument = {
  /** Null when the person deleted the account and the application is kept. */
  user_id: number | null
  application_id: number
  kind: DocumentKind
  job_id: number
  /** True when the application is sent. False when the person can replace the document in the form. */
  is_completed: boolean
  wanted_documents: WantedDocument[]
}
/** Marks a file as refused. Returns its documents, without those of replaced versions (W15). */
const refuseEverywhere = (tx: Tx, hash: string, problem: string) =>
  tx.rows<RefusedDocument>(sql`
    with refused as (
      update application_documents set state = 'refused', fault = ${problem}, scan_due = null
      where hash = ${bytesOf(hash)} and state <> 'refused' returning application_id, kind),
    refused_of_versions as (
      update version_documents set state = 'refused', fault = ${problem}, scan_due = null
      where hash = ${bytesOf(hash)} and state <> 'refused' returning application_id, version, kind)
    select application.user_id, application.id as application_id, kind, application.job_id, application.is_completed and application.reopened_at is null as is_completed, jobs.wanted_documents
    from (
      select application_id, kind from refused
      union
      select document.application_id, kind from refused_of_versions document join submissions submission using (application_id)
      where document.version > submission.version) document
    join job_applications application on application.id = document.application_id join jobs on jobs.id = application.job_id`)

/** Deletes a file that the scanner refuses and notifies every person who sent it (T14). */
const refuseFile = async (deps: Deps, hash: string, problem: (typeof SCAN_PROBLEMS)[number]) => {
  const now = deps.now()
  await deps.db.tx(async (tx) => {
    for (const document of await refuseEverywhere(tx, hash, problem)) {
      if (document.user_id === null) continue
      const url = document.is_completed
        ? `/dashboard/applications/${document.application_id}`
        : `/apply?job=${document.job_id}`
      const name = document.wanted_documents.find(({ kind }) => kind === document.kind)?.name
      await addNotification(tx, {
        userId: document.user_id,
        kind: 'document_refused',
        values: { document: document.kind, ...(name ? { name } : {}), problem },
        url,
        now,
      })
    }
  })
  deps.log('warn', 'document.refused', { kind: problem })
  await deps.files.store.remove(hash)
}

// The log gets only the portal's own messages. Others may contain a path or a text of the file.
const errorTextOf = (error: unknown): string | undefined => {
  if (error instanceof NotScanned) return error.message
  return error instanceof Error ? error.name : undefined
}

async function scanOne(deps: Deps, clamdUrl: string, hash: string): Promise<void> {
  const file = await deps.files.store.open(hash)
  if (!file) throw new NotScanned('the file is missing', { isUnreachable: false })
  const verdict = await scan(clamdUrl, file).finally(() => file.destroy())
  await (verdict === 'clean' ? markClean(deps.db, hash) : refuseFile(deps, hash, verdict))
}

/**
 * Scans the files that are due. A file without a verdict stays unchanged and is tried again later.
 * Returns how many files got a verdict, and whether the scanner is unavailable.
 */
export async function scanDue(
  deps: Deps,
  clamdUrl: string,
): Promise<{ scanned: number; isUnreachable: boolean }> {
  const now = deps.now()
  let scanned = 0
  const due = await claimDue(deps.db, now, new Date(now.getTime() + LEASE_MS))
  for (const [index, { hash }] of due.entries()) {
    try {
      await scanOne(deps, clamdUrl, hash)
      scanned++
    } catch (error) {
      const isUnreachable = error instanceof NotScanned && error.isUnreachable
      deps.log('warn', 'document.not_scanned', {
        error: errorTextOf(error),
      })
      if (isUnreachable) {
        // The scanner received neither this file nor the remaining ones. Their lease ends, so they are due
        // again.
        for (const entry of due.slice(index)) await postpone(deps.db, entry.hash, now)
        return { scanned, isUnreachable }
      }
      // A file that cannot be scanned must not delay the others.
      await postpone(deps.db, hash, new Date(now.getTime() + RETRY_MS))
    }
  }
  return { scanned, isUnreachable: false }
}

/** Scans until `stop` is called. Does nothing when no scanner is configured. */
export function startScanning(deps: Deps): { stop: () => Promise<void> } {
  const { clamdUrl } = deps.config
  if (clamdUrl === undefined) return { stop: async () => {} }
  return worker(deps.log, {
    failureEvent: 'document.not_scanned',
    // The pause after a pass that failed. Every other pass returns its own pause.
    everyMs: UNREACHABLE_RETRY_MS,
    async pass() {
      const { scanned, isUnreachable } = await scanDue(deps, clamdUrl)
      // After a full batch more files may be due, so the next pass starts without a pause.
      if (scanned >= BATCH_SIZE) return 0
      return isUnreachable ? UNREACHABLE_RETRY_MS : POLL_MS
    },
  })
}
