import * as z from 'zod/mini'
import type { Education, Experience } from './rules.ts'
import { DOCUMENT_KINDS, type DocumentKind } from '../documents/documents.ts'
import { APPLICATION } from './limits.ts'
import { choice, flag, maybeText, text, WIRE } from '../wire.ts'

// Schemas of the lists of an application, as a form or a program sends them. They check types, lengths and
// the number of entries. The rules of the fields are checked afterwards (rules.ts).

const shortText = text(APPLICATION.maxLine)

// The form sends a list as JSON text, a program may send it as JSON (S2 §7). Text that is no JSON stays text,
// so that the schema of the field reports it.
const readJson = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent === null ? undefined : sent
  if (sent.trim() === '') return undefined
  try {
    return JSON.parse(sent)
  } catch {
    return sent
  }
}

const jsonValue = z.pipe(z.optional(z.unknown()), z.transform(readJson))

const list = <Entry>(entry: z.ZodMiniType<Entry>, maxEntries: number) =>
  z.pipe(
    jsonValue,
    z.optional(
      z
        .array(entry, { error: 'This must be a list' })
        .check(z.maxLength(maxEntries, `At most ${maxEntries} entries`)),
    ),
  )

/** A year, sent as text or as a number; '' when missing. The rules of the field check its digits. */
const year = z.pipe(
  z._default(
    z.nullable(
      z.union([
        z.string().check(z.maxLength(10, WIRE.tooLong(10)), z.regex(/^[\d\s-]*$/, WIRE.notNumber)),
        z.int(),
      ]),
    ),
    '',
  ),
  z.transform((sentYear: string | number | null) => String(sentYear ?? '').trim()),
)
/** The start or the end of work: a civil date, `Present`, or '' when missing. */
const date = z.pipe(
  z._default(
    z.nullable(z.string().check(z.regex(/^(?:\d{4}-\d{2}-\d{2}|Present)?$/, 'This must be a date'))),
    '',
  ),
  z.transform((sentDate: string | null) => sentDate ?? ''),
)
const checkbox = z.pipe(
  flag,
  z.transform((isChecked: boolean | undefined) => isChecked === true),
)

const education: z.ZodMiniType<Education> = z.object({
  institution: shortText,
  qualification_level: choice,
  qualification_level_name: shortText,
  area_of_study: shortText,
  year_of_completion: year,
})

const experience: z.ZodMiniType<Experience> = z.object({
  position: shortText,
  company: shortText,
  start_date: date,
  end_date: date,
  currently_working: checkbox,
  responsibilities: text(APPLICATION.maxResponsibilities),
  no_experience: checkbox,
})

const MAX_EMAIL_LENGTH = 254
const MAX_PHONE_LENGTH = 30
const referee = z.object({
  name: shortText,
  position: shortText,
  organization: shortText,
  email: text(MAX_EMAIL_LENGTH),
  phone: text(MAX_PHONE_LENGTH),
})

/** The lists of education, work and referees, sent as JSON or JSON text. Undefined when not sent. */
export const lists = {
  education: list(education, APPLICATION.maxEducation),
  experience: list(experience, APPLICATION.maxExperience),
  referees: list(referee, APPLICATION.maxReferees),
}

// The entries of older applications have more fields, which are read but never written (W8).
const storedReferee = z.extend(referee, {
  relationship: z.optional(z.string()),
  contact: z.optional(z.string()),
})
/** The lists of an application as a reply returns them. */
export const storedLists = {
  education: z.array(education),
  experience: z.array(experience),
  referees: z.array(storedReferee),
}

const sha256 = z
  .string({ error: WIRE.notText })
  .check(z.regex(/^[0-9a-f]{64}$/, 'This must be 64 hexadecimal digits'))

const optionalSha256 = z.optional(sha256)
const fileHashes = {
  cv: optionalSha256,
  cover_letter: optionalSha256,
  document_1: optionalSha256,
  document_2: optionalSha256,
  document_3: optionalSha256,
  document_4: optionalSha256,
  document_5: optionalSha256,
  document_6: optionalSha256,
  document_7: optionalSha256,
  document_8: optionalSha256,
} satisfies Record<DocumentKind, typeof optionalSha256>

/** The SHA-256 of each file of an application, as it was sent. A submit names all its files, or none. */
export const namedFiles = z.pipe(jsonValue, z.optional(z.object(fileHashes)))

/**
 * The named files that the portal could not accept. A retry with a ticket is sent without them, so the
 * ticket's digest leaves out this field.
 */
export const filesLeftOut = z.pipe(
  jsonValue,
  z.optional(z.array(z.enum(DOCUMENT_KINDS)).check(z.maxLength(DOCUMENT_KINDS.length))),
)

/** Values for the empty fields of a person's profile. A filled field stays as it is (W12). */
export const typedProfile = z.pipe(
  jsonValue,
  z.optional(
    z.object({
      first_name: maybeText(60),
      last_name: maybeText(60),
      idno: maybeText(30),
      phone: maybeText(MAX_PHONE_LENGTH),
      address: maybeText(500),
    }),
  ),
)

/** The index of an entry in any of the three lists. Its limit fits the longest list, work experience. */
const listIndex = z.optional(z.int().check(z.minimum(0), z.maximum(APPLICATION.maxExperience)))

/** Input of the form that is not yet in a list, and the present step. It is stored exactly as typed. */
export const unfinished = z.object({
  step: z.catch(z.int().check(z.minimum(1), z.maximum(APPLICATION.steps)), 1),
  education: z.optional(education),
  experience: z.optional(experience),
  referee: z.optional(referee),
  /** The index of the list entry that the person is editing; absent when the form adds an entry. */
  editing: z.optional(z.object({ education: listIndex, experience: listIndex, referee: listIndex })),
  /** Values for the profile that were typed while it is still empty (W12). */
  typed: z.optional(
    z.object({ first_name: shortText, last_name: shortText, phone: shortText, idno: shortText }),
  ),
})
export type Unfinished = z.output<typeof unfinished>
export const sentUnfinished = z.pipe(jsonValue, z.optional(unfinished))
