import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { countiesInFile, countyMapAddress, stepAt, stepsOf } from '#contract/locations/county-map.ts'
import { COUNTY_MAP, COUNTY_PATHS } from '#contract/locations/county-paths.ts'
import { countyPaths } from '../../bin/county-paths.ts'
import { nearestCounty, DIRECTIONS } from '../../web/reports/nearest-county.ts'

test('the file has the 47 paths that bin/county-paths.ts makes of the outlines, each within the map', () => {
  assert.equal(
    readFileSync(join(import.meta.dirname, '../../contract/locations/county-paths.ts'), 'utf8'),
    countyPaths(),
    'run node bin/county-paths.ts',
  )
  assert.deepEqual(
    Object.keys(COUNTY_PATHS).map(Number),
    Array.from({ length: 47 }, (_, index) => index + 1),
  )
  for (const path of Object.values(COUNTY_PATHS)) {
    const [x = -1, y = -1, ...steps] = (path.match(/-?\d+/g) ?? []).map(Number)
    assert.match(path, /^M[\d ]+l[-\d ]+z$/)
    assert.ok(steps.length >= 6 && x >= 0 && y >= 0 && x <= COUNTY_MAP.width && y <= COUNTY_MAP.height, path)
  }
})

test('each map has exactly one address, and every other spelling of the address is refused', () => {
  const codes = (...all: number[]) => all.map((code) => ({ code, shade: undefined }))
  assert.equal(countyMapAddress(codes(47, 3, 3, 12)), '/maps/3-12-47.svg')
  assert.deepEqual(countiesInFile('3-12-47.svg'), codes(3, 12, 47))
  const shaded = [
    { code: 3, shade: 4 },
    { code: 12, shade: 1 },
  ]
  assert.equal(countyMapAddress(shaded.toReversed()), '/maps/3.4-12.1.svg')
  assert.deepEqual(countiesInFile('3.4-12.1.svg'), shaded)
  for (const file of [
    '',
    '.svg',
    '3',
    '12-3.svg',
    '3-3.svg',
    '03.svg',
    '0.svg',
    '48.svg',
    '3-.svg',
    '3.0.svg',
    '3.5.svg',
    '3.11.svg',
    '12.1-3.1.svg',
    '3.svg-4.svg',
    `${'1-'.repeat(60)}2.svg`,
  ])
    assert.equal(countiesInFile(file), undefined, file)
})

test('the steps of a legend are round numbers, each higher, and every number is in one', () => {
  assert.deepEqual(
    [stepsOf(0), stepsOf(1), stepsOf(3), stepsOf(6), stepsOf(1_818), stepsOf(30_000)],
    [[], [1], [1, 2], [1, 2, 3], [1, 300, 500, 1_000], [1, 4_000, 8_000, 20_000]],
  )
  for (let most = 1; most < 3_000; most++) {
    const steps = stepsOf(most)
    assert.deepEqual(
      [stepAt(steps, 0), stepAt(steps, 1), stepAt(steps, most)],
      [0, 1, steps.length],
      `${most}`,
    )
  }
})

test('the arrows lead to each of the 47 counties, from any of them', () => {
  for (let first = 1; first <= 47; first++) {
    const found = new Set([first])
    // The loop also visits each county that it adds to `found`.
    for (const code of found) for (const way of Object.values(DIRECTIONS)) found.add(nearestCounty(code, way))
    assert.equal(found.size, 47, `from ${first}`)
  }
  assert.equal(
    nearestCounty(23, DIRECTIONS.ArrowLeft ?? { x: 0, y: 0 }),
    23,
    'no county lies west of Turkana',
  )
})
