import { type ByteReader, RejectedFile } from './reading.ts'

// Inspects an old Word document (.doc). Its format is a compound file: a small file system of sectors and
// streams.

/** In the table of sectors, this number and all higher ones name no sector. */
const FIRST_SPECIAL = 0xfffffffd
const END_OF_CHAIN = 0xfffffffe
/** How many sectors of the table the header has space for. */
const MAX_FAT_SECTORS = 109
// The names of streams, in lower case, because a compound file ignores case.
const ENCRYPTION_STREAMS = new Set(['encryptedpackage', 'encryptioninfo'])
const HIDDEN_STREAMS = new Set([
  'macros',
  'vba',
  '_vba_project',
  '_vba_project_cur',
  'package',
  '\u0001ole10native',
])
// The FIB is the first block of a Word document. Its flags start at this byte.
const FIB_FLAGS_OFFSET = 10
const FIB_ENCRYPTED = 0x0100
/** In bytes. A stream below this size is stored among other short ones, at another place of the file. */
const MINI_STREAM_BELOW = 4_096

// Byte offsets in the header and in a directory entry of a compound file, from the specification MS-CFB.
const HEADER = { bytes: 512, sectorShift: 30, fatSectorCount: 44, firstDirectorySector: 48, fatSectors: 76 }
const ENTRY = { bytes: 128, maxNameLength: 64, nameLength: 64, type: 66, firstSector: 116, size: 120 }
const UNUSED = 0

type DirectoryEntry = { name: string; firstSector: number; size: number }

/**
 * The sectors of a compound file (MS-CFB), and the table that links them to chains (FAT). Below 5 MB the
 * header names all sectors of the table.
 */
async function sectorsOf(reader: ByteReader) {
  const header = await reader.read(0, HEADER.bytes)
  const shift = header.readUInt16LE(HEADER.sectorShift)
  // A sector of the document has 512 or 4,096 bytes.
  if (shift !== 9 && shift !== 12) throw new RejectedFile('damaged')
  const sectorSize = 1 << shift
  const readSector = (sector: number) => {
    // The header of the file occupies the place of the first sector.
    const start = (sector + 1) * sectorSize
    return reader.read(start, Math.min(sectorSize, reader.size - start))
  }
  const fatSectorCount = header.readUInt32LE(HEADER.fatSectorCount)
  if (fatSectorCount > MAX_FAT_SECTORS) throw new RejectedFile('damaged')
  const fatSectors = Array.from({ length: fatSectorCount }, (_, index) =>
    readSector(header.readUInt32LE(HEADER.fatSectors + index * 4)),
  )
  const fat = Buffer.concat(await Promise.all(fatSectors))
  return {
    header,
    sectorSize,
    readSector,
    // For each sector, the table has four bytes: the number of the next sector in its chain.
    nextSector: (sector: number) =>
      sector * 4 + 4 <= fat.length ? fat.readUInt32LE(sector * 4) : END_OF_CHAIN,
    maxSectors: Math.min(fat.length / 4, Math.ceil(reader.size / sectorSize)),
  }
}
type Sectors = Awaited<ReturnType<typeof sectorsOf>>

/** The named streams of the compound file. The sectors of their directory form a chain in the table. */
async function directoryOf({
  header,
  readSector,
  nextSector,
  maxSectors,
}: Sectors): Promise<DirectoryEntry[]> {
  const entries: DirectoryEntry[] = []
  let sector = header.readUInt32LE(HEADER.firstDirectorySector)
  // A chain with more sectors than the file is circular.
  for (let steps = 0; sector < FIRST_SPECIAL; steps++) {
    if (steps >= maxSectors) throw new RejectedFile('damaged')
    const bytes = await readSector(sector)
    for (let start = 0; start + ENTRY.bytes <= bytes.length; start += ENTRY.bytes) {
      // The length of a name includes two bytes of the zero at its end.
      const nameLength = bytes.readUInt16LE(start + ENTRY.nameLength)
      const isUnused = bytes[start + ENTRY.type] === UNUSED
      if (isUnused || nameLength < 2 || nameLength > ENTRY.maxNameLength) continue
      entries.push({
        name: bytes.toString('utf16le', start, start + nameLength - 2).toLowerCase(),
        firstSector: bytes.readUInt32LE(start + ENTRY.firstSector),
        size: bytes.readUInt32LE(start + ENTRY.size),
      })
    }
    sector = nextSector(sector)
  }
  return entries
}

/**
 * Accepts a .doc without macros or packages (T13). Rejects other compound files, such as .xls and .msi.
 */
export async function inspectDoc(reader: ByteReader): Promise<void> {
  const sectors = await sectorsOf(reader)
  const entries = await directoryOf(sectors)
  if (entries.some(({ name }) => ENCRYPTION_STREAMS.has(name))) throw new RejectedFile('locked')
  const main = entries.find(({ name }) => name === 'worddocument')
  if (!main) throw new RejectedFile('wrongType')
  if (entries.some(({ name }) => HIDDEN_STREAMS.has(name))) throw new RejectedFile('macros')
  // The flags of so short a document are not read, because they are elsewhere in the file.
  if (main.size < MINI_STREAM_BELOW) return
  // A sector's position is one later than its number, because the header comes before the first sector.
  const fib = await reader.read((main.firstSector + 1) * sectors.sectorSize, FIB_FLAGS_OFFSET + 2)
  if (fib.readUInt16LE(FIB_FLAGS_OFFSET) & FIB_ENCRYPTED) throw new RejectedFile('locked')
}
