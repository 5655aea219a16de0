import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPortal } from '../../bench/portal.ts'
import { bursts } from '../../bench/uploads.ts'

const BURSTS = 60
const LAST = 20
const MAY_GROW_MB = 0.5

/** How much `values` grow from one to the next, by least squares. */
function slope(values: number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [over, under] = values.reduce(
    ([over, under], value, index) => [
      over + (index - middle) * (value - mean),
      under + (index - middle) ** 2,
    ],
    [0, 0],
  )
  return over / under
}

test(`R9, R15 ${BURSTS} bursts of 64 uploads: over the last ${LAST} the process grows by less than ${MAY_GROW_MB} MB a burst`, async (context) => {
  const portal = await startPortal()
  context.after(() => portal.stop())
  const grown = await bursts(portal, BURSTS)
  const each = slope(grown.slice(-LAST))
  context.diagnostic(`MB over the start, burst by burst: ${grown.map(Math.round).join(' ')}`)
  context.diagnostic(`${each.toFixed(2)} MB a burst`)
  assert.ok(each < MAY_GROW_MB, `${each} MB a burst`)
})
