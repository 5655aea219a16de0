import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { preparePlace } from '../database/cluster.ts'
import { openFiles } from '../files/open-files.ts'
import { secretFileOf } from '../secrets.ts'
import { receiptKeyFile } from '../transparency/key.ts'
import { BackupProblem } from './encrypt.ts'
import { bytesOfFiles } from './files.ts'
import { type Plan, planRestore } from './plan.ts'
import { recover, type Recovered } from './recover.ts'
import { readAllFiles, unpackDatabase, unpackWal, writeFlushed } from './unpack.ts'
import type { Vault } from './vault.ts'

/**
 * What a data folder may contain before a restore: keys, the published log, and an interrupted restore. A new
 * file system has an empty `lost+found`.
 */
const MAY_BE_THERE = new Set([
  'secret.key',
  'receipts.key',
  'receipts.key.earlier',
  'log',
  'lost+found',
  'restoring',
])
/** The disk space for an unpacked WAL file. Most of them are almost empty. */
const WAL_FILE_BYTES = 2 ** 20
/** The further disk space that the database server needs. */
const SPARE_BYTES = 2 ** 29

/** @throws BackupProblem when the data folder holds what a restore would replace, or lacks the keys. */
function assertReady(config: Config) {
  const { dataDir } = config
  mkdirSync(dataDir, { recursive: true })
  const unexpectedNames = readdirSync(dataDir).filter(
    // The folder `postgres` may be a link to a folder that the first use of DATA_DIR has yet to create.
    (name) => !MAY_BE_THERE.has(name) && (name !== 'postgres' || existsSync(join(dataDir, name))),
  )
  if (unexpectedNames.length > 0)
    throw new BackupProblem(
      `DATA_DIR is ${dataDir}, which is not empty (${unexpectedNames.sort()[0]}): a restore needs an empty folder.`,
      'BACKUP_REFUSED',
    )
  for (const file of [secretFileOf(config), receiptKeyFile(config)])
    if (!existsSync(file))
      throw new BackupProblem(
        `${file} is missing: put the keys there first, or name the file that holds them with --keys.`,
        'BACKUP_REFUSED',
      )
}

/** @throws BackupProblem when the disk of the folder has less free space. */
function assertFreeSpace(folder: string, neededBytes: number) {
  const { bavail, bsize } = statfsSync(folder)
  const freeBytes = bavail * bsize
  if (freeBytes < neededBytes)
    throw new BackupProblem(
      `${folder} has ${Math.floor(freeBytes / 1e6)} MB free, but the restore needs about ${Math.ceil(neededBytes / 1e6)}.`,
      'BACKUP_REFUSED',
    )
}

/** The disk space that the database needs. The applicants' files are elsewhere, or already unpacked. */
const databaseSpace = ({ manifest, wal }: Plan) =>
  (manifest.database?.bytes ?? 0) + wal.length * WAL_FILE_BYTES + SPARE_BYTES

/** Prints a sentence for the operator: that a step is done, or what is wrong. */
export type Print = (sentence: string) => void

/** Unpacks the database below `dataDir` and recovers it. It is running when this resolves. */
export async function restoreDatabase(
  vault: Vault,
  plan: Plan,
  dataDir: string,
  step: Print,
): Promise<Recovered> {
  const { place, account } = preparePlace(dataDir)
  assertFreeSpace(place, databaseSpace(plan))
  await unpackDatabase(vault, plan, join(place, 'postgres'), account)
  step('The database is unpacked.')
  const walFolder = join(place, 'wal')
  await unpackWal(vault, plan, walFolder, account)
  step(`${plan.wal.length} WAL files are unpacked.`)
  const recovered = await recover(dataDir, walFolder, plan)
  step(
    `The WAL is applied. The last transaction is of ${recovered.lastCommitAt?.toISOString() ?? 'no time'}.`,
  )
  rmSync(walFolder, { recursive: true, force: true })
  return recovered
}

/** Deletes the folder of a restore, and the separate folder with its database. */
export function removeUnpacked(dataDir: string): void {
  const cluster = join(dataDir, 'postgres')
  // `postgres` is a link when the database is in a separate folder.
  const place = existsSync(cluster) ? dirname(realpathSync(cluster)) : undefined
  if (place !== undefined && place !== realpathSync(dataDir)) rmSync(place, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
}

/** Restores files below `staging` or into the bucket. Named by hash, they overwrite nothing else. */
async function restoreFiles(vault: Vault, config: Config, staging: string): Promise<number> {
  const { incoming, store } = openFiles({ ...config, dataDir: staging })
  return readAllFiles(vault, async (hash, bytes) => {
    await store.put(await writeFlushed(incoming, hash, bytes), hash)
  })
}

/**
 * Restores the newest base backup and the WAL after it, up to `until`, into the empty data folder. Everything
 * is first unpacked and checked in another folder. So a damaged backup leaves the data folder as it was.
 * `report` prints that a newer base backup is damaged.
 */
export async function restore(
  config: Config,
  vault: Vault,
  { until, step, report }: { until?: Date | undefined; step: Print; report: Print },
): Promise<void> {
  assertReady(config)
  const plan = await planRestore(vault, until)
  const { manifest } = plan
  for (const sentence of plan.damaged) report(sentence)
  step(`The backup of ${manifest.startedAt} and ${plan.wal.length} WAL files after it are complete.`)
  const staging = join(config.dataDir, 'restoring')
  removeUnpacked(staging)
  // The system user that runs the database may enter this folder, so the database is unpacked here.
  mkdirSync(staging, { mode: 0o711 })
  try {
    // Files in a bucket use no disk here.
    if (!config.bucket) assertFreeSpace(staging, await bytesOfFiles(vault))
    const count = await restoreFiles(vault, config, staging)
    step(`${count} files of applicants are unpacked.`)
    if (manifest.database) {
      const { embedded } = await restoreDatabase(vault, plan, staging, step)
      await embedded.stop()
      // In both data folders, `postgres` may be a link to a database elsewhere.
      const unpacked = realpathSync(join(staging, 'postgres'))
      renameSync(unpacked, join(preparePlace(config.dataDir).place, 'postgres'))
    }
    renameSync(join(staging, 'files'), join(config.dataDir, 'files'))
  } finally {
    removeUnpacked(staging)
  }
  if (!manifest.database) step('The backup holds no database: restore it with the tools of your PostgreSQL.')
}
