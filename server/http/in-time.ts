import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The work on a submit, or its refusal where that takes too long. */
    inTime?: <Result>(work: Promise<Result>) => Promise<Result>
  }
}

/**
 * Prepares a submit to be answered with its ticket when admission says that it is overdue. Its work goes on and keeps its slot until it is done;
 * whoever comes again with the ticket is told what came of it.
 */
export function answerInTime(request: FastifyRequest, reply: FastifyReply, { leave, refusal }: { leave: () => void; refusal: () => Error }): void {
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
