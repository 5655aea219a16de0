import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type pg from 'pg'
import { databaseBefore } from '../support/before-migration.ts'

const [LIST, APPLICATION] = [7, 41]

let database: Awaited<ReturnType<typeof databaseBefore>>
let client: pg.Client
before(async () => {
  database = await databaseBefore('0076_words_of_no_entry.sql')
  client = database.client
})
after(() => database.drop())

test('R11 issue 19: of the reasons that were left over, only officers’ own words are deleted', async () => {
  await client.query(`
    insert into decisions (id, job_id, name, to_stage, needs_second, made_by, made_at, updated_at)
      overriding system value values (${LIST}, 3, 'List', 2, true, 1, now(), now())`)
  await client.query(`
    insert into decision_reasons (id, list_id, kind, words) overriding system value
      values (1, ${LIST}, 'other', 'Of the list'), (2, ${LIST}, 'other', 'Of an entry'), (3, ${LIST}, 'other', 'Of no one'),
        (4, ${LIST}, 'qualification', '')`)
  await client.query(`update decisions set reason_id = 1 where id = ${LIST}`)
  await client.query(`
    insert into decision_entries (list_id, application_id, reason_id) values (${LIST}, ${APPLICATION}, 2)`)
  await database.migrate()
  const { rows } = await client.query<{ id: string }>('select id from decision_reasons order by id')
  assert.deepEqual(
    rows.map(({ id }) => Number(id)),
    [1, 2, 4],
  )
})
