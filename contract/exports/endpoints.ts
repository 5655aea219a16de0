import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { EXPORTS } from './limits.ts'
import { officer } from '../staff/endpoints.ts'
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  EXPORT_STATES,
  EXPORT_TYPES,
  EXPORT_WORDS,
  LEGAL_BASES_FOR_NAMES,
  PUBLISHED_STATUSES,
  PLAIN_COLUMNS,
  identifiesPeople,
} from './words.ts'
import { applicationFilter, FILTER_WORDS } from '../review/filter.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { choice, id, instant, text } from '../wire.ts'

// The calls by which officers save a job's applications as files, and print published lists of references.

const column = z.enum(EXPORT_COLUMNS)
const format = z.enum(EXPORT_FORMATS, { error: EXPORT_WORDS.format })
/** One condition of a filter in words: a label such as `County`, and a value such as `Kilifi or Kwale`. */
const condition = z.object({ label: z.string(), words: z.string() })
export type FilterCondition = z.output<typeof condition>

/** A request for a file that identifies people. A second officer decides on the request. */
const request = z.object({
  id: z.number(),
  conditions: z.array(condition),
  columns: z.array(column),
  format,
  reason: z.string(),
  count: z.number(),
  /** The SHA-256 of the ids of the file's applications, 64 hex digits. The audit log has it too. */
  digest: z.string(),
  state: z.enum(EXPORT_STATES),
  requested_by: officer,
  requested_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** When the request expires: it can no longer be approved, or the approved file no longer downloaded. */
  ends_at: instant,
  downloads: z.number(),
  /** What this officer may do with the request. */
  may: z.array(z.enum(['download', 'decide', 'withdraw'])),
})
export type ExportRequest = z.output<typeof request>

const job = z.object({ id: z.number(), reference: z.string(), title: z.string() })

const staffExports = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/exports/',
  summary:
    'Staff: how many applications a filter finds, the filter in words, and the requested files with identities. Access is logged.',
  allowedFor: 'staff',
  right: 'applications.export',
  audit: { entryPerCall: 'export.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  query: z.object(applicationFilter),
  reply: z.object({
    job,
    count: z.number(),
    conditions: z.array(condition),
    /** True while names and other identity values are hidden from this officer (blind review). */
    blind: z.boolean(),
    requests: z.array(request),
  }),
})

/**
 * The columns of a file that identifies no one, as `reference,county`. Absent or empty means all such
 * columns.
 */
const plainColumns = z.prefault(
  z.pipe(
    z.string().check(
      z.maxLength(400),
      z.refine(
        (listedColumns) =>
          listedColumns === '' ||
          listedColumns.split(',').every((entry) => PLAIN_COLUMNS.some((name) => name === entry)),
        FILTER_WORDS.unknown,
      ),
    ),
    z.transform((listedColumns: string) =>
      listedColumns
        ? PLAIN_COLUMNS.filter((entry) => listedColumns.split(',').includes(entry))
        : [...PLAIN_COLUMNS],
    ),
  ),
  '',
)

const staffExportFile = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/exports/file/',
  summary:
    'Staff: saves the matching applications of a job as CSV or XLSX, without identities. This is logged.',
  allowedFor: 'staff',
  right: 'applications.export',
  audit: { entryPerCall: 'export.downloaded' },
  rateLimit: 'read',
  loadClass: 'extra',
  sends: 'file',
  types: Object.values(EXPORT_TYPES),
  params: z.object({ id }),
  query: z.object({ ...applicationFilter, columns: plainColumns, format: z._default(format, 'xlsx') }),
  reply: z.unknown(),
})

const staffRequestExport = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/exports/',
  summary:
    'Staff: requests a file that identifies people. It has the applications that match now, and a second person decides.',
  allowedFor: 'staff',
  right: 'identities.export',
  rateLimit: 'write',
  loadClass: 'extra',
  params: z.object({ id }),
  body: z.object({
    filter: z.prefault(z.object(applicationFilter), {}),
    columns: z._default(z.array(column).check(z.maxLength(EXPORT_COLUMNS.length)), []),
    format: z._default(format, 'xlsx'),
    reason: text(EXPORTS.maxReason),
    /**
     * The number of applications that the officer saw. When another number matches now, the call is refused.
     */
    expected: z.optional(z.number()),
  }),
  fieldErrors: ({ columns, reason }) => {
    const errors: FieldErrors = {}
    if (columns.length === 0) errors.columns = EXPORT_WORDS.columns
    else if (!columns.some(identifiesPeople)) errors.columns = EXPORT_WORDS.noIdentities
    if (!reason.trim()) errors.reason = STAFF_WORDS.reasonRequired
    return errors
  },
  reply: request,
})

