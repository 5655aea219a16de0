import { refusePixels, type StoredParts } from './picture.ts'
import { type ByteReader, RejectedFile } from './reading.ts'

// Finds which parts of a JPEG to store. The place and time of a photo are left out.

// Names of markers, from the JPEG standard: start and end of the image, start of a scan, and metadata.
const [SOI, EOI, SOS, APP0, APP1, APP2, APP14, APP15, COM] = [
  0xd8, 0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe,
]
const EXIF = Buffer.from('Exif\0\0')
const ORIENTATION = 0x0112
const TIFF_ENTRY_BYTES = 12
const MAX_TIFF_ENTRIES = 200
const MAX_SEGMENTS = 2_000

// The range of markers for frames. 0xc4, 0xc8 and 0xcc are inside this range but have other meanings.
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const startsWith = (segment: Buffer, label: string) =>
  segment.subarray(0, label.length).toString('latin1') === label

/** The orientation of a picture in an Exif segment, 1 to 8. Undefined when the segment has none. */
function orientationIn(exif: Buffer): number | undefined {
  const tiff = exif.subarray(EXIF.length)
  if (tiff.length < 8) return undefined
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II'
  const readShort = (position: number) => {
    if (position + 2 > tiff.length) return 0
    return isLittleEndian ? tiff.readUInt16LE(position) : tiff.readUInt16BE(position)
  }
  // Byte 4 of the TIFF header holds the position of the directory.
  const directoryStart = isLittleEndian ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  // A directory in an Exif segment starts with the number of its entries, in two bytes. An entry starts with
  // its tag, and has its value at byte 8.
  const entryCount = Math.min(readShort(directoryStart), MAX_TIFF_ENTRIES)
  for (let entry = 0; entry < entryCount; entry++) {
    const start = directoryStart + 2 + entry * TIFF_ENTRY_BYTES
    const orientation = readShort(start) === ORIENTATION ? readShort(start + 8) : 0
    if (orientation >= 1 && orientation <= 8) return orientation
  }
  return undefined
}

// A short segment: its marker, its length in two bytes, and its data. The length includes its own two bytes.
const segmentOf = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, data.length + 2]), data])

// An Exif segment with only the orientation of the picture. Without it, a phone's photo would be shown on its
// side.
const onlyOrientation = (orientation: number) => {
  // The bytes of the segment: a header, then one entry (tag, type, number of values, value at byte 18), and
  // the end.
  const tiff = Buffer.from(
    '4d4d002a00000008' + '0001' + '0112' + '0003' + '00000001' + '00000000' + '00000000',
    'hex',
  )
  tiff.writeUInt16BE(orientation, 18)
  return segmentOf(APP1, Buffer.concat([EXIF, tiff]))
}

/** The length of an Adobe segment: a name, a version, flags and the number of the colour space. */
const ADOBE_BYTES = 12
const JFIF_BYTES = 14
// A JFIF segment ends with the width and the height of its thumbnail, one byte each, and the thumbnail.
const withoutThumbnail = (jfif: Buffer) => {
  const shortened = Buffer.alloc(JFIF_BYTES)
  jfif.copy(shortened, 0, 0, JFIF_BYTES - 2)
  return shortened
}

/** Where the compressed data that starts at `from` ends: at the next marker that is not part of the data. */
async function endOfScan(reader: ByteReader, from: number): Promise<number> {
  let position = from
  let afterFF = false
  for await (const piece of reader.pieces(from, reader.size)) {
    for (let index = 0; index < piece.length; index++) {
      if (!afterFF) {
        const nextMarker = piece.indexOf(0xff, index)
        if (nextMarker < 0) break
        index = nextMarker
        afterFF = true
      } else {
        const marker = piece[index] ?? 0
        // The bytes 0xff 0x00 are data, and 0xd0 to 0xd7 only restart the decoder.
        const isPartOfData = marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
        // A marker has two bytes. The first one, 0xff, is one position before `index`.
        if (!isPartOfData) return position + index - 1
        afterFF = marker === 0xff
      }
    }
    position += piece.length
  }
  return reader.size
}

/**
 * The parts of a JPEG to store: the picture, its colours and its orientation. Places, names, thumbnails,
 * comments and bytes after the end are left out (T16).
 */
export async function inspectJpeg(reader: ByteReader): Promise<StoredParts> {
  // The first two bytes of a JPEG are the start marker.
  const parts: StoredParts = [{ from: 0, to: 2 }]
  let position = 2
  let frames = 0
  let scans = 0
  for (let segments = 0; position < reader.size; segments++) {
    const [prefix = 0, marker = 0] = await reader.read(position, 2)
    if (prefix !== 0xff || segments > MAX_SEGMENTS || marker === SOI) throw new RejectedFile('damaged')
    // Further bytes 0xff may come before a marker.
    if (marker === 0xff) {
      position++
      continue
    }
    if (marker === EOI) break
    // A marker has two bytes. The length after it includes the length's own two bytes.
    const length = (await reader.read(position + 2, 2)).readUInt16BE(0)
    if (length < 2) throw new RejectedFile('damaged')
    const segment = await reader.read(position + 4, length - 2)
    let end = position + 2 + length
    if (isFrame(marker)) {
      if (segment.length < 6) throw new RejectedFile('damaged')
      // The size of the picture comes after the precision, which has one byte.
      const [height, width] = [segment.readUInt16BE(1), segment.readUInt16BE(3)]
      refusePixels(width, height)
      frames++
    }
    if (marker === SOS) {
      end = await endOfScan(reader, end)
      scans++
    }
    // Markers from APP0 to APP15, and COM, contain data about the picture.
    const isPictureData = marker < APP0 || (marker > APP15 && marker !== COM)
    if (isPictureData || (marker === APP2 && startsWith(segment, 'ICC_PROFILE'))) {
      parts.push({ from: position, to: end })
    } else if (marker === APP14 && startsWith(segment, 'Adobe')) {
      // A longer segment could hold a text.
      const adobe = segment.subarray(0, ADOBE_BYTES)
      parts.push(adobe.length === segment.length ? { from: position, to: end } : segmentOf(APP14, adobe))
    } else if (marker === APP0 && startsWith(segment, 'JFIF')) {
      const jfif = withoutThumbnail(segment)
      parts.push(segment.equals(jfif) ? { from: position, to: end } : segmentOf(APP0, jfif))
    } else if (marker === APP1 && segment.subarray(0, EXIF.length).equals(EXIF)) {
      const orientation = orientationIn(segment)
      if (orientation !== undefined && orientation > 1) parts.push(onlyOrientation(orientation))
    }
    position = end
  }
  if (frames !== 1 || scans === 0) throw new RejectedFile('damaged')
  const hasEndMarker = position < reader.size
  // Some cameras leave out the end marker. Every program accepts the picture with one.
  parts.push(hasEndMarker ? { from: position, to: position + 2 } : Buffer.from([0xff, EOI]))
  return parts
}
