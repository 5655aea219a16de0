import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from './support/source.ts'

/** Only one folder of the server may write each of these tables. Other folders call its functions. */
const OWNERS = { outbox: 'server/outbox/', notifications: 'server/notifications/' }

const programs = sources('server/**/*.ts')

for (const [table, owner] of Object.entries(OWNERS))
  test(`only ${owner} writes the table ${table}`, () => {
    const write = new RegExp(
      `\\b(?:insert\\s+into|update(?:\\s+only)?|delete\\s+from|merge\\s+into)\\s+${table}\\b`,
      'i',
    )
    const writers = programs.filter(({ text }) => write.test(text)).map(({ path }) => path)
    assert.ok(writers.length > 0, 'the pattern finds the writers')
    assert.deepEqual(
      writers.filter((path) => !path.startsWith(owner)),
      [],
    )
  })
