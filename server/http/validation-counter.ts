import type { FastifyRequest } from 'fastify'
import { nairobiDate } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { knownSentence } from '#contract/known-sentences.ts'
import { REPORTS } from '#contract/reports/limits.ts'
import type { RefusalKind } from '#contract/refusals.ts'
import type { Refusal } from './refuse.ts'

/** How often a sentence was met: of the day in Nairobi, the job that was named (0: none), and where. */
export type ValidationCount = { day: string; jobId: number; place: string; field: string; message: string; times: number }
export type ValidationEvent = Omit<ValidationCount, 'times' | 'message' | 'field'> & { faults: readonly (readonly [field: string, said: string])[] }

/** Counts in memory, until somebody takes them. Holds nothing that anybody typed, and no more than so many different ones. */
export type ValidationCounter = {
  add(met: ValidationEvent): void
  /** All that was counted; from here on it is counted anew. */
  take(): ValidationCount[]
  /** What could not be written down after all. */
  giveBack(counts: ValidationCount[]): void
}

// A fault stands at a field of a call; whatever else may be found there is somebody's own word.
const fields = new Set(
  (Object.values(endpoints) as Endpoint[]).flatMap(({ body, files }) => [
    ...Object.keys((body as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}),
    ...(files ?? []),
  ]),
)
for (const own of ['non_field_errors', 'institution', 'qualification_level', 'area_of_study', 'year_of_completion', 'company', 'position']) fields.add(own)
for (const own of ['start_date', 'end_date', 'responsibilities', 'name', 'organization', 'confirm_password', 'confirmPassword']) fields.add(own)
const knownField = (field: string) => (fields.has(field) ? field : '')

const keyOf = ({ day, jobId, place, field, message }: ValidationCount) => `${day} ${jobId} ${place} ${field} ${message}`

export function validationCounter(most: number = REPORTS.faultsHeld): ValidationCounter {
  let counts = new Map<string, ValidationCount>()
  const keep = (met: ValidationCount) => {
    const known = counts.get(keyOf(met))
    if (known) known.times += met.times
    else if (counts.size < most) counts.set(keyOf(met), { ...met })
  }
  return {
    add({ faults, ...where }) {
      for (const [field, said] of faults) {
        // Several sentences of one refusal stand in lines (S2 §5).
        for (const line of said.split('\n')) keep({ ...where, field: knownField(field), message: knownSentence(line), times: 1 })
      }
    },
    take() {
      const taken = [...counts.values()]
      counts = new Map()
      return taken
    },
    giveBack: (back) => back.forEach(keep),
  }
}

/** Refusals by which a rule stops a person. The others are about machines: a network, another site, an address that is not there. */
const STOPS = new Set<RefusalKind>([
  'invalid',
  'captcha_required',
  'captcha_expired',
  'captcha_failed',
  'wrong_credentials',
  'not_verified',
  'locked',
  'account_not_found',
  'account_exists',
  'question_not_set',
  'question_held',
  'code_required',
  'question_closed',
  'wrong_answer',
  'wrong_code',
  'link_invalid',
  'job_closed',
  'already_applied',
  'conflict',
  'too_large',
  'too_slow',
  'too_many',
])

const jobIn = (body: unknown): number => {
  const { job_id, job } = (body ?? {}) as Record<string, unknown>
  const named = job_id ?? job
  // A list in lists in lists, made a number, would take the answer with it.
  const id = typeof named === 'string' || typeof named === 'number' ? Number(named) : 0
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : 0
}

/** Counts a refusal on its way out, where it is one that people meet. Asks nothing and waits for nothing. */
export function countRefusal(tally: ValidationCounter | undefined, request: FastifyRequest, refusal: Refusal, now: Date): void {
  const url = request.routeOptions?.url
  if (!tally || !url?.startsWith('/api/') || url.startsWith('/api/staff/') || !STOPS.has(refusal.kind)) return
  const faults = Object.entries(refusal.faults)
  tally.add({
    day: nairobiDate(now),
    jobId: jobIn(request.body),
    place: `${request.method} ${url.replace(/\/?$/, '/').replace(/:(\w+)/g, '{$1}')}`,
    faults: faults.length > 0 ? faults : [['', refusal.message]],
  })
}
