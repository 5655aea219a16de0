import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from '../http/content-encoding.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

// A worker does not inherit the policy of its page (T8). The service worker may call this server only; WebKit
// checks what it fetches for a worker against `worker-src`. Browsers update an installed service worker by
// its bytes: a new policy needs a change of web/service-worker.ts.
// A page's worker processes what it receives: it loads our scripts and calls no server, whatever an
// applicant's file makes it do.
const SERVICE_WORKER =
  "default-src 'none'; connect-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const PAGES_WORKER =
  "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

// The strongest compression takes some seconds for all files together: it runs once per build, and the
// results are stored beside them.
const packedOnce = (file: string, ending: '.br' | '.gz', pack: (raw: Buffer) => Buffer, raw: Buffer) => {
  if (existsSync(file + ending)) return readFileSync(file + ending)
  const bytes = pack(raw)
  try {
    // Whole or not at all: another process that starts just now would serve half of it for as long as it
    // lives.
    const unnamed = `${file}${ending}.${process.pid}`
    writeFileSync(unnamed, bytes)
    renameSync(unnamed, file + ending)
  } catch {
    // A folder that cannot be written to costs the second again at the next start.
  }
  return bytes
}
// Very large files are compressed 1% less, in half the time.
const VERY_LARGE = 500_000
const brotli = (raw: Buffer) =>
  zlib.brotliCompressSync(raw, {
    params: {
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      [zlib.constants.BROTLI_PARAM_QUALITY]: raw.length > VERY_LARGE ? 10 : 11,
    },
  })
const gzip = (raw: Buffer) => zlib.gzipSync(raw, { level: 9 })

/**
 * Serves the built client files from memory, each compressed once. The list is made at the start, so no path
 * of a request reaches the file system (T15). Files with a hash in their name never change.
 */
export function mountAssets(app: FastifyInstance, folder: string) {
  for (const file of filesBelow(folder)) {
    const type = TYPES[extname(file)]
    if (!type) continue
    const url = `/${relative(folder, file).split(sep).join('/')}`
    const raw = readFileSync(file)
    const packs = /^(?:text|application|image\/svg)/.test(type)
    const br = packs ? packedOnce(file, '.br', brotli, raw) : undefined
    const gz = packs ? packedOnce(file, '.gz', gzip, raw) : undefined
    const worker = url === '/sw.js'
    const policy = worker
      ? SERVICE_WORKER
      : url.startsWith('/assets/') && url.endsWith('.js') && /\bworker\b/.test(url)
        ? PAGES_WORKER
        : undefined
    const caching = worker
      ? 'no-cache'
      : url.startsWith('/assets/') || extname(file) === '.woff2'
        ? 'public, max-age=31536000, immutable'
        : 'public, max-age=3600'
    app.get(url, (request, reply) => {
      reply.type(type).header('cache-control', caching).header('vary', 'accept-encoding')
      if (policy) reply.header('content-security-policy', policy)
      const small = chooseEncoding(request.headers['accept-encoding'], { br, gz })
      return small ? reply.header('content-encoding', small.encoding).send(small.bytes) : reply.send(raw)
    })
  }
}
