import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { sources } from '../support/source.ts'

// Matches a row of a feature's table of endpoints: ` 'GET /api/notifications/unread/': countUnread,`.
const ROW = /^ {2}'((?:GET|POST|PUT|PATCH|DELETE) [^']+)': [a-z]\w*,$/gm

test('the name of an endpoint is its method and its path', () => {
  assert.deepEqual(
    Object.entries(endpoints).filter(([name, { method, path }]) => name !== `${method} ${path}`),
    [],
  )
})

test('one feature lists each endpoint, and no other replaces it', () => {
  const rows = sources('contract/*/*.ts').flatMap(({ text }) =>
    [...text.matchAll(ROW)].map(([, name = '']) => name),
  )
  assert.deepEqual(rows.toSorted(), Object.keys(endpoints).toSorted())
})
