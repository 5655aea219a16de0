import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { type Fresh, freshDatabase } from '../support/database.ts'

const KINDS = ['sensitive', 'personal', 'pseudonym', 'proof', 'public', 'technical']
const READERS = ['owner', 'everyone', 'portal', 'staff']

type Entry = { table: string; column: string; kind: string; purpose: string; kept: string; readers: string[] }

/**
 * The entries of docs/data.md: one for each column of each table. A section's title names tables, and its
 * rows start with columns. The section about files has other headings and is left out.
 */
const inventory = (text: string): Entry[] =>
  text
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.includes('\n| Columns |'))
    .flatMap((section) => {
      const [title = '', ...lines] = section.split('\n')
      const rows = lines
        .filter((line) => line.startsWith('|') && !/^\|(?: Columns|-)/.test(line))
        .map((line) => line.split('|').map((cell) => cell.trim()))
      return rows.flatMap(([, columns = '', kind = '', purpose = '', stored = '', readers = '']) =>
        title.split(', ').flatMap((table) =>
          columns.split(', ').map((column) => ({
            table,
            column,
            kind,
            purpose,
            kept: stored,
            readers: readers.split(', '),
          })),
        ),
      )
    })

const entries = inventory(readFileSync(join(import.meta.dirname, '../../docs/data.md'), 'utf8'))
let database: Fresh
let client: pg.Client
before(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

/** The columns of all tables. The last table of the alphabet comes first. */
const names = async () =>
  (
    await client.query<{ table: string; column: string }>(
      `select table_name as table, column_name as column from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' order by 1 desc, 2`,
    )
  ).rows
/** The columns of the database that no entry of docs/data.md describes. */
const missing = async () =>
  (await names()).filter(
    ({ table, column }) => !entries.some((entry) => entry.table === table && entry.column === column),
  )

describe('T35 the inventory of columns', () => {
  test('T35 every column of every table has its entry: purpose, kind, how long, who reads', async () => {
    assert.ok(entries.length > 100)
    assert.deepEqual(await missing(), [])
  })
  test('T35 every entry is whole', () => {
    for (const { table, column, kind, purpose, kept: stored, readers } of entries) {
      assert.ok(KINDS.includes(kind), `${table}.${column}: ${kind}`)
      assert.ok(purpose.length > 4 && stored.length > 4, `${table}.${column}`)
      assert.ok(
        readers.length > 0 && readers.every((reader) => READERS.includes(reader)),
        `${table}.${column}: ${readers.join()}`,
      )
    }
  })
  test('T35 no entry names a table or column that does not exist, and none is listed twice', async () => {
    const there = await names()
    const tables = new Map(
      entries.map(({ table }) => [table, entries.filter((entry) => entry.table === table)]),
    )
    for (const [table, columns] of tables) {
      assert.ok(
        there.some((entry) => entry.table === table),
        table,
      )
      assert.equal(new Set(columns.map(({ column }) => column)).size, columns.length, table)
    }
    // A row may describe several tables that each have some of its columns. At least one table must have each
    // column.
    const unused = entries.filter(({ column }) => !there.some((entry) => entry.column === column))
    assert.deepEqual(unused, [])
  })
  test('T35 personal data is not kept for good, and sensitive data is not for everyone', () => {
    for (const { table, column, kind, kept: stored, readers } of entries) {
      if (kind !== 'public' && kind !== 'technical')
        assert.doesNotMatch(stored, /for good/i, `${table}.${column}`)
      if (kind === 'sensitive' || kind === 'proof')
        assert.ok(!readers.includes('everyone'), `${table}.${column}`)
      if (kind === 'proof') assert.deepEqual(readers, ['portal'], `${table}.${column}`)
    }
  })
  test('T35 a column that a migration adds without an entry is named', async () => {
    await client.query('alter table users add column nickname text; create table diaries (entry text)')
    assert.deepEqual(await missing(), [
      { table: 'users', column: 'nickname' },
      { table: 'diaries', column: 'entry' },
    ])
    await client.query('drop table diaries; alter table users drop column nickname')
  })
})