/** The common settings of the calls that change an existing request. */
const existingRequest = {
  allowedFor: 'staff',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: request,
} as const
const staffDecideExport = endpoint({
  ...existingRequest,
  method: 'POST',
  path: '/api/staff/exports/{id}/decide/',
  summary:
    'Staff: a second person approves a file with identities, or returns the request. The person who requested it cannot. An approved file can be downloaded for a day.',
  right: 'decisions.approve',
  // `digest` is the digest that the officer saw. A request that has changed since is not approved.
  body: z.object({ approve: z.boolean(), note: text(EXPORTS.maxReason), digest: text(64) }),
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.reasonRequired },
})
const staffWithdrawExport = endpoint({
  ...existingRequest,
  method: 'POST',
  path: '/api/staff/exports/{id}/withdraw/',
  summary: 'Staff: withdraws the officer’s own waiting request, or discards an approved one',
  right: 'identities.export',
})

const staffRequestedFile = endpoint({
  method: 'GET',
  path: '/api/staff/exports/{id}/file/',
  summary:
    'Staff: downloads an approved file. Only the person who requested it can, for a day. Each download is logged.',
  allowedFor: 'staff',
  right: 'identities.export',
  audit: { entryPerCall: 'export.identities_downloaded' },
  rateLimit: 'read',
  loadClass: 'extra',
  sends: 'file',
  types: Object.values(EXPORT_TYPES),
  params: z.object({ id }),
  reply: z.unknown(),
})

const publishedList = z.object({
  job,
  status: z.enum(PUBLISHED_STATUSES),
  /** When the published list was generated. */
  at: instant,
  count: z.number(),
  /** The counties of the whole job's list, each with its constituencies. */
  places: z.array(
    z.object({
      code: z.number(),
      name: z.string(),
      count: z.number(),
      constituencies: z.array(z.object({ code: z.number(), name: z.string(), count: z.number() })),
    }),
  ),
  /** The applications by county, constituency and reference. Empty when they are too many for one list. */
  lines: z.array(
    z.object({
      reference: z.string(),
      county: z.string(),
      constituency: z.string(),
      name: z.nullable(z.string()),
    }),
  ),
  /** True when the applications are too many: the officer must choose a county or a constituency. */
  too_many: z.boolean(),
})
export type PublishedList = z.output<typeof publishedList>

const publishedFilter = {
  status: z._default(z.enum(PUBLISHED_STATUSES), 'Shortlisted'),
  county: choice,
  constituency: choice,
} as const
const staffPublishedList = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/published-list/',
  summary:
    'Staff: the published list to print: references of applicants whose decision list has taken effect. This is logged.',
  allowedFor: 'staff',
  right: 'applications.export',
  audit: { entryPerCall: 'notice.printed' },
  rateLimit: 'read',
  loadClass: 'extra',
  params: z.object({ id }),
  query: z.object(publishedFilter),
  reply: publishedList,
})

const staffPublishedListNames = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/published-list/names/',
  summary:
    'Staff: the published list with names. It needs a reason and the law that allows names. This is logged.',
  allowedFor: 'staff',
  right: 'identities.export',
  rateLimit: 'write',
  loadClass: 'extra',
  params: z.object({ id }),
  body: z.object({
    ...publishedFilter,
    basis: z.optional(z.enum(LEGAL_BASES_FOR_NAMES, { error: EXPORT_WORDS.basis })),
    reason: text(EXPORTS.maxReason),
  }),
  fieldErrors: (input): FieldErrors => ({
    ...(input.basis ? {} : { basis: EXPORT_WORDS.basis }),
    ...(input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  }),
  reply: publishedList,
})

export const exportEndpoints = {
  'GET /api/staff/jobs/{id}/exports/': staffExports,
  'GET /api/staff/jobs/{id}/exports/file/': staffExportFile,
  'POST /api/staff/jobs/{id}/exports/': staffRequestExport,
  'POST /api/staff/exports/{id}/decide/': staffDecideExport,
  'POST /api/staff/exports/{id}/withdraw/': staffWithdrawExport,
  'GET /api/staff/exports/{id}/file/': staffRequestedFile,
  'GET /api/staff/jobs/{id}/published-list/': staffPublishedList,
  'POST /api/staff/jobs/{id}/published-list/names/': staffPublishedListNames,
}
