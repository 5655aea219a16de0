import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { DOCUMENT, DOCUMENT_WORDS, MULTIPART } from '#contract/documents/documents.ts'
import { discard, type Incoming, writeIncoming } from '../files/incoming.ts'
import { refuse } from './refuse.ts'

// Reads forms with files (multipart/form-data), and discards the rest of refused ones. Busboy depends on
// no other package. The usual library @fastify/multipart is four packages.

export type Form = {
  fields: Record<string, string>
  /** The form's files, which are in the temporary folder, by part name. `label` is the sender's file name. */
  files: Map<string, Incoming & { label: string }>
}
type FormOptions = {
  /** Names of the form's parts that may be files. */
  names: readonly string[]
  /** The temporary folder where files arrive. */
  folder: string
  /** Called once per file, before its first byte is saved. Throws when the file is not admitted. */
  admit: () => Promise<void>
  /** When it fires, the reading of the form ends with the signal's reason. */
  signal: AbortSignal
}

declare module 'node:http' {
  interface IncomingMessage {
    /**
     * Bytes of a form received so far. A WeakMap would keep each request in memory until a full collection.
     */
    formBytesRead?: number
  }
}
const bytesReadOf = (raw: IncomingMessage) => raw.formBytesRead ?? 0

/** Bytes of a form received so far; undefined once all are received. */
export const bytesReceived = (raw: IncomingMessage) => (raw.complete ? undefined : bytesReadOf(raw))

const refuseBroken = () => refuse('unparseable', { message: DOCUMENT_WORDS.broken })

// Matches the boundary, which separates the parts of a form: `; boundary=----x1` or `; boundary="a b"`, but
// not `; boundary=`.
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,200}"|[^\s";]{1,200})/i

