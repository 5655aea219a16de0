import type * as z from 'zod/mini'
import type { Right } from './staff/rights.ts'

/** What a person may be told about their own input: field key -> one sentence. Empty when all is well. */
export type FieldErrors = Record<string, string>

/** Who may make a call. `anyone` also covers signed-in people; `staff` are accounts of their own, let in by `right`. */
export type Audience = 'anyone' | 'applicant' | 'staff'

/** Name of an allowance in `allowances.ts`: how many calls a caller may make in a minute before being asked to wait. */
export type Allowance = 'read' | 'write' | 'account' | 'captcha' | 'search' | 'receipt' | 'mail' | 'assistant'

/**
 * What a call is worth when not all can be answered, the first before all others: `server/admission` sheds from the end. What the form of
 * an application asks before it opens is of class `save`: whoever was let in to go on with a draft needs it first.
 */
export const CLASSES = ['submit', 'save', 'login', 'read', 'staff', 'public', 'extra'] as const
export type Class = (typeof CLASSES)[number]

/**
 * How a look of an officer stands in the log: as an act that the call itself writes `each` time, in the transaction of its answer; or as
 * one that is written for it, once in a quarter of an hour for the same officer and subject.
 */
export type AuditRule =
  | { each: string }
  | {
      act: string
      /** The `id` of the address is a job. */
      job?: true
      /** Names in the query that say what was looked at. */
      subject?: readonly string[]
    }

/** One call of the portal, as a value. Routes, client, OpenAPI and the every-caller test are made from these. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With the trailing slash, as the specification writes it; served with and without it (J7). `{name}` is a parameter. */
  path: `/api/${string}/`
  /** One sentence for the OpenAPI page. */
  summary: string
  for: Audience
  /** For staff: the row of the one table of rights that lets a role in. */
  right?: Right
  /** For staff: whatever is only looked at is an act too. */
  look?: AuditRule
  limit: Allowance
  /** The name in the query that holds free text: with it the call counts as a `search`. */
  searches?: string
  /** Its place when the portal is overloaded. */
  class: Class
  /** Answered whatever the load: it tells how the portal is, or sets it. */
  neverShed?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /** Names of the file parts that may come with the body, which is then multipart/form-data; JSON without files serves too. */
  files?: readonly string[]
  /** Rules over the parsed body that need more than one field, or the date: `today` is the civil date in Nairobi. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the body's type is fixed by `endpoint` below
  faults?: (body: any, today: string) => FieldErrors
  reply: z.ZodMiniType
  /** The answer is a file to be saved, not JSON, and `reply` says nothing then; or lines of JSON as they come, each of the shape of `reply`. */
  sends?: 'file' | 'lines'
  /** The media types a file may have. */
  types?: readonly string[]
  /** The same for every caller, so it may be kept by shared caches this many seconds. */
  publicFor?: number
  /** With a living token the answer also holds what is the caller's own, and nobody keeps it (L9). */
  ownWithToken?: true
}

type WithoutBody = Omit<Endpoint, 'body' | 'faults'>
type WithBody<B extends z.ZodMiniType> = { body: B; faults?: (body: z.output<B>, today: string) => FieldErrors }

/** Types an endpoint: `faults` is given exactly what `body` produces. */
export function endpoint<const E extends WithoutBody, B extends z.ZodMiniType>(it: E & WithBody<B>): E & WithBody<B>
export function endpoint<const E extends WithoutBody>(it: E & { body?: never }): E
export function endpoint(it: Endpoint) {
  return it
}
