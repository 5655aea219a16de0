const BYTES_PER_MIB = 1_048_576

/** The limits of documents. The form, the server and the assistant all use them (S2 §9, W23). */
export const DOCUMENT = {
  /** The largest file: 5 MB are accepted, one byte more is refused. */
  maxBytes: 5 * BYTES_PER_MIB,
  extensions: ['PDF', 'DOC', 'DOCX', 'JPG', 'PNG'],
} as const

/** The limits that only the server checks, so that the form need not load them. */
export const STORAGE = {
  maxNameLength: 120,
  /** How many bytes one person may store, and how often they may upload (T17). */
  quotaBytes: 200 * BYTES_PER_MIB,
  uploads: { count: 30, minutes: 10 },
} as const

/** A file's type by its content, whatever its name. */
export const FILE_TYPES = ['pdf', 'doc', 'docx', 'jpg', 'png'] as const
export type FileType = (typeof FILE_TYPES)[number]
/** The media type with which a file is sent. */
export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  jpg: 'image/jpeg',
  png: 'image/png',
} as const satisfies Record<FileType, string>

/**
 * The limits of a multipart form (T17). `parts` are files and fields together. `totalBytes` has room for two
 * of the largest files and all text.
 */
export const MULTIPART = {
  files: 2,
  fields: 25,
  parts: 27,
  fieldBytes: 262_144,
  /** The most bytes of all text parts of a form together. */
  textBytes: 524_288,
  headerPairs: 20,
  totalBytes: 11 * BYTES_PER_MIB,
} as const

/** The documents that a job may name itself, beside CV and cover letter. A renamed one keeps its kind. */
export const NAMED_KINDS = [
  'document_1',
  'document_2',
  'document_3',
  'document_4',
  'document_5',
  'document_6',
  'document_7',
  'document_8',
] as const
export type NamedKind = (typeof NAMED_KINDS)[number]
export const DOCUMENT_KINDS = ['cv', 'cover_letter', ...NAMED_KINDS] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export const USUAL_DOCUMENT_NAMES = { cv: 'CV', cover_letter: 'Cover letter' } as const satisfies Record<
  Exclude<DocumentKind, NamedKind>,
  string
>

/**
 * Why a document is refused after its check. Each reason is a key of `DOCUMENT_WORDS`. `unpacked`: the file
 * is too large when unpacked, so it cannot be checked.
 */
export const SCAN_PROBLEMS = ['infected', 'locked', 'macros', 'unpacked'] as const

/**
 * The states of a document. Only its owner sees an `unscanned` one. A `clean` one may be opened. A `refused`
 * one is deleted.
 */
export const DOCUMENT_STATES = ['unscanned', 'clean', 'refused'] as const

/** Sentences about the documents of an application. */
export const DOCUMENT_WORDS = {
  tooLarge: 'This file is larger than 5 MB. Choose a smaller one, or take the photo again at a lower size.',
  empty: 'This file is empty. Choose another one.',
  wrongType: 'Please choose a PDF, DOC, DOCX, JPG or PNG file.',
  damaged: 'This file cannot be read. Save it again, or choose another one.',
  macros: 'This document contains macros or hidden parts. Save it as PDF and choose the PDF.',
  tooManyPixels: 'This picture is too large to open. Take the photo again at a lower size.',
  unpacked:
    'This document is packed in an unusual way, so we cannot check it. Save it as PDF and choose the PDF.',
  complex: 'This file is too complex to check. Save it again as a simple PDF, or choose another one.',
  locked: 'This file is locked with a password. Save it without one and choose it again.',
  broken: 'Only part of this file arrived. Please send it again.',
  infected: 'We found a virus in this file. We did not keep it.',
  quota: 'Your files use all the space that one person has. Remove a file first.',
  missing: (names: readonly string[]) => `Please add: ${names.join(', ')}`,
  /** Shown at the field of a document that the job requires. */
  required: 'You must add this document to apply for this job.',
  notAsked: 'This job does not ask for this document.',
} as const

/** The size of a file in words: `1.4 MB`, `320 KB`. */
export const sizeInWords = (bytes: number) => {
  if (bytes >= BYTES_PER_MIB) return `${(bytes / BYTES_PER_MIB).toFixed(1)} MB`
  return bytes >= 1_024 ? `${Math.round(bytes / 1_024)} KB` : `${bytes} bytes`
}
