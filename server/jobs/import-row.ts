import * as z from 'zod/mini'
import { nairobiDate } from '#contract/dates.ts'
import { deadlineInstant } from '#contract/civil-dates.ts'
import { NAMED_KINDS } from '#contract/documents/documents.ts'
import { EXTENSION_FIELDS, type ExtensionField, extensionFields } from '#contract/jobs/extensions.ts'
import { WANTED_DOCUMENTS, WANTED_WORDS } from '#contract/jobs/wanted-documents.ts'
import { storable } from '#contract/wire.ts'

const MAX_INT = 2_147_483_647
const MAX_DAYS = 36_500

const line = (max: number) =>
  z
    .string({ error: 'must be text' })
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be ${max.toLocaleString('en')} characters at most`),
      z.regex(storable, 'contains characters that cannot be stored'),
    )
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))
const whole = z
  .int('must be a whole number')
  .check(z.minimum(-MAX_INT, 'is out of range'), z.maximum(MAX_INT, 'is out of range'))
const days = whole.check(z.minimum(-MAX_DAYS, 'is out of range'), z.maximum(MAX_DAYS, 'is out of range'))
/** The places that an application may name (J9). An empty or missing list allows any place. */
const places = z
  .array(whole, 'must be a list of numbers')
  .check(z.maxLength(1_000, 'must name 1,000 places at most'))
const moment = z
  .string({ error: 'must be text' })
  .check(
    z.refine(
      (value) => deadlineInstant(value) !== undefined,
      'must be a date such as 2026-12-03, or an ISO 8601 instant',
    ),
  )

const bounded = (field: ExtensionField) => {
  const { least, most } = EXTENSION_FIELDS[field]
  return maybe(
    whole.check(
      z.minimum(least, `must be ${least} to ${most}`),
      z.maximum(most, `must be ${least} to ${most}`),
    ),
  )
}

const wanted = z.object(
  {
    kind: maybe(z.enum(NAMED_KINDS, 'must be document_1 to document_8')),
    name: line(WANTED_DOCUMENTS.maxName),
    required: maybe(z.boolean('must be true or false')),
  },
  'must be an object with a name',
)

/**
 * One row of an import file: the fields of the samples, plus is_active, expiry_date, created_at and the
 * settings of a job.
 */
export const importRow = z.object(
  {
    id: maybe(whole),
    reference: line(60),
    title: line(200),
    department: line(200),
    location: line(200),
    location_scope: maybe(line(60)),
    county_code: maybe(whole),
    job_type_id: whole,
    category: maybe(line(60)),
    vacancies: maybe(whole.check(z.minimum(1, 'must be at least 1'))),
    vacancies_basis: maybe(line(500)),
    terms: maybe(line(300)),
    remuneration: maybe(line(300)),
    min_qualification_level_id: maybe(whole),
    description_html: line(100_000),
    qualification_html: line(100_000),
    is_active: maybe(z.boolean('must be true or false')),
    expiry_date: maybe(moment),
    created_at: maybe(moment),
    expires_in_days: maybe(days),
    posted_days_ago: maybe(days),
    experience_required: maybe(z.boolean('must be true or false')),
    min_referees: maybe(whole.check(z.minimum(1, 'must be 1 to 5'), z.maximum(5, 'must be 1 to 5'))),
    documents: maybe(z.enum(['asked', 'required', 'none'], 'must be asked, required or none')),
    wanted_documents: maybe(
      z
        .array(wanted, 'must be a list of documents')
        .check(z.maxLength(WANTED_DOCUMENTS.most, WANTED_WORDS.most)),
    ),
    min_age: maybe(whole.check(z.minimum(18, 'must be 18 to 100'), z.maximum(100, 'must be 18 to 100'))),
    ...(Object.fromEntries(extensionFields.map((field) => [field, bounded(field)])) as Record<
      ExtensionField,
      ReturnType<typeof bounded>
    >),
    by_election_areas: maybe(places),
    huduma_centres: maybe(places),
  },
  'must be an object',
)
export type ImportRow = z.output<typeof importRow>

const DAY_MS = 86_400_000
/** A deadline given in days from today is at 5 p.m. in Nairobi, as usual for jobs. */
const atFive = (now: Date, days: number) =>
  deadlineInstant(`${nairobiDate(new Date(now.getTime() + days * DAY_MS))}T17:00:00`) ?? null

export const deadlineOf = (row: ImportRow, now: Date): Date | null =>
  row.expiry_date
    ? (deadlineInstant(row.expiry_date) ?? null)
    : row.expires_in_days == null
      ? null
      : atFive(now, row.expires_in_days)

export const postedAt = (row: ImportRow, now: Date): Date =>
  (row.created_at ? deadlineInstant(row.created_at) : undefined) ??
  new Date(now.getTime() - (row.posted_days_ago ?? 0) * DAY_MS)
