import type * as z from 'zod/mini'
import type { Right } from './staff/rights.ts'

/** One error for each invalid field, by the name of the field. Empty when the input is valid. */
export type FieldErrors = Record<string, string>

/**
 * Who may make a call. `anyone` includes logged-in people. `staff` are officers; the endpoint's `right` says
 * which roles.
 */
type Audience = 'anyone' | 'applicant' | 'staff'

/** A kind of call. For each kind, `allowances.ts` says how many calls a caller may make per minute. */
export type Allowance = 'read' | 'write' | 'account' | 'captcha' | 'search' | 'receipt' | 'mail' | 'assistant'

/**
 * The importance of a call under overload, most important first. `server/admission` refuses the classes at
 * the end of this list first. `staff` are the calls of officers' pages. `public` are pages that anyone may
 * read. `extra` is what no one needs today, such as downloads. Calls that the application form makes before
 * it opens are `save`: a person who continues a draft needs them first.
 */
export const CLASSES = ['submit', 'save', 'login', 'read', 'staff', 'public', 'extra'] as const
export type Class = (typeof CLASSES)[number]

/**
 * The kind of audit entry for reading that is recorded at every call. The handler writes the entry in its
 * transaction.
 */
type AuditedEachCall = { entryPerCall: string }
/**
 * The kind of audit entry for reading that is recorded once in 15 minutes for the same officer and subject.
 * `server/endpoints` writes it after the call.
 */
export type AuditedOccasionally = {
  entryPer15Minutes: string
  /** Set when the `id` in the path is the id of a job. The audit entry then names the job. */
  idIsJob?: true
  /** The query parameters that say what was read. The audit entry contains their values. */
  subjectParameters?: readonly string[]
}
/** How reading by an officer is recorded in the audit log. The texts are kinds of audit entries. */
type AuditRule = AuditedEachCall | AuditedOccasionally

/**
 * The description of one call of the API. Each feature has a table of them in its `endpoints.ts`. Routes,
 * client, the OpenAPI document and the test of every caller are made from it.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path. `{name}` is a parameter. The path is served with and without the slash at the end (J7). */
  path: `/api/${string}/`
  /** One sentence about the call, for the OpenAPI page. */
  summary: string
  allowedFor: Audience
  /** The right that an officer's role must have; only for calls of officers. */
  right?: Right
  /** How reading is recorded; set on officers' calls that only read, because reading is recorded too. */
  audit?: AuditRule
  /** The allowance from which each call is subtracted. */
  rateLimit: Allowance
  /** The query parameter with free text. A call that has it is counted as a `search`. */
  searches?: string
  /** The importance of the call when the portal is overloaded. */
  loadClass: Class
  /** Set on calls that show or change the state of the portal: they are answered under any load. */
  neverShed?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Names of the form parts that may contain a file. A request without a file may be JSON. */
  files?: readonly string[]
  /**
   * The property of the body that contains the fields of a form. Errors in it are named by the field, not by
   * the property.
   */
  form?: string
  /** Finds the errors of the parsed body, by field. `today` is the civil date in Nairobi. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the body's type is fixed by `endpoint` below
  fieldErrors?: (body: any, today: string) => FieldErrors
  reply: z.ZodMiniType
  /**
   * The form of the response. Absent: one JSON value of the shape `reply`. `file`: a file to save, and
   * `reply` is unused. `lines`: a stream of JSON lines, each of the shape `reply`.
   */
  sends?: 'file' | 'lines'
  /** The media types that a sent file may have. */
  types?: readonly string[]
  /** For how many seconds shared caches may store the response. Set only when it is the same for everyone. */
  publicCacheSeconds?: number
  /** True when a valid token adds the caller's own data to the response, which is then not cached (L9). */
  ownWithToken?: true
}

type WithoutBody = Omit<Endpoint, 'body' | 'fieldErrors'>
type WithBody<B extends z.ZodMiniType> = {
  body: B
  fieldErrors?: (body: z.output<B>, today: string) => FieldErrors
}

/** Types an endpoint: `fieldErrors` receives exactly what `body` produces. */
export function endpoint<const E extends WithoutBody, B extends z.ZodMiniType>(
  call: E & WithBody<B>,
): E & WithBody<B>
export function endpoint<const E extends WithoutBody>(call: E & { body?: never }): E
export function endpoint(call: Endpoint) {
  return call
}
