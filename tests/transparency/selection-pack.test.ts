import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leavesOf } from '../../server/transparency/selection-pack.ts'

/** The pieces that `leavesOf` yields for so many leaves, two of them on a page. */
async function piecesOf(count: number): Promise<string[]> {
  const all = Array.from({ length: count }, (_, index) => ({ leaf: Buffer.from([index]) }))
  const pieces: string[] = []
  const find = async (after: Buffer = Buffer.from([])) =>
    all.filter(({ leaf }) => leaf.compare(after) > 0).slice(0, 2)
  for await (const piece of leavesOf(find, 2)) pieces.push(piece)
  return pieces
}

test('a page of people is one piece, so the portal rests after a page and not after each person', async () => {
  assert.deepEqual(await piecesOf(5), ['"00","01"', ',"02","03"', ',"04"'])
})
test('the last page may be full or empty: no comma is left over', async () => {
  assert.deepEqual(await piecesOf(4), ['"00","01"', ',"02","03"'])
  assert.deepEqual(await piecesOf(0), [])
})
