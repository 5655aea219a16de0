import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { DOCUMENT, DOCUMENT_WORDS, MULTIPART } from '#contract/documents/documents.ts'
import { discard, type Incoming, writeIncoming } from '../files/incoming.ts'
import { refuse } from './refuse.ts'

export type Form = {
  fields: Record<string, string>
  /** Files in the temporary folder, by part name. `label` is the sender's name for the file. */
  files: Map<string, Incoming & { label: string }>
}
type Options = {
  /** Names of the parts that may be files. */
  names: readonly string[]
  /** The temporary folder where files arrive. */
  folder: string
  /** Called once per file, before its first byte is saved. */
  admit: () => Promise<void>
  /** Ends the reading from outside, with the reason. */
  signal: AbortSignal
}

// A property: a WeakMap of requests keeps each of them until a full garbage collection.
const READ = Symbol('bytes that are here')
const readOf = (raw: IncomingMessage & { [READ]?: number }) => raw[READ] ?? 0

/** Bytes of a form received so far; undefined once all are received. */
export const bytesHere = (raw: IncomingMessage) => (raw.complete ? undefined : readOf(raw))

const broken = () => refuse('unparseable', { message: DOCUMENT_WORDS.broken })

const BOUNDARY = /;\s*boundary=(?:"[^"]{1,200}"|[^\s";]{1,200})/i

const parserOf = ({ headers }: IncomingMessage): BusboyInstance => {
  if (!BOUNDARY.test(headers['content-type'] ?? '')) throw refuse('unparseable')
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      fileHwm: 16_384,
      limits: {
        files: MULTIPART.files,
        fileSize: DOCUMENT.maxBytes,
        fields: MULTIPART.fields,
        fieldSize: MULTIPART.fieldBytes,
        parts: MULTIPART.parts,
        headerPairs: MULTIPART.headerPairs,
        headerSize: 8_192,
      },
    })
  } catch {
    throw refuse('unparseable')
  }
}

// Memory outside V8's heap does not hurry the collector: with 64 uploads at once, a hundred megabytes already
// on disk would wait to be collected (R9). A piece that owns its whole buffer shares it with nothing, so it
// is freed at once.
const giveBack = ({ buffer, length }: Buffer) => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

async function* onceAdmitted(stream: Readable, admit: () => Promise<void>): AsyncGenerator<Buffer> {
  let admitted = false
  for await (const piece of stream) {
    if (!admitted) await admit()
    admitted = true
    yield piece as Buffer
    giveBack(piece as Buffer)
  }
}

/** Passes the bytes of a request to the parser, no faster than it takes them and no more than T17 allows. */
function feed(raw: IncomingMessage, parser: BusboyInstance, fail: (error: unknown) => void): () => void {
  const onData = (piece: Buffer) => {
    const total = readOf(raw) + piece.length
    Object.assign(raw, { [READ]: total })
    if (total > MULTIPART.totalBytes) return fail(refuse('too_large'))
    if (parser.write(piece)) return
    raw.pause()
    parser.once('drain', () => raw.resume())
  }
  const onEnd = () => void parser.end()
  const onGone = () => raw.complete || fail(broken())
  raw.on('data', onData).once('end', onEnd).once('close', onGone).once('error', onGone)
  if (raw.destroyed) onGone()
  return () => void raw.pause().off('data', onData).off('end', onEnd).off('close', onGone)
}

/**
 * Reads a multipart body. Files stream to the temporary folder and are never whole in memory (T17, R9).
 * @throws Refusal at the first limit, name or byte that is not allowed; then no file is left behind.
 */
export async function readForm(
  raw: IncomingMessage,
  { names, folder, admit, signal }: Options,
): Promise<Form> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const seen = new Set<string>()
  const fields = new Map<string, string>()
  const streams: Readable[] = []
  const arriving = new Map<string, Promise<Incoming & { label: string }>>()
  let textBytes = 0

  const isNew = (name: string | undefined) => {
    const fits =
      name !== undefined && name !== '' && name.length <= 100 && name !== '__proto__' && !seen.has(name)
    if (fits) seen.add(name)
    else reject(refuse('unparseable'))
    return fits
  }
  if (Number(raw.headers['content-length']) > MULTIPART.totalBytes) throw refuse('too_large')
  const parser = parserOf(raw)
  parser
    .on('field', (name: string, value: string, _nameTruncated, truncated) => {
      textBytes += value.length
      if (truncated || textBytes > MULTIPART.textBytes) reject(refuse('too_large'))
      else if (isNew(name)) fields.set(name, value)
    })
    .on('file', (name: string, stream, label: string | undefined) => {
      stream.on('error', () => {})
      streams.push(stream)
      if (!isNew(name)) return
      if (!names.includes(name)) return reject(refuse('unparseable'))
      stream.once('limit', () => reject(refuse('too_large', { faults: { [name]: DOCUMENT_WORDS.tooLarge } })))
      const file = writeIncoming(folder, onceAdmitted(stream, admit)).then((incoming) => ({
        ...incoming,
        label: label ?? '',
      }))
      file.catch(reject)
      arriving.set(name, file)
    })
    .on('error', () => reject(broken()))
    .on('finish', resolve)
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => reject(refuse('too_large')))
  const stop = feed(raw, parser, reject)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })

  try {
    await ended
    const files: Form['files'] = new Map()
    for (const [name, file] of arriving) {
      const { label, ...incoming } = await file
      // A form sends an empty part for a file field without a file.
      if (label === '' && incoming.size === 0) await discard(incoming)
      else files.set(name, { ...incoming, label })
    }
    return { fields: Object.fromEntries(fields), files }
  } catch (error) {
    stop()
    for (const stream of streams) stream.destroy(error as Error)
    for (const file of await Promise.allSettled(arriving.values()))
      if (file.status === 'fulfilled') await discard(file.value)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const DRAIN_MS = 15_000
const SHED_DRAIN_MS = 2_000
const SHED_AT_ONCE = 256
let shedding = 0

/**
 * Reads and discards the rest of a refused upload, so that its sender, who is still sending, receives the
 * reply. Reads at most the total that any upload may have, and not for long. A sender who continues after
 * that is cut off after the reply.
 */
export const drain = (raw: IncomingMessage): Promise<void> => readAway(raw, DRAIN_MS)

/**
 * The same for a shed upload, when many are shed: for a shorter time, and for a limited number at once (D3).
 */
export async function drainShed(raw: IncomingMessage): Promise<void> {
  if (shedding >= SHED_AT_ONCE) return
  shedding++
  await readAway(raw, SHED_DRAIN_MS).finally(() => shedding--)
}

async function readAway(raw: IncomingMessage, withinMs: number): Promise<void> {
  let left = MULTIPART.totalBytes - readOf(raw)
  const declared = Number(raw.headers['content-length']) - readOf(raw)
  if (raw.complete || raw.destroyed || declared > left) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs)
    raw.on('data', (piece: Buffer) => (left -= piece.length) < 0 && resolve())
    raw.once('end', resolve).once('close', resolve).resume()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
  raw.pause()
}
