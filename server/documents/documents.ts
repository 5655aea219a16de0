import {
  DOCUMENT_KINDS,
  DOCUMENT_WORDS,
  type DOCUMENT_STATES,
  type DocumentKind,
  type SCAN_PROBLEMS,
  type FileType,
  STORAGE,
} from '#contract/documents/documents.ts'
import { takesDocument, type WantedDocument } from '#contract/jobs/wanted-documents.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { keysOf } from '../record-of.ts'

/** A document as the database has it. Responses omit its hash and flags. */
export type StoredDocument = {
  kind: DocumentKind
  name: string
  size: number
  type: FileType
  state: (typeof DOCUMENT_STATES)[number]
  /** Why the scanner refused the document; null when it did not. */
  fault: (typeof SCAN_PROBLEMS)[number] | null
  /** When the document was uploaded, as ISO 8601 in UTC. */
  uploaded_at: string
  /** SHA-256 in hex of the stored file, which is also its name in the file store. */
  hash: string
  /** SHA-256 in hex of the file that the person sent, before the portal changed it. */
  sha256: string
  flags: string[]
}
type DocumentRow = Omit<StoredDocument, 'uploaded_at' | 'hash'> & { uploaded_at: Date; hash: Buffer }

const documentColumns = sql`kind, name, size, type, state, fault, uploaded_at, hash, encode(coalesce(sent_hash, hash), 'hex') as sha256, flags`
const presentDocument = (row: DocumentRow): StoredDocument => ({
  ...row,
  uploaded_at: row.uploaded_at.toISOString(),
  hash: row.hash.toString('hex'),
})

const formOrder = sql`array_position(${[...DOCUMENT_KINDS]}::text[], kind)`

/** The table with the documents of a draft or a sent version. With `version`, that of corrections (W15). */
const tableFor = (version: Sql | undefined): Sql =>
  version ? sql`version_documents` : sql`application_documents`
/** The condition that selects the documents of one correction in that table; empty without a `version`. */
const ofVersion = (version: Sql | undefined): Sql => (version ? sql`and version = ${version}` : sql``)
const asSql = (version: number | null) => (version === null ? undefined : sql`${version}::smallint`)

/**
 * The documents of an application, CV first. With `version`, those of its correction. The caller has already
 * checked who owns the application.
 */
export const documentsOf = async (
  tx: Tx,
  applicationId: number,
  version: number | null = null,
): Promise<StoredDocument[]> =>
  (
    await tx.rows<DocumentRow>(
      sql`select ${documentColumns} from ${tableFor(asSql(version))} where application_id = ${applicationId} ${ofVersion(asSql(version))} order by ${formOrder}`,
    )
  ).map(presentDocument)

/**
 * The documents of an application as a JSON array, for use inside a larger select. `applicationId` and
 * `version` are columns or values of that select.
 */
