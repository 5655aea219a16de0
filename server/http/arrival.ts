import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Allowance, Class } from '#contract/endpoint.ts'
import { TICKET } from '#contract/tickets.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the contract says of the endpoint. */
    class?: Class
    neverShed?: boolean
    limit?: Allowance
  }
  interface FastifyRequest {
    /** When the head of the request reached us, before any queue. */
    arrivedAt: Date | undefined
    /** What a submit brought, once it was read: its body, and the hashes of the files that came as bytes. */
    submitted: { body: unknown; files: Record<string, string> } | undefined
    /** The bytes of a small form as they came, while it is being read. */
    formBytes: Buffer[] | undefined
  }
}

/** Stamps each request before anything else is asked of it. Properties, for a WeakMap of requests keeps each of them until the whole heap is collected. */
export function stampArrivals(app: FastifyInstance, now: () => Date): void {
  app.decorateRequest('arrivedAt')
  app.decorateRequest('submitted')
  app.decorateRequest('formBytes')
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrivedAt = now()
    done()
  })
}

/** Copies a small form while it is read, so that a submit that fails in the middle of it can still be digested; larger ones go by their digest header. */
export function copyForm(request: FastifyRequest): void {
  if (Number(request.headers['content-length'] ?? Number.NaN) > TICKET.drainedBytes) return
  const pieces: Buffer[] = (request.formBytes = [])
  let bytes = 0
  request.raw.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= TICKET.drainedBytes) pieces.push(Buffer.from(piece))
  })
}
