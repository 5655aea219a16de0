import { DOCUMENT_KINDS, type DocumentKind } from '#contract/documents/documents.ts'
import { type JobDocuments, takesDocument } from '#contract/jobs/wanted-documents.ts'
import { refuse } from '../http/refuse.ts'
import type { StoredDocument } from './documents.ts'

// A submit names its files by their hashes. These functions compare the hashes with the stored documents.

/** The files that a submit names, by kind: the SHA-256 of each file before the portal changed it. */
export type NamedFiles = Partial<Record<DocumentKind, string | undefined>>

/** Whether the submit names this document, by the hash of the sent file (`sha256`) or of the stored one. */
const isNamed = ({ kind, hash, sha256 }: StoredDocument, namedFiles: NamedFiles) =>
  namedFiles[kind] === sha256 || namedFiles[kind] === hash

/** Removes kinds that the job no longer asks for. The submit neither awaits nor sends them. */
export const withoutUnrequested = (
  namedFiles: NamedFiles | undefined,
  job: Pick<JobDocuments, 'wanted_documents'>,
): NamedFiles | undefined =>
  namedFiles &&
  Object.fromEntries(
    DOCUMENT_KINDS.flatMap((kind) => (takesDocument(kind, job) ? [[kind, namedFiles[kind]]] : [])),
  )

/** The kinds of documents that the submit names and that are missing from what is sent. */
export const findLeftOut = (
  documents: StoredDocument[],
  namedFiles: NamedFiles = {},
  leftOut: readonly DocumentKind[] = [],
): DocumentKind[] =>
  DOCUMENT_KINDS.filter(
    (kind) =>
      namedFiles[kind] &&
      leftOut.includes(kind) &&
      !documents.some((storedDocument) => storedDocument.kind === kind),
  )

/**
 * Returns exactly the documents that the submit names, perhaps none; all if it does not name its files
 * (undefined). Refuses `files_missing` while a named file has not arrived. Kinds in `leftOut` may be missing:
 * the server could not accept their files.
 */
export function selectNamedDocuments(
  documents: StoredDocument[],
  namedFiles: NamedFiles | undefined,
  leftOut: readonly DocumentKind[] = [],
): StoredDocument[] {
  if (namedFiles === undefined) return documents
  const missing = DOCUMENT_KINDS.filter(
    (kind) =>
      namedFiles[kind] &&
      !leftOut.includes(kind) &&
      !documents.some(
        (storedDocument) => storedDocument.kind === kind && isNamed(storedDocument, namedFiles),
      ),
  )
  if (missing.length > 0) throw refuse('files_missing', { also: { missing } })
  return documents.filter((storedDocument) => isNamed(storedDocument, namedFiles))
}
