import type { FastifyInstance } from 'fastify'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { hasFreeSpace } from '../files/free-space.ts'

/** Balancers ask these by the address of the machine: under any host name. */
export const HEALTH_PATHS = new Set<string | undefined>(['/healthz', '/readyz'])

const stateOf = async ({ db }: Deps) => {
  const row = await db.row<{ reads: boolean }>(sql`select current_setting('transaction_read_only') = 'on' as reads`).catch(() => undefined)
  return row ? (row.reads ? 'read-only' : 'here') : 'away'
}

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent callers. Without a database that can be written it is `degraded` and still
 * answers pages from memory: balancers must not take it out, for no other node has more (R5). It is not ready while it is leaving (R10) or its clock
 * is not the database's. It also says whether files find room (R6).
 */
export function mountHealth(deps: Deps, app: FastifyInstance, { leaving, isClockOff }: { leaving: () => boolean; isClockOff: () => boolean }) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const not = leaving() ? 'leaving' : isClockOff() ? 'clock' : undefined
    if (not) return reply.status(503).header('retry-after', '2').send({ status: not })
    const [database, room] = await Promise.all([stateOf(deps), hasFreeSpace(deps.files.incoming)])
    // Without room for files it is still ready for all else.
    return reply.send({ status: database === 'here' ? 'ready' : 'degraded', database, files: room ? 'taken' : 'no room' })
  })
}
