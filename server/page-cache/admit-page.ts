import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { arrivalOf } from '../endpoints/arrival.ts'
import { refuse } from '../http/refuse.ts'
import { callerKeyOf } from '../http/visitor.ts'

/**
 * Returns a function that refuses a page that must be made for one caller, when the portal refuses calls of
 * the class `public`. A page takes no slot of calls, because the page cache has its own.
 */
export const pageAdmission =
  (deps: Deps) =>
  (request: FastifyRequest, reply: FastifyReply): void => {
    const bringsFiles = false
    const arrival = arrivalOf(request, bringsFiles, () => callerKeyOf(deps, request, reply))
    if (deps.admission?.admits(arrival) === false) throw refuse('busy')
  }
