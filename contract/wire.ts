import * as z from 'zod/mini'

/** Sentences for input of the wrong shape; no rule has run yet. */
export const WIRE = {
  notText: 'This must be text',
  notNumber: 'This must be a whole number',
  tooLong: (max: number) => `This is too long: ${max.toLocaleString('en')} characters at most`,
  unstorable: 'This contains characters that cannot be stored',
} as const

// No control characters except tab and line breaks, no lone surrogates, no text-direction marks (T15, T29).
export const storable =
  /^(?:[\t\n\r\u0020-\u007e\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff])*$/

const written = (max: number) =>
  z
    .string({ error: WIRE.notText })
    .check(z.maxLength(max, WIRE.tooLong(max)), z.regex(storable, WIRE.unstorable))

/**
 * Text of at most `max` characters. A missing value becomes '', so that the field's own rule reports it, not
 * the parser.
 */
export const text = (max: number) => z._default(written(max), '')

/** Like `text`, but absent means: keep the stored value. (`z.optional(text(n))` would make it ''.) */
export const maybeText = (max: number) => z.optional(written(max))

/** A row's id in a path or a body: 1 to 2^31-1, as digits or a number. */
export const id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/, WIRE.notNumber))], { error: WIRE.notNumber }),
  z.pipe(
    z.transform((value: number | string) => Number(value)),
    z
      .int({ error: WIRE.notNumber })
      .check(z.minimum(1, WIRE.notNumber), z.maximum(2_147_483_647, WIRE.notNumber)),
  ),
)

/** Like `id`, or empty: undefined when nothing is chosen yet. */
export const choice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((value: number | '' | null | undefined) => value || undefined),
)

/** A count from 0 up, as digits or a number; undefined when empty or absent. */
export const count = z.pipe(
  z.optional(
    z.nullable(
      z.union([z.number(), z.string().check(z.regex(/^\d{0,10}$/, WIRE.notNumber))], {
        error: WIRE.notNumber,
      }),
    ),
  ),
  z.pipe(
    z.transform((value: number | string | null | undefined) =>
      value === undefined || value === null || value === '' ? undefined : Number(value),
    ),
    z.optional(
      z
        .int({ error: WIRE.notNumber })
        .check(z.minimum(0, WIRE.notNumber), z.maximum(2_147_483_647, WIRE.notNumber)),
    ),
  ),
)

/** Like `choice`, but an empty value clears the choice: 0. Absent stays undefined. */
export const changedChoice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((value: number | '' | null | undefined) => (value === undefined ? undefined : value || 0)),
)

/**
 * Both spellings of a flag (W2, A15): true/false, 'true'/'false', 'Yes'/'No'. Undefined when not answered.
 */
export const flag = z.pipe(
  z.optional(z.nullable(z.union([z.boolean(), z.string()], { error: 'This must be Yes or No' }))),
  z.transform((value: boolean | string | null | undefined) =>
    value === true || /^(true|yes)$/i.test(String(value))
      ? true
      : value === false || /^(false|no)$/i.test(String(value))
        ? false
        : undefined,
  ),
)

/** A strict boolean: true or false, no other spelling. */
export const verdict = z.boolean({ error: 'This must be true or false' })

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.string()

/** A response of one sentence. */
export const message = z.object({ message: z.string() })
