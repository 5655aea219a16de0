import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../deps.ts'
import { chooseEncoding } from '../http/content-encoding.ts'
import { refuse } from '../http/refuse.ts'
import { findCosigned, newestCosigned } from './cosigned.ts'
import { readTile } from './log-files.ts'
import { logFiles } from './open-log-files.ts'
import { findPublished } from './prove.ts'
import { TILE, tileAt } from './tiles.ts'

const compress = promisify(gzip)

// The log is public, so pages of other websites may read and check it too.
export const ANY_ORIGIN_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Serves the files of C2SP tlog-tiles below /log/: the checkpoint, tiles and bundles of entries. Only paths
 * of such files are read (T15).
 */
export function mountPublicLog(deps: Pick<Deps, 'config' | 'db'>, app: FastifyInstance) {
  const { config } = deps
  const sendNote = (reply: FastifyReply, note: string | undefined) => {
    if (note === undefined) throw refuse('not_found')
    return reply
      .headers(ANY_ORIGIN_HEADERS)
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=1')
      .send(note)
  }
  app.get('/log/checkpoint', async (_request, reply) => sendNote(reply, (await findPublished(config))?.note))
  app.get('/log/cosigned', async (_request, reply) =>
    sendNote(reply, newestCosigned(await findCosigned(deps))),
  )

  // Outsiders who check the log also need the description of its bytes, and programs that check a receipt and
  // the log.
  for (const [name, type] of [
    ['check-receipt.mjs', 'text/javascript'],
    ['check-selection.mjs', 'text/javascript'],
    ['check-place.mjs', 'text/javascript'],
    ['selection.md', 'text/markdown'],
    ['verify-log.py', 'text/x-python'],
    ['transparency.md', 'text/markdown'],
  ] as const) {
    const text = readFileSync(join(import.meta.dirname, '../../docs', name))
    app.get(`/log/${name}`, (_request, reply) =>
      reply
        .headers(ANY_ORIGIN_HEADERS)
        .type(`${type}; charset=utf-8`)
        .header('cache-control', 'public, max-age=3600')
        .send(text),
    )
  }

  app.get<{ Params: { '*': string } }>('/log/*', async (request, reply) => {
    const tile = tileAt(request.params['*'])
    const published = tile && (await findPublished(config))
    const bytes = published && (await readTile(logFiles(config), tile, published.size))
    if (!bytes) throw refuse('not_found')
    reply
      .headers(ANY_ORIGIN_HEADERS)
      .type('application/octet-stream')
      .header(
        'cache-control',
        // A full tile never changes, so it may be cached for long.
        tile.width === TILE ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
      )
    // Hashes look random, so gzip would not make them smaller.
    if (tile.level !== 'entries') return reply.send(bytes)
    reply.header('vary', 'accept-encoding')
    // This call only asks whether the client accepts gzip. The bytes are compressed below.
    const acceptsGzip = chooseEncoding(request.headers['accept-encoding'], { gz: bytes })
    if (!acceptsGzip) return reply.send(bytes)
    return reply.header('content-encoding', 'gzip').send(await compress(bytes))
  })
}
