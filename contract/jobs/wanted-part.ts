import * as z from 'zod/mini'
import { NAMED_KINDS } from '../documents/documents.ts'
import type { FieldErrors } from '../endpoint.ts'
import { WANTED_DOCUMENTS, WANTED_WORDS, wantedError } from './wanted-documents.ts'
import { strictBoolean, text } from '../wire.ts'

/** A document that a job asks for. Without a kind it is new, and the server gives it one. */
const wanted = z.object({
  kind: z.optional(z.enum(NAMED_KINDS)),
  name: text(WANTED_DOCUMENTS.maxName),
  required: z._default(strictBoolean, false),
})

/** The documents that a job asks for, as an officer sends them. */
export const wantedDocumentFields = {
  wanted_documents: z._default(
    z.array(wanted).check(z.maxLength(WANTED_DOCUMENTS.maxDocuments, WANTED_WORDS.most)),
    [],
  ),
}

/** The error, by field, of the documents that a job asks for by name; empty when they are valid. */
export const wantedErrors = (written: Parameters<typeof wantedError>[0]): FieldErrors => {
  const error = wantedError(written)
  return error ? { wanted_documents: error } : {}
}
