import * as z from 'zod/mini'
import {
  DOCUMENT_KINDS,
  DOCUMENT_STATES,
  DOCUMENT_WORDS,
  type DocumentKind,
  MEDIA_TYPES,
  SCAN_PROBLEMS,
} from '../documents/documents.ts'
import { endpoint } from '../endpoint.ts'
import { type JobDocuments, requiredDocuments } from '../jobs/wanted-documents.ts'
import { id, instant } from '../wire.ts'

// The calls for the documents of one application, and the rule that finds missing required documents.

export const applicationDocument = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  type: z.string(),
  /** The SHA-256 of the file as it was sent, in hex. A submit names the file by this hash. */
  sha256: z.string(),
  state: z.enum(DOCUMENT_STATES),
  /** Why a document was refused, as a key of `DOCUMENT_WORDS`; absent or null for any other document. */
  fault: z.optional(z.nullable(z.enum(SCAN_PROBLEMS))),
  uploaded_at: instant,
})

/** The common settings of the calls about one document. */
const document = {
  params: z.object({ id, kind: z.enum(DOCUMENT_KINDS) }),
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'save',
} as const

/**
 * Only its owner gets the document, after the virus check (T10, T14). The browser saves it and never shows it
 * (T16).
 */
const getDocument = endpoint({
  ...document,
  rateLimit: 'read',
  loadClass: 'read',
  method: 'GET',
  path: '/api/job-applications/{id}/documents/{kind}/',
  summary: 'A document of an application, as a file to save',
  reply: z.unknown(),
  sends: 'file',
  types: Object.values(MEDIA_TYPES),
})

/** Uploads one file before the application is submitted (W23). It replaces a file of the same kind. */
const putDocument = endpoint({
  ...document,
  method: 'PUT',
  path: '/api/job-applications/{id}/documents/{kind}/',
  summary: 'Add or replace a document of an application that is not yet sent',
  files: ['file'],
  body: z.object({}),
  reply: z.object({ document: applicationDocument, version: z.number() }),
})

const deleteDocument = endpoint({
  ...document,
  method: 'DELETE',
  path: '/api/job-applications/{id}/documents/{kind}/',
  summary: 'Remove a document of an application that is not yet sent',
  reply: z.object({ message: z.string(), version: z.number() }),
})

type StoredDocument = {
  kind: DocumentKind
  state: (typeof DOCUMENT_STATES)[number]
  fault?: (typeof SCAN_PROBLEMS)[number] | null | undefined
}

type DocumentErrors = { lines: string[]; fields: Partial<Record<DocumentKind, string>> }

/**
 * The errors about missing required documents: sentences for the whole form, and one for each field. `sent`
 * are the documents of the submit. `uploaded` also has refused documents, which explain why one is missing.
 */
export function documentErrors(
  job: JobDocuments,
  sent: readonly StoredDocument[],
  uploaded: readonly StoredDocument[] = sent,
): DocumentErrors {
  const missing = requiredDocuments(job).filter(
    ({ kind }) => !sent.some((stored) => stored.kind === kind && stored.state !== 'refused'),
  )
  if (missing.length === 0) return { lines: [], fields: {} }
  const refusals = missing.flatMap(({ kind, name }) => {
    const refused = uploaded.find((stored) => stored.kind === kind && stored.state === 'refused')
    // A document that was refused without a stored reason is treated as one with a virus.
    return refused ? [{ kind, name, words: DOCUMENT_WORDS[refused.fault ?? 'infected'] }] : []
  })
  return {
    lines: [
      DOCUMENT_WORDS.missing(missing.map(({ name }) => name)),
      ...refusals.map(({ name, words }) => `${name}: ${words}`),
    ],
    // The sentence about a refused document says more than `required`, so it comes last and replaces it.
    fields: {
      ...Object.fromEntries(missing.map(({ kind }) => [kind, DOCUMENT_WORDS.required])),
      ...Object.fromEntries(refusals.map(({ kind, words }) => [kind, words])),
    },
  }
}

export const documentEndpoints = {
  'GET /api/job-applications/{id}/documents/{kind}/': getDocument,
  'PUT /api/job-applications/{id}/documents/{kind}/': putDocument,
  'DELETE /api/job-applications/{id}/documents/{kind}/': deleteDocument,
}
