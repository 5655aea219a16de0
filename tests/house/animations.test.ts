import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import postcss from 'postcss'

const root = join(import.meta.dirname, '../..')
/** A browser animates these on a thread of its own. For any other, it draws the page again in each frame. */
const CHEAP = ['transform', 'opacity']

test('an animation only moves, turns or fades something, so that a slow phone keeps its time for the next page', () => {
  const sheets = globSync('web/**/*.css', { cwd: root })
  const animated = sheets.flatMap((path) => {
    const found: string[] = []
    postcss
      .parse(readFileSync(join(root, path), 'utf8'))
      .walkAtRules(/keyframes$/, (keyframes) =>
        keyframes.walkDecls(({ prop }) => void found.push(`${path}, ${keyframes.params}: ${prop}`)),
      )
    return found
  })
  assert.ok(animated.length > 3)
  assert.deepEqual(
    animated.filter((each) => !CHEAP.some((property) => each.endsWith(`: ${property}`))),
    [],
  )
})
