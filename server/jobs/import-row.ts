import * as z from 'zod/mini'
import { nairobiDate } from '#contract/dates.ts'
import { deadlineInstant, openingInstant } from '#contract/civil-dates.ts'
import { NAMED_KINDS } from '#contract/documents/documents.ts'
import { EXTENSION_FIELDS, type ExtensionField, extensionFieldNames } from '#contract/jobs/extensions.ts'
import { FIELDS_FOR_LATER } from '#contract/staff-jobs/staff-job.ts'
import { JOB_TEXT_LIMITS } from '#contract/jobs/text-limits.ts'
import { WANTED_DOCUMENTS, WANTED_WORDS } from '#contract/jobs/wanted-documents.ts'
import { storable } from '#contract/storable.ts'
import { recordOf } from '../record-of.ts'

/** The largest value of PostgreSQL's type `integer`. */
const MAX_INT = 2_147_483_647
/** A hundred years. */
const MAX_DAYS = 36_500

export const MUST_NOT_BE_EMPTY = 'must not be empty'
/** A text that a draft may leave empty. */
const textForLater = (max: number) =>
  z
    .string({ error: 'must be text' })
    .check(
      z.trim(),
      z.maxLength(max, `must be ${max.toLocaleString('en')} characters at most`),
      z.regex(storable, 'contains characters that cannot be stored'),
    )
const textField = (max: number) => textForLater(max).check(z.minLength(1, MUST_NOT_BE_EMPTY))
/** Makes a field of an import row optional: it may be missing or null. */
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const wholeNumber = z
  .int('must be a whole number')
  .check(z.minimum(-MAX_INT, 'is out of range'), z.maximum(MAX_INT, 'is out of range'))
const days = wholeNumber.check(
  z.minimum(-MAX_DAYS, 'is out of range'),
  z.maximum(MAX_DAYS, 'is out of range'),
)
/**
 * Ids of the areas or centres that the job takes, of which an applicant chooses one (J9). An empty or missing
 * list allows all.
 */
const places = z
  .array(wholeNumber, 'must be a list of numbers')
  .check(z.maxLength(1_000, 'must name 1,000 places at most'))
const dateText = z
  .string({ error: 'must be text' })
  .check(
    z.refine(
      (typed) => deadlineInstant(typed) !== undefined,
      'must be a date such as 2026-12-03, or an ISO 8601 instant',
    ),
  )

/** A field of the rule by which a job's deadline is moved when the portal was down. */
const extensionField = (field: ExtensionField) => {
  const { least, most } = EXTENSION_FIELDS[field]
  return optional(
    wholeNumber.check(
      z.minimum(least, `must be ${least} to ${most}`),
      z.maximum(most, `must be ${least} to ${most}`),
    ),
  )
}

const wantedDocument = z.object(
  {
    kind: optional(z.enum(NAMED_KINDS, 'must be document_1 to document_8')),
    name: textField(WANTED_DOCUMENTS.maxName),
    required: optional(z.boolean('must be true or false')),
  },
  'must be an object with a name',
)

/**
 * One row of an import file: the fields of sample-jobs.json, plus is_active, expiry_date, created_at and the
 * settings of a job.
 */
export const importRow = z.object(
  {
    // An id is accepted and ignored, because a job is found by its reference.
    id: optional(wholeNumber),
    reference: textField(60),
    title: textField(JOB_TEXT_LIMITS.maxTitle),
    department: textForLater(200),
    location: textForLater(200),
    location_scope: optional(textField(60)),
    county_code: optional(wholeNumber),
    job_type_id: wholeNumber,
    category: optional(textField(60)),
    vacancies: optional(wholeNumber.check(z.minimum(1, 'must be at least 1'))),
    vacancies_basis: optional(textField(500)),
    terms: optional(textField(JOB_TEXT_LIMITS.maxTerms)),
    remuneration: optional(textField(JOB_TEXT_LIMITS.maxTerms)),
    min_qualification_level_id: optional(wholeNumber),
    description_html: textForLater(JOB_TEXT_LIMITS.maxHtml),
    qualification_html: textForLater(JOB_TEXT_LIMITS.maxHtml),
    title_sw: optional(textField(JOB_TEXT_LIMITS.maxTitle)),
    terms_sw: optional(textField(JOB_TEXT_LIMITS.maxTerms)),
    remuneration_sw: optional(textField(JOB_TEXT_LIMITS.maxTerms)),
    description_sw: optional(textField(JOB_TEXT_LIMITS.maxHtml)),
    qualification_sw: optional(textField(JOB_TEXT_LIMITS.maxHtml)),
    is_active: optional(z.boolean('must be true or false')),
    expiry_date: optional(dateText),
    created_at: optional(dateText),
    expires_in_days: optional(days),
    posted_days_ago: optional(days),
    experience_required: optional(z.boolean('must be true or false')),
    min_referees: optional(wholeNumber.check(z.minimum(1, 'must be 1 to 5'), z.maximum(5, 'must be 1 to 5'))),
    documents: optional(z.enum(['asked', 'required', 'none'], 'must be asked, required or none')),
    wanted_documents: optional(
      z
        .array(wantedDocument, 'must be a list of documents')
        .check(z.maxLength(WANTED_DOCUMENTS.maxDocuments, WANTED_WORDS.most)),
    ),
    min_age: optional(
      wholeNumber.check(z.minimum(18, 'must be 18 to 100'), z.maximum(100, 'must be 18 to 100')),
    ),
    ...recordOf(extensionFieldNames, extensionField),
    by_election_areas: optional(places),
    huduma_centres: optional(places),
  },
  'must be an object',
)
export type ImportRow = z.output<typeof importRow>

/** The texts that a row leaves empty, as the draft of an officer may. */
export const emptyFields = (row: ImportRow) => FIELDS_FOR_LATER.filter((field) => row[field] === '')

const DAY_MS = 86_400_000
/** The day that is this many days from today, at 5 p.m. in Nairobi, the usual time of a deadline. */
const fiveOClock = (now: Date, daysAhead: number) =>
  deadlineInstant(`${nairobiDate(new Date(now.getTime() + daysAhead * DAY_MS))}T17:00:00`) ?? null

/** The deadline of an imported job: `expiry_date` if given, else from `expires_in_days`, else null. */
export const deadlineOf = (row: ImportRow, now: Date): Date | null => {
  if (row.expiry_date) return deadlineInstant(row.expiry_date) ?? null
  return row.expires_in_days == null ? null : fiveOClock(now, row.expires_in_days)
}

/**
 * When an imported job was published: `created_at` if given, else from `posted_days_ago`, else now. A date
 * without a time means the start of that day.
 */
export const postedAt = (row: ImportRow, now: Date): Date =>
  (row.created_at ? openingInstant(row.created_at) : undefined) ??
  new Date(now.getTime() - (row.posted_days_ago ?? 0) * DAY_MS)
