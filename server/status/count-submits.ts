import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Verdict } from './meter.ts'

const SUBMITS = new Set(['/api/job-applications/submit', '/api/job-applications/update/:id'])
const TOKEN = /^Token (?<token>[\w-]{43})$/

// With these statuses the caller is asked to try again: the submit is not decided yet.
const isNoVerdict = (status: number) => status === 429 || status >= 500
// A 409 decides on the submit too: for instance, the job is closed. Any other 4xx decides nothing: for
// instance, a field was wrong.
const verdictOf = (status: number): Verdict => (status < 300 || status === 409 ? 'judged' : 'nothing')

/**
 * Counts every submit after its response, however it ended, by the hash of its token: who submitted and who
 * got a verdict.
 */
export function countSubmits({ health, now }: Pick<Deps, 'health' | 'now'>, app: FastifyInstance): void {
  if (!health) return
  const count = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method === 'GET' || !SUBMITS.has(request.routeOptions.url?.replace(/\/$/, '') ?? '')) return
    const token = TOKEN.exec(request.headers.authorization ?? '')?.groups?.token
    if (!token) return
    const key = hash('sha256', token)
    const answeredAt = now()
    health.meter.tried(key, new Date(answeredAt.getTime() - reply.elapsedTime))
    // A caller who disconnected before the response got no verdict.
    const status = reply.raw.headersSent ? reply.statusCode : 503
    // A 503 asks to try again later: the submit was shed.
    if (status === 503) health.meter.shed(answeredAt)
    if (!isNoVerdict(status)) health.meter.settled(key, verdictOf(status), answeredAt)
  }
  app.addHook('onResponse', (request, reply, done) => {
    count(request, reply)
    done()
  })
}
