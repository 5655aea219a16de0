import * as z from 'zod/mini'
import { PERSON } from '../accounts/limits.ts'
import { MEDIA_TYPES } from '../documents/documents.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { id, instant, message, strictBoolean, text } from '../wire.ts'
import { CORRECTED_FIELDS, correctionErrors, CORRECTIONS, PROFILE_CORRECTION_WORDS } from './words.ts'

// The calls by which applicants request a correction of their names, ID or date of birth, and officers decide
// on it.

const change = z.object({ field: z.enum(CORRECTED_FIELDS), from: z.string(), to: z.string() })
export type CorrectedChange = z.output<typeof change>

/** A correction request as its owner sees it, without the officers who decided. */
const ownCorrection = z.object({
  id: z.number(),
  changes: z.array(change),
  reason: z.string(),
  state: z.enum(['waiting', 'made', 'refused', 'taken_back']),
  asked_at: instant,
  decided_at: z.nullable(instant),
  /** Why the correction was refused. */
  note: z.string(),
})
export type OwnCorrection = z.output<typeof ownCorrection>

const forOwner = { path: '/api/corrections/', allowedFor: 'applicant' } as const

const listOwn = endpoint({
  ...forOwner,
  method: 'GET',
  summary: 'The corrections of names, ID or date of birth that the logged-in person asked for',
  rateLimit: 'read',
  loadClass: 'read',
  reply: z.object({ results: z.array(ownCorrection) }),
})

const ask = endpoint({
  ...forOwner,
  method: 'POST',
  summary: 'Ask for a correction of names, ID or date of birth, with a document that proves it',
  rateLimit: 'write',
  loadClass: 'save',
  files: ['evidence'],
  body: z.object({
    first_name: text(PERSON.maxNameLength),
    middle_name: text(PERSON.maxNameLength),
    last_name: text(PERSON.maxNameLength),
    idno: text(30),
    date_of_birth: text(10),
    reason: text(CORRECTIONS.maxReason),
  }),
  fieldErrors: correctionErrors,
  reply: message,
})

const takeBack = endpoint({
  ...forOwner,
  path: '/api/corrections/{id}/',
  method: 'DELETE',
  summary: 'Take back a correction that waits',
  rateLimit: 'write',
  loadClass: 'save',
  params: z.object({ id }),
  reply: message,
})

/** A correction request as officers see it. `first` is the decision of the first of two officers. */
const correction = z.object({
  id: z.number(),
  /** The names of the person as they are at present. */
  person: z.string(),
  changes: z.array(change),
  reason: z.string(),
  asked_at: instant,
  /** `flags` are codes of what the check found in the document, such as `javascript`. */
  evidence: z.object({ name: z.string(), flags: z.array(z.string()) }),
  first: z.nullable(z.object({ by: officer, correct: z.boolean(), note: z.string(), at: instant })),
  /** True when the officer made the request: its account has the email address they work with. */
  is_own: z.boolean(),
  may_decide: z.boolean(),
})
export type Correction = z.output<typeof correction>

const forStaff = { allowedFor: 'staff', right: 'corrections.decide', loadClass: 'staff' } as const

const listWaiting = endpoint({
  ...forStaff,
  method: 'GET',
  path: '/api/staff/corrections/',
  summary: 'Staff: the corrections that applicants asked for and that wait, the oldest first',
  audit: { entryPer15Minutes: 'corrections.listed' },
  rateLimit: 'read',
  reply: z.object({ results: z.array(correction) }),
})

const openEvidence = endpoint({
  ...forStaff,
  method: 'GET',
  path: '/api/staff/corrections/{id}/evidence/',
  summary: 'Staff: the document that a person sent with a correction. Opening it is logged.',
  audit: { entryPerCall: 'correction.evidence_opened' },
  rateLimit: 'read',
  params: z.object({ id }),
  sends: 'file',
  types: Object.values(MEDIA_TYPES),
  reply: z.unknown(),
})

const decide = endpoint({
  ...forStaff,
  method: 'POST',
  path: '/api/staff/corrections/{id}/decide/',
  summary:
    'Staff: says whether the document proves the correction. The second officer who says the same decides it.',
  rateLimit: 'write',
  params: z.object({ id }),
  body: z.object({ correct: strictBoolean, note: text(CORRECTIONS.maxNote) }),
  fieldErrors: ({ correct, note }): FieldErrors =>
    correct || note.trim() ? {} : { note: PROFILE_CORRECTION_WORDS.noteRequired },
  // `waits`: a second officer must decide too. `differs`: the two officers disagree, and two must decide
  // again.
  reply: z.object({ outcome: z.enum(['waits', 'made', 'refused', 'differs']) }),
})

export const profileCorrectionEndpoints = {
  'GET /api/corrections/': listOwn,
  'POST /api/corrections/': ask,
  'DELETE /api/corrections/{id}/': takeBack,
  'GET /api/staff/corrections/': listWaiting,
  'GET /api/staff/corrections/{id}/evidence/': openEvidence,
  'POST /api/staff/corrections/{id}/decide/': decide,
}
