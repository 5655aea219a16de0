import { connect, type Socket } from 'node:net'
import type { SCAN_PROBLEMS } from '#contract/documents/documents.ts'

/** The scanner's verdict on a file: `clean`, or the kind of problem. */
export type Scanned = 'clean' | (typeof SCAN_PROBLEMS)[number]

/** The virus scanner is unreachable, slow, or gives no verdict. The file stays unscanned (T14). */
export class NotScanned extends Error {
  readonly isUnreachable: boolean
  constructor(message: string, { isUnreachable }: { isUnreachable: boolean }) {
    super(message)
    this.name = 'NotScanned'
    this.isUnreachable = isUnreachable
  }
}

/** How long the connection to the scanner may be idle. */
const SILENCE_MS = 60_000
const MAX_ANSWER_LENGTH = 4_096

// The virus scanner clamd finds these by a rule instead of a signature of malware, so people read a different
// sentence. `unpacked`: the file is too large when unpacked.
const VERDICT_OF_RULE: [RegExp, Scanned][] = [
  [/Heuristics\.Encrypted/i, 'locked'],
  [/Heuristics\.OLE2\.ContainsMacros/i, 'macros'],
  [/Heuristics\.Limits\.Exceeded/i, 'unpacked'],
]

const openSocket = (url: string): Socket => {
  // The scanner's address may have the form unix:/path or unix:///path.
  if (url.startsWith('unix:')) return connect(url.slice('unix:'.length).replace(/^\/\/(?=\/)/, ''))
  // In a URL, an IPv6 address is in square brackets. A socket needs it without them.
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

/** A piece of a file as the virus scanner expects it: the length in four bytes, then the bytes. */
const withLength = (bytes: Buffer) => {
  const lengthPrefix = Buffer.alloc(4)
  lengthPrefix.writeUInt32BE(bytes.length)
  return Buffer.concat([lengthPrefix, bytes])
}

/** Reads the scanner's answer, such as `stream: OK`. @throws NotScanned for an unknown answer */
const verdictOf = (answer: string): Scanned => {
  const signature = /^stream: (.+) FOUND$/.exec(answer)?.[1]
  if (signature !== undefined)
    return VERDICT_OF_RULE.find(([rule]) => rule.test(signature))?.[1] ?? 'infected'
  if (answer === 'stream: OK') return 'clean'
  throw new NotScanned('the scanner gave no verdict', { isUnreachable: false })
}

/**
 * Sends a file to clamd with its INSTREAM command. `url` is unix:/path or tcp://host:port.
 * @throws NotScanned when there is no verdict, or none within `limitMs`.
 */
export async function scan(url: string, file: AsyncIterable<Buffer>, limitMs?: number): Promise<Scanned> {
  const socket = openSocket(url)
  const limit = limitMs && setTimeout(() => socket.destroy(new Error('too slow')), limitMs)
  let isConnected = false
  let answer = ''
  const ended = new Promise<void>((resolve, reject) => {
    socket.once('connect', () => (isConnected = true))
    socket.on('data', (piece: Buffer) => {
      answer += piece.toString('latin1')
      if (answer.length > MAX_ANSWER_LENGTH) socket.destroy(new Error('too long an answer'))
    })
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('silence')))
    socket.once('error', reject).once('close', () => resolve())
  })
  // The scanner may close the connection while the file is still being sent. Then `ended` reports it.
  ended.catch(() => {})
  const write = async (bytes: Buffer) => {
    if (socket.destroyed || socket.write(bytes)) return
    await Promise.race([new Promise((ready) => socket.once('drain', ready)), ended])
  }
  try {
    // With the letter z before it, the command ends with a zero byte, and so does each answer.
    await write(Buffer.from('zINSTREAM\0'))
    for await (const piece of file) await write(withLength(piece))
    // A piece of length zero ends the file.
    await write(Buffer.alloc(4))
    await ended
  } catch {
    // Also when the file cannot be read or the scanner is too slow: the file stays unscanned in each case.
    throw new NotScanned('the scanner cannot be reached', { isUnreachable: !isConnected })
  } finally {
    clearTimeout(limit)
    socket.destroy()
  }
  return verdictOf(answer.replaceAll('\0', '').trimEnd())
}

const PING_MS = 1_000
/** Whether the virus scanner answers. It scans nothing. */
export async function ping(url: string): Promise<boolean> {
  const socket = openSocket(url).setTimeout(PING_MS, () => socket.destroy())
  socket.end('zPING\0')
  try {
    for await (const piece of socket) return String(piece).startsWith('PONG')
  } catch {
    // The virus scanner cannot be reached.
  } finally {
    socket.destroy()
  }
  return false
}
