import { t } from '@lingui/core/macro'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ALLOWANCES } from '#contract/allowances.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { RIGHTS, ROLE_WORDS, STAFF_ROLES, type StaffRole } from '#contract/staff/rights.ts'
import { topicOf, topics } from '#contract/topics.ts'

// Makes the texts about each call of the API, from the contract, on the server. The page for developers shows
// them.

/** The parts of a JSON Schema that this file reads. */
type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** One field of a request or reply: its name, its type in words, and the fields inside it. */
export type Field = { name: string; kind: string; subfields: Field[] }
/** What the page for developers says about one call. */
export type CallLine = {
  /** The name of the call in the contract, such as `GET /api/jobs/list/`. */
  key: string
  /** The HTML id of the call's section of the page. */
  id: string
  method: string
  path: string
  summary: string
  who: string
  limit: string
  request: { place: string; fields: Field[] }[]
  replyFields: Field[]
  isList: boolean
}

/** The types of JSON Schema, in words for readers. */
const TYPE_WORDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
}

// In JSON Schema, `true` and `false` are schemas too. No type of the contract produces one. With `any`, a
// type that JSON Schema cannot describe is left empty and does not fail the page.
const schemaOf = (type: z.ZodMiniType | undefined, direction: 'input' | 'output') =>
  type ? (z.toJSONSchema(type, { io: direction, unrepresentable: 'any' }) as Schema) : {}

/** The type of a value in words, such as "text up to 254" or "list of numbers". */
const kindOf = ({ type, enum: values, const: constant, maxLength, items, anyOf }: Schema): string => {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (constant !== undefined) return JSON.stringify(constant)
  if (anyOf) return [...new Set(anyOf.map(kindOf))].join(' or ')
  if (items) {
    // Only a plain type has a plural: not values such as "download", and not "text up to 40".
    const isPlain = !items.enum && items.const === undefined && !items.maxLength
    return items.type ? `list of ${kindOf(items)}${isPlain ? 's' : ''}` : 'list'
  }
  // A schema has one type, several, or none.
  const types = [type ?? []].flat()
  const words = types.map((name) => TYPE_WORDS[name] ?? name).join(' or ')
  return maxLength ? `${words} up to ${maxLength}` : words
}

/** The fields of an object in a JSON Schema, or of the objects in a list. */
const fieldsOf = ({ properties, items, anyOf }: Schema): Field[] => {
  if (items) return fieldsOf(items)
  if (anyOf) return anyOf.flatMap(fieldsOf)
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    subfields: fieldsOf(schema),
  }))
}

/** Says who may make a call. Every officer has the right named `self`. */
const whoOf = ({ allowedFor: audience, right = 'self' }: Endpoint): string => {
  if (audience === 'anyone') return 'Anyone'
  if (audience === 'applicant') return 'Logged-in people'
  const roles: readonly StaffRole[] = RIGHTS[right]
  return roles.length === STAFF_ROLES.length
    ? 'Officers'
    : `Officers: ${roles.map((role) => ROLE_WORDS[role].name.toLowerCase()).join(', ')}`
}

/** Says how many calls of this kind the portal allows in a minute. */
const limitOf = ({ allowedFor: audience, rateLimit }: Endpoint): string => {
  const { counts, perAccount, perNetwork } = ALLOWANCES[rateLimit]
  // Every call of an account counts. `counts` says whether all calls of a network count, or only failures.
  if (audience !== 'anyone') return `${perAccount.toLocaleString('en')} calls a minute by one account`
  return `${perNetwork.toLocaleString('en')} ${counts} a minute from one network`
}

const callLineOf = (key: string, endpoint: Endpoint): CallLine => {
  const reply = schemaOf(endpoint.reply, 'output')
  return {
    key,
    // `GET /api/jobs/list/` becomes `get-api-jobs-list`.
    id: key
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    who: whoOf(endpoint),
    limit: limitOf(endpoint),
    request: [
      { place: 'In the address', fields: fieldsOf(schemaOf(endpoint.params, 'input')) },
      { place: 'As a query', fields: fieldsOf(schemaOf(endpoint.query, 'input')) },
      { place: 'As JSON', fields: fieldsOf(schemaOf(endpoint.body, 'input')) },
    ].filter(({ fields }) => fields.length > 0),
    replyFields: fieldsOf(reply),
    isList: reply.type === 'array',
  }
}

/** For each topic of the contract, its heading in the language of the page. */
const HEADINGS: Record<string, string> = {
  Jobs: t`Jobs`,
  Places: t`Places`,
  'Creating an account': t`Creating an account`,
  'Logging in': t`Logging in`,
  'Getting back in': t`Getting back in`,
  'The logged-in person': t`The logged-in person`,
  Applications: t`Applications`,
  Selections: t`Selections`,
  'Proof of an application': t`Proof of an application`,
  'New jobs by email': t`New jobs by email`,
  'The assistant': t`The assistant`,
  'For staff': t`For staff`,
  'This portal': t`This portal`,
}

/** Every call of the contract, by topic, in words for people. */
export function callsByTopic(): { topic: string; heading: string; calls: CallLine[] }[] {
  const lines = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => callLineOf(key, endpoint))
  return topics.map((topic) => ({
    topic,
    heading: HEADINGS[topic] ?? topic,
    calls: lines.filter(({ path }) => topicOf(path) === topic),
  }))
}

/** All reasons for which a call can be refused, sorted by their HTTP status. */
export const refusals = () =>
  Object.entries(REFUSALS)
    .map(([code, { status, message }]) => ({ code, status, message }))
    .sort((left, right) => left.status - right.status)
