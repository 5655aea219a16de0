import * as z from 'zod/mini'
import { STATUSES } from '../job-applications/words.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATES, DOCUMENT_TYPES, MEDIA_TYPES } from '../documents/documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { REVIEW } from '../staff/limits.ts'
import { applicationFilter, SORTS } from './filter.ts'
import { FLAGS, STAGES } from './stages.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, message, text } from '../wire.ts'

/** A row of the table. Fields that identify the person are null while hidden from this officer. */
const row = z.object({
  id: z.number(),
  reference: z.string(),
  submitted_at: instant,
  name: z.nullable(z.string()),
  gender: z.nullable(z.enum(['M', 'F', 'O'])),
  is_pwd: z.nullable(z.boolean()),
  /** Whole years on the closing date. */
  age: z.nullable(z.number()),
  county: z.string(),
  constituency: z.string(),
  ward: z.string(),
  place: z.nullable(z.string()),
  /** The highest level and its year; '' and 0 when none is listed. */
  level: z.string(),
  year: z.number(),
  /** Whole months. */
  experience: z.number(),
  documents: z.array(z.enum(DOCUMENT_KINDS)),
  flags: z.array(z.enum(FLAGS)),
  stage: z.enum(STAGES),
  status: z.enum(STATUSES),
  /** The decision list that holds it and has not taken effect, and the stage it leads to. */
  list: z.nullable(z.object({ id: z.number(), to_stage: z.enum(STAGES) })),
  /**
   * The reason that the applicant reads on the requested list; null when no list is requested, or no reason
   * is set.
   */
  reason: z.nullable(z.string()),
  /** The number of officers who opened it, and whether this one did. */
  readers: z.number(),
  read_by_me: z.boolean(),
})
export type ReviewRow = z.output<typeof row>

export const staffApplications = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/applications/',
  summary: 'Staff: one page of the matching applications of a job, and their exact number. Access is logged',
  for: 'staff',
  right: 'applications.read',
  audit: { each: 'applications.listed' },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  query: z.object({
    ...applicationFilter,
    sort: z.catch(z.optional(z.enum(SORTS)), undefined),
    /** Reverses the order. */
    down: z.catch(z.optional(z.literal('1')), undefined),
    /** `next` or `previous` of another page. */
    after: text(200),
    before: text(200),
  }),
  reply: z.object({
    count: z.number(),
    rows: z.array(row),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    /** True while identities are hidden from this officer, except in rows whose list has taken effect. */
    blind: z.boolean(),
    /** When this officer's access to hidden identities ends; null without access. */
    lifted_until: z.nullable(instant),
  }),
})

const place = { code: z.number(), name: z.string(), count: z.number() }

/**
 * The head of the table: the filter's options and the progress of the work. Depends on the job, not on the
 * filter.
 */
export const staffReview = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/review/',
  summary: 'Staff: the filters of a job, its applications by stage, and this officer’s saved views',
  for: 'staff',
  right: 'applications.read',
  audit: { each: 'review.opened' },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  reply: z.object({
    job: z.object({
      id: z.number(),
      reference: z.string(),
      title: z.string(),
      type_code: z.string(),
      vacancies: z.nullable(z.number()),
      expiry_date: z.nullable(instant),
      min_age: z.nullable(z.number()),
    }),
    stages: z.record(z.enum(STAGES), z.number()),
    /** Applications not opened by this officer, and not opened by any officer. */
    unread: z.object({ me: z.number(), anyone: z.number() }),
    /**
     * Counties with applications, their constituencies, and the counts. Only the areas that this officer is
     * limited to, if any.
     */
    places: z.array(z.object({ ...place, constituencies: z.array(z.object(place)) })),
    levels: z.array(z.object({ rank: z.number(), name: z.string() })),
    /** The open areas or centres, for a job that has them. */
    areas: z.array(z.object({ id: z.number(), name: z.string() })),
    views: z.array(z.object({ id: z.number(), name: z.string(), query: z.string() })),
    blind: z.boolean(),
    lifted_until: z.nullable(instant),
    /** This officer's request to see names, while another officer has not decided; null without one. */
    lift_waits: z.nullable(z.object({ id: z.number(), ends_at: instant })),
  }),
})

