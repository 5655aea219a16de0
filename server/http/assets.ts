import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

/**
 * Serves the built client files from memory, each compressed once. The list is made at the start, so no path of a
 * request ever reaches the file system (T15). Files with a hash in their name never change.
 */
export function mountAssets(app: FastifyInstance, folder: string) {
  for (const file of filesBelow(folder)) {
    const type = TYPES[extname(file)]
    if (!type) continue
    const url = `/${relative(folder, file).split(sep).join('/')}`
    const raw = readFileSync(file)
    const packs = /^(?:text|application|image\/svg)/.test(type)
    const br = packs ? zlib.brotliCompressSync(raw, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }) : undefined
    const gz = packs ? zlib.gzipSync(raw, { level: 9 }) : undefined
    const caching = /^\/assets\//.test(url) || extname(file) === '.woff2' ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
    app.get(url, (request, reply) => {
      reply.type(type).header('cache-control', caching).header('vary', 'accept-encoding')
      const accepted = request.headers['accept-encoding'] ?? ''
      if (br && /\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(br)
      if (gz && /\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(gz)
      return reply.send(raw)
    })
  }
}
