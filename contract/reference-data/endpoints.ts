import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REFERENCE_DATA_CACHE_MS } from './limits.ts'
import { choice } from '../wire.ts'

// The calls for the choices in the application form. A job may limit them.

/**
 * With a job, the reply has only the areas and centres for which the job is open (J9). An invalid id counts
 * as no job.
 */
const forJob = z.object({ job: z.catch(choice, undefined) })

const listHudumaCentres = endpoint({
  method: 'GET',
  path: '/api/huduma-centres/',
  summary: 'Huduma centres, by name',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'save',
  query: forJob,
  reply: z.array(
    z.object({ id: z.number(), name: z.string(), location: z.string(), county_name: z.string() }),
  ),
  publicCacheSeconds: REFERENCE_DATA_CACHE_MS / 1_000,
})

const listByElectionAreas = endpoint({
  method: 'GET',
  path: '/api/by-election-areas/',
  summary: 'By-election areas',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'save',
  query: forJob,
  reply: z.array(
    z.object({
      id: z.number(),
      area_name: z.string(),
      county_name: z.string(),
      constituency_name: z.optional(z.string()),
      /** The vacant seat of the by-election: senator, or member of the National or the County Assembly. */
      position_type: z.enum(['SENATOR', 'MNA', 'MCA']),
      /** The codes of the area's county, constituency and ward; null below the level of the area. */
      county: z.number(),
      constituency: z.nullable(z.number()),
      ward: z.nullable(z.number()),
    }),
  ),
  publicCacheSeconds: REFERENCE_DATA_CACHE_MS / 1_000,
})

const listQualificationLevels = endpoint({
  method: 'GET',
  path: '/api/qualification-levels/',
  summary: 'Qualification levels, lowest first',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'save',
  reply: z.array(z.object({ id: z.number(), name: z.string(), short_name: z.string() })),
  publicCacheSeconds: REFERENCE_DATA_CACHE_MS / 1_000,
})

export const referenceDataEndpoints = {
  'GET /api/huduma-centres/': listHudumaCentres,
  'GET /api/by-election-areas/': listByElectionAreas,
  'GET /api/qualification-levels/': listQualificationLevels,
}
