import type { FastifyRequest } from 'fastify'
import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { asRefusal } from '../http/on-error.ts'

/**
 * Makes the last line of a streamed reply (JSON lines) that failed halfway. The status was sent before, so
 * the line reports the failure. The log gets only the listed fields, as for any failure (T29).
 */
export const errorLine = (deps: Deps, request: FastifyRequest) => (error: unknown) => {
  const route = request.routeOptions.url ?? ''
  // Refusals are not logged, nor failures that happen because the caller has left.
  if (asRefusal(error).status === 500 && !request.raw.socket?.destroyed)
    deps.log('error', 'request.failed', {
      request_id: request.id,
      route,
      method: request.method,
      ...errorFields(error),
    })
  return { fault: 'difficulties', text: withContact(ASSISTANT_WORDS.difficulties, deps.config.organisation) }
}
