import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { officer } from '../staff/endpoints.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, text } from '../wire.ts'
import { EXPORTS } from './limits.ts'
import { EXPORT_STATES } from './words.ts'

// The calls for the pack of a selection: the rule, the seed and the pool from which its result was computed.
// With them, an auditor or a court can compute the result again. A second officer must approve each request.

/** The media type of a downloaded pack. */
export const PACK_TYPE = 'application/json'

const pack = z.object({
  id: z.number(),
  /** The number of the computation (run) whose input the pack is, and how many people it has. */
  run: z.number(),
  people: z.number(),
  /** The SHA-256 of the pack, and of the result that is computed from it, 64 hex digits each. */
  pack_digest: z.string(),
  result_digest: z.string(),
  reason: z.string(),
  state: z.enum(EXPORT_STATES),
  requested_by: officer,
  requested_at: instant,
  decided_by: z.nullable(officer),
  decided_at: z.nullable(instant),
  note: z.string(),
  /** When the request expires. After that, no one can approve it or download its pack. */
  ends_at: instant,
  downloads: z.number(),
  /** What this officer may do with the request. */
  may: z.array(z.enum(['download', 'decide'])),
})
export type SelectionPack = z.output<typeof pack>

const ofJob = { allowedFor: 'staff', loadClass: 'extra', params: z.object({ id }) } as const

const selectionPacks = endpoint({
  ...ofJob,
  method: 'GET',
  path: '/api/staff/jobs/{id}/selection/packs/',
  summary: 'Staff: requests for the whole pack of a selection, newest first',
  right: 'applications.export',
  audit: { entryPer15Minutes: 'selection.packs_listed', idIsJob: true },
  rateLimit: 'read',
  reply: z.object({ results: z.array(pack) }),
})
const requestSelectionPack = endpoint({
  ...ofJob,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/packs/',
  summary: 'Staff: requests the whole pack of a result, for an auditor or a court. A second person decides.',
  right: 'identities.export',
  rateLimit: 'write',
  body: z.object({
    reason: text(EXPORTS.maxReason),
    /** The number of the run. Without it, the result in force, or the last one if none has taken effect. */
    run: z.optional(id),
  }),
  fieldErrors: ({ reason }): FieldErrors => (reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
  reply: pack,
})
const onePack = z.object({ id, pack: id })
const decideSelectionPack = endpoint({
  ...ofJob,
  method: 'POST',
  path: '/api/staff/jobs/{id}/selection/packs/{pack}/decide/',
  summary: 'Staff: a second person approves the whole pack of a selection for a day, or returns the request',
  right: 'decisions.approve',
  rateLimit: 'write',
  params: onePack,
  body: z.object({ approve: z.boolean(), note: text(EXPORTS.maxReason) }),
  fieldErrors: (input): FieldErrors =>
    input.approve || input.note.trim() ? {} : { note: STAFF_WORDS.noteRequired },
  reply: pack,
})
const downloadSelectionPack = endpoint({
  ...ofJob,
  method: 'GET',
  path: '/api/staff/jobs/{id}/selection/packs/{pack}/file/',
  summary:
    'Staff: downloads an approved pack. Only the person who requested it can. Each download is logged.',
  right: 'identities.export',
  audit: { entryPerCall: 'selection.pack_downloaded' },
  rateLimit: 'read',
  sends: 'file',
  types: [PACK_TYPE],
  params: onePack,
  reply: z.unknown(),
})

export const selectionPackEndpoints = {
  'GET /api/staff/jobs/{id}/selection/packs/': selectionPacks,
  'POST /api/staff/jobs/{id}/selection/packs/': requestSelectionPack,
  'POST /api/staff/jobs/{id}/selection/packs/{pack}/decide/': decideSelectionPack,
  'GET /api/staff/jobs/{id}/selection/packs/{pack}/file/': downloadSelectionPack,
}
