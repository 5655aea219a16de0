import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canvasSizeOf, scaleOf, ZOOM_STEPS, stepFrom, rotated } from '../../web/viewer/sizes.ts'

const A4 = { width: 794, height: 1123 }

test('a page is as wide as there is room, but not larger than is good to read, unless the reader asks for it', () => {
  assert.equal(scaleOf('auto', A4, 397), 0.5)
  assert.equal(scaleOf('auto', A4, 1_588), 1.25)
  assert.equal(scaleOf('width', A4, 1_588), 2)
  assert.equal(scaleOf(3, A4, 397), 3)
  assert.deepEqual([rotated(A4, 90), rotated(A4, 180)], [{ width: 1123, height: 794 }, A4])
})

test('zooming in and out goes by steps from any scale, and ends at the first and the last step', () => {
  assert.deepEqual(
    [stepFrom(0.37, true), stepFrom(0.37, false), stepFrom(1, true), stepFrom(1, false)],
    [0.5, 0.25, 1.25, 0.75],
  )
  assert.deepEqual([stepFrom(4, true), stepFrom(0.25, false), stepFrom(9, true)], [4, 0.25, 9])
  assert.deepEqual(
    ZOOM_STEPS.toSorted((left, right) => left - right),
    [...ZOOM_STEPS],
  )
})

test('T17 whatever size a file says its pages have, the canvas is bounded, and so is the box', () => {
  const side = fc.double({ min: 1, max: 1e9, noNaN: true })
  const zoom = fc.oneof(
    fc.constant('auto' as const),
    fc.constant('width' as const),
    fc.constantFrom(...ZOOM_STEPS),
  )
  fc.assert(
    fc.property(
      side,
      side,
      zoom,
      fc.integer({ min: 1, max: 5_000 }),
      fc.double({ min: 0.5, max: 4, noNaN: true }),
      (width, height, wanted, room, ratio) => {
        const scale = scaleOf(wanted, { width, height }, room)
        const box = { width: Math.max(1, width * scale), height: Math.max(1, height * scale) }
        assert.ok(Math.max(box.width, box.height) <= 16_385)
        const pixels = canvasSizeOf(box, ratio)
        assert.ok(pixels.width * pixels.height <= 2 ** 23 && Math.max(pixels.width, pixels.height) <= 8_192)
        assert.ok(Math.min(pixels.width, pixels.height) >= 1)
      },
    ),
  )
})
