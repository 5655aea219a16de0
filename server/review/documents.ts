import { MEDIA_TYPES } from '#contract/documents/documents.ts'
import { STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { documentsOf, type StoredDocument } from '../documents/documents.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findSight, isHidden } from './blind.ts'
import { findAccessibleApplication } from './case-store.ts'

// Officers can open a document only when the virus scanner found it clean (T14). Of any other document, they
// learn only that it exists.
async function openClean({ files }: Pick<Deps, 'files'>, document: StoredDocument) {
  if (document.state !== 'clean') throw refuse('conflict', { message: STAFF_DOCUMENT_WORDS[document.state] })
  const stream = await files.store.open(document.hash, document.size)
  if (!stream) throw refuse('not_found')
  return stream
}

/**
 * Sends a document to an officer. Its file name comes from the application, because the owner's file name may
 * identify them. Before a byte is sent, an audit entry is written. The file is opened before that, so a
 * missing file causes no audit entry.
 */
export const openDocument: Handler<'GET /api/staff/applications/{id}/documents/{kind}/'> = async (
  deps,
  { params: { id, kind }, staff },
) => {
  const now = deps.now()
  const found = await findAccessibleApplication(deps.db, staff, id)
  const document =
    found && (await documentsOf(deps.db, id)).find((storedDocument) => storedDocument.kind === kind)
  if (!document) throw refuse('not_found')
  const stream = await openClean(deps, document)
  try {
    const blind = isHidden(await findSight(deps.db, staff, found.job_id, now), found)
    await deps.db.tx((tx) =>
      recordAudit(
        tx,
        staff,
        { act: 'document.opened', jobId: found.job_id, applicationId: id, detail: { kind, blind } },
        now,
      ),
    )
  } catch (error) {
    stream.destroy()
    throw error
  }
  return {
    stream,
    name: `${found.reference}-${kind.replace('_', '-')}.${document.type}`,
    type: MEDIA_TYPES[document.type],
    size: document.size,
  }
}
