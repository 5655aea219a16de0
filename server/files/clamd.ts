import { connect, type Socket } from 'node:net'
import type { SCAN_PROBLEMS } from '#contract/documents/documents.ts'

/** The scanner's verdict on a file: nothing found, or what. */
export type Scanned = 'clean' | (typeof SCAN_PROBLEMS)[number]

/**
 * The scanner is away, slow, or gives no verdict: the file stays unscanned (T14). `away`: it could not be
 * reached at all.
 */
export class NotScanned extends Error {
  readonly away: boolean
  constructor(message: string, { away }: { away: boolean }) {
    super(message)
    this.name = 'NotScanned'
    this.away = away
  }
}

const SILENCE_MS = 60_000
const MAX_ANSWER = 4_096

// What clamd finds by a rule and not by a signature has a sentence of its own.
const RULES: [RegExp, Scanned][] = [
  [/Heuristics\.Encrypted/i, 'locked'],
  [/Heuristics\.OLE2\.ContainsMacros/i, 'macros'],
  [/Heuristics\.Limits\.Exceeded/i, 'unpacked'],
]

const open = (url: string): Socket => {
  if (url.startsWith('unix:')) return connect(url.slice('unix:'.length).replace(/^\/\/(?=\/)/, ''))
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

const sized = (bytes: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

const verdict = (answer: string): Scanned => {
  const found = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (found !== undefined) return RULES.find(([rule]) => rule.test(found))?.[1] ?? 'infected'
  if (answer === 'stream: OK') return 'clean'
  throw new NotScanned('the scanner gave no verdict', { away: false })
}

/**
 * Lets clamd scan a file, over its socket (INSTREAM); `url` is unix:/path or tcp://host:port.
 * @throws NotScanned for everything that is no verdict.
 */
export async function scan(url: string, file: AsyncIterable<Buffer>): Promise<Scanned> {
  const socket = open(url)
  let connected = false
  let answer = ''
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => (connected = true))
    socket.on('data', (piece: Buffer) => {
      answer += piece.toString('latin1')
      if (answer.length > MAX_ANSWER) socket.destroy(new Error('too long an answer'))
    })
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('silence')))
    socket.once('error', reject).once('close', () => resolve())
  })
  // The scanner may close the connection while we still send; then `ended` reports it.
  ended.catch(() => {})
  const write = async (bytes: Buffer) => {
    if (socket.destroyed || socket.write(bytes)) return
    await Promise.race([new Promise((ready) => socket.once('drain', ready)), ended])
  }
  try {
    await write(Buffer.from('zINSTREAM\0'))
    for await (const piece of file) await write(sized(piece))
    await write(Buffer.alloc(4))
    await ended
  } catch {
    throw new NotScanned('the scanner is not to be reached', { away: !connected })
  } finally {
    socket.destroy()
  }
  return verdict(answer.replaceAll('\0', '').trimEnd())
}
