import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  append,
  consistencyProof,
  EMPTY_ROOT,
  type Edge,
  inclusionProof,
  leafHash,
  type NodeAt,
  rootByInclusion,
  rootOf,
  rootOfHashes,
} from '../../server/transparency/tree.ts'

// A slow tree that follows RFC 6962 §2.1 word for word. The fast tree is compared with it.
const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
/** The largest power of two below `count`. The RFC splits a tree there. */
const below = (count: number) => 2 ** Math.ceil(Math.log2(count) - 1)
const naiveRoot = (entries: Buffer[]): Buffer => {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0] as Buffer)
  const k = below(entries.length)
  return sha256(Buffer.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)))
}
/** The hashes that lead from the entry with the index `m` to the root. */
const naivePath = (m: number, entries: Buffer[]): Buffer[] => {
  if (entries.length <= 1) return []
  const k = below(entries.length)
  return m < k
    ? [...naivePath(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naivePath(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))]
}
/** The hashes that lead from the tree of the first `m` entries to the root. `whole`: their root is known. */
const naiveSubproof = (m: number, entries: Buffer[], whole: boolean): Buffer[] => {
  if (m === entries.length) return whole ? [] : [naiveRoot(entries)]
  const k = below(entries.length)
  return m <= k
    ? [...naiveSubproof(m, entries.slice(0, k), whole), naiveRoot(entries.slice(k))]
    : [...naiveSubproof(m - k, entries.slice(k), false), naiveRoot(entries.slice(0, k))]
}

/** The right edge of the fast Merkle tree after these entries. */
const grown = (entries: Buffer[]) => {
  const edge: Edge = []
  entries.forEach((entry, index) => append(edge, index, leafHash(entry)))
  return edge
}
/** Computes any node of the Merkle tree, slowly. */
const nodesOf =
  (entries: Buffer[]): NodeAt =>
  async (level, index) =>
    naiveRoot(entries.slice(index * 2 ** level, (index + 1) * 2 ** level))
const entriesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => Buffer.from(`entry ${index}`))
const hex = (hashes: Buffer[]) => hashes.map((hash) => hash.toString('hex'))

// Inputs and roots with which implementations of certificate transparency are usually tested.
const KNOWN = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((entry) => Buffer.from(entry, 'hex'))
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

describe('RFC 6962 Merkle tree', () => {
  test('the known roots of 0 to 8 leaves', () => {
    assert.equal(
      EMPTY_ROOT.toString('hex'),
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
    assert.equal(rootOf([]), EMPTY_ROOT)
    ROOTS.forEach((root, index) =>
      assert.equal(rootOf(grown(KNOWN.slice(0, index + 1))).toString('hex'), root),
    )
  })
  test('a known path: leaf 5 of 8', async () => {
    assert.deepEqual(hex(await inclusionProof(nodesOf(KNOWN), 5, 8)), [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })
  test('growing leaf by leaf gives the root of the definition at every size', () => {
    const edge: Edge = []
    const entries = entriesOf(300)
    entries.forEach((entry, index) => {
      append(edge, index, leafHash(entry))
      if (index < 70 || index % 17 === 0)
        assert.deepEqual(rootOf(edge), naiveRoot(entries.slice(0, index + 1)))
    })
    assert.deepEqual(rootOfHashes(entries.map(leafHash)), naiveRoot(entries))
  })
  test('inclusion: the path of the definition, which leads to the root, and to no other for another leaf, place or size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat(), async (size, seed) => {
        const index = seed % size
        const entries = entriesOf(size)
        const root = naiveRoot(entries)
        const proof = await inclusionProof(nodesOf(entries), index, size)
        assert.deepEqual(hex(proof), hex(naivePath(index, entries)))
        const leaf = leafHash(entries[index] as Buffer)
        assert.deepEqual(rootByInclusion(index, size, leaf, proof), root)
        assert.notDeepEqual(rootByInclusion(index, size, leafHash(Buffer.from('other')), proof), root)
        for (let other = 0; other < size; other++)
          if (other !== index) assert.notDeepEqual(rootByInclusion(other, size, leaf, proof), root)
        assert.equal(rootByInclusion(index, size, leaf, [...proof, root]), undefined)
        if (proof.length > 0) assert.notDeepEqual(rootByInclusion(index, size, leaf, proof.slice(1)), root)
        assert.equal(rootByInclusion(size, size, leaf, proof), undefined)
        assert.equal(rootByInclusion(-1, size, leaf, proof), undefined)
      }),
      { numRuns: 60 },
    )
  })
  test('consistency: the proof of the definition, for every pair of sizes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 150 }), fc.nat(), async (size, seed) => {
        const before = (seed % size) + 1
        const entries = entriesOf(size)
        assert.deepEqual(
          hex(await consistencyProof(nodesOf(entries), before, size)),
          hex(naiveSubproof(before, entries, true)),
        )
      }),
      { numRuns: 100 },
    )
  })
})
