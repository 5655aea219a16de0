import type { FastifyInstance } from 'fastify'
import { sql } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { hasRoom } from '../files/room.ts'

/** `/healthz`: the process answers. `/readyz`: it also has its database and is not leaving (R5, R10), and says whether files find room (R6). */
export function mountHealth(deps: Deps, app: FastifyInstance, leaving: () => boolean) {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const answered = leaving() ? undefined : await deps.db.row<{ ok: number }>(sql`select 1 as ok`).catch(() => undefined)
    // Without room for files it is still ready for all else.
    if (answered) return reply.send({ status: 'ready', files: (await hasRoom(deps.files.incoming)) ? 'taken' : 'no room' })
    return reply
      .status(503)
      .header('retry-after', '2')
      .send({ status: leaving() ? 'leaving' : 'no database' })
  })
}
