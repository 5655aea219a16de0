import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { auditLog } from '../../server/transparency/audit.ts'
import { makeReceiptKey, receiptKeyFrom } from '../../server/transparency/key.ts'
import { record } from '../../server/transparency/record.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// Every column whose change the check must find. Flags and a submission's browser key are missing, because
// they prove nothing.
const COLUMNS: Record<string, string[]> = {
  log_events: ['id', 'kind', 'digest', 'at'],
  log_leaves: ['index', 'event', 'hash'],
  log_checkpoints: ['size', 'previous', 'root', 'edge', 'note'],
  log_keys: ['name', 'public_key'],
  log_days: ['day', 'kind', 'events'],
  log_pending: ['event'],
  submissions: ['application_id', 'frozen', 'digest', 'salt', 'signature', 'key', 'receipt', 'submitted_at'],
  job_applications: ['is_completed', 'reference_number', 'submitted_at'],
}

const ROOT = join(import.meta.dirname, '../..')

let portal: Portal
/** The connection of an attacker who owns the machine. No trigger or foreign key stops it. */
let owner: pg.Client
const submit = async () => {
  const { visitor, jobId } = await readyToSend(portal)
  assert.equal((await visitor.post(SUBMIT, { job_id: jobId })).status, 200)
}
before(async () => {
  portal = await openPortal({ config: { PUBLIC_URL: 'https://jobs.example.org' }, durable: true })
  owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
  await owner.query("set session_replication_role = 'replica'")
  const pass = checkpointWriter(portal.deps)
  await pass()
  for (const round of [3, 1, 2]) {
    for (let n = 0; n < round; n++) await submit()
    await pass()
    portal.clock.advance(12 * 3_600_000)
  }
  // The owner of the machine can also drop the check constraints.
  const { rows } = await owner.query(
    "select conrelid::regclass as table, conname as name from pg_constraint where contype = 'c' and conrelid::regclass::text = any($1)",
    [Object.keys(COLUMNS)],
  )
  for (const { table, name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
  // This submission is in no checkpoint yet. On a real portal there are always some like it.
  await submit()
})
after(async () => {
  await owner.end()
  await portal.close()
})
/** Runs the check of `log verify`. `told` has the errors that it found. */
const audit = async (deps: Portal['deps'] = portal.deps) => {
  const problems: string[] = []
  const found = await auditLog(deps, (problem) => problems.push(problem))
  assert.equal(found.problems, problems.length)
  return { ...found, told: problems }
}

describe('npm run portal -- log verify', () => {
  test('finds nothing where nothing is wrong', async () => {
    const { told: reported, leaves, checkpoints, submissions, files } = await audit()
    assert.deepEqual(reported, [])
    assert.deepEqual([leaves, checkpoints, submissions], [6, 4, 7])
    // Two files: level 0 and the entries. A tree of six entries has no others.
    assert.equal(files, 2)
  })

  /** For each type of column: SQL that makes another value of the column's value, which is $1. */
  const otherValueSql: Record<string, string> = {
    bytea:
      "case when length($1) = 0 then decode(repeat('00', 32), 'hex') else set_byte($1, 0, get_byte($1, 0) # 1) end",
    text: "$1 || 'x'",
    bigint: '$1 + 1000',
    integer: '$1 + 1000',
    boolean: 'not $1',
    date: '$1 + 1000',
    'timestamp with time zone': "$1 + interval '1 millisecond'",
  }
  /** The type of each column of a table. */
  const typesOf = async (table: string) => {
    const { rows } = await owner.query(
      'select attname as name, format_type(atttypid, null) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
      [table],
    )
    return new Map<string, string>(rows.map(({ name, type }) => [name, type]))
  }

  test('the list of changed columns has every table of the log and all of its columns', async () => {
    const { rows } = await owner.query(
      "select relname from pg_class where relkind = 'r' and relname like 'log\\_%' order by 1",
    )
    assert.deepEqual(
      rows.map(({ relname }) => relname),
      Object.keys(COLUMNS)
        .filter((name) => name.startsWith('log_'))
        .sort(),
    )
    for (const table of Object.keys(COLUMNS).filter((name) => name.startsWith('log_')))
      assert.deepEqual([...(await typesOf(table)).keys()], COLUMNS[table])
  })
  for (const [table, columns] of Object.entries(COLUMNS)) {
    for (const column of columns) {
      test(`one changed row makes it fail, and so does nothing else: ${table}.${column}`, async () => {
        const type = (await typesOf(table)).get(column) ?? ''
        const changed = (otherValueSql[type] ?? '').replaceAll('$1', `"${column}"`)
        // The owner can change even an event's id, after changing the column from generated always to by
        // default.
        if (table === 'log_events' && column === 'id')
          await owner.query('alter table log_events alter column id set generated by default')
        const { rows } = await owner.query(
          `select ctid from ${table} ${table === 'job_applications' ? 'where is_completed' : ''} order by ctid`,
        )
        for (const index of new Set([0, rows.length >> 1, rows.length - 1])) {
          const old = (await owner.query(`select * from ${table} where ctid = $1`, [rows[index].ctid]))
            .rows[0]
          const moved = await owner.query(
            `update ${table} set "${column}" = ${changed} where ctid = $1 returning ctid, "${column}" as now`,
            [rows[index].ctid],
          )
          assert.equal(moved.rowCount, 1)
          const { told: reported } = await audit()
          assert.ok(
            reported.length > 0,
            `row ${index} of ${table}: ${JSON.stringify(old[column])} became ${JSON.stringify(moved.rows[0].now)}, unnoticed`,
          )
          const back = await owner.query(
            `update ${table} set "${column}" = $2 where ctid = $1 returning ctid`,
            [moved.rows[0].ctid, old[column]],
          )
          rows[index].ctid = back.rows[0].ctid
        }
        assert.deepEqual((await audit()).told, [])
      })
    }
  }
  for (const table of Object.keys(COLUMNS)) {
    test(`a row that is gone makes it fail: ${table}`, async () => {
      const { rows } = await owner.query(
        `select ctid from ${table} ${table === 'job_applications' ? 'where is_completed' : ''} order by ctid`,
      )
      // The present key is also in the key file. So make it an earlier key, whose loss shows in what it
      // signed.
      if (table === 'log_keys') {
        const receiptKey = receiptKeyFrom(makeReceiptKey(), portal.deps.receiptKey.origin)
        await owner.query('create temp table aside as select * from log_keys')
        await owner.query('delete from log_keys')
        assert.match(
          (await audit({ ...portal.deps, receiptKey })).told.join(),
          /is not signed by a key of ours/,
        )
        await owner.query('insert into log_keys select * from aside')
        await owner.query('drop table aside')
        return
      }
      for (const index of new Set([0, rows.length >> 1, rows.length - 1])) {
        await owner.query(
          `create temp table aside as select * from ${table} where ctid = '${rows[index].ctid}'`,
        )
        await owner.query(`delete from ${table} where ctid = $1`, [rows[index].ctid])
        const { told: reported } = await audit()
        await owner.query(
          `insert into ${table} ${['log_events', 'job_applications'].includes(table) ? 'overriding system value' : ''} select * from aside`,
        )
        await owner.query('drop table aside')
        assert.ok(reported.length > 0, `row ${index} of ${table} was not missed`)
      }
      assert.deepEqual((await audit()).told, [])
    })
  }
  test('a key that is neither the present one nor countersigned is named, whatever it signed', async () => {
    const stranger = receiptKeyFrom(makeReceiptKey(), portal.deps.receiptKey.origin)
    await owner.query('insert into log_keys (name, public_key) values ($1, $2)', [
      stranger.name,
      stranger.publicBytes,
    ])
    const { told: reported } = await audit()
    await owner.query('delete from log_keys where name = $1', [stranger.name])
    assert.deepEqual(reported, [
      `The key ${stranger.name} is not the present key, and its successor did not countersign it.`,
    ])
  })
  test('if a leaf and its event are changed together, so that they fit, the checkpoints reveal it', async () => {
    const { told: reported } = await changedTogether()
    assert.ok(
      reported.some((problem) => /^The checkpoint of \d leaves has a different root/.test(problem)),
      reported.join('\n'),
    )
  })
  const changedTogether = async () => {
    const { entryBytes } = await import('../../server/transparency/leaf.ts')
    const { leafHash } = await import('../../server/transparency/tree.ts')
    const { rows } = await owner.query(
      'select e.id, e.kind, e.digest, e.at, l.hash from log_events e join log_leaves l on l.event = e.id order by index limit 1',
    )
    const [{ id, kind, digest, at: recordedAt, hash }] = rows
    const forged = Buffer.alloc(32, 5)
    await owner.query('update log_events set digest = $2 where id = $1', [id, forged])
    await owner.query('update log_leaves set hash = $2 where event = $1', [
      id,
      leafHash(entryBytes({ kind, at: recordedAt, digest: forged })),
    ])
    const found = await audit()
    await owner.query('update log_events set digest = $2 where id = $1', [id, digest])
    await owner.query('update log_leaves set hash = $2 where event = $1', [id, hash])
    return found
  }
  test('if the end of the log is cut off, rows and checkpoint alike, the published checkpoint reveals it', async () => {
    await owner.query('create temp table cut as select * from log_checkpoints where size = 6')
    await owner.query('create temp table cut_leaves as select * from log_leaves where index >= 4')
    await owner.query('delete from log_checkpoints where size = 6')
    await owner.query('delete from log_leaves where index >= 4')
    const { told: reported } = await audit()
    await owner.query('insert into log_checkpoints select * from cut')
    await owner.query('insert into log_leaves select * from cut_leaves')
    assert.ok(
      reported.includes('The published checkpoint covers 6 leaves, the database only 4.'),
      reported.join('\n'),
    )
    assert.deepEqual((await audit()).told, [])
  })
  test('the command says what it found and exits with 0, or says what is wrong and exits with 1', async () => {
    const run = () => {
      const env = {
        ...process.env,
        DATABASE_URL: portal.databaseUrl.replace('@/', '@localhost/'),
        DATA_DIR: portal.deps.config.dataDir,
      }
      const { status, stdout, stderr } = spawnSync(process.execPath, ['server/portal.ts', 'log', 'verify'], {
        encoding: 'utf8',
        env,
        cwd: ROOT,
      })
      return { status, stdout, stderr }
    }
    assert.deepEqual(run(), {
      status: 0,
      stdout:
        '6 leaves, 4 checkpoints, 7 submissions, 0 tickets, 0 audit entries, 0 decision lists, 0 messages, 0 selections, 0 officers, 2 files\nEverything is correct.\n',
      stderr: '',
    })
    await owner.query(
      "update submissions set frozen = replace(frozen, 'Moi', 'Kenyatta') where application_id = 3",
    )
    const { status, stdout, stderr } = run()
    await owner.query(
      "update submissions set frozen = replace(frozen, 'Kenyatta', 'Moi') where application_id = 3",
    )
    assert.deepEqual([status, stderr], [1, 'The submission of application 3 is not what was frozen.\n'])
    assert.match(stdout, /\n1 fault\.\n$/)
  })
  test('a changed or missing file makes it fail', async () => {
    const folder = join(portal.deps.config.dataDir, 'log')
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    for (const entry of files.filter(
      ({ name, parentPath }) => name === 'checkpoint' || name === '6' || parentPath.endsWith('.p') === false,
    )) {
      const file = join(entry.parentPath, entry.name)
      const bytes = readFileSync(file)
      const bent = Buffer.from(bytes)
      bent[20] = (bent[20] ?? 0) ^ 1
      writeFileSync(file, bent)
      assert.ok((await audit()).told.length > 0, `${file} changed`)
      if (entry.name !== 'checkpoint') {
        rmSync(file)
        assert.ok((await audit()).told.length > 0, `${file} gone`)
      }
      writeFileSync(file, bytes)
    }
    assert.deepEqual((await audit()).told, [])
  })
  test('an entry dated more than a minute before an earlier one is named; calls that overlap may differ by a minute', async () => {
    const { db } = portal.deps
    const newest = (await owner.query('select max(at) as at from log_events')).rows[0].at as Date
    const dated = (offset: number) =>
      record(db, { kind: 'submission', digest: randomBytes(32), now: new Date(newest.getTime() + offset) })
    await dated(-59_000)
    await dated(-2 * 86_400_000)
    await dated(-2 * 86_400_000 + 1)
    await checkpointWriter(portal.deps)()
    const { told: reported, leaves } = await audit()
    const named = reported.filter((problem) => problem.includes('is dated'))
    assert.deepEqual(
      named.map((problem) => problem.split(' ')[1]),
      [String(leaves - 2), String(leaves - 1)],
    )
    const twoDaysBefore = new Date(newest.getTime() - 2 * 86_400_000).toISOString()
    assert.equal(
      named[0],
      `Leaf ${leaves - 2} is dated ${twoDaysBefore}, but an entry before it ${newest.toISOString()}.`,
    )
  })
})
