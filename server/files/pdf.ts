import { inflateSync } from 'node:zlib'
import { type Reading, RejectedFile } from './reading.ts'

const SIGNS: [string, RegExp][] = [
  ['javascript', /\/(?:JavaScript|JS)(?=[\s(<[/\]>])/],
  ['launch', /\/Launch(?=[\s(<[/\]>])/],
  ['embedded_file', /\/EmbeddedFiles?(?=[\s(<[/\]>])/],
  ['encrypted', /\/Encrypt(?=[\s(<[/\]>])/],
]
const PIECE = 65_536
const OVERLAP = 64
/** Limits for packed objects: how many packages are opened, and how many bytes of all of them. */
const PACKED = { count: 2_000, bytes: 16 * 1_048_576 } as const
const IS_PACKED = /\/(?:First|ObjStm)(?![\w.-])/
/** A stream's entries are before it, hardly ever in more characters than the smaller of these. */
const HEADS = [4_096, 65_536]

// A name in a PDF may write any of its characters as #xx.
const spelled = (text: string) =>
  text.includes('#')
    ? text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

function addFlags(flags: Set<string>, bytes: Buffer) {
  for (let index = 0; index < bytes.length; index += PIECE) {
    const names = spelled(bytes.toString('latin1', Math.max(0, index - OVERLAP), index + PIECE))
    for (const [flag, sign] of SIGNS) if (sign.test(names)) flags.add(flag)
  }
}

/**
 * The text before the stream whose keyword is at `position`, and the part that is its own entries: undefined
 * when they are too long to find.
 */
function headOf(bytes: Buffer, from: number, position: number): { before: string; own: string | undefined } {
  for (const length of HEADS) {
    const before = spelled(bytes.toString('latin1', Math.max(from, position - length), position))
    const object = before.lastIndexOf('obj')
    if (object >= 0) return { before, own: before.slice(object) }
  }
  return { before: '', own: undefined }
}

/**
 * Unpacks packed objects and searches them too. What cannot be unpacked gets a flag of its own: its content
 * is unknown.
 */
function addPacked(flags: Set<string>, bytes: Buffer) {
  let left: number = PACKED.bytes
  let count = 0
  let from = 0
  for (let index = bytes.indexOf('stream'); index >= 0; index = bytes.indexOf('stream', from)) {
    const start = index + 'stream'.length
    const ends = bytes.toString('latin1', Math.max(0, index - 3), index) === 'end'
    const { before, own } = ends ? { before: '', own: '' } : headOf(bytes, from, index)
    from = start
    if (own === undefined) flags.add('unreadable')
    if (!IS_PACKED.test(before)) continue
    if (++count > PACKED.count) return void flags.add('unreadable')
    // The keyword ends with a line break, in one character or two.
    const data =
      start + (bytes[start] === 13 ? 1 : 0) + (bytes[start] === 13 && bytes[start + 1] !== 10 ? 0 : 1)
    try {
      const unpacked = inflateSync(bytes.subarray(data), { maxOutputLength: Math.max(1, left) })
      left -= unpacked.length
      addFlags(flags, unpacked)
    } catch {
      if (IS_PACKED.test(own ?? '') && /\/Filter/.test(own ?? '')) flags.add('unreadable')
      left -= 8_192
    }
  }
}

// A thread reads one file at a time, into the same memory.
let buffer = Buffer.alloc(0)

/**
 * Inspects a PDF from its first byte to its end mark (T13); content besides pages is flagged for the person
 * who opens it.
 */
export async function inspectPdf(reading: Reading): Promise<string[]> {
  if (buffer.length < reading.size) buffer = Buffer.allocUnsafeSlow(reading.size)
  const bytes = buffer.subarray(0, reading.size)
  let position = 0
  for await (const piece of reading.pieces(0, reading.size)) position += piece.copy(bytes, position)
  if (!bytes.includes('%%EOF')) throw new RejectedFile('damaged')
  const flags = new Set<string>()
  addFlags(flags, bytes)
  // A locked PDF cannot be unpacked, and has its own flag.
  if (!flags.has('encrypted')) addPacked(flags, bytes)
  return [...flags].sort()
}
