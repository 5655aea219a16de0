import * as z from 'zod/mini'
import { nairobiDate } from '#contract/dates.ts'
import type { Endpoint, FieldErrors } from '#contract/endpoint.ts'
import { UNUSABLE_FIELD } from '#contract/refusals.ts'
import { refuse, refuseFields } from '../http/refuse.ts'

/**
 * Parses one part of a call's input. Undefined when the endpoint has no schema for that part. `form` is the
 * property of the body that holds a form. Errors in it get the names of the form's fields.
 */
const parse = <Value>(
  schema: z.ZodMiniType<Value> | undefined,
  value: unknown,
  part: 'params' | 'query' | 'body',
  form?: string,
): Value | undefined => {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { error: () => UNUSABLE_FIELD })
  if (parsed.success) return parsed.data
  if (part === 'params') throw refuse('not_found')
  const fieldErrors: FieldErrors = {}
  for (const { path, message } of parsed.error.issues) {
    const [name, nameInForm] = path
    const fieldName = name === form ? nameInForm : name
    // An error without a path is about the whole value.
    const field = String(fieldName ?? name ?? 'non_field_errors')
    fieldErrors[field] ??= message
  }
  // A body of a wrong type (a list, a number) gets no field errors, because none of it can be read.
  throw 'non_field_errors' in fieldErrors ? refuse('unparseable') : refuseFields(fieldErrors)
}

/**
 * The parsed input of a call, by the schemas and rules of its endpoint. @throws Refusal not_found,
 * unparseable, or invalid with the errors by field
 */
export const parseInput = (
  endpoint: Endpoint,
  raw: { params: unknown; query: unknown; body: unknown },
  now: Date,
) => {
  const params = parse(endpoint.params, raw.params, 'params')
  const query = parse(endpoint.query, raw.query, 'query')
  const body = parse(endpoint.body, raw.body, 'body', endpoint.form)
  const fieldErrors = endpoint.fieldErrors?.(body, nairobiDate(now)) ?? {}
  if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
  return { params, query, body }
}
