import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { KISWAHILI_PATH } from '#contract/language/paths.ts'
import { dropDocumentHeaders } from '../http/common-headers.ts'
import { chooseEncoding } from '../http/content-encoding.ts'

const TYPES: Record<string, string> = {
  // Scripts need no charset: browsers read them in the charset of the page, and all our pages are in UTF-8.
  '.js': 'text/javascript',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/octet-stream',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
}

// A worker does not inherit the content security policy of its page, so each worker gets its own (T8).

/**
 * The service worker may call only this server. WebKit checks the calls of a worker against `worker-src`.
 * Browsers replace an installed service worker only when its bytes change. So a new policy also needs a
 * change of web/service-worker.ts.
 */
const SERVICE_WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; worker-src 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A page's worker reads applicants' files. It may load our scripts. No file can make it call a server. */
const PAGE_WORKER_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    // A listed file may be gone: another process that starts renames its own unfinished files.
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())

// Compresses a file once per build and stores the result beside the file. The strongest compression takes
// some seconds for all files together.
const compressedOnce = (
  file: string,
  ending: '.br' | '.gz',
  compress: (raw: Buffer) => Buffer,
  raw: Buffer,
) => {
  if (existsSync(file + ending)) return readFileSync(file + ending)
  const bytes = compress(raw)
  try {
    // The file gets its final name when it is complete. Otherwise another process that starts now could read
    // half of it, and serve that half until it ends.
    const unfinishedFile = `${file}${ending}.${process.pid}`
    writeFileSync(unfinishedFile, bytes)
    renameSync(unfinishedFile, file + ending)
  } catch {
    // If the folder is not writable, the file is compressed again at the next start.
  }
  return bytes
}
// Files of more bytes are compressed at a lower level. The result is 1% larger, and takes half the time.
const VERY_LARGE = 500_000
const brotli = (raw: Buffer) =>
  zlib.brotliCompressSync(raw, {
    params: {
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      // Larger blocks compress the large libraries better.
      [zlib.constants.BROTLI_PARAM_LGBLOCK]: 20,
      [zlib.constants.BROTLI_PARAM_QUALITY]: raw.length > VERY_LARGE ? 10 : 11,
    },
  })
const gzip = (raw: Buffer) => zlib.gzipSync(raw, { level: 9 })

// These headers are as short as possible: a person who applies loads fifty of these files.
const FOREVER = 'max-age=31536000, immutable'
const etagOf = (bytes: Buffer) => `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

const SERVICE_WORKER_URLS = new Set(['/sw.js', `${KISWAHILI_PATH}/sw.js`])

/** The content security policy of a worker's script; undefined for any other file. */
function policyOf(url: string): string | undefined {
  if (SERVICE_WORKER_URLS.has(url)) return SERVICE_WORKER_POLICY
  // `/assets/worker-B1cd2Ef3.js`, for example.
  const isPageWorker = url.startsWith('/assets/') && url.endsWith('.js') && /\bworker\b/.test(url)
  return isPageWorker ? PAGE_WORKER_POLICY : undefined
}

function cacheControlOf(url: string): string {
  if (SERVICE_WORKER_URLS.has(url)) return 'no-cache'
  // A font has no hash in its name. Browsers load a changed font only under a new name.
  const neverChanges = url.startsWith('/assets/') || url.endsWith('.woff2')
  return neverChanges ? FOREVER : 'public, max-age=3600'
}

/**
 * The folders of earlier builds, newest first. A folder's name is the time when a newer build replaced it.
 */
function earlierBuilds(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort((left, right) => Number(right) - Number(left))
    .map((name) => join(folder, name))
}

/** `clients` are the folders with the files of each language. Files with the same name in both are equal. */
type Folders = { clients: string[]; earlier: string }

/**
 * Serves the built client files from memory, each compressed once. All files are listed at the start, so no
 * path of a request reaches the file system (T15). Files with a hash in their name never change. Files of
 * earlier builds are served too, for pages that are still open.
 */
export function mountAssets(app: FastifyInstance, { clients, earlier }: Folders) {
  // Several folders may have a file of the same address. The first folder's file is served.
  const mounted = new Set<string>()
  for (const folder of [...clients, ...earlierBuilds(earlier)]) mountFolder(app, folder, mounted)
}

function mountFolder(app: FastifyInstance, folder: string, mounted: Set<string>) {
  for (const file of filesBelow(folder)) {
    const type = TYPES[extname(file)]
    const url = `/${relative(folder, file).split(sep).join('/')}`
    if (!type || mounted.has(url)) continue
    mounted.add(url)
    const raw = readFileSync(file)
    const isCompressible = /^(?:text|application|image\/svg)/.test(type)
    const br = isCompressible ? compressedOnce(file, '.br', brotli, raw) : undefined
    const gz = isCompressible ? compressedOnce(file, '.gz', gzip, raw) : undefined
    const policy = policyOf(url)
    const isKiswahiliWorker = url === `${KISWAHILI_PATH}/sw.js`
    const cacheControl = cacheControlOf(url)
    const neverChanges = cacheControl === FOREVER
    const etag = neverChanges ? undefined : etagOf(raw)
    app.get(url, { config: { countedAs: 'asset' } }, (request, reply) => {
      reply.type(type).header('cache-control', cacheControl).header('vary', 'accept-encoding')
      if (neverChanges) dropDocumentHeaders(reply)
      if (policy) reply.header('content-security-policy', policy)
      // The Kiswahili service worker is at /sw/sw.js. This header lets it also serve the home page /sw, which
      // is above its folder.
      if (isKiswahiliWorker) reply.header('service-worker-allowed', KISWAHILI_PATH)
      if (etag) reply.header('etag', etag)
      if (etag && request.headers['if-none-match'] === etag) return reply.status(304).send()
      const encoded = chooseEncoding(request.headers['accept-encoding'], { br, gz })
      if (!encoded) return reply.send(raw)
      return reply.header('content-encoding', encoded.encoding).send(encoded.content)
    })
  }
}
