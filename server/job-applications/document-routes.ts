import { isExpired } from '#contract/dates.ts'
import { DOCUMENT_WORDS, MEDIA_TYPES } from '#contract/documents/documents.ts'
import { documentName } from '#contract/jobs/wanted-documents.ts'
import { readContent, TICKET_HEADERS } from '#contract/tickets/tickets.ts'
import { grantPriority } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { type Handler, answer, type Call, type Route } from '../endpoints/serve.ts'
import { readHeld } from '../tickets/held.ts'
import { checkTickets } from '../tickets/check.ts'
import { tokenHashOf } from '../tickets/ticket.ts'
import { requireInTime } from './arrival.ts'
import { attachFiles, deleteStoredDocument, findDocument, raiseVersion } from '../documents/documents.ts'
import { findApplication } from './store.ts'

// A person adds, replaces, deletes and reads the documents of their own application.

type Upload = Pick<
  Call<'PUT /api/job-applications/{id}/documents/{kind}/'>,
  'applicant' | 'params' | 'rawCall'
>

/**
 * The time that is compared with the deadline: now, or the time of a ticket for this application and file. A
 * ticket holds only a digest. The header `Submit-Content` holds what was digested: the job and the files'
 * hashes.
 */
async function arrivalOfFile(
  deps: Deps,
  { applicant, params, rawCall }: Upload,
  file: ReceivedFile,
  now: Date,
): Promise<Date> {
  // The tickets in the request's headers that carry our signature.
  const tickets = readHeld(deps.secrets, rawCall.headers)
  if (tickets.length === 0) return now
  const row = await findApplication(deps.db, applicant.userId, params.id)
  if (!row) throw refuse('not_found')
  if (!isExpired(row.expiry_date, now)) return now
  const header = rawCall.headers[TICKET_HEADERS.content.toLowerCase()]
  const content = typeof header === 'string' ? readContent(header) : undefined
  const ticket = await checkTickets(
    deps,
    tickets,
    { userId: applicant.userId, tokenHash: tokenHashOf(rawCall.headers.authorization) },
    content,
  )
  if (content?.job !== row.job_id) throw refuse('submit_ticket_other_job')
  if (content.files[params.kind] !== file.sentHash) throw refuse('submit_ticket_other_file')
  return requireInTime(deps, row, { arrivedAt: now, ticket }, now)
}

/**
 * Adds or replaces one document of an unsent or reopened application (W23). After the deadline only a file
 * that a ticket names is accepted.
 */
const putDocument: Handler<'PUT /api/job-applications/{id}/documents/{kind}/'> = async (
  deps,
  { applicant, params, files, rawCall, visitor },
) => {
  const { file } = files
  if (!file) throw refuseFields({ file: DOCUMENT_WORDS.empty })
  const now = deps.now()
  const receivedAt = await arrivalOfFile(deps, { applicant, params, rawCall }, file, now)
  return deps.db.tx(async (tx) => {
    const { version, expiry_date, correction } = await raiseVersion(
      tx,
      params.id,
      applicant.userId,
      now,
      receivedAt,
    )
    const [document] = await attachFiles(tx, {
      correction,
      applicationId: params.id,
      userId: applicant.userId,
      now,
      files: { [params.kind]: file },
      // Errors are reported under the field `file`, whatever kind of document it is.
      fieldOf: () => 'file',
    })
    // This case exists only for the type checker: one file always gives one document.
    if (!document) throw refuse('conflict')
    // When the job closes soon, a person with a draft gets priority in the waiting line.
    grantPriority(deps, visitor, applicant.userId, expiry_date)
    return { document, version }
  })
}

/** Deletes a document. Deleting it a second time gives the same answer (W23). */
const deleteDocument: Handler<'DELETE /api/job-applications/{id}/documents/{kind}/'> = async (
  deps,
  { applicant, params, visitor },
) =>
  deps.db.tx(async (tx) => {
    const { version, expiry_date, wanted_documents, correction } = await raiseVersion(
      tx,
      params.id,
      applicant.userId,
      deps.now(),
    )
    await deleteStoredDocument(tx, params.id, params.kind, correction)
    grantPriority(deps, visitor, applicant.userId, expiry_date)
    return { message: `${documentName(params.kind, { wanted_documents })} removed`, version }
  })

/**
 * Only the owner gets the document, and only after the scanner passed it. Otherwise the answer is
 * `not_found` (T10, T14).
 */
const getDocument: Handler<'GET /api/job-applications/{id}/documents/{kind}/'> = async (
  deps,
  { applicant, params },
) => {
  const document = await findDocument(deps.db, params.id, applicant.userId, params.kind)
  const stream =
    document?.state === 'clean' ? await deps.files.store.open(document.hash, document.size) : undefined
  if (!document || !stream) throw refuse('not_found')
  return { stream, name: document.name, type: MEDIA_TYPES[document.type], size: document.size }
}

export const documentRoutes: Route[] = [
  answer('GET /api/job-applications/{id}/documents/{kind}/', getDocument),
  answer('PUT /api/job-applications/{id}/documents/{kind}/', putDocument),
  answer('DELETE /api/job-applications/{id}/documents/{kind}/', deleteDocument),
]
