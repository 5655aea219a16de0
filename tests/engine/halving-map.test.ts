import assert from 'node:assert/strict'
import { test } from 'node:test'
import { halvingMap } from '../../server/halving-map.ts'

const filled = (maxEntries: number, keys: number[]) => {
  const map = halvingMap<number, string>(maxEntries)
  for (const key of keys) map.set(key, `value ${key}`)
  return map
}

test('a map that is not full has every entry, and the value that was written last', () => {
  const map = filled(4, [1, 2])
  map.set(2, 'new')
  assert.deepEqual([map.get(1), map.get(2), map.get(3)], ['value 1', 'new', undefined])
})
test('a full map drops its older half; the newer half stays', () => {
  const map = filled(4, [1, 2, 3, 4, 5])
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((key) => map.get(key) !== undefined),
    [false, false, true, true, true],
  )
})
test('an entry that is written again is new; one that is only read is not', () => {
  const map = filled(4, [1, 2])
  map.get(2)
  map.set(1, 'again')
  for (const key of [3, 4]) map.set(key, '')
  assert.deepEqual([map.get(1), map.get(2)], ['again', undefined])
})
test('an entry that is written again counts once, also after the older half was set apart', () => {
  const map = filled(4, [1, 2, 3])
  map.set(1, 'again')
  assert.deepEqual([map.size(), map.get(1)], [3, 'again'])
})
test('a deleted entry is gone from both halves', () => {
  const map = filled(4, [1, 2, 3])
  for (const key of [1, 3]) map.delete(key)
  assert.deepEqual([map.get(1), map.get(2), map.get(3), map.size()], [undefined, 'value 2', undefined, 1])
})
test('a million entries take the memory of the most that are stored', () => {
  const map = filled(1_000, [])
  for (let key = 0; key < 1_000_000; key++) {
    map.set(key, '')
    assert.ok(map.size() <= 1_000)
  }
})
