import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Must be called when all files of the form have arrived. */
    onFormReceived?: () => void
    /** Resolves to the result of a submit's work, or rejects with a refusal when the work takes too long. */
    orRefuseWhenOverdue?: <Result>(work: Promise<Result>) => Promise<Result>
  }
}

type OverdueOptions = {
  releaseSlot: () => void
  refusal: () => Error
  isOverloaded: () => boolean
  afterMs: number
}

/**
 * When a submit takes too long, the caller gets a ticket (the proof of arrival) instead of its result. The
 * work continues and keeps its slot until it is done. A caller who comes again with the ticket receives the
 * result. For a submit without files, admission measures the time and calls `onOverdue`.
 */
export function answerInTime(
  request: FastifyRequest,
  reply: FastifyReply,
  { releaseSlot, refusal, isOverloaded, afterMs }: OverdueOptions,
): void {
  if (request.arrival?.needs === 'files')
    // The files of a submit may take long to arrive, and a ticket needs the digest of all files. So the time
    // limit starts when the form has arrived.
    request.onFormReceived = () => {
      const timer = setTimeout(() => {
        if (isOverloaded()) request.arrival?.onOverdue?.()
      }, afterMs)
      reply.raw.once('close', () => clearTimeout(timer))
    }
  request.orRefuseWhenOverdue = (work) =>
    new Promise((resolve, reject) => {
      // The caller receives the result or the refusal below, whichever comes first.
      work.then(resolve, reject)
      if (!request.arrival) return
      request.arrival.onOverdue = () => {
        // The work continues after the reply, so the slot is released when the work is done.
        request.releaseSlot = undefined
        reply.raw.off('close', releaseSlot)
        void work.finally(releaseSlot).catch(() => {})
        reject(refusal())
      }
    })
}
