import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalKind } from '#contract/refusals.ts'
import type { Deps } from '../deps.ts'
import type { Verdict } from './meter.ts'

const SUBMITS = new Set(['/api/job-applications/submit', '/api/job-applications/update/:id'])
const TOKEN = /^Token (?<token>[\w-]{43})$/

// These responses ask the sender to try again: the portal has not decided on the submit. The response
// `files_missing` is one of them: it has a ticket, and the submit is sent again once its files are uploaded.
const asksToTryAgain = (status: number, refusedAs: RefusalKind | undefined) =>
  status === 429 || status >= 500 || refusedAs === 'files_missing'
// Any other response 409 decides on the submit, for example because the job is closed. Any other 4xx does
// not, for example when a field was wrong.
const verdictOf = (status: number): Verdict => (status < 300 || status === 409 ? 'decided' : 'undecided')

/** Counts every submit after its response, by the hash of its token: who submitted, and who got a verdict. */
export function countSubmits({ health, now }: Pick<Deps, 'health' | 'now'>, app: FastifyInstance): void {
  if (!health) return
  const count = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'GET' || !SUBMITS.has(request.routeOptions.url?.replace(/\/$/, '') ?? '')) return
    const token = TOKEN.exec(request.headers.authorization ?? '')?.groups?.token
    if (!token) return
    const key = hash('sha256', token)
    const answeredAt = now()
    // `elapsedTime` is in milliseconds, so the difference is the time when the submit arrived.
    health.meter.recordTry(key, new Date(answeredAt.getTime() - reply.elapsedTime))
    // A sender who disconnected before the response got no verdict on the submit.
    const status = reply.raw.headersSent ? reply.statusCode : 503
    // A response 503 asks to try again later: the portal was too busy for the submit.
    if (status === 503) health.meter.recordShed(answeredAt)
    if (!asksToTryAgain(status, request.refusedAs))
      health.meter.recordVerdict(key, verdictOf(status), answeredAt)
  }
  app.addHook('onResponse', (request, reply, done) => {
    count(request, reply)
    done()
  })
}
