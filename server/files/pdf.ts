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
/** Objects packed together: so many packages are opened, and so much of all of them. */
const PACKED = { count: 2_000, bytes: 16 * 1_048_576 } as const
const IS_PACKED = /\/(?:First|ObjStm)(?![\w.-])/
/** The entries of a stream stand before it; hardly ever in more letters than the fewer of these. */
const HEADS = [4_096, 65_536]

// A name in a PDF may spell any of its letters as #xx.
const spelled = (text: string) =>
  text.includes('#') ? text.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

function addFlags(flags: Set<string>, bytes: Buffer) {
  for (let index = 0; index < bytes.length; index += PIECE) {
    const names = spelled(bytes.toString('latin1', Math.max(0, index - OVERLAP), index + PIECE))
    for (const [flag, sign] of SIGNS) if (sign.test(names)) flags.add(flag)
  }
}

/** What stands before the stream whose keyword is at `at`, and which of it are its own entries: undefined when they are too long to be told. */
function headOf(bytes: Buffer, from: number, position: number): { before: string; own: string | undefined } {
  for (const length of HEADS) {
    const before = spelled(bytes.toString('latin1', Math.max(from, position - length), position))
    const object = before.lastIndexOf('obj')
    if (object >= 0) return { before, own: before.slice(object) }
  }
  return { before: '', own: undefined }
}

/** Opens what is packed together and looks there too. Whatever cannot be opened is a flag of its own: nobody knows what it holds. */
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
    // The keyword ends with a line, in one sign or two.
    const data = start + (bytes[start] === 13 ? 1 : 0) + (bytes[start] === 13 && bytes[start + 1] !== 10 ? 0 : 1)
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
let room = Buffer.alloc(0)

/** T13: a PDF from its first byte to its end mark; what it holds beside pages is flagged for whoever opens it. */
export async function inspectPdf(reading: Reading): Promise<string[]> {
  if (room.length < reading.size) room = Buffer.allocUnsafeSlow(reading.size)
  const bytes = room.subarray(0, reading.size)
  let position = 0
  for await (const piece of reading.pieces(0, reading.size)) position += piece.copy(bytes, position)
  if (!bytes.includes('%%EOF')) throw new RejectedFile('damaged')
  const flags = new Set<string>()
  addFlags(flags, bytes)
  // What is locked cannot be opened, and says so.
  if (!flags.has('encrypted')) addPacked(flags, bytes)
  return [...flags].sort()
}
