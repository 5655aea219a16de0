import type { FastifyRequest } from 'fastify'
import { ASSISTANT_WORDS, withContact } from '#contract/assistant/words.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { asRefusal } from '../http/on-error.ts'

/**
 * The last line of a reply in lines that failed halfway. It is too late for another status, so the line
 * reports the failure, and the log records it like any other (T29).
 */
export const errorLine = (deps: Deps, request: FastifyRequest) => (error: unknown) => {
  const route = request.routeOptions.url ?? ''
  if (asRefusal(error).status === 500 && !request.raw.socket?.destroyed)
    deps.log('error', 'request.failed', {
      request_id: request.id,
      route,
      method: request.method,
      ...errorFields(error),
    })
  return { fault: 'difficulties', text: withContact(ASSISTANT_WORDS.difficulties, deps.config.organisation) }
}
