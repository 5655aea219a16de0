import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filter } from '../../bin/known-passwords.ts'
import { FILTER_FILE } from '../../server/accounts/known-passwords.ts'

test('A6 the filter of known passwords is the one that bin/known-passwords.ts makes, bit by bit', () => {
  assert.ok(filter.equals(readFileSync(FILTER_FILE)), 'run node bin/known-passwords.ts')
})
