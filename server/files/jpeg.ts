import { refusePixels, type Remaining } from './picture.ts'
import { type Reading, RejectedFile } from './reading.ts'

const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe,
]
const EXIF = Buffer.from('Exif\0\0')
const ORIENTATION = 0x0112
const MAX_SEGMENTS = 2_000

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const stands = (segment: Buffer, label: string) =>
  segment.subarray(0, label.length).toString('latin1') === label

/** The orientation, 1 to 8, from an Exif segment; undefined when it has none. */
function orientationIn(exif: Buffer): number | undefined {
  const tiff = exif.subarray(EXIF.length)
  if (tiff.length < 8) return undefined
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (position: number) =>
    position + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(position) : tiff.readUInt16BE(position)
  const first = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let n = 0, index = first + 2; n < Math.min(short(first), 200); n++, index += 12) {
    const way = short(index) === ORIENTATION ? short(index + 8) : 0
    if (way >= 1 && way <= 8) return way
  }
  return undefined
}

// An Exif segment with the orientation and nothing else: without it a phone's photo would lie on its side.
const onlyOrientation = (way: number) => {
  const tiff = Buffer.from(
    '4d4d002a00000008' + '0001' + '0112' + '0003' + '00000001' + '00000000' + '00000000',
    'hex',
  )
  tiff.writeUInt16BE(way, 18)
  const segment = Buffer.concat([EXIF, tiff])
  return Buffer.concat([Buffer.from([0xff, APP1, 0, segment.length + 2]), segment])
}

/** Where the compressed data that starts at `from` ends: at the next marker that is not part of it. */
async function endOfScan(reading: Reading, from: number): Promise<number> {
  let position = from
  let afterFF = false
  for await (const piece of reading.pieces(from, reading.size)) {
    for (let index = 0; index < piece.length; index++) {
      if (!afterFF) {
        const next = piece.indexOf(0xff, index)
        if (next < 0) break
        index = next
        afterFF = true
      } else {
        const marker = piece[index] ?? 0
        if (marker !== 0xff && marker !== 0 && (marker < 0xd0 || marker > 0xd7)) return position + index - 1
        afterFF = marker === 0xff
      }
    }
    position += piece.length
  }
  return reading.size
}

/**
 * The parts of a JPEG to keep: the picture, its colours and its orientation. Places, names, thumbnails,
 * comments and bytes after the end are left out (T16).
 */
export async function inspectJpeg(reading: Reading): Promise<Remaining> {
  const remaining: Remaining = [{ from: 0, to: 2 }]
  let [position, frames, scans] = [2, 0, 0]
  for (let segments = 0; position < reading.size; segments++) {
    const [ff = 0, marker = 0] = await reading.read(position, 2)
    if (ff !== 0xff || segments > MAX_SEGMENTS || marker === SOI) throw new RejectedFile('damaged')
    if (marker === 0xff) {
      position++
      continue
    }
    if (marker === EOI) break
    const length = (await reading.read(position + 2, 2)).readUInt16BE(0)
    if (length < 2) throw new RejectedFile('damaged')
    const segment = await reading.read(position + 4, length - 2)
    let end = position + 2 + length
    if (isFrame(marker)) {
      if (segment.length < 6) throw new RejectedFile('damaged')
      refusePixels(segment.readUInt16BE(3), segment.readUInt16BE(1))
      frames++
    }
    if (marker === SOS) {
      end = await endOfScan(reading, end)
      scans++
    }
    const label = marker < APP0 || (marker > APP15 && marker !== COM)
    if (
      label ||
      (marker === APP0 && stands(segment, 'JFIF')) ||
      (marker === APP2 && stands(segment, 'ICC_PROFILE')) ||
      (marker === APP14 && stands(segment, 'Adobe'))
    ) {
      remaining.push({ from: position, to: end })
    } else if (marker === APP1 && segment.subarray(0, EXIF.length).equals(EXIF)) {
      const way = orientationIn(segment)
      if (way !== undefined && way > 1) remaining.push(onlyOrientation(way))
    }
    position = end
  }
  if (frames !== 1 || scans === 0) throw new RejectedFile('damaged')
  // A camera that was cut off leaves the end marker out; every reader accepts the picture with one.
  remaining.push(position < reading.size ? { from: position, to: position + 2 } : Buffer.from([0xff, EOI]))
  return remaining
}
