import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../wire.ts'

// The calls for the lists of counties, constituencies and wards. Caches store a list for
// `publicCacheSeconds`.

/**
 * Each place has its name under two keys: `name`, and a long key (A14). The ids are the commission's own
 * codes.
 */
const county = z.object({ id, name: z.string(), county_name: z.string() })
const constituency = z.object({ id, name: z.string(), constituency_name: z.string(), county_id: id })
const ward = z.object({ id, name: z.string(), ward_name: z.string(), constituency_id: id })

const common = {
  method: 'GET',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  publicCacheSeconds: 300,
} as const

const listCounties = endpoint({
  ...common,
  path: '/api/counties/',
  summary: 'The 47 counties',
  reply: z.array(county),
})

const listConstituencies = endpoint({
  ...common,
  path: '/api/constituencies/',
  summary: 'The constituencies of a county, or all 290 constituencies',
  query: z.object({ county_id: z.optional(id) }),
  reply: z.array(constituency),
})

const listWards = endpoint({
  ...common,
  path: '/api/wards/',
  summary: 'The wards of a constituency, or all 1,450 wards',
  query: z.object({ constituency_id: z.optional(id) }),
  reply: z.array(ward),
})

export const locationEndpoints = {
  'GET /api/counties/': listCounties,
  'GET /api/constituencies/': listConstituencies,
  'GET /api/wards/': listWards,
}
