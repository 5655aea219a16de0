import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { nairobiDate } from '#contract/dates.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { RefusalKind } from '#contract/refusals.ts'
import type { Refusal } from '../http/refuse.ts'
import { knownSentence } from './known-sentences.ts'

// Counts, for the reports, which validation rules stop people: the sentences shown to them, and where.

/**
 * How often an error's sentence was shown, by day (in Nairobi), job (0: the call named no job), place and
 * field. The place is the call's method and path: `POST /api/job-applications/`.
 */
export type ValidationCount = {
  day: string
  jobId: number
  place: string
  field: string
  message: string
  times: number
}
type ValidationEvent = Omit<ValidationCount, 'times' | 'message' | 'field'> & {
  fieldErrors: readonly (readonly [field: string, message: string])[]
}

/**
 * Counts validation errors in memory until `take` returns them. It stores no text that anyone typed, and a
 * limited number of different counts.
 */
export type ValidationCounter = {
  add(event: ValidationEvent): void
  /**
   * Counts a refusal before it is sent, if it stops a person. It reads nothing from the database and waits
   * for nothing.
   */
  countRefusal(request: FastifyRequest, refusal: Refusal, now: Date): void
  /** Returns all counts and starts again from zero. */
  take(): ValidationCount[]
  /** Adds back counts that could not be written to the database. */
  giveBack(counts: ValidationCount[]): void
}

/** The most different counts in memory. */
const MAX_COUNTS = 1_000

const fieldsOf = ({ body, files }: Endpoint): string[] => [
  ...(body instanceof z.ZodMiniObject ? Object.keys(body.shape) : []),
  ...(files ?? []),
]
/**
 * Names of error fields that are not direct properties of a body: fields within a list, or the whole form.
 */
const FIELDS_OF_PARTS = [
  'non_field_errors',
  'institution',
  'qualification_level',
  'area_of_study',
  'year_of_completion',
  'company',
  'position',
  'start_date',
  'end_date',
  'responsibilities',
  'name',
  'organization',
  'confirm_password',
  'confirmPassword',
]
/** Any other key of a field error may be text that someone typed: it is counted under ''. */
const knownFields = new Set([...Object.values<Endpoint>(endpoints).flatMap(fieldsOf), ...FIELDS_OF_PARTS])
const knownField = (field: string) => (knownFields.has(field) ? field : '')

const keyOf = ({ day, jobId, place, field, message }: ValidationCount) =>
  `${day} ${jobId} ${place} ${field} ${message}`

/**
 * Kinds of refusals by which a rule stops a person. All other kinds concern machines: a network, another
 * site, an unknown address.
 */
const KINDS_THAT_STOP_PEOPLE = new Set<RefusalKind>([
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

const MAX_INT4 = 2_147_483_647
/** The id of the job that a call names; 0 when it names none. */
const jobIn = (body: unknown): number => {
  if (typeof body !== 'object' || body === null) return 0
  const jobId = 'job_id' in body ? body.job_id : undefined
  const namedJob = jobId ?? ('job' in body ? body.job : undefined)
  // Converting deeply nested lists to a number would throw, and the call would get no reply.
  const id = typeof namedJob === 'string' || typeof namedJob === 'number' ? Number(namedJob) : 0
  return Number.isInteger(id) && id > 0 && id <= MAX_INT4 ? id : 0
}

/** What is counted of a refusal. Undefined if it stops no person who applies. */
function eventOf(request: FastifyRequest, refusal: Refusal, now: Date): ValidationEvent | undefined {
  const url = request.routeOptions?.url
  if (!url?.startsWith('/api/') || url.startsWith('/api/staff/') || !KINDS_THAT_STOP_PEOPLE.has(refusal.kind))
    return undefined
  // A refusal without field errors is counted by its own sentence, under the field ''.
  const fieldErrors = Object.entries(refusal.fieldErrors)
  return {
    day: nairobiDate(now),
    jobId: jobIn(request.formFields ?? request.body),
    // The route `/api/job-applications/:id` becomes the endpoint's path `/api/job-applications/{id}/`.
    place: `${request.method} ${url.replace(/\/?$/, '/').replace(/:(\w+)/g, '{$1}')}`,
    fieldErrors: fieldErrors.length > 0 ? fieldErrors : [['', refusal.message]],
  }
}

export function validationCounter(maxCounts: number = MAX_COUNTS): ValidationCounter {
  let counts = new Map<string, ValidationCount>()
  const addCount = (count: ValidationCount) => {
    const sameCount = counts.get(keyOf(count))
    if (sameCount) sameCount.times += count.times
    else if (counts.size < maxCounts) counts.set(keyOf(count), { ...count })
  }
  const add = ({ fieldErrors, ...source }: ValidationEvent) => {
    for (const [field, message] of fieldErrors) {
      // Several sentences about one field are separate lines of text, and each is counted (S2 §5).
      for (const line of message.split('\n'))
        addCount({ ...source, field: knownField(field), message: knownSentence(line), times: 1 })
    }
  }
  return {
    add,
    countRefusal(request, refusal, now) {
      const event = eventOf(request, refusal, now)
      if (event) add(event)
    },
    take() {
      const takenCounts = [...counts.values()]
      counts = new Map()
      return takenCounts
    },
    giveBack: (unwritten) => unwritten.forEach(addCount),
  }
}