export const documentsAsJson = (applicationId: Sql, version?: Sql): Sql => sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'size', size, 'type', type, 'state', state, 'fault', fault,
      'uploaded_at', to_char(uploaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'hash', encode(hash, 'hex'),
      'sha256', encode(coalesce(sent_hash, hash), 'hex'), 'flags', flags)
      order by ${formOrder})
    from ${tableFor(version)} where application_id = ${applicationId} ${ofVersion(version)}), '[]'::jsonb)`

/**
 * A document of a draft or of a sent version, but not of a correction. Undefined when another person owns it.
 */
export const findDocument = async (
  tx: Tx,
  applicationId: number,
  userId: number,
  kind: DocumentKind,
): Promise<StoredDocument | undefined> => {
  const row = await tx.row<DocumentRow>(sql`
    select ${documentColumns} from application_documents
    where kind = ${kind} and application_id in (select id from job_applications where id = ${applicationId} and user_id = ${userId})`)
  return row && presentDocument(row)
}

/**
 * The statement that stores a received file as the document of this kind and replaces the previous one (W23).
 * The document is due for a virus scan at once (`scan_due`), even if no scanner is configured yet.
 * It writes no row for another person's application, or for one that is sent and not reopened. Run it alone:
 * as a part of a statement that changes the application, its lock would not see that change.
 */
const documentUpsert = (
  { applicationId, userId, correction, now }: Omit<AttachedFiles, 'files'>,
  kind: DocumentKind,
  file: ReceivedFile,
): Sql => sql`
  insert into ${correction === null ? sql`application_documents (application_id,` : sql`version_documents (application_id, version,`}
    kind, hash, sent_hash, size, type, name, state, flags, scan_due, uploaded_at)
  select id, ${correction === null ? sql`` : sql`${correction}::smallint,`} ${kind}, ${Buffer.from(file.hash, 'hex')}::bytea,
    ${file.sentHash === file.hash ? null : Buffer.from(file.sentHash, 'hex')}::bytea, ${file.size}, ${file.type}, ${file.name}, ${file.state}, ${file.flags}::text[], ${now}, ${now}
  from (
    select id from job_applications where id = ${applicationId} and user_id = ${userId}
      and ${correction === null ? sql`not is_completed` : sql`reopened_at is not null`} for no key update) mine
  on conflict (application_id, ${correction === null ? sql`` : sql`version,`} kind) do update set
    hash = excluded.hash, sent_hash = excluded.sent_hash, size = excluded.size, type = excluded.type, name = excluded.name, state = excluded.state, fault = null,
    flags = excluded.flags, scan_due = excluded.scan_due, uploaded_at = excluded.uploaded_at
  returning ${documentColumns}`

// The bytes of a person's files in drafts and unsent corrections. A file in several of them counts once.
// Files of sent versions do not count: the person cannot remove them.
const findStoredBytes = async (tx: Tx, userId: number) => {
  const row = await tx.row<{ bytes: number }>(sql`
    select coalesce(sum(size), 0) as bytes from (
      select hash, size from application_documents
      where application_id in (select id from job_applications where user_id = ${userId} and not is_completed)
      union
      select document.hash, size from version_documents document join submissions made using (application_id)
      where document.version > made.version
        and application_id in (select id from job_applications where user_id = ${userId} and reopened_at is not null)) stored`)
  return row?.bytes ?? 0
}

// Refuses a document that the job does not ask for, because the form would not show it.
const refuseUnrequested = async (
  tx: Tx,
  applicationId: number,
  kinds: DocumentKind[],
  fieldOf: (kind: DocumentKind) => string,
) => {
  // Every job takes CVs and cover letters, so for these two kinds the job is not read from the database.
  if (kinds.every((kind) => takesDocument(kind, {}))) return
  const job = await tx.row<{ wanted_documents: WantedDocument[] }>(sql`
    select wanted_documents from jobs join job_applications application on application.job_id = jobs.id where application.id = ${applicationId}`)
  const unrequested = kinds.find((kind) => !takesDocument(kind, job ?? {}))
  if (unrequested) throw refuseFields({ [fieldOf(unrequested)]: DOCUMENT_WORDS.notAsked })
}

type AttachedFiles = {
  applicationId: number
  userId: number
  /** The number of the correction's version; null for the draft of a first version (W15). */
  correction: number | null
  files: Partial<Record<DocumentKind, ReceivedFile>>
  now: Date
  /** The request's field for a kind of document, where errors are reported. By default, the kind itself. */
  fieldOf?: (kind: DocumentKind) => string
}

/**
 * Attaches the files of a request to an application, whose row the caller's transaction has locked. Refuses
 * `already_applied` for a sent application. Refuses a kind that the job does not ask for, or a full quota
 * (T17). `fieldOf` returns the form field under which a kind's refusal is reported.
 */
export async function attachFiles(
  tx: Tx,
  { applicationId, userId, correction, files, now, fieldOf = (kind) => kind }: AttachedFiles,
): Promise<StoredDocument[]> {
  const sentFiles = keysOf(files).flatMap((kind) => {
    const file = files[kind]
    return file ? [[kind, file] as const] : []
  })
  if (sentFiles.length === 0) return []
  await refuseUnrequested(
    tx,
    applicationId,
    sentFiles.map(([kind]) => kind),
    fieldOf,
  )
  // A person's uploads run one after the other. Two at once could each fit into the quota, but not together.
  await tx.run(sql`select from users where id = ${userId} for no key update`)
  const attached: StoredDocument[] = []
  for (const [kind, file] of sentFiles) {
    const row = await tx.row<DocumentRow>(
      documentUpsert({ applicationId, userId, correction, now }, kind, file),
    )
    if (!row) throw refuse('already_applied')
    attached.push(presentDocument(row))
    if ((await findStoredBytes(tx, userId)) > STORAGE.quotaBytes)
      throw refuseFields({ [fieldOf(kind)]: DOCUMENT_WORDS.quota })
  }
  return attached
}

/**
 * Raises the version of an application (T22). Returns it with the job's deadline and wanted documents.
 * Refuses `already_applied` for a sent application that is not reopened. Refuses `job_closed` for a deadline
 * before `arrivedAt` and for a job that is no longer public. Refuses `not_found` for a missing application or
 * another person's.
 */
export const raiseVersion = async (
  tx: Tx,
  applicationId: number,
  userId: number,
  now: Date,
  arrivedAt = now,
) => {
  const row = await tx.row<{
    version: number
    expiry_date: Date | null
    wanted_documents: WantedDocument[]
    /** The number of the correction's version; null for the draft of a first version (W15). */
    correction: number | null
  }>(sql`
    update job_applications application set version = application.version + 1, updated_at = ${now} from jobs
    where application.id = ${applicationId} and application.user_id = ${userId} and (not application.is_completed or application.reopened_at is not null)
      and jobs.id = application.job_id and jobs.is_active and ${isOpenAt(arrivedAt)}
    returning application.version, jobs.expiry_date, jobs.wanted_documents,
      case when application.is_completed then (select made.version + 1 from submissions made where made.application_id = application.id) end as correction`)
  if (row) return row
  const existing = await tx.row<{ is_sent: boolean }>(sql`
    select is_completed and reopened_at is null as is_sent from job_applications where id = ${applicationId} and user_id = ${userId}`)
  if (!existing) throw refuse('not_found')
  throw refuse(existing.is_sent ? 'already_applied' : 'job_closed')
}

export const deleteStoredDocument = (
  tx: Tx,
  applicationId: number,
  kind: DocumentKind,
  correction: number | null,
) =>
  tx.run(
    sql`delete from ${tableFor(asSql(correction))} where application_id = ${applicationId} ${ofVersion(asSql(correction))} and kind = ${kind}`,
  )
