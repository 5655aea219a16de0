import type { FastifyInstance } from 'fastify'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { hasFreeSpace } from '../files/free-space.ts'

/** Load balancers call these by the address of the machine: any host name is allowed. */
export const HEALTH_PATHS = new Set<string | undefined>(['/healthz', '/readyz'])

const stateOf = async ({ db }: Deps) => {
  const row = await db
    .row<{ reads: boolean }>(sql`select current_setting('transaction_read_only') = 'on' as reads`)
    .catch(() => undefined)
  return row ? (row.reads ? 'read-only' : 'here') : 'away'
}

/**
 * `/healthz`: the process answers. `/readyz`: it may receive callers. Without a writable database it is
 * `degraded` and still serves pages from memory: balancers must not remove it, because no other node can do
 * more (R5). It is not ready while it shuts down (R10) or while its clock differs from the database's. It
 * also reports whether there is free space for files (R6).
 */
export function mountHealth(
  deps: Deps,
  app: FastifyInstance,
  { leaving, isClockOff }: { leaving: () => boolean; isClockOff: () => boolean },
) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const not = leaving() ? 'leaving' : isClockOff() ? 'clock' : undefined
    if (not) return reply.status(503).header('retry-after', '2').send({ status: not })
    const [database, hasSpace] = await Promise.all([stateOf(deps), hasFreeSpace(deps.files.incoming)])
    // Without free space for files it is still ready for everything else.
    return reply.send({
      status: database === 'here' ? 'ready' : 'degraded',
      database,
      files: hasSpace ? 'taken' : 'no room',
    })
  })
}
