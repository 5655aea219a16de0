import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { hasFreeSpace } from '../files/free-space.ts'

/** Load balancers call these addresses by the machine's IP address, so any host name is allowed. */
export const HEALTH_PATHS = new Set<string | undefined>(['/healthz', '/readyz'])

/** The wait for the database. Balancers check every second, and connections may be in use for longer. */
const MAX_WAIT_MS = 300

/**
 * The state of the database. `here`: it accepts writes. `read-only`: it is a standby. `away`: no answer
 * within `MAX_WAIT_MS`, so it may only be slow.
 */
const databaseState = async ({ db }: Deps) => {
  const answer = db
    .row<{ read_only: boolean }>(sql`select current_setting('transaction_read_only') = 'on' as read_only`)
    .catch(() => undefined)
  const row = await Promise.race([answer, wait(MAX_WAIT_MS, undefined, { ref: false })])
  if (!row) return 'away'
  return row.read_only ? 'read-only' : 'here'
}

type ProcessState = { leaving: () => boolean; isClockOff: () => boolean }
const reasonNotReady = ({ leaving, isClockOff }: ProcessState) => {
  if (leaving()) return 'leaving'
  return isClockOff() ? 'clock' : undefined
}

/**
 * `/healthz` says that the process answers. `/readyz` says that it may receive callers. Without a writable
 * database that answers in time, the node is `degraded` and still serves pages from memory. Balancers must
 * not remove it then, because no other node can do more (R5). A node is not ready while it shuts down (R10)
 * or while its clock differs from the database's. `/readyz` also reports whether there is free space for
 * files (R6).
 */
export function mountHealth(deps: Deps, app: FastifyInstance, processState: ProcessState) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const notReady = reasonNotReady(processState)
    if (notReady) return reply.status(503).header('retry-after', '2').send({ status: notReady })
    const [database, hasSpace] = await Promise.all([databaseState(deps), hasFreeSpace(deps.files.incoming)])
    // A node without free space for files is still ready for all other calls.
    return reply.send({
      status: database === 'here' ? 'ready' : 'degraded',
      database,
      // `taken` means that the portal accepts files.
      files: hasSpace ? 'taken' : 'no room',
    })
  })
}