export const staffSaveView = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/views/',
  summary: 'Staff: saves a filter as a view of this officer; a view with the same name is overwritten',
  for: 'staff',
  right: 'applications.read',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({ name: text(REVIEW.maxViewName), query: text(REVIEW.maxViewQuery) }),
  fieldErrors: (input): FieldErrors => (input.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  reply: z.object({ id: z.number(), name: z.string(), query: z.string() }),
})

export const staffDropView = endpoint({
  method: 'DELETE',
  path: '/api/staff/views/{id}/',
  summary: 'Staff: deletes a saved view of this officer',
  for: 'staff',
  right: 'applications.read',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  reply: message,
})

const note = z.object({ id: z.number(), by: z.string(), role: z.string(), at: instant, text: z.string() })

/** Everything in one application, as frozen. Null means hidden from this officer. */
export const staffCase = endpoint({
  method: 'GET',
  path: '/api/staff/applications/{id}/',
  summary:
    'Staff: an application as its applicant sent it, with documents, history, notes and flags; access is logged',
  for: 'staff',
  right: 'applications.read',
  audit: { each: 'application.looked_at' },
  limit: 'read',
  class: 'staff',
  params: z.object({ id }),
  reply: z.object({
    ...row.shape,
    /** True when this officer opens it for the first time. */
    first_read: z.boolean(),
    job: z.object({ id: z.number(), reference: z.string(), title: z.string() }),
    blind: z.boolean(),
    /**
     * SHA-256 of the frozen application, 64 hex digits. Hidden too, because it can confirm a guess at the
     * person.
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
    /** Name and contacts are null while hidden; position and organisation stay. */
    referees: z.array(
      z.object({
        name: z.nullable(z.string()),
        position: z.string(),
        organization: z.string(),
        email: z.nullable(z.string()),
        phone: z.nullable(z.string()),
      }),
    ),
    document_files: z.array(
      z.object({
        kind: z.enum(DOCUMENT_KINDS),
        /** The job's name for it when it was sent. */
        title: z.string(),
        /**
         * The owner's name for it; null before it is clean, because nothing the owner made is shown until
         * then (T14).
         */
        name: z.nullable(z.string()),
        size: z.number(),
        type: z.enum(DOCUMENT_TYPES),
        state: z.enum(DOCUMENT_STATES),
        /** Warnings to read before opening it. */
        flags: z.array(z.string()),
      }),
    ),
    /** Documents that the submit named and that could not be accepted. */
    left_out: z.array(z.enum(DOCUMENT_KINDS)),
    /** The job's name for each of them. */
    left_out_titles: z.array(z.string()),
    /**
     * Applications of the same job that share something, only those that this officer may open. `more` counts
     * the others.
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

/** The file itself, once it is clean. A CV names its author, so opening one gets its own audit entry. */
export const staffDocument = endpoint({
  method: 'GET',
  path: '/api/staff/applications/{id}/documents/{kind}/',
  summary: 'Staff: a document of an application, after the virus check. Opening it is logged',
  for: 'staff',
  right: 'applications.read',
  audit: { each: 'document.opened' },
  limit: 'read',
  class: 'staff',
  sends: 'file',
  types: Object.values(MEDIA_TYPES),
  params: z.object({ id, kind: z.enum(DOCUMENT_KINDS) }),
  reply: z.unknown(),
})

export const staffWriteNote = endpoint({
  method: 'POST',
  path: '/api/staff/applications/{id}/notes/',
  summary: 'Staff: writes a note that other officers read. No one can change it',
  for: 'staff',
  right: 'applications.review',
  limit: 'write',
  class: 'staff',
  params: z.object({ id }),
  body: z.object({ text: text(REVIEW.maxNote) }),
  fieldErrors: (input): FieldErrors => (input.text.trim() ? {} : { text: STAFF_WORDS.noteRequired }),
  reply: note,
})
