import * as z from 'zod/mini'
import { openingInstant } from '../civil-dates.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { EXPORT_TYPES } from '../exports/words.ts'
import { referenceFromText } from '../job-applications/reference-numbers.ts'
import { ALARM_RULES, AUDIT_GROUPS, LOG_WORDS } from './words.ts'
import { officer } from '../staff/endpoints.ts'
import { ALARMS } from './limits.ts'
import { AUDIT_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'

// The calls with which administrators and auditors read the audit log and look into alarms about officers.

const auditLine = z.object({
  id: z.number(),
  at: instant,
  /** The officer; null when the operator acted at the server's command line. */
  by: z.nullable(officer),
  role: z.string(),
  /** The kind of the audit entry, such as `list.approved`. */
  act: z.string(),
  /** The kind of the audit entry in words. */
  words: z.string(),
  job_id: z.nullable(z.number()),
  job_reference: z.nullable(z.string()),
  application_id: z.nullable(z.number()),
  /** The application of the entry; null for officers who may not read applications. */
  application_reference: z.nullable(z.string()),
  /** The applicant whom the entry is about, if any: a number, because no audit entry has a name. */
  user_id: z.nullable(z.number()),
  /** What the entry is also about, in words: an officer, a list, a file, some applications. May be empty. */
  about: z.string(),
  reason: z.string(),
  /** The SHA-256 of the entry in the public log, 64 hex digits. */
  digest: z.string(),
})
export type AuditLine = z.output<typeof auditLine>

/** A wrong value of a filter is treated as absent. */
const ignoredIfInvalid = <Shape extends z.ZodMiniType>(shape: Shape) => z.catch(z.optional(shape), undefined)
/** The start or end of a search: a day, or a minute such as `2026-11-24T17:00`, in Nairobi. */
const dayOrMinute = z
  .string()
  .check(
    z.refine(
      (written) =>
        /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?$/.test(written) && openingInstant(written) !== undefined,
    ),
  )
const applicationReference = z.pipe(
  z.string().check(z.refine((typed) => referenceFromText(typed) !== undefined)),
  z.transform((typed: string) => referenceFromText(typed) ?? ''),
)
/** No applicant has this number, so a filter with it finds no entry. */
export const NO_APPLICANT = 0

const filter = {
  /** The officer who did what the entry records. */
  person: ignoredIfInvalid(id),
  /** The number of the applicant whom the entry is about. */
  about: ignoredIfInvalid(id),
  /**
   * Finds who saw the data of this applicant: by number, or by the reference number of an application. Any
   * other text finds nothing: a mistyped reference must not give a file about everyone.
   */
  seen: z.catch(z.optional(z.union([id, applicationReference])), NO_APPLICANT),
  job: ignoredIfInvalid(id),
  application: ignoredIfInvalid(id),
  /** A kind of audit entry, or a group of kinds. */
  kind: ignoredIfInvalid(
    z
      .string()
      .check(z.refine((value) => Object.hasOwn(AUDIT_WORDS, value) || Object.hasOwn(AUDIT_GROUPS, value))),
  ),
  /** The first and the last day or minute. Both are included. */
  from: ignoredIfInvalid(dayOrMinute),
  to: ignoredIfInvalid(dayOrMinute),
}
const logFilter = z.object(filter)
export type LogFilter = z.output<typeof logFilter>

const staffAuditLog = endpoint({
  method: 'GET',
  path: '/api/staff/audit-log/',
  summary: 'Staff: the audit log: what officers did and opened, newest first, fifty entries at a time',
  allowedFor: 'staff',
  right: 'log.read',
  audit: { entryPer15Minutes: 'log.looked_at', subjectParameters: Object.keys(filter) },
  rateLimit: 'read',
  loadClass: 'staff',
  // `before` is the last entry of the previous page, the `next` of its reply. Only older entries follow.
  query: z.object({ ...filter, before: ignoredIfInvalid(id) }),
  reply: z.object({
    results: z.array(auditLine),
    next: z.nullable(z.number()),
    /** False when no application has the reference in `seen`, so that no entry is found. */
    seen_known: z.boolean(),
    /** The choices of the filter: present and former officers, and the newest jobs. */
    officers: z.array(officer),
    jobs: z.array(z.object({ id: z.number(), reference: z.string(), title: z.string() })),
  }),
})

const staffAuditLogFile = endpoint({
  method: 'GET',
  path: '/api/staff/audit-log/file/',
  summary: 'Staff: saves the matching audit entries as CSV, newest first. This is logged.',
  allowedFor: 'staff',
  right: 'log.read',
  audit: { entryPerCall: 'log.exported' },
  rateLimit: 'read',
  loadClass: 'extra',
  sends: 'file',
  types: [EXPORT_TYPES.csv],
  query: logFilter,
  reply: z.unknown(),
})

/** An alarm: an unusual number of one officer's audit entries in one day. */
export const alarm = z.object({
  id: z.number(),
  rule: z.enum(ALARM_RULES),
  by: officer,
  /** The officer whose proposals were approved, for a rule about two officers. */
  other: z.nullable(officer),
  /** `2026-11-24`, in Nairobi. */
  day: z.string(),
  count: z.number(),
  found_at: instant,
  /** The officer who looked into the alarm. Null before that, and again when its count has doubled. */
  seen: z.nullable(z.object({ by: officer, at: instant, note: z.string() })),
  /** The filter that finds the audit entries of this alarm. */
  filter: z.object({ person: z.number(), kind: z.optional(z.string()), from: z.string(), to: z.string() }),
})
export type StaffAlarm = z.output<typeof alarm>

const staffAlarms = endpoint({
  method: 'GET',
  path: '/api/staff/alarms/',
  summary: 'Staff: alarms about officers with unusually many audit entries in a day. Open alarms come first.',
  allowedFor: 'staff',
  right: 'log.read',
  audit: { entryPer15Minutes: 'alarms.looked_at' },
  rateLimit: 'read',
  loadClass: 'extra',
  reply: z.object({ results: z.array(alarm) }),
})

const staffAlarmSeen = endpoint({
  method: 'POST',
  path: '/api/staff/alarms/{id}/seen/',
  summary:
    'Staff: closes an alarm with a note. The officer whom it is about cannot close it. This is logged.',
  allowedFor: 'staff',
  right: 'log.read',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ note: text(ALARMS.maxNote) }),
  fieldErrors: (input): FieldErrors => (input.note.trim() ? {} : { note: LOG_WORDS.noteRequired }),
  reply: alarm,
})

export const auditLogEndpoints = {
  'GET /api/staff/audit-log/': staffAuditLog,
  'GET /api/staff/audit-log/file/': staffAuditLogFile,
  'GET /api/staff/alarms/': staffAlarms,
  'POST /api/staff/alarms/{id}/seen/': staffAlarmSeen,
}
