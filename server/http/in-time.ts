import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** To be called once the whole form has arrived. */
    formIsHere?: () => void
    /** The result of a submit's work, or its refusal when that takes too long. */
    inTime?: <Result>(work: Promise<Result>) => Promise<Result>
  }
}

type InTime = { leave: () => void; refusal: () => Error; isOverloaded: () => boolean; afterMs: number }

/**
 * Prepares a submit to be answered with its ticket when admission says that it is overdue. Its work continues
 * and keeps its slot until it is done; a caller who comes again with the ticket receives the result.
 */
export function answerInTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { leave, refusal, isOverloaded, afterMs }: InTime,
): void {
  if (request.arrival?.with === 'files')
    // The time its files take to arrive is not our work, and without them it has no digest.
    request.formIsHere = () => {
      const timer = setTimeout(() => isOverloaded() && request.arrival?.overdue?.(), afterMs)
      reply.raw.once('close', () => clearTimeout(timer))
    }
  request.inTime = (work) =>
    new Promise((resolve, reject) => {
      work.then(resolve, reject)
      if (!request.arrival) return
      request.arrival.overdue = () => {
        request.leave = undefined
        reply.raw.off('close', leave)
        void work.finally(leave).catch(() => {})
        reject(refusal())
      }
    })
}
