import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { routerFile, UNUSED, withoutUnused } from '../../bin/unused-router-parts.ts'
import { sources } from '../support/source.ts'

test('what is left out of React Router is where we expect it; after an update, read it again', () => {
  for (const file of new Set(UNUSED.map((edit) => edit.file)))
    assert.notEqual(withoutUnused(file, routerFile(file)), routerFile(file))
  assert.throws(() => withoutUnused('router/history.js', ''), /React Router has changed/)
})

test('no page uses what is left out of React Router', () => {
  const users = sources('web/**/*.{ts,tsx}').filter(({ text }) =>
    /\bprefetch=|PrefetchPageLinks|\binstrumentations\b|\bpage: .*rel: 'prefetch'/.test(text),
  )
  assert.deepEqual(users, [])
  assert.match(readFileSync('react-router.config.ts', 'utf8'), /routeDiscovery: \{ mode: 'initial' \}/)
})
