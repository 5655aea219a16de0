import type { FastifyInstance } from 'fastify'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { hasFreeSpace } from '../files/free-space.ts'

/** Load balancers call these by the address of the machine: any host name is allowed. */
export const HEALTH_PATHS = new Set<string | undefined>(['/healthz', '/readyz'])

/** `here`: the database accepts writes. `read-only`: it is a standby. `away`: it does not answer. */
const databaseState = async ({ db }: Deps) => {
  const row = await db
    .row<{ read_only: boolean }>(sql`select current_setting('transaction_read_only') = 'on' as read_only`)
    .catch(() => undefined)
  if (!row) return 'away'
  return row.read_only ? 'read-only' : 'here'
}

type ProcessState = { leaving: () => boolean; isClockOff: () => boolean }
const reasonNotReady = ({ leaving, isClockOff }: ProcessState) => {
  if (leaving()) return 'leaving'
  return isClockOff() ? 'clock' : undefined
}

/**
 * `/healthz`: the process answers. `/readyz`: it may receive callers. Without a writable database it is
 * `degraded` and still serves pages from memory. Balancers must not remove it then, because no other node can
 * do more (R5). It is not ready while it shuts down (R10) or while its clock differs from the database's. It
 * also reports whether there is free space for files (R6).
 */
export function mountHealth(deps: Deps, app: FastifyInstance, processState: ProcessState) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const notReady = reasonNotReady(processState)
    if (notReady) return reply.status(503).header('retry-after', '2').send({ status: notReady })
    const [database, hasSpace] = await Promise.all([databaseState(deps), hasFreeSpace(deps.files.incoming)])
    // Without free space for files it is still ready for everything else.
    return reply.send({
      status: database === 'here' ? 'ready' : 'degraded',
      database,
      // `taken`: files are accepted.
      files: hasSpace ? 'taken' : 'no room',
    })
  })
}
