import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

// Builds valid calls of the API from the contract alone, so that a test can make every call.

type Schema = Record<string, unknown> & { pattern?: string }
const schemaOf = (entry: z.ZodMiniType | undefined): Schema =>
  entry ? (z.toJSONSchema(entry, { io: 'input', unrepresentable: 'any' }) as Schema) : {}
const partsOf = (schema: Schema) => (schema.properties ?? {}) as Record<string, Schema>

// Likely valid values by field name, because schemas cannot express rules over several fields.
const BY_NAME: [RegExp, string][] = [
  [/email/, 'somebody@example.com'],
  [/(?:^|_)(?:date|from|to|until|since|before|after)$|_at$/, '2026-12-03'],
  [/password/, 'Slow violet ledger 42'],
  [/html/, '<p>Work</p>'],
]
// A fixed random seed, so that a failing test fails again.
const fitting = (pattern: string) =>
  fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 2_026 })[0] ?? ''

function sampleText({ pattern, minLength, maxLength }: Schema, name: string): string {
  const likely = BY_NAME.find(([shape]) => shape.test(name))?.[1] ?? 'Kept in order'
  const fits = (text: string) =>
    (pattern === undefined || new RegExp(pattern).test(text)) &&
    text.length >= Number(minLength ?? 0) &&
    text.length <= Number(maxLength ?? Infinity)
  return (
    [likely, '1', 'x'].find(fits) ??
    (pattern === undefined ? 'x'.repeat(Number(minLength ?? 1)) : fitting(pattern))
  )
}

/** Makes a value for a JSON Schema of the contract that is probably valid. Optional fields are left out. */
function sampleOf(schema: Schema, name = ''): unknown {
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (alternatives) return sampleOf(alternatives[0] ?? {}, name)
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const required = (schema.required ?? []) as string[]
    const wanted = Object.entries(partsOf(schema)).filter(
      ([key, part]) => required.includes(key) || 'default' in part,
    )
    return Object.fromEntries(wanted.map(([key, part]) => [key, sampleOf(part, key)]))
  }
  if (type === 'string') return sampleText(schema, name)
  if ('default' in schema) return schema.default
  if (type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
      sampleOf((schema.items ?? {}) as Schema, name),
    )
  if (type === 'number' || type === 'integer') return Math.max(1, Number(schema.minimum ?? 1))
  return type === 'boolean' ? true : null
}

/**
 * Makes a body that a call accepts, from its schema, with the optional fields that the call's rules require.
 * `today` is the date of the portal's clock.
 */
export function bodyOf(endpoint: Endpoint, today = '2026-11-24'): Record<string, unknown> {
  if (!endpoint.body) return {}
  const schema = schemaOf(endpoint.body)
  const body = sampleOf(schema) as Record<string, unknown>
  const read = endpoint.body.safeParse(body)
  // Add the optional fields that the call's rules require. An error names each of them.
  const errors = read.success ? endpoint.fieldErrors?.(read.data, today) : undefined
  for (const name of Object.keys(errors ?? {}))
    if (!(name in body)) body[name] = sampleOf(partsOf(schema)[name] ?? {}, name)
  return body
}

/** The field names of a call: in its body, its query and its path. */
export const fieldsOf = (endpoint: Endpoint): { in: 'body' | 'query' | 'path'; name: string }[] => [
  ...Object.keys(partsOf(schemaOf(endpoint.body))).map((name) => ({ in: 'body' as const, name })),
  ...Object.keys(partsOf(schemaOf(endpoint.query))).map((name) => ({ in: 'query' as const, name })),
  ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ in: 'path' as const, name })),
]

/**
 * The path of a call with all parameters filled, from `parts` or with a value of the right format. A missing
 * id becomes 1.
 */
export const addressOf = (endpoint: Endpoint, parts: Record<string, string | number> = {}): string => {
  const shapes = partsOf(schemaOf(endpoint.params))
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const shape = shapes[name]
    return encodeURIComponent(String(parts[name] ?? (shape ? sampleOf(shape, name) : 1)))
  })
}

let networks = 0
/** An IP address in an unused network, so that other calls do not reach their network's limit. */
export const freshNetwork = () => {
  const index = ++networks
  return `${11 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.1`
}
