import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHUNK_TIMEOUT_MS } from '../../contract/browser.ts'
import { loadChunk } from '../../web/load-chunk.ts'

const broken = () => Promise.reject(new Error('network'))
const never = () => new Promise<string>(() => {})

describe('N6 a part of the program is tried once more, then given up', () => {
  /** Loads a program part, with tries that end in this order. `left` has the tries that were not needed. */
  const loading = (...answers: (() => Promise<string>)[]) => {
    const left = [...answers]
    return { left, loaded: loadChunk(() => (left.shift() ?? broken)()) }
  }
  test('a part loads at the first try, or at the second if the first takes too long', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { left, loaded } = loading(async () => 'part', broken)
    assert.deepEqual([await loaded, left.length], ['part', 1])
    const late = loading(never, async () => 'part')
    t.mock.timers.tick(CHUNK_TIMEOUT_MS)
    assert.equal(await late.loaded, 'part')
  })
  test('a load that fails is not repeated, because the build has already tried both addresses of the part', async () => {
    const { left, loaded } = loading(broken, async () => 'part')
    await assert.rejects(loaded, /network/)
    assert.equal(left.length, 1)
  })
  test('a part that never comes is given up after two tries, each as long as S1 §9 says', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    const { left, loaded } = loading(never, never)
    const over = assert.rejects(loaded, /in time/)
    t.mock.timers.tick(CHUNK_TIMEOUT_MS - 1)
    await settled()
    assert.equal(left.length, 1)
    t.mock.timers.tick(1)
    await settled()
    assert.equal(left.length, 0)
    t.mock.timers.tick(CHUNK_TIMEOUT_MS)
    await over
  })
})
