import { type Reading, RejectedFile } from './reading.ts'

const END_OF_CHAIN = 0xfffffffe
const MAX_FAT_SECTORS = 109
// Names in a compound file ignore upper and lower case.
const LOCKED = new Set(['encryptedpackage', 'encryptioninfo'])
const HIDDEN = new Set(['macros', 'vba', '_vba_project', '_vba_project_cur', 'package', '\u0001ole10native'])
const FIB_ENCRYPTED = 0x0100
const MINI_BELOW = 4_096

type Item = { name: string; start: number; size: number }

/**
 * The sectors of a compound file (MS-CFB), and the table that chains them. Within 5 MB the header names the
 * whole table.
 */
async function sectorsOf(reading: Reading) {
  const head = await reading.read(0, 512)
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new RejectedFile('damaged')
  const size = 1 << shift
  const sector = (n: number) => reading.read((n + 1) * size, Math.min(size, reading.size - (n + 1) * size))
  const count = head.readUInt32LE(44)
  if (count > MAX_FAT_SECTORS) throw new RejectedFile('damaged')
  const fat = Buffer.concat(
    await Promise.all(Array.from({ length: count }, (_, index) => sector(head.readUInt32LE(76 + index * 4)))),
  )
  return {
    head,
    size,
    sector,
    next: (n: number) => (n * 4 + 4 <= fat.length ? fat.readUInt32LE(n * 4) : END_OF_CHAIN),
    most: Math.min(fat.length / 4, Math.ceil(reading.size / size)),
  }
}

async function itemsOf({ head, sector, next, most }: Awaited<ReturnType<typeof sectorsOf>>): Promise<Item[]> {
  const items: Item[] = []
  let steps = 0
  for (let index = head.readUInt32LE(48); index < END_OF_CHAIN - 1; index = next(index)) {
    if (++steps > most) throw new RejectedFile('damaged')
    const entries = await sector(index)
    for (let from = 0; from + 128 <= entries.length; from += 128) {
      const length = entries.readUInt16LE(from + 64)
      if (entries[from + 66] === 0 || length < 2 || length > 64) continue
      items.push({
        name: entries.toString('utf16le', from, from + length - 2).toLowerCase(),
        start: entries.readUInt32LE(from + 116),
        size: entries.readUInt32LE(from + 120),
      })
    }
  }
  return items
}

/**
 * Accepts a Word document of the older kind, without macros or packages (T13); rejects other compound files
 * (.xls, .msi).
 */
export async function inspectDoc(reading: Reading): Promise<void> {
  const sectors = await sectorsOf(reading)
  const items = await itemsOf(sectors)
  if (items.some(({ name }) => LOCKED.has(name))) throw new RejectedFile('locked')
  const main = items.find(({ name }) => name === 'worddocument')
  if (!main) throw new RejectedFile('wrongType')
  if (items.some(({ name }) => HIDDEN.has(name))) throw new RejectedFile('macros')
  if (main.size < MINI_BELOW) return
  const fib = await reading.read((main.start + 1) * sectors.size, 12)
  if (fib.readUInt16LE(10) & FIB_ENCRYPTED) throw new RejectedFile('locked')
}
