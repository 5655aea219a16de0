import { must } from './pack.ts'

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
/** The size limits, in bytes, of one person's entry and of all that a pack has besides its entries. */
const ENTRY_BYTES = 65_536
const REST_BYTES = 128 * 1_024 * 1_024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
function parse(bytes: Buffer, what: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    must(false, `${what} is not JSON.`)
  }
}

/** A buffer that grows with each added piece. `end` returns its last `count` bytes as text. */
function growingBytes() {
  let bytes = Buffer.alloc(65_536)
  let length = 0
  const add = (more: Buffer) => {
    must(length + more.length <= REST_BYTES, 'The pack is too large beside its pool.')
    if (length + more.length > bytes.length) {
      const larger = Buffer.alloc(2 * (length + more.length))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    more.copy(bytes, length)
    length += more.length
  }
  return {
    add,
    all: () => bytes.subarray(0, length),
    end: (count: number) => bytes.toString('latin1', Math.max(0, length - count), length),
  }
}

const PLACEHOLDER = Buffer.from('0')

/**
 * Reads a pack whose pool may be longer than a string can be. It searches the bytes for the objects of
 * `pool`, passes each to `onEntry`, and replaces it by 0. The rest is parsed and returned. The chunks may
 * share a buffer.
 */
export function readPack(chunks: Iterable<Buffer>, onEntry: (entry: unknown) => void): unknown {
  const rest = growingBytes()
  let unread = Buffer.alloc(0)
  let [depth, entries] = [0, 0]
  let [isText, isEscaped, isPool, isEntry] = [false, false, false, false]
  for (const chunk of chunks) {
    const bytes = Buffer.concat([unread, chunk])
    // The start of the present piece, which is a person's entry or the text between entries.
    let start = 0
    for (let index = unread.length; index < bytes.length; index++) {
      const byte = bytes[index]
      // Brackets between quotation marks are part of a text, so they are not counted.
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
      } else if (byte === QUOTE) isText = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        // The pack is at depth 1, its list `pool` at depth 2, and the objects of the list are the entries.
        // Before an entry or a list, the piece goes to `rest`, whose end shows whether the list is called
        // "pool".
        const startsEntry = isPool && depth === 2 && byte === OPEN_BRACE
        if (startsEntry || (depth === 1 && byte === OPEN_BRACKET)) {
          rest.add(bytes.subarray(start, index))
          start = index
          isEntry = startsEntry
        }
        // The last 100 bytes have the name of the list, a colon, and perhaps spaces. A quotation mark after a
        // backslash is a part of a longer name, so that name is not "pool".
        if (depth === 1) isPool = byte === OPEN_BRACKET && /(?<!\\)"pool"\s*:\s*$/.test(rest.end(100))
        depth++
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--
        if (!isEntry || depth !== 2) continue
        entries++
        onEntry(parse(bytes.subarray(start, index + 1), `Person ${entries} of the pool`))
        rest.add(PLACEHOLDER)
        start = index + 1
        isEntry = false
      }
    }
    if (!isEntry) {
      rest.add(bytes.subarray(start))
      start = bytes.length
    }
    must(bytes.length - start <= ENTRY_BYTES, `Person ${entries + 1} of the pool is too large.`)
    unread = Buffer.from(bytes.subarray(start))
  }
  must(rest.all().length > 0, 'The file is empty.')
  // A depth below 0 means too many closing brackets, which `parse` refuses.
  must(depth <= 0 && !isText, 'The file ends in the middle of the pack: a part is missing.')
  const pack = parse(rest.all(), 'The pack')
  const pool = (pack as { pool?: unknown } | null)?.pool
  // The list `pool` has as many zeros as entries: the pack had one pool, and it contained only objects.
  const isWhole = !Array.isArray(pool) || (pool.length === entries && pool.every((entry) => entry === 0))
  must(isWhole, 'The pool must be written once, as a list of objects.')
  return pack
}
