import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { ALLOWANCES } from '#contract/allowances.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { RIGHTS, ROLE_WORDS, STAFF_ROLES, type StaffRole } from '#contract/staff/rights.ts'
import { topicOf, topics } from '#contract/topics.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** One field of a request or reply, in words; `within` lists the fields inside it. */
export type Part = { name: string; kind: string; within: Part[] }
export type CallLine = {
  key: string
  id: string
  method: string
  path: string
  summary: string
  who: string
  limit: string
  sent: { place: string; parts: Part[] }[]
  answered: Part[]
  list: boolean
}

const WORDS: Record<string, string> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
}

// No type of the contract has a schema that is only `true` or `false`, which JSON Schema allows.
const schemaOf = (type: z.ZodMiniType | undefined, io: 'input' | 'output') =>
  type ? (z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema) : {}

const kindOf = ({ type, enum: values, const: only, maxLength, items, anyOf }: Schema): string => {
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return [...new Set(anyOf.map(kindOf))].join(' or ')
  if (items) return items.type ? `list of ${kindOf(items)}s` : 'list'
  const words = [type ?? []].flat().map((name) => WORDS[name] ?? name)
  return [words.join(' or '), ...(maxLength ? [`up to ${maxLength}`] : [])].join(' ')
}

const partsOf = ({ properties, items, anyOf }: Schema): Part[] => {
  if (items) return partsOf(items)
  if (anyOf) return anyOf.flatMap(partsOf)
  return Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    kind: kindOf(schema),
    within: partsOf(schema),
  }))
}

const whoOf = ({ for: audience, right = 'self' }: Endpoint): string => {
  if (audience === 'anyone') return 'Anyone'
  if (audience === 'applicant') return 'Logged-in people'
  const roles: readonly StaffRole[] = RIGHTS[right]
  return roles.length === STAFF_ROLES.length
    ? 'Officers'
    : `Officers: ${roles.map((role) => ROLE_WORDS[role].name.toLowerCase()).join(', ')}`
}

const limitOf = ({ for: audience, limit }: Endpoint): string => {
  const { counts, perAccount, perNetwork } = ALLOWANCES[limit]
  if (audience !== 'anyone') return `${perAccount.toLocaleString('en')} calls a minute by one account`
  return `${perNetwork.toLocaleString('en')} ${counts} a minute from one network`
}

const lineOf = (key: string, endpoint: Endpoint): CallLine => {
  const reply = schemaOf(endpoint.reply, 'output')
  return {
    key,
    id: key
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    who: whoOf(endpoint),
    limit: limitOf(endpoint),
    sent: [
      { place: 'In the address', parts: partsOf(schemaOf(endpoint.params, 'input')) },
      { place: 'As a query', parts: partsOf(schemaOf(endpoint.query, 'input')) },
      { place: 'As JSON', parts: partsOf(schemaOf(endpoint.body, 'input')) },
    ].filter(({ parts }) => parts.length > 0),
    answered: partsOf(reply),
    list: reply.type === 'array',
  }
}

/** Every call of the contract for people to read, by topic. */
export function callsByTopic(): { topic: string; calls: CallLine[] }[] {
  const lines = Object.entries<Endpoint>(endpoints).map(([key, endpoint]) => lineOf(key, endpoint))
  return topics.map((topic) => ({ topic, calls: lines.filter(({ path }) => topicOf(path) === topic) }))
}

/** Every way a call can be refused, by status. */
export const refusals = () =>
  Object.entries(REFUSALS)
    .map(([code, { status, message }]) => ({ code, status, message }))
    .sort((left, right) => left.status - right.status)
