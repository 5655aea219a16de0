import { refusePixels, type Remaining } from './picture.ts'
import { type Reading, RejectedFile } from './reading.ts'

// The chunks a picture needs to look right. Text, dates, places, animation and bytes after the end are left
// out (T16).
const NEEDED = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
  'cICP',
])
const MAX_CHUNKS = 20_000

/** The parts of a PNG to keep. */
export async function inspectPng(reading: Reading): Promise<Remaining> {
  const remaining: Remaining = [{ from: 0, to: 8 }]
  let data = false
  for (let index = 8, chunks = 0; ; chunks++) {
    const head = await reading.read(index, 8)
    const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)]
    const end = index + 12 + length
    if (chunks > MAX_CHUNKS || end > reading.size || (chunks === 0) !== (type === 'IHDR'))
      throw new RejectedFile('damaged')
    if (type === 'IHDR') {
      const size = await reading.read(index + 8, 8)
      refusePixels(size.readUInt32BE(0), size.readUInt32BE(4))
    }
    data ||= type === 'IDAT'
    if (NEEDED.has(type)) remaining.push({ from: index, to: end })
    // A critical chunk, which no reader may ignore, of an unknown type.
    else if (type.charCodeAt(0) < 97) throw new RejectedFile('damaged')
    if (type === 'IEND') break
    index = end
  }
  if (!data) throw new RejectedFile('damaged')
  return remaining
}
