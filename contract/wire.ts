import * as z from 'zod/mini'
import { storable } from './storable.ts'

// The schemas that the endpoints share, for texts, ids, choices and moments. Each comment says what becomes
// of a missing value.

/** Sentences about input of the wrong type. A schema shows them before the rules of the field run. */
export const WIRE = {
  notText: 'This must be text',
  notNumber: 'This must be a whole number',
  tooLong: (max: number) => `This is too long: ${max.toLocaleString('en')} characters at most`,
  unstorable: 'This contains characters that cannot be stored',
} as const

/** PostgreSQL's largest `integer`. */
const MAX_INTEGER = 2_147_483_647

/** Text of at most `max` characters. A missing value is an error. */
export const requiredText = (max: number) =>
  z
    .string({ error: WIRE.notText })
    .check(z.maxLength(max, WIRE.tooLong(max)), z.regex(storable, WIRE.unstorable))

/** Text of at most `max` characters. A missing value becomes '', so that the field's own rule reports it. */
export const text = (max: number) => z._default(requiredText(max), '')

/**
 * Like `text`, but an absent value becomes undefined, which keeps the stored value. `z.optional(text(n))`
 * would give ''.
 */
export const maybeText = (max: number) => z.optional(requiredText(max))

/** The id of a database row, sent as a number or as digits. */
export const id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/, WIRE.notNumber))], { error: WIRE.notNumber }),
  z.pipe(
    z.transform((sentId: number | string) => Number(sentId)),
    z
      .int({ error: WIRE.notNumber })
      .check(z.minimum(1, WIRE.notNumber), z.maximum(MAX_INTEGER, WIRE.notNumber)),
  ),
)

/** The id of a chosen option. Undefined when nothing is chosen yet. */
export const choice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((chosenId: number | '' | null | undefined) => chosenId || undefined),
)

/** A count from 0, as digits or as a number; undefined when it is empty or absent. */
export const count = z.pipe(
  z.optional(
    z.nullable(
      z.union([z.number(), z.string().check(z.regex(/^\d{0,10}$/, WIRE.notNumber))], {
        error: WIRE.notNumber,
      }),
    ),
  ),
  z.pipe(
    z.transform((sentCount: number | string | null | undefined) =>
      sentCount === undefined || sentCount === null || sentCount === '' ? undefined : Number(sentCount),
    ),
    z.optional(
      z
        .int({ error: WIRE.notNumber })
        .check(z.minimum(0, WIRE.notNumber), z.maximum(MAX_INTEGER, WIRE.notNumber)),
    ),
  ),
)

/** Like `choice`, for a change of stored data: 0 deletes the choice, and undefined keeps it. */
export const changedChoice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((chosenId: number | '' | null | undefined) =>
    chosenId === undefined ? undefined : chosenId || 0,
  ),
)

/**
 * An answer of yes or no: true, 'true' or 'Yes'; false, 'false' or 'No' (W2, A15). Undefined when not
 * answered.
 */
export const flag = z.pipe(
  z.optional(z.nullable(z.union([z.boolean(), z.string()], { error: 'This must be Yes or No' }))),
  z.transform((answer: boolean | string | null | undefined) => {
    if (/^(true|yes)$/i.test(String(answer))) return true
    return /^(false|no)$/i.test(String(answer)) ? false : undefined
  }),
)

/** True or false, no other spelling. */
export const strictBoolean = z.boolean({ error: 'This must be true or false' })

/** A moment, as ISO 8601 in UTC. */
export const instant = z.string()

/** A response that is one sentence. */
export const message = z.object({ message: z.string() })

/**
 * JSON of the WebAuthn standard for passkeys. Its library writes and reads this JSON in the browser and on
 * the server.
 */
export const webauthn = z.record(z.string(), z.unknown())
