import { append, type Edge, rootOf, rootOfHashes, splitHashes } from './tree.ts'

/** The number of hashes or entries in a full tile. */
export const TILE = 256

/**
 * One file of the public log (C2SP tlog-tiles). It has the hashes of a level, or the entries whose hashes are
 * level 0. `width` is the number of hashes or entries.
 */
export type Tile = { level: number | 'entries'; index: number; width: number; bytes: Buffer }

/** Writes an index in groups of three digits: 1234067 is `x001/x234/067`. */
const indexPath = (index: number): string => {
  const groups = [String(index % 1_000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1_000); rest > 0; rest = Math.floor(rest / 1_000))
    groups.unshift(`x${String(rest % 1_000).padStart(3, '0')}`)
  return groups.join('/')
}

/** The path of a tile: `tile/0/x001/x234/067`, followed by `.p/112` when the tile is not full. */
export const tilePath = ({ level, index, width }: Omit<Tile, 'bytes'>): string =>
  `tile/${level}/${indexPath(index)}${width < TILE ? `.p/${width}` : ''}`

/** Accepts the paths `tile/0/x001/x234/067` and `tile/entries/067.p/112`. Refuses `tile/64/067`. */
const PATH =
  /^tile\/(?<level>entries|\d|[1-5]\d|6[0-3])\/(?<groups>(?:x\d{3}\/){0,4}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/

/** The tile that a path names; undefined unless `tilePath` writes the same path. */
export function tileAt(path: string): Omit<Tile, 'bytes'> | undefined {
  const { level, groups, width } = PATH.exec(path)?.groups ?? {}
  if (level === undefined || groups === undefined) return undefined
  const tile = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index: Number(groups.replace(/[x/]/g, '')),
    width: Number(width ?? TILE),
  }
  return tilePath(tile) === path ? tile : undefined
}

/** How many hashes the tile of this level and index has in a tree of `size` leaves; 0 when there is none. */
export const widthIn = (size: number, level: number | 'entries', index: number): number => {
  // Each entry belongs to one leaf, so entries are counted like the hashes of level 0.
  const leavesPerHash = TILE ** (level === 'entries' ? 0 : level)
  const hashesInLevel = Math.floor(size / leavesPerHash)
  return Math.max(0, Math.min(TILE, hashesInLevel - index * TILE))
}

/** The tiles at the right edge of a tree of `size` leaves that are not full. */
export function partialTiles(size: number): Omit<Tile, 'bytes'>[] {
  const tiles: Omit<Tile, 'bytes'>[] = []
  let level = 0
  let hashCount = size
  while (hashCount > 0) {
    const tile = { index: Math.floor(hashCount / TILE), width: hashCount % TILE }
    if (tile.width > 0) tiles.push({ level, ...tile })
    if (tile.width > 0 && level === 0) tiles.push({ level: 'entries', ...tile })
    level++
    hashCount = Math.floor(hashCount / TILE)
  }
  return tiles
}

/** An entry as a bundle has it: two bytes with its length, then the entry. */
const withLength = (entry: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(entry.length)
  return Buffer.concat([length, entry])
}

/**
 * The first `count` entries of a bundle, each with its length before it; undefined when the bundle has fewer.
 */
export function cutBundle(bundle: Buffer, count: number): Buffer | undefined {
  let end = 0
  for (let index = 0; index < count; index++) {
    if (end + 2 > bundle.length) return undefined
    end += 2 + bundle.readUInt16BE(end)
  }
  return end <= bundle.length ? bundle.subarray(0, end) : undefined
}

/**
 * The tiles at the right edge of the log's tree. The tree grows leaf by leaf, and each full tile is returned.
 */
export class Tiles {
  size = 0
  #levels: Buffer[][] = [[]]
  #bundle: Buffer[] = []

  /** Continues from the partial tiles of a tree of `size` leaves. Its full tiles are not needed. */
  static from(size: number, partial: Tile[]): Tiles {
    const tiles = new Tiles()
    tiles.size = size
    for (const { level, width, bytes } of partial) {
      if (level === 'entries')
        tiles.#bundle = Array.from({ length: width }, (_, index) => bundleEntry(bytes, index))
      else tiles.#levels[level] = splitHashes(bytes)
    }
    // Levels that have no partial tile get an empty list.
    tiles.#levels = Array.from(tiles.#levels, (hashes) => hashes ?? [])
    return tiles
  }

  /** Adds a leaf to the tree and returns the tiles that are full now. */
  add(hash: Buffer, entry: Buffer): Tile[] {
    this.#bundle.push(withLength(entry))
    this.size++
    const full: Tile[] = []
    // The root of a full tile is a hash of the level above.
    let hashToAdd = hash
    for (let level = 0; ; level++) {
      const hashes = (this.#levels[level] ??= [])
      hashes.push(hashToAdd)
      if (hashes.length < TILE) return full
      const index = Math.floor(this.size / TILE ** (level + 1)) - 1
      full.push({ level, index, width: TILE, bytes: Buffer.concat(hashes) })
      if (level === 0) {
        full.push({ level: 'entries', index, width: TILE, bytes: Buffer.concat(this.#bundle) })
        this.#bundle = []
      }
      hashToAdd = rootOfHashes(hashes)
      this.#levels[level] = []
    }
  }

  /** The tiles at the right edge that are not full. */
  partial(): Tile[] {
    return partialTiles(this.size).map((tile) => ({
      ...tile,
      bytes: Buffer.concat(tile.level === 'entries' ? this.#bundle : (this.#levels[tile.level] ?? [])),
    }))
  }

  /** The roots of the tree's full subtrees, largest first. So those of the highest level come first. */
  edge(): Edge {
    return this.#levels.toReversed().flatMap((hashes) => {
      const edge: Edge = []
      hashes.forEach((hash, index) => append(edge, index, hash))
      return edge
    })
  }

  root(): Buffer {
    return rootOf(this.edge())
  }
}

/** One entry of a bundle, with its length before it. */
function bundleEntry(bundle: Buffer, index: number): Buffer {
  const start = cutBundle(bundle, index)?.length ?? bundle.length
  const end = cutBundle(bundle, index + 1)?.length ?? bundle.length
  return bundle.subarray(start, end)
}
