import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configKeepingMail } from './config.ts'
import { connect, type Tx } from '../../server/database/connect.ts'
import { makeReceiptKey, originOf, receiptKeyFrom } from '../../server/transparency/key.ts'
import { record } from '../../server/transparency/record.ts'
import { freshDatabase } from './database.ts'

/** The public log alone: a portal's parts with only a database, a folder and a key. */
export async function openLog() {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-log-'))
  const database = await freshDatabase()
  const db = connect(database.url)
  const config = configKeepingMail({ DATA_DIR: dataDir, PUBLIC_URL: 'https://jobs.example.org' })
  let told = 0
  return {
    db,
    dataDir,
    databaseUrl: database.url,
    deps: {
      db,
      config,
      receiptKey: receiptKeyFrom(makeReceiptKey(), originOf(config)),
      now: () => new Date(),
      log: () => {},
    },
    /** Records `count` events in the public log, one second apart. */
    async tell(count: number, from: Tx = db, kind = 'submission') {
      for (let n = 0; n < count; n++)
        await record(from, {
          kind,
          digest: randomBytes(32),
          now: new Date(Date.UTC(2026, 10, 24) + 1_000 * told++),
        })
    },
    async close() {
      await db.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type Log = Awaited<ReturnType<typeof openLog>>
