import { DOCUMENT_NAMES, DOCUMENT_WORDS, MEDIA_TYPES } from '#contract/documents.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import { type Act, answer, type Route } from '../http/serve.ts'
import { attachSent, detach, findDocument, raiseVersion } from './documents.ts'

/** W23: adds or replaces one document of an application that is not sent yet. */
const putDocument: Act<'PUT /api/job-applications/{id}/documents/{kind}/'> = async (deps, { applicant, params, files }) => {
  const { file } = files
  if (!file) throw refuseFaults({ file: DOCUMENT_WORDS.empty })
  const now = deps.now()
  const mine = { applicationId: params.id, userId: applicant.userId, now }
  return deps.db.tx(async (tx) => {
    const version = await raiseVersion(tx, params.id, applicant.userId, now)
    const [document] = await attachSent(tx, { ...mine, files: { [params.kind]: file }, named: () => 'file' })
    if (!document) throw refuse('conflict')
    return { document, version }
  })
}

/** W23: what is gone already is gone: a repeated call is answered alike. */
const deleteDocument: Act<'DELETE /api/job-applications/{id}/documents/{kind}/'> = async (deps, { applicant, params }) =>
  deps.db.tx(async (tx) => {
    const version = await raiseVersion(tx, params.id, applicant.userId, deps.now())
    await detach(tx, params.id, params.kind)
    return { message: `${DOCUMENT_NAMES[params.kind]} removed`, version }
  })

/** T10, T14: its owner's alone, and not before it may be opened; all else is missing. */
const getDocument: Act<'GET /api/job-applications/{id}/documents/{kind}/'> = async (deps, { applicant, params }) => {
  const document = await findDocument(deps.db, params.id, applicant.userId, params.kind)
  const stream = document?.state === 'clean' ? await deps.files.store.open(document.hash, document.size) : undefined
  if (!document || !stream) throw refuse('not_found')
  return { stream, name: document.name, type: MEDIA_TYPES[document.type], size: document.size }
}

export const documentRoutes: Route[] = [
  answer('GET /api/job-applications/{id}/documents/{kind}/', getDocument),
  answer('PUT /api/job-applications/{id}/documents/{kind}/', putDocument),
  answer('DELETE /api/job-applications/{id}/documents/{kind}/', deleteDocument),
]
