import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readBackupKey } from '../../server/backup/encrypt.ts'
import { folderDestination } from '../../server/backup/folder-destination.ts'
import { writeManifest } from '../../server/backup/manifest.ts'
import { startBackups } from '../../server/backup/schedule.ts'
import { openOwnVault } from '../../server/backup/vault.ts'
import { readConfig } from '../../server/config.ts'
import { openFiles } from '../../server/files/open-files.ts'
import { backupPlace, manifestOf } from '../support/backups.ts'
import { memoryFolder } from '../support/in-memory.ts'
import { until } from '../support/jobs.ts'

// Whole passes of the backup and of a restore, without a database.

const folder = mkdtempSync(join(memoryFolder(), 'portal-backup-passes-'))
after(() => rmSync(folder, { recursive: true }))
const log = () => {}

describe('R12 the time of the last backup, for the alarm', () => {
  for (const [isMade, times] of [
    [false, 1],
    [true, 2],
  ] as const)
    test(`R12 a pass of the archive ${isMade ? 'counts after' : 'does not count before'} the first base backup`, async (context) => {
      const place = backupPlace()
      context.after(place.drop)
      const dataDir = mkdtempSync(join(folder, 'data-'))
      const config = readConfig({
        ...place.env,
        DATA_DIR: dataDir,
        DATABASE_URL: 'postgresql://u@127.0.0.1:1/x',
      })
      openFiles(config)
      const key = readBackupKey(place.env.BACKUP_KEY_FILE)
      const vault = await openOwnVault(folderDestination(place.to), key, dataDir)
      if (isMade) await writeManifest(vault, manifestOf('2026-11-24T00-00-00'))
      const looked = Promise.withResolvers<void>()
      // The schedule asks for the time after it has looked for a base backup. The archive waits for that.
      const now = () => {
        looked.resolve()
        return new Date('2026-11-24T01:00:00Z')
      }
      const store = {
        async *olderThan() {
          await looked.promise
          yield* []
        },
      }
      let counted = 0
      const metrics = { backedUp: () => counted++ }
      const deps = { config, files: { store }, log, metrics, now }
      const workers = startBackups(deps as unknown as Parameters<typeof startBackups>[0])
      context.after(() => Promise.all(workers.map((work) => work.stop())))
      await until(
        'the first pass of the archive is over',
        async () => workers[0]?.isAtWork(),
        (isAtWork) => isAtWork === false,
      )
      assert.equal(counted, times)
    })
})
