import { DOCUMENT_NAMES, type DocumentKind, type NamedKind } from '../job-applications/documents.ts'
import type { DOCUMENTS_REQUESTED } from './words.ts'

/** What a job may name beside CV and cover letter. */
export const WANTED_DOCUMENTS = { most: 8, minName: 2, maxName: 80 } as const

/** A document that a job names. */
export type WantedDocument = { kind: NamedKind; name: string; required: boolean }
/** What a job says of documents; a copy of it that a device kept from earlier names none. */
export type JobDocuments = { documents: (typeof DOCUMENTS_REQUESTED)[number]; wanted_documents?: readonly WantedDocument[] | undefined }
export type RequestedDocument = { kind: DocumentKind; name: string; required: boolean }

const USUAL = ['cv', 'cover_letter'] as const

/** Every document that a job asks for, in the order of the form; W1 for the first two. */
export const requestedDocuments = ({ documents, wanted_documents: named = [] }: JobDocuments): RequestedDocument[] => [
  ...(documents === 'none' ? [] : USUAL.map((kind) => ({ kind, name: DOCUMENT_NAMES[kind], required: documents === 'required' }))),
  ...named,
]

export const requiredDocuments = (job: JobDocuments): RequestedDocument[] => requestedDocuments(job).filter(({ required }) => required)

/** Whether a job cannot be applied for without one of these. */
export const requiresAny = (job: JobDocuments, kinds: readonly DocumentKind[]): boolean => requiredDocuments(job).some(({ kind }) => kinds.includes(kind))

/** Whether it is a document that a job names. */
export const isNamedKind = (kind: DocumentKind): kind is NamedKind => !(kind in DOCUMENT_NAMES)
const ofJob = (kind: DocumentKind, { wanted_documents: named = [] }: Pick<JobDocuments, 'wanted_documents'>) =>
  named.find((wantedDocument) => wantedDocument.kind === kind)

/** What a document is called where its job is known; of a document that the job names no more, only that it is one. */
export const documentName = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): string =>
  isNamedKind(kind) ? (ofJob(kind, job)?.name ?? 'Another document') : DOCUMENT_NAMES[kind]

/** Whether files of this kind are taken: of a job that wants no CV one was always kept (W23). */
export const takesDocument = (kind: DocumentKind, job: Pick<JobDocuments, 'wanted_documents'>): boolean => !isNamedKind(kind) || ofJob(kind, job) !== undefined

type Written = Pick<JobDocuments, 'documents'> & { wanted_documents: readonly { name: string }[] }

export const WANTED_WORDS = {
  most: `A job names at most ${WANTED_DOCUMENTS.most} documents`,
  name: `Give each document a name of ${WANTED_DOCUMENTS.minName} to ${WANTED_DOCUMENTS.maxName} characters, on one line`,
  twice: 'Two documents have the same name',
  spent:
    'This job has named 8 documents since it was published, and each name stays with the files that were added for it. Add no new one, or change a name that is there.',
} as const

/** What is wrong with the documents that a job names; undefined when nothing is. */
export function wantedError({ documents, wanted_documents: named }: Written): string | undefined {
  const names = named.map(({ name }) => name.trim())
  if (named.length > WANTED_DOCUMENTS.most) return WANTED_WORDS.most
  if (names.some((name) => name.length < WANTED_DOCUMENTS.minName || name.length > WANTED_DOCUMENTS.maxName || /[\t\n\r]/.test(name))) return WANTED_WORDS.name
  const all = [...names, ...requestedDocuments({ documents }).map(({ name }) => name)].map((name) => name.toLowerCase())
  return new Set(all).size < all.length ? WANTED_WORDS.twice : undefined
}
