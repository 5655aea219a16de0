import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { BROWSER_FLOOR, FLOOR_LIBS } from '../../bin/browser-floor.ts'
import vite from '../../vite.config.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the oldest browsers are named once (decisions#browser-floor)', () => {
  const { chrome, firefox, safari } = BROWSER_FLOOR
  test('the build lowers its syntax to them', () => {
    assert.deepEqual(vite.environments?.client?.build?.target, [
      `chrome${chrome}`,
      `firefox${firefox}`,
      `safari${safari}`,
    ])
  })
  test('the README promises them', () => {
    assert.ok(read('README.md').includes(`Chrome ${chrome}, Firefox ${firefox}, Safari ${safari} and newer`))
  })
  test('the types of the pages are those that these browsers have built in, without those of Node', () => {
    const { compilerOptions } = JSON.parse(read('web/tsconfig.json')) as {
      compilerOptions: { lib: string[]; types: string[] }
    }
    assert.deepEqual(compilerOptions, { lib: [...FLOOR_LIBS, 'DOM', 'DOM.Iterable'], types: ['vite/client'] })
  })
  test('the types of the server are those of Node, without those of a page', () => {
    const { compilerOptions } = JSON.parse(read('server/tsconfig.json')) as {
      compilerOptions: { lib: string[]; types: string[] }
    }
    assert.ok(!compilerOptions.lib.includes('DOM'))
    assert.deepEqual(compilerOptions.types, ['node'])
  })
})
