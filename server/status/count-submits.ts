import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { Verdict } from './meter.ts'

const SUBMITS = new Set(['/api/job-applications/submit', '/api/job-applications/update/:id'])
const TOKEN = /^Token ([\w-]{43})$/

// What is no verdict: the caller is asked to come again, and what was sent may still be decided.
const isNoVerdict = (status: number) => status === 429 || status >= 500
const verdictOf = (status: number): Verdict => (status < 300 || status === 409 ? 'judged' : 'nothing')

/** Counts every submit on its way out, however it ended, by the hash of its token: who pressed, and who had a verdict. */
export function countSubmits({ health, now }: Pick<Deps, 'health' | 'now'>, app: FastifyInstance): void {
  if (!health) return
  app.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url?.replace(/\/$/, '') ?? ''
    if (!SUBMITS.has(path) || request.method === 'GET') return
    const token = TOKEN.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return
    const key = createHash('sha256').update(token).digest('hex')
    const left = now()
    health.meter.tried(key, new Date(left.getTime() - reply.elapsedTime))
    // Whoever hung up before the answer has none.
    const status = reply.raw.headersSent ? reply.statusCode : 503
    if (status === 503) health.meter.shed(left)
    if (!isNoVerdict(status)) health.meter.settled(key, verdictOf(status), left)
  })
}
