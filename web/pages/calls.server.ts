import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

type Schema = { type?: string; properties?: Record<string, unknown>; items?: Schema; anyOf?: Schema[] }

/** The names in an object, or in each object of a list. */
const namesIn = (it: z.ZodMiniType | undefined, io: 'input' | 'output'): string[] => {
  if (!it) return []
  const within = (schema: Schema): string[] => {
    if (schema.properties) return Object.keys(schema.properties)
    if (schema.items) return ['a list of:', ...within(schema.items)]
    return (schema.anyOf ?? []).flatMap(within)
  }
  return within(z.toJSONSchema(it, { io, unrepresentable: 'any' }) as Schema)
}

export type CallLine = { key: string; summary: string; signedIn: boolean; sent: string[]; answered: string[] }

/** Every call of the contract for people to read, by topic: the first part of its address. */
export function callsOf(): { topic: string; calls: CallLine[] }[] {
  const topics = new Map<string, CallLine[]>()
  for (const [key, it] of Object.entries(endpoints) as [string, Endpoint][]) {
    const topic = it.path.split('/')[2] ?? ''
    const sent = [...namesIn(it.query, 'input'), ...namesIn(it.body, 'input')]
    const line = { key, summary: it.summary, signedIn: it.for === 'applicant', sent, answered: namesIn(it.reply, 'output') }
    topics.set(topic, [...(topics.get(topic) ?? []), line])
  }
  return [...topics].map(([topic, calls]) => ({ topic, calls }))
}
