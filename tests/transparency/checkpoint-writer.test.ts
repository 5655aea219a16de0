import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { proveConsistency, proveInclusion, findPublished } from '../../server/transparency/prove.ts'
import { publisher, LogContradiction } from '../../server/transparency/publish.ts'
import { appendCheckpoint } from '../../server/transparency/append-checkpoint.ts'
import { checkpointWriter, startCheckpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { leafHash } from '../../server/transparency/tree.ts'
import { openLog, type Log } from '../support/log.ts'
import { until } from '../support/jobs.ts'
import { filesOf, leafOf, openNote, treeOf } from '../support/naive-log.ts'

/** The log's entries in the order of the leaves, encoded as an outsider would. */
const entriesOf = async (log: Log) =>
  (
    await log.db.rows<{ kind: string; at: Date; digest: Buffer }>(
      sql`select kind, at, digest from log_leaves l join log_events e on e.id = l.event order by index`,
    )
  ).map(({ kind, at: recordedAt, digest }) =>
    Buffer.from(`{"at":"${recordedAt.toISOString()}","digest":"${digest.toString('hex')}","kind":"${kind}"}`),
  )

const file = (log: Log, path: string) => join(log.dataDir, 'log', path)
const filesIn = (log: Log) =>
  readdirSync(file(log, 'tile'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(file(log, '').length))

/** Checks that database and files hold the same whole log, which a second implementation computes. */
async function assertWhole(log: Log, size: number, vkey = log.deps.receiptKey.vkey) {
  const entries = await entriesOf(log)
  assert.equal(entries.length, size)
  assert.deepEqual(
    (await log.db.rows(sql`select index from log_leaves order by index`)).map(
      (row) => (row as { index: number }).index,
    ),
    [...entries.keys()],
  )
  const checkpoint = openNote(readFileSync(file(log, 'checkpoint'), 'utf8'), vkey)
  assert.deepEqual(checkpoint, { origin: 'jobs.example.org/log', size, root: treeOf(entries.map(leafOf)) })
  for (const [path, bytes] of filesOf(entries)) assert.ok(readFileSync(file(log, path)).equals(bytes), path)
  assert.equal(await log.db.row(sql`select from log_pending`), undefined)
}

describe('the checkpoint writer', () => {
  let log: Log
  before(async () => void (log = await openLog()))
  after(() => log.close())

  test('an empty log has a signed checkpoint too', async () => {
    await checkpointWriter(log.deps)()
    const checkpoint = openNote(readFileSync(file(log, 'checkpoint'), 'utf8'), log.deps.receiptKey.vkey)
    assert.deepEqual(checkpoint, { origin: 'jobs.example.org/log', size: 0, root: treeOf([]) })
  })
  test('every event becomes one leaf; the files are those of a tree computed again, at every size on the way', async () => {
    const pass = checkpointWriter(log.deps)
    let size = 0
    for (const more of [1, 1, 3, 250, 1, 1, 300, 0, 211]) {
      await log.tell(more)
      await pass()
      await assertWhole(log, (size += more))
    }
    // The 768 entries fill three tiles of level 0. So level 0 has no partial tile left, but level 1 has one.
    assert.deepEqual(
      filesIn(log).filter((path) => path.includes('.p/') && !path.startsWith('/tile/1/')),
      [],
    )
  })
  test('without a new event, no checkpoint is signed', async () => {
    const before = await log.db.rows(sql`select size from log_checkpoints`)
    await checkpointWriter(log.deps)()
    assert.deepEqual(await log.db.rows(sql`select size from log_checkpoints`), before)
  })
  test('the checkpoints form one chain: each is signed, has the root of its size, and can be proven to lead to the last', async () => {
    const leaves = (await entriesOf(log)).map(leafOf)
    const checkpoints = await log.db.rows<{ size: number; previous: number; note: string }>(
      sql`select size, previous, note from log_checkpoints order by size`,
    )
    assert.ok(checkpoints.length > 5)
    for (const [index, { size, previous, note }] of checkpoints.entries()) {
      assert.equal(previous, checkpoints[index - 1]?.size ?? -1)
      assert.deepEqual(openNote(note, log.deps.receiptKey.vkey).root, treeOf(leaves.slice(0, size)))
      if (size > 0) assert.ok(await proveConsistency(log.deps.config, size, leaves.length))
    }
  })
  test('the static files contain a proof for each leaf', async () => {
    const published = await findPublished(log.deps.config)
    assert.ok(published)
    for (const [index, entry] of (await entriesOf(log)).entries()) {
      if (index % 7 === 0 || index > 760)
        await proveInclusion(log.deps.config, index, leafHash(entry), published)
    }
    await assert.rejects(
      proveInclusion(log.deps.config, 3, randomBytes(32), published),
      /do not lead to its signed root/,
    )
  })
  test('a stranger who has only the public key detects a checkpoint that was changed, or signed by another key', async () => {
    const note = readFileSync(file(log, 'checkpoint'), 'utf8')
    const other = receiptKeyFrom(makeReceiptKey(), log.deps.receiptKey.origin)
    assert.throws(() => openNote(note, other.vkey), /not signed/)
    assert.throws(() => openNote(note.replace(/^\d+$/m, '767'), log.deps.receiptKey.vkey), /not signed/)
  })
})

describe('the checkpoint writer misses no event', () => {
  let log: Log
  before(async () => void (log = await openLog()))
  after(() => log.close())

  test('an event of a transaction that commits late, when a checkpoint has later events already', async () => {
    const pass = checkpointWriter(log.deps)
    const slow = new pg.Client({ connectionString: log.databaseUrl })
    await slow.connect()
    const digest = randomBytes(32)
    await slow.query('begin')
    await slow.query('insert into log_events (kind, digest, at) values ($1, $2, $3)', [
      'submission',
      digest,
      new Date(),
    ])
    await log.tell(5)
    await pass()
    await assertWhole(log, 5)
    await slow.query('commit')
    await pass()
    await assertWhole(log, 6)
    assert.ok((await entriesOf(log))[5]?.includes(digest.toString('hex')))
    await slow.end()
  })
  test('recorders, long transactions, two checkpoint writers and one signer at once: each committed event once, none that was rolled back', async () => {
    const writers = [
      log.deps,
      { ...log.deps, config: { ...log.deps.config, dataDir: join(log.dataDir, 'second') } },
    ]
    const start = (await entriesOf(log)).length
    let writing = true
    let committed = 0
    const write = async (n: number) => {
      for (let round = 0; round < 25; round++) {
        const keep = (n + round) % 5 !== 0
        await log.db
          .tx(async (tx) => {
            await log.tell(1 + (round % 3), tx)
            if (round % 4 === 0) await tx.run(sql`select pg_sleep(${0.002 * n})`)
            if (!keep) throw new Error('rolled back')
          })
          .catch(() => {})
        if (keep) committed += 1 + (round % 3)
      }
    }
    const passing = writers.map(async (deps) => {
      const pass = checkpointWriter(deps)
      while (writing) await pass()
    })
    const signing = (async () => {
      while (writing) await appendCheckpoint(log.deps)
    })()
    await Promise.all([1, 2, 3, 4, 5, 6].map(write))
    writing = false
    await Promise.all([...passing, signing])
    for (const deps of writers) await checkpointWriter(deps)()
    await assertWhole(log, start + committed)
    assert.equal(
      readFileSync(join(log.dataDir, 'second/log/checkpoint'), 'utf8'),
      readFileSync(file(log, 'checkpoint'), 'utf8'),
    )
    assert.deepEqual(await log.db.row(sql`select sum(events)::int as counted from log_days`), {
      counted: start + committed,
    })
  })
})

describe('the checkpoint writer continues after any end', () => {
  let log: Log
  before(async () => {
    log = await openLog()
    await log.tell(520)
    await checkpointWriter(log.deps)()
  })
  after(() => log.close())
  let size = 520

  test('killed between signing and writing: the next start writes what was signed', async () => {
    await log.tell(3)
    await appendCheckpoint(log.deps)
    await assert.rejects(assertWhole(log, (size += 3)))
    await checkpointWriter(log.deps)()
    await assertWhole(log, size)
  })
  test('killed between tiles and checkpoint, leaving half a file behind', async () => {
    await log.tell(260)
    const old = readFileSync(file(log, 'checkpoint'))
    await checkpointWriter(log.deps)()
    writeFileSync(file(log, 'checkpoint'), old)
    writeFileSync(file(log, 'checkpoint.new'), 'jobs.exam')
    await checkpointWriter(log.deps)()
    await assertWhole(log, (size += 260))
  })
  for (const [harm, doHarm] of [
    ['the folder is gone', () => rmSync(file(log, ''), { recursive: true })],
    ['a full tile is gone', () => rmSync(file(log, 'tile/0/001'))],
    ['a full tile is cut', () => truncateSync(file(log, 'tile/0/002'), 100)],
    ['a bundle is empty', () => truncateSync(file(log, 'tile/entries/000'), 0)],
    [
      'a partial tile says something else',
      () => writeFileSync(file(log, 'tile/0/003.p/15'), randomBytes(480)),
    ],
    ['a partial tile is gone', () => rmSync(file(log, 'tile/1/000.p'), { recursive: true })],
    ['the checkpoint is no checkpoint', () => writeFileSync(file(log, 'checkpoint'), 'words')],
    [
      'the checkpoint is signed with an unknown key',
      () =>
        writeFileSync(
          file(log, 'checkpoint'),
          `x\n5\n${randomBytes(32).toString('base64')}\n\n— x ${randomBytes(68).toString('base64')}\n`,
        ),
    ],
  ] as const) {
    test(`the files are made from the database again when ${harm}`, async () => {
      assert.equal(size, 783)
      doHarm()
      await checkpointWriter(log.deps)()
      await assertWhole(log, size)
      assert.ok(existsSync(file(log, 'tile/0/002')))
    })
  }
  test('another key continues with the same tree', async () => {
    const receiptKey = receiptKeyFrom(makeReceiptKey(), log.deps.receiptKey.origin)
    await log.tell(1)
    await checkpointWriter({ ...log.deps, receiptKey })()
    await assertWhole(log, (size += 1), receiptKey.vkey)
    assert.equal((await log.db.rows(sql`select name from log_keys`)).length, 2)
  })
  test('a standby that lacks the newest entries contradicts nothing: the log waits for the primary', async () => {
    const lines: string[] = []
    const owner = new pg.Client({ connectionString: log.databaseUrl })
    await owner.connect()
    const { rows } = await owner.query<{ name: string }>('select current_database() as name')
    /** Changes a setting of the database. Only new connections see the change, so the others are ended. */
    const changeDatabase = async (setting: string) => {
      await owner.query(`alter database ${rows[0]?.name} ${setting}`)
      await owner.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    }
    const writing = startCheckpointWriter({ ...log.deps, log: (_level, event) => void lines.push(event) })
    await log.tell(1)
    size += 1
    const isPublished = async () => (await findPublished(log.deps.config))?.size === size
    await until('the entry is published', isPublished, Boolean)
    await owner.query("set session_replication_role = 'replica'")
    await owner.query(`create table ahead as select * from log_checkpoints where size = ${size}`)
    await owner.query(`delete from log_checkpoints where size = ${size}`)
    await changeDatabase('set default_transaction_read_only = on')
    const isTried = async () => lines.length > 3 || lines.includes('log.contradiction')
    await until('some passes', isTried, Boolean)
    assert.deepEqual([...new Set(lines)], ['log.waiting'])
    await owner.query('insert into log_checkpoints select * from ahead')
    await owner.query('drop table ahead')
    await changeDatabase('reset default_transaction_read_only')
    const canWrite = () =>
      log.tell(1).then(
        () => true,
        () => false,
      )
    await until('the database writes again', canWrite, Boolean)
    size += 1
    await until('the entry is published', isPublished, Boolean)
    await writing.stop()
    await owner.end()
    await assertWhole(log, size)
  })
  test('a database that was set back to an earlier state does not grow a second history', async () => {
    const note = readFileSync(file(log, 'checkpoint'), 'utf8')
    const client = new pg.Client({ connectionString: log.databaseUrl })
    await client.connect()
    await client.query("set session_replication_role = 'replica'")
    await client.query(`delete from log_checkpoints where size = ${size}`)
    await client.end()
    await log.tell(2)
    await assert.rejects(checkpointWriter(log.deps)(), LogContradiction)
    await assert.rejects(publisher(log.deps).publish(), LogContradiction)
    assert.equal(readFileSync(file(log, 'checkpoint'), 'utf8'), note)
    assert.equal(
      (await log.db.row<{ size: number }>(sql`select max(size) as size from log_checkpoints`))?.size,
      size - 1,
    )
  })
})
