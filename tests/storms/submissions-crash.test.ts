import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { startEmbedded } from '../../server/database/embedded.ts'
import { leafDigest } from '../../server/transparency/leaf.ts'
import { emailsIn } from '../support/crowd.ts'
import { dataFolder, run } from '../support/program.ts'
import { type Acknowledged, storm } from '../support/storm.ts'

// Applications are submitted while the portal and its database are killed at random moments. Each
// acknowledged one must be stored exactly once, with everything that follows from it.

// The number of kills. `npm run test:crash` sets it to 300.
const KILLS = Number(process.env.CRASH_KILLS ?? 12)
const SEED = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)

type Row = {
  id: number
  reference_number: string | null
  receipt: string | null
  notices: number
  files: string[]
}

/** Starts the database without the portal, lets `readFrom` read it, and stops it. */
async function withDatabase<Result>(folder: string, readFrom: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await startEmbedded(folder)
  const db = connect(database.url)
  try {
    return await readFrom(db)
  } finally {
    await db.close()
    await database.stop()
  }
}

/** For each acknowledged submission, what is missing at the end. */
const losses = (folder: string, acknowledged: Acknowledged[]): Promise<string[]> =>
  withDatabase(folder, async (db) => {
    // Read the queue before the emails, because the portal first writes an email and then deletes its row.
    const queued = new Set(
      (
        await db.rows<{ id: number }>(
          sql`select (payload ->> 'applicationId')::bigint as id from outbox where topic = 'job-applications.received'`,
        )
      ).map(({ id }) => id),
    )
    const emailCounts = emailsIn(folder)
    // The acknowledged applications, each with its receipt, notifications and the hashes of its documents.
    const rows = await db.rows<Row>(sql`
      select application.id, application.reference_number, made.receipt,
        (select count(*) from notifications where user_id = application.user_id and type = 'application_received' and url = '/dashboard/applications/' || application.id) as notices,
        array(select encode(hash, 'hex') from application_documents where application_id = application.id) as files
      from job_applications application left join submissions made on made.application_id = application.id
      where application.id = any(${acknowledged.map(({ id }) => id)}::bigint[])`)
    const events = new Set(
      (await db.rows<{ digest: string }>(sql`select encode(digest, 'hex') as digest from log_events`)).map(
        ({ digest }) => digest,
      ),
    )
    const found = new Map(rows.map((row) => [row.id, row]))
    return acknowledged.flatMap(({ id, text, file }) => {
      const row = found.get(id)
      const { receipt } = JSON.parse(text) as { receipt: Receipt }
      const leaf = leafDigest({
        salt: Buffer.from(receipt.salt, 'hex'),
        digest: Buffer.from(receipt.digest, 'hex'),
        reference: receipt.reference_number,
        submittedAt: new Date(receipt.submitted_at),
      })
      const emailCount = emailCounts.get(receipt.reference_number) ?? Number(queued.has(id))
      // `file`: the hash of the uploaded document, which is also its name in the store.
      const storedFile = join(folder, 'files', file?.slice(0, 2) ?? '', file ?? '')
      const wrong = [
        row?.reference_number !== receipt.reference_number && 'the application',
        (row?.receipt ? JSON.parse(row.receipt).signature : undefined) !== receipt.signature && 'the receipt',
        row?.notices !== 1 && `${row?.notices} notices`,
        emailCount !== 1 && `${emailCounts.get(receipt.reference_number)} letters`,
        !events.has(leaf.toString('hex')) && 'the event of the log',
        file && !row?.files.includes(file) && 'the document',
        file &&
          (!existsSync(storedFile) ||
            createHash('sha256').update(readFileSync(storedFile)).digest('hex') !== file) &&
          'the file',
      ].filter(Boolean)
      return wrong.length > 0 ? [`${id}: ${wrong.join(', ')}`] : []
    })
  })

/** Counts errors that must never occur, whatever was acknowledged. Fails when an index is damaged. */
const oddities = (folder: string): Promise<Record<string, number> | undefined> =>
  withDatabase(folder, async (db) => {
    // PostgreSQL's extension amcheck compares each index with its table.
    await db.run(sql`create extension if not exists amcheck`)
    await db.run(sql`
      select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relnamespace = 'public'::regnamespace and c.relkind = 'i'`)
    return db.row<Record<string, number>>(sql`
      select (select count(*) from job_applications application where is_completed <> exists (select from submissions where application_id = application.id)) as half_sent,
        (select count(*) from log_events where kind = 'submission') - (select count(*) from submissions) as events_too_many,
        (select count(*) from notifications where type = 'application_received') - (select count(*) from submissions) as notices_too_many`)
  })

describe(`R1 R3 kill -9 under submissions, seed ${SEED}`, () => {
  const folder = dataFolder()
  after(() => folder.drop())
  test(`R1 R3 after ${KILLS} kills every acknowledged submission is there once, with its file, notification, email and event`, async (t) => {
    const result = await storm(folder, { kills: KILLS, seed: SEED })
    t.diagnostic(
      `${result.acknowledged.length} acknowledged, killed ${JSON.stringify(result.kills)}, ${result.seconds.toFixed(1)} s`,
    )
    assert.deepEqual(result.ended, [], 'the portal ended by itself')
    assert.deepEqual(result.problems, [])
    assert.ok(result.acknowledged.length > KILLS * 2, `${result.acknowledged.length} acknowledged`)
    assert.deepEqual(await losses(folder.path, result.acknowledged), [])
    assert.deepEqual(await oddities(folder.path), { half_sent: 0, events_too_many: 0, notices_too_many: 0 })
    const log = run('server/portal.ts', ['log', 'verify'], folder.path)
    assert.equal(await log.exited, 0, log.output + log.errors)
  })
})

describe('R1 the test can fail', () => {
  const folder = dataFolder()
  after(() => folder.drop())
  test('a database that does not wait for its disk loses what was acknowledged, and this test finds it', async (t) => {
    const result = await storm(folder, { kills: Math.min(KILLS, 6), seed: SEED, withPlantedDataLoss: true })
    const lost = await losses(folder.path, result.acknowledged)
    t.diagnostic(`${lost.length} of ${result.acknowledged.length} lost`)
    assert.ok(lost.length > 0)
  })
})
