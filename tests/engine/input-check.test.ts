import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../support/database.ts'

const FILE = join(import.meta.dirname, '../../server/database/migrations/0044_input_check.sql')

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
before(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Create the function as on PostgreSQL 15, under another name beside the server's own.
  const sql = readFileSync(FILE, 'utf8')
    .replaceAll('pg_input_is_valid', 'input_is_valid')
    .replace('160000', '990000')
  await client.query(sql)
})
after(async () => {
  await client.end()
  await database.drop()
})

for (const [input, type] of [
  ['2026-12-20', 'date'],
  ['31 June 2026', 'date'],
  ['5 January 2027', 'date'],
  ['Marchember', 'date'],
  ['', 'date'],
  ["2026'); drop table users; --", 'date'],
  ['20 December 2026 11:59 pm', 'timestamp'],
  ['20 December 2026 25:61 pm', 'timestamp'],
])
  test(`R11 PostgreSQL 15 judges “${input}” as a ${type} like the versions after it`, async () => {
    const { rows } = await client.query<{ own: boolean; theirs: boolean }>(
      'select input_is_valid($1, $2) as own, pg_input_is_valid($1, $2) as theirs',
      [input, type],
    )
    assert.equal(rows[0]?.own, rows[0]?.theirs)
  })
