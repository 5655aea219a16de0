import { DOCUMENT_NAMES, type DocumentKind, type NamedKind } from '../documents/documents.ts'
import type { DOCUMENTS_REQUESTED } from './words.ts'

/** Limits on the documents that a job requests beside CV and cover letter. */
export const WANTED_DOCUMENTS = { maxDocuments: 8, minName: 2, maxName: 80 } as const

/** A document that a job names itself. */
export type WantedDocument = { kind: NamedKind; name: string; required: boolean }
/** The documents of a job. Older copies of a job on a device have no `wanted_documents`. */
export type JobDocuments = {
  documents: (typeof DOCUMENTS_REQUESTED)[number]
  wanted_documents?: readonly WantedDocument[] | undefined
}
export type RequestedDocument = { kind: DocumentKind; name: string; required: boolean }

const USUAL = ['cv', 'cover_letter'] as const

/**
 * Every document that a job requests, in the form's order: CV and cover letter first, unless it wants none
 * (W1).
 */
export const requestedDocuments = ({
  documents,
  wanted_documents: named = [],
}: JobDocuments): RequestedDocument[] => [
  ...(documents === 'none'
    ? []
    : USUAL.map((kind) => ({ kind, name: DOCUMENT_NAMES[kind], required: documents === 'required' }))),
  ...named,
]

export const requiredDocuments = (job: JobDocuments): RequestedDocument[] =>
  requestedDocuments(job).filter(({ required }) => required)

/** True when the job requires at least one document of these kinds. */
export const requiresAny = (job: JobDocuments, kinds: readonly DocumentKind[]): boolean =>
  requiredDocuments(job).some(({ kind }) => kinds.includes(kind))

/** True for a kind that a job names itself. */
export const isNamedKind = (kind: DocumentKind): kind is NamedKind => !(kind in DOCUMENT_NAMES)
/** The document of this kind that the job names; undefined without one. */
const namedDocument = (
  kind: DocumentKind,
  { wanted_documents: named = [] }: Pick<JobDocuments, 'wanted_documents'>,
) => named.find((wantedDocument) => wantedDocument.kind === kind)

/** The name of a document for this job; 'Another document' when the job no longer requests it. */
export const documentName = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): string =>
  isNamedKind(kind) ? (namedDocument(kind, job)?.name ?? 'Another document') : DOCUMENT_NAMES[kind]

/**
 * Whether files of this kind are accepted. A CV or cover letter always is, also for a job that does not
 * request one (W23).
 */
export const takesDocument = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): boolean =>
  !isNamedKind(kind) || namedDocument(kind, job) !== undefined

type WrittenDocuments = Pick<JobDocuments, 'documents'> & { wanted_documents: readonly { name: string }[] }

export const WANTED_WORDS = {
  most: `A job can ask for at most ${WANTED_DOCUMENTS.maxDocuments} documents`,
  name: `Give each document a name of ${WANTED_DOCUMENTS.minName} to ${WANTED_DOCUMENTS.maxName} characters, on one line`,
  twice: 'Two documents have the same name',
  spent:
    'This job has named 8 documents since it was published. Applicants may have added files for each. Change one of these names instead of adding a new one.',
} as const

/** What is wrong with a job's named documents; undefined when nothing is. */
export function wantedError({ documents, wanted_documents: named }: WrittenDocuments): string | undefined {
  const names = named.map(({ name }) => name.trim())
  if (named.length > WANTED_DOCUMENTS.maxDocuments) return WANTED_WORDS.most
  if (
    names.some(
      (name) =>
        name.length < WANTED_DOCUMENTS.minName ||
        name.length > WANTED_DOCUMENTS.maxName ||
        /[\t\n\r]/.test(name),
    )
  )
    return WANTED_WORDS.name
  const allNames = [...names, ...requestedDocuments({ documents }).map(({ name }) => name)].map((name) =>
    name.toLowerCase(),
  )
  return new Set(allNames).size < allNames.length ? WANTED_WORDS.twice : undefined
}
