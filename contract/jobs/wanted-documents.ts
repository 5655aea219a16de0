import { type DocumentKind, type NamedKind, USUAL_DOCUMENT_NAMES } from '../documents/documents.ts'
import type { DOCUMENTS_REQUESTED } from './words.ts'

/** Limits on the documents that a job asks for besides CV and cover letter. Names are in characters. */
export const WANTED_DOCUMENTS = { maxDocuments: 8, minName: 2, maxName: 80 } as const

/**
 * A document that a job asks for besides CV and cover letter, under a name that its officers gave. `kind` is
 * its numbered slot in the job, `document_1` to `document_8`.
 */
export type WantedDocument = { kind: NamedKind; name: string; required: boolean }
/** The documents of a job. `wanted_documents` is absent in older copies of a job on a device. */
export type JobDocuments = {
  documents: (typeof DOCUMENTS_REQUESTED)[number]
  wanted_documents?: readonly WantedDocument[] | undefined
}
export type RequestedDocument = { kind: DocumentKind; name: string; required: boolean }

const USUAL = ['cv', 'cover_letter'] as const

/**
 * Every document that a job asks for, in the order of the form. CV and cover letter come first, unless the
 * job wants none (W1).
 */
export const requestedDocuments = ({
  documents,
  wanted_documents: named = [],
}: JobDocuments): RequestedDocument[] => [
  ...(documents === 'none'
    ? []
    : USUAL.map((kind) => ({ kind, name: USUAL_DOCUMENT_NAMES[kind], required: documents === 'required' }))),
  ...named,
]

export const requiredDocuments = (job: JobDocuments): RequestedDocument[] =>
  requestedDocuments(job).filter(({ required }) => required)

/** True when the job requires at least one document of these kinds. */
export const requiresAny = (job: JobDocuments, kinds: readonly DocumentKind[]): boolean =>
  requiredDocuments(job).some(({ kind }) => kinds.includes(kind))

/** True for every kind except CV and cover letter. Such documents are named by the job that asks for them. */
export const isNamedKind = (kind: DocumentKind): kind is NamedKind => !(kind in USUAL_DOCUMENT_NAMES)
/** The job's own document of this kind; undefined when the job has none. */
const namedDocument = (
  kind: DocumentKind,
  { wanted_documents: named = [] }: Pick<JobDocuments, 'wanted_documents'>,
) => named.find((wantedDocument) => wantedDocument.kind === kind)

/** The name of a document in this job; 'Another document' when the job no longer asks for it. */
export const documentName = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): string =>
  isNamedKind(kind) ? (namedDocument(kind, job)?.name ?? 'Another document') : USUAL_DOCUMENT_NAMES[kind]

/**
 * Whether an application may have files of this kind. CV and cover letter are always accepted, even if the
 * job does not ask for them (W23).
 */
export const takesDocument = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): boolean =>
  !isNamedKind(kind) || namedDocument(kind, job) !== undefined

type WrittenDocuments = Pick<JobDocuments, 'documents'> & { wanted_documents: readonly { name: string }[] }

export const WANTED_WORDS = {
  most: `A job can ask for at most ${WANTED_DOCUMENTS.maxDocuments} documents`,
  name: `Give each document a name of ${WANTED_DOCUMENTS.minName} to ${WANTED_DOCUMENTS.maxName} characters, on one line`,
  twice: 'Two documents have the same name',
  /** Removed documents still count, because applicants may have files for them. */
  namesUsedUp:
    'This job has named 8 documents since it was published. Applicants may have added files for each. Change one of these names instead of adding a new one.',
} as const

/** The error of the documents that a job asks for by name; undefined when there is none. */
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
  // If the job asks for CV and cover letter, no other document may have one of these names.
  const usualNames = requestedDocuments({ documents }).map(({ name }) => name)
  const allNames = [...names, ...usualNames].map((name) => name.toLowerCase())
  return new Set(allNames).size < allNames.length ? WANTED_WORDS.twice : undefined
}
