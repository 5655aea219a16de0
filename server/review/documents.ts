import { MEDIA_TYPES } from '#contract/job-applications/documents.ts'
import { STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../http/serve.ts'
import { documentsOf, type StoredDocument } from '../job-applications/documents.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { isBlind, isHidden } from './blind.ts'
import { findOpenTo } from './case-store.ts'

// T14: nobody opens what was not found clean, and nobody is told more of it than that it is there.
async function openClean({ files }: Pick<Deps, 'files'>, document: StoredDocument) {
  if (document.state !== 'clean') throw refuse('conflict', { message: STAFF_DOCUMENT_WORDS[document.state] })
  const stream = await files.store.open(document.hash, document.size)
  if (!stream) throw refuse('not_found')
  return stream
}

/** Sends a document, named after the application: what its owner called it may say who they are. Nothing is sent that is not in the log. */
export const openDocument: Handler<'GET /api/staff/applications/{id}/documents/{kind}/'> = async (deps, { params: { id, kind }, staff }) => {
  const now = deps.now()
  const found = await findOpenTo(deps.db, staff, id)
  const document = found && (await documentsOf(deps.db, id)).find((storedDocument) => storedDocument.kind === kind)
  if (!document) throw refuse('not_found')
  const stream = await openClean(deps, document)
  try {
    const blind = isHidden(await isBlind(deps.db, staff, found.job_id, now), found)
    await deps.db.tx((tx) => recordAudit(tx, staff, { act: 'document.opened', jobId: found.job_id, applicationId: id, detail: { kind, blind } }, now))
  } catch (error) {
    stream.destroy()
    throw error
  }
  return { stream, name: `${found.reference}-${kind.replace('_', '-')}.${document.type}`, type: MEDIA_TYPES[document.type], size: document.size }
}