const parserOf = ({ headers }: IncomingMessage): BusboyInstance => {
  if (!BOUNDARY.test(headers['content-type'] ?? '')) throw refuse('unparseable')
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      // How many bytes of a file may be in memory before they are written to disk.
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

// Frees the memory of a piece of a file that is already on disk. The garbage collector does not run sooner
// for memory outside V8's heap. With 64 uploads, a hundred megabytes would wait for the collector (R9). Only
// a piece that owns its whole buffer is freed, because no other data is in that buffer.
const freeMemory = ({ buffer, length }: Buffer) => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/**
 * Passes on the pieces of a file, the first one only after `admit`. The reader asks for the next piece when
 * it has written the one before. Then the memory of the written piece is freed.
 */
async function* onceAdmitted(
  stream: AsyncIterable<Buffer>,
  admit: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let isAdmitted = false
  for await (const piece of stream) {
    if (!isAdmitted) await admit()
    isAdmitted = true
    yield piece
    freeMemory(piece)
  }
}

/**
 * Passes the bytes of a request to the parser, no faster than the parser takes them. Refuses a form with too
 * many bytes (T17). Returns a function that stops the passing.
 */
function feed(raw: IncomingMessage, parser: BusboyInstance, fail: (error: unknown) => void): () => void {
  const onData = (piece: Buffer) => {
    raw.formBytesRead = bytesReadOf(raw) + piece.length
    if (raw.formBytesRead > MULTIPART.totalBytes) return fail(refuse('too_large'))
    if (parser.write(piece)) return
    raw.pause()
    parser.once('drain', () => raw.resume())
  }
  const onEnd = () => void parser.end()
  const onClosedEarly = () => {
    if (!raw.complete) fail(refuseBroken())
  }
  raw.on('data', onData).once('end', onEnd).once('close', onClosedEarly).once('error', onClosedEarly)
  if (raw.destroyed) onClosedEarly()
  return () => void raw.pause().off('data', onData).off('end', onEnd).off('close', onClosedEarly)
}

type ArrivingFile = Promise<Incoming & { label: string }>
const MAX_NAME_LENGTH = 100

/** What the parser has found in a form so far. */
class FormParts {
  readonly fields = new Map<string, string>()
  readonly files = new Map<string, ArrivingFile>()
  readonly #streams: Readable[] = []
  readonly #seenNames = new Set<string>()
  readonly #options: FormOptions
  readonly #fail: (error: unknown) => void
  #textBytes = 0

  constructor(options: FormOptions, fail: (error: unknown) => void) {
    this.#options = options
    this.#fail = fail
  }

  addField(name: string, value: string, isTruncated: boolean) {
    this.#textBytes += value.length
    if (isTruncated || this.#textBytes > MULTIPART.textBytes) this.#fail(refuse('too_large'))
    else if (this.#acceptName(name)) this.fields.set(name, value)
  }

  addFile(name: string, stream: Readable, label = '') {
    const { names, folder, admit } = this.#options
    // `discardFiles` destroys the stream, which then emits an error. Without a listener the error ends the
    // process.
    stream.on('error', () => {})
    this.#streams.push(stream)
    if (!this.#acceptName(name)) return
    if (!names.includes(name)) return this.#fail(refuse('unparseable'))
    stream.once('limit', () =>
      this.#fail(refuse('too_large', { fieldErrors: { [name]: DOCUMENT_WORDS.tooLarge } })),
    )
    const file = writeIncoming(folder, onceAdmitted(stream, admit)).then((incoming) => ({
      ...incoming,
      label,
    }))
    file.catch(this.#fail)
    this.files.set(name, file)
  }

  /** Stops all files and deletes what was written of them. */
  async discardFiles(error: unknown) {
    for (const stream of this.#streams) stream.destroy(error instanceof Error ? error : undefined)
    for (const file of await Promise.allSettled(this.files.values()))
      if (file.status === 'fulfilled') await discard(file.value)
  }

  /** Refuses the form when the name of a part is missing, too long or repeated. */
  #acceptName(name: string | undefined): boolean {
    const isAllowed =
      name !== undefined &&
      name !== '' &&
      name.length <= MAX_NAME_LENGTH &&
      name !== '__proto__' &&
      !this.#seenNames.has(name)
    if (isAllowed) this.#seenNames.add(name)
    else this.#fail(refuse('unparseable'))
    return isAllowed
  }
}

/**
 * Reads a multipart body. Files stream to the temporary folder and are never whole in memory (T17, R9).
 * @throws Refusal at the first limit, name or byte that is not allowed; then no file is left behind.
 */
export async function readForm(raw: IncomingMessage, options: FormOptions): Promise<Form> {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  if (Number(raw.headers['content-length']) > MULTIPART.totalBytes) throw refuse('too_large')
  const parts = new FormParts(options, reject)
  const parser = parserOf(raw)
  parser
    .on('field', (name: string, value: string, _nameTruncated, isTruncated) =>
      parts.addField(name, value, isTruncated),
    )
    .on('file', (name: string, stream, label: string | undefined) => parts.addFile(name, stream, label))
    .on('error', () => reject(refuseBroken()))
    .on('finish', resolve)
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
    parser.on(limit, () => reject(refuse('too_large')))
  const stopFeeding = feed(raw, parser, reject)
  const { signal } = options
  // When the signal has fired, its reason is the refusal that the caller receives.
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })

  try {
    await finished
    const files: Form['files'] = new Map()
    for (const [name, file] of parts.files) {
      const { label, ...incoming } = await file
      // For a file field without a file, a browser sends an empty part with an empty file name.
      if (label === '' && incoming.size === 0) await discard(incoming)
      else files.set(name, { ...incoming, label })
    }
    return { fields: Object.fromEntries(parts.fields), files }
  } catch (error) {
    stopFeeding()
    await parts.discardFiles(error)
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const DISCARD_MS = 15_000
const SHED_DISCARD_MS = 2_000
const MAX_SHED_DISCARDS = 256
let shedDiscards = 0

/**
 * Reads and discards the rest of a refused upload, so that its sender, who is still sending, receives the
 * reply. Reads at most the total that any upload may have, and not for long. A sender who continues after
 * that is cut off after the reply.
 */
export const discardBody = (raw: IncomingMessage): Promise<void> => discardWithin(raw, DISCARD_MS)

/**
 * Discards the rest of an upload shed under overload. Many uploads are shed then, so it reads for a shorter
 * time than `discardBody`, and for few uploads at once (D6).
 */
export async function discardShedBody(raw: IncomingMessage): Promise<void> {
  if (shedDiscards >= MAX_SHED_DISCARDS) return
  shedDiscards++
  await discardWithin(raw, SHED_DISCARD_MS).finally(() => shedDiscards--)
}

async function discardWithin(raw: IncomingMessage, withinMs: number): Promise<void> {
  let remainingBytes = MULTIPART.totalBytes - bytesReadOf(raw)
  // Without a Content-Length this is NaN. The comparison is then false, and only the limit below holds.
  const declaredBytes = Number(raw.headers['content-length']) - bytesReadOf(raw)
  if (raw.complete || raw.destroyed || declaredBytes > remainingBytes) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, withinMs)
    raw.on('data', (piece: Buffer) => {
      remainingBytes -= piece.length
      if (remainingBytes < 0) resolve()
    })
    raw.once('end', resolve).once('close', resolve).resume()
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
  })
  raw.pause()
}
