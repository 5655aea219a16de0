import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { raw } from 'sql-template-tag'
import { sql } from '../../server/database/connect.ts'
import { recording } from '../../server/transparency/record.ts'
import { openLog, type Log } from '../support/log.ts'

const A_TUESDAY = new Date('2026-11-24T11:02:00Z')
let log: Log
before(async () => void (log = await openLog()))
after(() => log.close())

describe('events of the log', () => {
  test('an event can be a part of a larger statement, and is recorded with the statement or not at all', async () => {
    const digest = randomBytes(32)
    await log.db.run(sql`
      with told as (${recording({ kind: 'submission', digest, now: A_TUESDAY })} returning id)
      select id from told`)
    const row = await log.db.row(
      sql`select kind, at, exists (select from log_pending where event = id) as waits from log_events where digest = ${digest}`,
    )
    assert.deepEqual(row, { kind: 'submission', at: A_TUESDAY, waits: true })
    const lost = randomBytes(32)
    await assert.rejects(
      log.db.tx(async (tx) => {
        await tx.run(recording({ kind: 'submission', digest: lost, now: A_TUESDAY }))
        throw new Error('no')
      }),
    )
    assert.equal(await log.db.row(sql`select from log_events where digest = ${lost}`), undefined)
  })
  test('an event that depends on a part of its statement is recorded only if that part has a row', async () => {
    const digest = randomBytes(32)
    for (const there of [false, true]) {
      const event = recording({ kind: 'submission', digest, now: A_TUESDAY }, sql`sent`)
      await log.db.run(
        sql`with sent as (select 1 where ${there}::boolean), told as (${event}) select from sent`,
      )
      assert.equal(
        (await log.db.row(sql`select from log_events where digest = ${digest}`)) !== undefined,
        there,
      )
    }
  })
  test('no digest is recorded twice, and none without 32 bytes', async () => {
    const event = { kind: 'submission', digest: randomBytes(32), now: A_TUESDAY }
    await log.db.run(recording(event))
    await assert.rejects(log.db.run(recording(event)), { constraint: 'log_events_digest' })
    await assert.rejects(log.db.run(recording({ ...event, digest: randomBytes(31) })))
    await assert.rejects(log.db.run(recording({ ...event, digest: randomBytes(32), kind: 'Wanjiku' })))
  })
  for (const table of ['log_events', 'log_leaves', 'log_checkpoints', 'log_keys']) {
    test(`${table} is written once: update, delete and truncate are refused`, async () => {
      await log.db.run(recording({ kind: 'submission', digest: randomBytes(32), now: A_TUESDAY }))
      await log.db.run(
        sql`insert into log_leaves (index, event, hash) select (select count(*) from log_leaves), max(id), ${randomBytes(32)} from log_events`,
      )
      await log.db.run(sql`
        insert into log_checkpoints (size, previous, root, edge, note) select max(index) + 1, max(index), ${randomBytes(32)}, '', '' from log_leaves`)
      await log.db.run(
        sql`insert into log_keys (name, public_key) values (${`k${randomBytes(4).toString('hex')}`}, ${randomBytes(32)})`,
      )
      const refused = { code: '55000', message: `${table} is written once` }
      const column =
        { log_events: 'kind', log_leaves: 'hash', log_checkpoints: 'note', log_keys: 'name' }[table] ?? ''
      await assert.rejects(log.db.run(sql`update ${raw(table)} set ${raw(column)} = ${raw(column)}`), refused)
      await assert.rejects(log.db.run(sql`delete from ${raw(table)}`), refused)
      await assert.rejects(log.db.run(sql`truncate ${raw(table)} cascade`), (error: Error) =>
        error.message.endsWith(' is written once'),
      )
    })
  }
})
