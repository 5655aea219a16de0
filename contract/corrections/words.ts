import { plainDate } from '../dates.ts'
import { DOCUMENT_WORDS } from '../documents/documents.ts'
import type { FieldErrors } from '../endpoint.ts'

/** The profile fields that a person cannot change, because officers compare them with documents (W12). */
export const CORRECTED_FIELDS = ['first_name', 'middle_name', 'last_name', 'idno', 'date_of_birth'] as const
export type CorrectedField = (typeof CORRECTED_FIELDS)[number]
export type CorrectedValues = Partial<Record<CorrectedField, string>>

export const FIELD_WORDS: Record<CorrectedField, string> = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  idno: 'ID or passport number',
  date_of_birth: 'Date of birth',
}

/** A corrected value as people read it: a birth date as `6 May 1999`. Noon UTC is that day in Nairobi too. */
export const correctedValue = (field: CorrectedField, value: string): string =>
  field === 'date_of_birth' && value ? plainDate(new Date(`${value}T12:00:00Z`)) : value

/**
 * Limits of correction requests. `perDay`: requests of one person. `scansPerDay`: their documents that the
 * virus scanner gets. `evidenceDays`: how long the document is stored after the decision. `shown`: requests
 * that their owner sees. `listed`: waiting requests that officers see.
 */
export const CORRECTIONS = {
  maxReason: 500,
  maxNote: 500,
  perDay: 3,
  scansPerDay: 10,
  evidenceDays: 30,
  shown: 20,
  listed: 100,
} as const

/** Sentences about corrections of names, ID or date of birth. */
export const PROFILE_CORRECTION_WORDS = {
  asked: 'We have your request. Two people compare it with your document, and we write to you.',
  takenBack: 'Your request is taken back.',
  nothing: 'Change at least one of these fields',
  reasonRequired: 'Write what is wrong, and why',
  evidenceRequired: 'Add a photo or a scan of your document',
  waits: 'You have a request that waits already. Take it back before you send another.',
  tooMany: `You can send ${CORRECTIONS.perDay} requests a day. Please try again tomorrow.`,
  tooManyDocuments: `We can check ${CORRECTIONS.scansPerDay} documents a day for you. Please try again tomorrow.`,
  notScanned: 'We cannot check your document at the moment. Please try again in a few minutes.',
  noteRequired: 'Write why. The person reads it.',
  secondPerson: 'You have decided already, so another officer must decide too',
  ownRequest: 'This request is your own, so two other officers decide it',
  changed: 'The profile has changed since the person asked, so this request cannot be agreed to',
  numberTaken: 'Another account has this number already, so this request cannot be agreed to',
} as const

/** The field errors that both browser and server can find. An empty field is not corrected. */
export const correctionErrors = (
  values: Record<CorrectedField, string> & { reason: string },
): FieldErrors => ({
  ...(CORRECTED_FIELDS.some((field) => values[field].trim())
    ? {}
    : { first_name: PROFILE_CORRECTION_WORDS.nothing }),
  ...(values.reason.trim() ? {} : { reason: PROFILE_CORRECTION_WORDS.reasonRequired }),
})

/** The sentence about a document that the virus scanner refused. */
export const evidenceError = (problem: keyof typeof DOCUMENT_WORDS): string => {
  // One entry is a function about missing documents, not a sentence, so it does not fit here.
  const words = DOCUMENT_WORDS[problem]
  return typeof words === 'string' ? words : DOCUMENT_WORDS.damaged
}
