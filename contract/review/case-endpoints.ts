import * as z from 'zod/mini'
import { DOCUMENT_KINDS, DOCUMENT_STATES, FILE_TYPES, MEDIA_TYPES } from '../documents/documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { STATUSES } from '../job-applications/words.ts'
import { reviewRow } from './review-row.ts'
import { FLAGS, STAGES } from './stages.ts'
import { REVIEW } from './limits.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'

// The calls of the page on which an officer reads one application, opens its documents and writes notes.

const note = z.object({ id: z.number(), by: z.string(), role: z.string(), at: instant, text: z.string() })

/** Everything in one application, as it was sent. A null value is hidden from this officer. */
const staffCase = endpoint({
  method: 'GET',
  path: '/api/staff/applications/{id}/',
  summary:
    'Staff: an application as its applicant sent it, with documents, history, notes and flags; access is logged',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'application.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: z.object({
    ...reviewRow.shape,
    /** True when this officer opens the application for the first time. */
    first_read: z.boolean(),
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    /** True while names and other identity values are hidden from this officer (blind review). */
    blind: z.boolean(),
    /**
     * The SHA-256 of the sent application, 64 hex digits. Null while names are hidden, because it could
     * confirm a guess about the person.
     */
    digest: z.nullable(z.string()),
    person: z.nullable(
      z.object({
        email: z.string(),
        phone: z.string(),
        document_type: z.string(),
        idno: z.string(),
        date_of_birth: z.string(),
        disability_type: z.string(),
        address: z.string(),
      }),
    ),
    employment_number: z.nullable(z.string()),
    /** Whether the applicant lives in the by-election area; null for an application without such an area. */
    lives_there: z.nullable(z.boolean()),
    education: z.array(
      z.object({ institution: z.string(), level: z.string(), area_of_study: z.string(), year: z.string() }),
    ),
    experience_entries: z.array(
      z.object({
        position: z.string(),
        company: z.string(),
        start_date: z.string(),
        end_date: z.string(),
        responsibilities: z.string(),
      }),
    ),
    /**
     * The referee's name and contacts are null while hidden; position and organisation stay. Only older
     * applications have the last two fields, and while names are hidden no application has them (W8).
     */
    referees: z.array(
      z.object({
        name: z.nullable(z.string()),
        position: z.string(),
        organization: z.string(),
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        relationship: z.optional(z.string()),
        contact: z.optional(z.string()),
      }),
    ),
    document_files: z.array(
      z.object({
        kind: z.enum(DOCUMENT_KINDS),
        /** The job's name for the document when the application was sent. */
        title: z.string(),
        /**
         * The applicant's file name. It is null until the virus scanner finds the file clean: before that,
         * nothing from the applicant is shown (T14).
         */
        name: z.nullable(z.string()),
        size: z.number(),
        type: z.enum(FILE_TYPES),
        state: z.enum(DOCUMENT_STATES),
        /** Warnings for the officer who opens the document. */
        flags: z.array(z.string()),
      }),
    ),
    /**
     * When each version of the application was sent, newest first. This reply shows the newest, and only the
     * newest counts (W15).
     */
    versions: z.array(z.object({ version: z.number(), at: instant })),
    /** The documents that the submit named but the portal could not accept. */
    left_out: z.array(z.enum(DOCUMENT_KINDS)),
    /** The job's name for each of these documents. */
    left_out_titles: z.array(z.string()),
    /**
     * Other applications of the job that share a value with this one. Only those that this officer may open
     * are listed; `more` counts the others.
     */
    shares: z.array(
      z.object({
        flag: z.enum(FLAGS),
        applications: z.array(z.object({ id: z.number(), reference: z.string() })),
        more: z.number(),
      }),
    ),
    history: z.array(
      z.object({
        at: instant,
        stage: z.enum(STAGES),
        status: z.enum(STATUSES),
        reason: z.string(),
        by: z.array(z.object({ name: z.string(), role: z.string() })),
      }),
    ),
    notes: z.array(note),
  }),
})

/** A document that the virus scanner found clean. A CV names its author, so each download is recorded. */
const staffDocument = endpoint({
  method: 'GET',
  path: '/api/staff/applications/{id}/documents/{kind}/',
  summary: 'Staff: a document of an application, after the virus check. Opening it is logged.',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'document.opened' },
  rateLimit: 'read',
  loadClass: 'staff',
  sends: 'file',
  types: Object.values(MEDIA_TYPES),
  params: z.object({ id, kind: z.enum(DOCUMENT_KINDS) }),
  reply: z.unknown(),
})

const staffWriteNote = endpoint({
  method: 'POST',
  path: '/api/staff/applications/{id}/notes/',
  summary: 'Staff: writes a note that other officers read. No one can change it.',
  allowedFor: 'staff',
  right: 'applications.review',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ text: text(REVIEW.maxNote) }),
  fieldErrors: (input): FieldErrors => (input.text.trim() ? {} : { text: STAFF_WORDS.noteRequired }),
  reply: note,
})

export const caseEndpoints = {
  'GET /api/staff/applications/{id}/': staffCase,
  'GET /api/staff/applications/{id}/documents/{kind}/': staffDocument,
  'POST /api/staff/applications/{id}/notes/': staffWriteNote,
}
