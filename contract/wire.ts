import * as z from 'zod/mini'

/** Words for input of the wrong shape, before any rule is asked. */
export const WIRE = {
  notText: 'This must be text',
  notNumber: 'This must be a whole number',
  tooLong: (max: number) => `This is too long: ${max.toLocaleString('en')} characters at most`,
  unstorable: 'This contains characters that cannot be stored',
} as const

// Control characters but tab and line breaks, lone surrogates, and the marks that turn text around on screen (T15, T29).
export const storable = /^(?:[\t\n\r\u0020-\u007e\u00a0-\u200d\u2010-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd]|[\ud800-\udbff][\udc00-\udfff])*$/

const written = (max: number) => z.string({ error: WIRE.notText }).check(z.maxLength(max, WIRE.tooLong(max)), z.regex(storable, WIRE.unstorable))

/** Text of at most `max` characters; a missing one is '' so that the field's own rule speaks, not the parser. */
export const text = (max: number) => z._default(written(max), '')

/** As `text`, where absent means: leave what is there. (`z.optional(text(n))` would make it ''.) */
export const maybeText = (max: number) => z.optional(written(max))

/** A row's id in a path or a body: 1 to 2^31-1, as digits or a number. */
export const id = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,10}$/, WIRE.notNumber))], { error: WIRE.notNumber }),
  z.pipe(
    z.transform((value: number | string) => Number(value)),
    z.int({ error: WIRE.notNumber }).check(z.minimum(1, WIRE.notNumber), z.maximum(2_147_483_647, WIRE.notNumber)),
  ),
)

/** As `id`, or empty: a choice not made yet. */
export const choice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((value: number | '' | null | undefined) => value || undefined),
)

/** A count from 0 up, as digits or a number; empty when not said. */
export const count = z.pipe(
  z.optional(z.nullable(z.union([z.number(), z.string().check(z.regex(/^\d{0,10}$/, WIRE.notNumber))], { error: WIRE.notNumber }))),
  z.pipe(
    z.transform((value: number | string | null | undefined) => (value === undefined || value === null || value === '' ? undefined : Number(value))),
    z.optional(z.int({ error: WIRE.notNumber }).check(z.minimum(0, WIRE.notNumber), z.maximum(2_147_483_647, WIRE.notNumber))),
  ),
)

/** As `choice`, where an empty one takes back what was chosen: 0. Absent stays absent. */
export const changedChoice = z.pipe(
  z.optional(z.nullable(z.union([z.literal(''), id], { error: WIRE.notNumber }))),
  z.transform((value: number | '' | null | undefined) => (value === undefined ? undefined : value || 0)),
)

/** Both spellings of a flag (W2, A15): true/false, 'true'/'false', 'Yes'/'No'; empty when not answered. */
export const flag = z.pipe(
  z.optional(z.nullable(z.union([z.boolean(), z.string()], { error: 'This must be Yes or No' }))),
  z.transform((value: boolean | string | null | undefined) =>
    value === true || /^(true|yes)$/i.test(String(value)) ? true : value === false || /^(false|no)$/i.test(String(value)) ? false : undefined,
  ),
)

/** Yes or no, and nothing that only reads like it. */
export const verdict = z.boolean({ error: 'This must be true or false' })

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.string()

/** An answer of one sentence. */
export const message = z.object({ message: z.string() })
