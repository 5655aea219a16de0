import type * as z from 'zod/mini'
import type { Right } from './staff/rights.ts'

/** Errors about a person's own input: field key -> one sentence. Empty when the input is valid. */
export type FieldErrors = Record<string, string>

/**
 * Who may make a call. `anyone` includes logged-in people; `staff` is a separate kind of account, and `right`
 * lets a role in.
 */
export type Audience = 'anyone' | 'applicant' | 'staff'

/** The name of an allowance in `allowances.ts`: the calls per minute before a caller must wait. */
export type Allowance = 'read' | 'write' | 'account' | 'captcha' | 'search' | 'receipt' | 'mail' | 'assistant'

/**
 * Importance under overload, most important first: `server/admission` sheds from the end. Calls that the
 * application form makes before it opens are of class `save`, because a person who continues a draft needs
 * them first.
 */
export const CLASSES = ['submit', 'save', 'login', 'read', 'staff', 'public', 'extra'] as const
export type Class = (typeof CLASSES)[number]

/**
 * How reading by an officer is audited. `each`: the call itself writes this entry every time, in its
 * transaction. `act`: an entry is written for the call, once in 15 minutes per officer and subject.
 */
export type AuditRule =
  | { each: string }
  | {
      act: string
      /** The `id` in the path is a job. */
      job?: true
      /** Query names that say what was read. */
      subject?: readonly string[]
    }

/**
 * One call of the portal, as a value. Routes, client, OpenAPI and the every-caller test are generated from
 * these.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /**
   * With the trailing slash, as in the specification; served with and without it (J7). `{name}` is a
   * parameter.
   */
  path: `/api/${string}/`
  /** One sentence for the OpenAPI page. */
  summary: string
  for: Audience
  /** Staff only: the row in the table of rights that lets a role in. */
  right?: Right
  /** Staff only: calls that only read are audited too. */
  audit?: AuditRule
  limit: Allowance
  /** The query name that holds free text: a call with it counts as a `search`. */
  searches?: string
  /** Its importance when the portal is overloaded. */
  class: Class
  /** Never shed: the call shows or sets the state of the portal. */
  neverShed?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  /**
   * Names of the file parts. With files the body is multipart/form-data; without files JSON is accepted too.
   */
  files?: readonly string[]
  /**
   * Checks that need several fields of the parsed body, or the date. `today` is the civil date in Nairobi.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- the body's type is fixed by `endpoint` below
  fieldErrors?: (body: any, today: string) => FieldErrors
  reply: z.ZodMiniType
  /**
   * `file`: the response is a file to save, and `reply` is unused. `lines`: JSON lines as they are produced,
   * each shaped as `reply`.
   */
  sends?: 'file' | 'lines'
  /** The media types that the file may have. */
  types?: readonly string[]
  /**
   * Seconds that shared caches may store the response. Only for a response that is the same for every caller.
   */
  publicFor?: number
  /** With a valid token the response also holds the caller's own data, and no one may cache it (L9). */
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
