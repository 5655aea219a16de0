import { DOCUMENT_KINDS, type DocumentKind } from '#contract/job-applications/documents.ts'
import { type JobDocuments, takesDocument } from '#contract/jobs/wanted-documents.ts'
import { refuse } from '../http/refuse.ts'
import type { StoredDocument } from './documents.ts'

/** The files that a submit names, by SHA-256 of each as it was sent. */
export type NamedFiles = Partial<Record<DocumentKind, string | undefined>>

const isNamed = ({ kind, hash, sha256 }: StoredDocument, named: NamedFiles) => named[kind] === sha256 || named[kind] === hash

/** What the job asks for no more is neither awaited nor sent. */
export const takenOnly = (named: NamedFiles | undefined, job: Pick<JobDocuments, 'wanted_documents'>): NamedFiles | undefined =>
  named && Object.fromEntries(DOCUMENT_KINDS.flatMap((kind) => (takesDocument(kind, job) ? [[kind, named[kind]]] : [])))

/** Those that it names and goes without. */
export const namedAndLeftOut = (documents: StoredDocument[], named: NamedFiles = {}, leftOut: readonly DocumentKind[] = []): DocumentKind[] =>
  DOCUMENT_KINDS.filter((kind) => named[kind] && leftOut.includes(kind) && !documents.some((storedDocument) => storedDocument.kind === kind))

/**
 * The documents of a submit that names its files: those and no others. Refuses `files_missing` while one of them is not here, but for
 * `leftOut`: those could not be taken.
 */
export function documentsNamed(documents: StoredDocument[], named: NamedFiles | undefined, leftOut: readonly DocumentKind[] = []): StoredDocument[] {
  if (named === undefined) return documents
  const missing = DOCUMENT_KINDS.filter(
    (kind) => named[kind] && !leftOut.includes(kind) && !documents.some((storedDocument) => storedDocument.kind === kind && isNamed(storedDocument, named)),
  )
  if (missing.length > 0) throw refuse('files_missing', { also: { missing } })
  return documents.filter((storedDocument) => isNamed(storedDocument, named))
}
