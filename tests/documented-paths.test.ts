import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/**
 * A path from the root into one of these folders, as `server/<feature>/store.ts`. `<feature>` and `NNNN_what`
 * mean any name.
 */
const PATH = /^(?:bench|bin|content|contract|docs|public|server|tests|web)\/[\w.*<>{},/+-]*$/
/** A build or a run creates these folders, so a fresh checkout has none of them. */
const GENERATED = /^(?:build|data|node_modules)\//

/** The paths in backticks of a Markdown text, without code blocks and line numbers (`a.ts:12`). */
const pathsIn = (text: string) =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, quoted = '']) => quoted.replace(/[:#]\d+.*$/, ''))
    .filter((path) => PATH.test(path) && !GENERATED.test(path))

const exists = (path: string) =>
  globSync(path.replace(/<[^>]*>|NNNN_what/g, '*').replace(/\/$/, ''), { cwd: root }).length > 0

test('each path that the documents name is in the tree', () => {
  const pages = globSync(['docs/**/*.md', '*.md', 'tests/*.md'], { cwd: root })
  assert.ok(pages.length > 30)
  const named = pages.flatMap((page) =>
    pathsIn(readFileSync(join(root, page), 'utf8')).map((path) => ({ page, path })),
  )
  assert.ok(named.length > 100, `${named.length} paths`)
  assert.deepEqual(
    named.filter(({ path }) => !exists(path)).map(({ page, path }) => `${page}: ${path}`),
    [],
  )
})

test('a path that is gone is found', () => {
  assert.deepEqual(pathsIn('See `server/gone/store.ts` and `GET /api/jobs/`.'), ['server/gone/store.ts'])
  assert.ok(!exists('server/gone/store.ts'))
  assert.ok(exists('server/<feature>/store.ts'))
})

const LAYERS = ['contract', 'server', 'web', 'tests']

/**
 * The folders that the map in README.md names, with the layers in which they may be. A row that begins with a
 * layer, as `server/`, names folders of that layer. A row of features names folders of every layer.
 */
function foldersOfMap(map: string): { folder: string; layers: string[] }[] {
  const rows = map.split('\n').filter((line) => line.startsWith('|'))
  return rows.flatMap((row) => {
    const [, group = '', ...cells] = row.split('|')
    const named = [...group.matchAll(/`([a-z]+)\/`/g)].map(([, layer = '']) => layer)
    const layers = named.length > 0 ? named : LAYERS
    return [...cells.join('|').matchAll(/`([a-z-]+)`/g)].map(([, folder = '']) => ({ folder, layers }))
  })
}

test('the map in README.md names each folder of contract, server, web and tests once', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const map = foldersOfMap(/## Where things are\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? '')
  const named = map.flatMap(({ folder, layers }) =>
    layers.map((layer) => `${layer}/${folder}`).filter((path) => exists(`${path}/`)),
  )
  const inTree = LAYERS.flatMap((layer) =>
    readdirSync(join(root, layer), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${layer}/${name}`),
  )
  assert.deepEqual(named.toSorted(), inTree.toSorted())
  const gone = map.filter(({ folder, layers }) => !layers.some((layer) => exists(`${layer}/${folder}/`)))
  assert.deepEqual(gone, [])
})

test('tests/README.md names each file of tests/support once, but not the tests of the feature support', () => {
  const readme = readFileSync(join(root, 'tests/README.md'), 'utf8')
  const table = readme.slice(readme.indexOf('| In `support/` |'))
  const named = [...table.matchAll(/`([\w-]+\.(?:ts|json))`/g)].map(([, file = '']) => file)
  const shared = readdirSync(join(root, 'tests/support')).filter((file) => !/\.(?:test|spec)\.ts$/.test(file))
  assert.deepEqual(named.toSorted(), shared.toSorted())
})
