import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
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
