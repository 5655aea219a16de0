import { existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Config, ConfigError, isInside } from '../config.ts'
import { assertDatabaseIsThere } from '../database/there.ts'
import { openFiles } from '../files/open-files.ts'
import { type ReceiptKey, receiptKeyFile } from '../transparency/key.ts'
import { drill } from './drill.ts'
import { readBackupKey } from './encrypt.ts'
import { readPassphrase, restoreKeys, saveKeys } from './keys.ts'
import { makeBackup } from './make-backup.ts'
import { openDestination } from './open-destination.ts'
import type { StartPortal } from './restored-portal.ts'
import { prune } from './prune.ts'
import { restore } from './restore.ts'
import { openOwnVault, openVault } from './vault.ts'

export const BACKUP_HELP = `  backup [TO]             back up the embedded database and the files to the folder or bucket TO, or to BACKUP_TO.
                          The portal may run. BACKUP_KEY_FILE names the file with the key of the backups.
                          A backup does not contain the portal's own keys: the command backup keys saves them.
  backup keys FILE --passphrase FILE
                          save secret.key and the receipts key in a file of their own, under the passphrase
  backup drill [FROM] [--until TIME] [--checkpoint FILE]
                          restore into a temporary folder, verify everything, and print how long it took
  restore FROM [--until TIME] [--keys FILE --passphrase FILE]
                          restore into the empty DATA_DIR, up to a moment such as 2027-03-01T07:00:00Z`

type Settings = { config: Config; readKey: () => ReceiptKey; startPortal: StartPortal }

const secondsSince = (sinceMs: number) => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Prints each step of the command, with the seconds since its start. */
function stepPrinter() {
  const startedMs = performance.now()
  return (what: string) => console.log(`${secondsSince(startedMs).padStart(9)}  ${what}`)
}

/** A moment needs its offset from UTC. Without one, it would mean another moment on another machine. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new ConfigError('--until must be a moment such as 2027-03-01T07:00:00Z.')
  return moment
}

/** The place of the backups that the operator typed, or else BACKUP_TO. */
function addressOf(config: Config, address: string | undefined): string {
  const chosen = address ?? config.backup.to
  if (chosen === undefined)
    throw new ConfigError('Name the folder or bucket of the backups, or set BACKUP_TO.')
  return chosen
}

async function backUp({ config, readKey }: Settings, address: string | undefined): Promise<void> {
  const key = readBackupKey(config.backup.keyFile)
  const to = addressOf(config, address)
  if (isInside(config.dataDir, to))
    throw new ConfigError(
      'The backup is inside DATA_DIR, so both can be lost at once: choose a place outside DATA_DIR.',
    )
  const destination = openDestination(config, to)
  assertDatabaseIsThere(config)
  const vault = await openOwnVault(destination, key, config.dataDir)
  const startedMs = performance.now()
  const {
    manifest: { database, files },
    damaged,
  } = await makeBackup({
    config,
    vault,
    store: openFiles(config).store,
    receiptKey: readKey().name,
    now: () => new Date(),
  })
  const compressedBytes = (database?.parts ?? []).reduce((sum, part) => sum + part.bytes, 0)
  console.log(
    database
      ? `The database: ${megabytes(database.bytes)}, ${megabytes(compressedBytes)} in the backup.`
      : 'The database is not included: back it up with the tools of your PostgreSQL.',
  )
  console.log(`The files: ${files.count}, of which ${megabytes(files.bytes)} are new in the backup.`)
  if (damaged > 0)
    console.error(
      `${damaged} files have changed on the disk, and are not in the backup: restore them from an older one.`,
    )
  const removedCount = await prune(vault, config.backup.keep)
  if (removedCount > 0) console.log(`${removedCount} older backups are deleted.`)
  console.log(`Done in ${secondsSince(startedMs)}.`)
}

async function runDrill(
  { config, readKey, startPortal }: Settings,
  from: string | undefined,
  options: Options,
): Promise<void> {
  const destination = openDestination(config, addressOf(config, from))
  const vault = await openVault(destination, readBackupKey(config.backup.keyFile))
  if (!existsSync(receiptKeyFile(config)))
    throw new ConfigError(
      `${receiptKeyFile(config)} is missing: without it, the public log cannot be checked.`,
    )
  const problems = await drill(
    config,
    { vault, receiptKey: readKey() },
    {
      until: momentOf(options.until),
      checkpoint: options.checkpoint === undefined ? undefined : readFileSync(options.checkpoint, 'utf8'),
      startPortal,
      step: stepPrinter(),
      report: (problem) => console.error(problem),
    },
  )
  console.log(
    problems === 0
      ? 'The backup is good.'
      : `The backup is not good: ${problems === 1 ? '1 fault' : `${problems} faults`}.`,
  )
  if (problems > 0) process.exitCode = 1
}

async function runRestore(config: Config, from: string | undefined, options: Options): Promise<void> {
  if (from === undefined) throw new ConfigError('restore FROM: name the folder or bucket of the backups.')
  const until = momentOf(options.until)
  const vault = await openVault(openDestination(config, from), readBackupKey(config.backup.keyFile))
  if (options.keys !== undefined) await restoreKeys(config, options.keys, readPassphrase(options.passphrase))
  await restore(config, vault, { until, step: stepPrinter(), report: (problem) => console.error(problem) })
  console.log('Restored. Start the portal, then run "npm run portal -- log verify". Give it a new BACKUP_TO.')
}

const OPTIONS = {
  until: { type: 'string' },
  checkpoint: { type: 'string' },
  keys: { type: 'string' },
  passphrase: { type: 'string' },
} as const
type Options = Partial<Record<keyof typeof OPTIONS, string>>

/** The words and options of a command; undefined when it has an unknown option. */
function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true })
  } catch {
    return undefined
  }
}

/** Runs the commands `backup …` and `restore …`. Returns false when it does not know the words. */
export async function backupCommand(settings: Settings, args: string[]): Promise<boolean> {
  const parsed = parse(args)
  if (!parsed) return false
  const { values, positionals } = parsed
  const [subject, first, second, ...more] = positionals
  if (more.length > 0) return false
  const { config } = settings
  if (subject === 'restore' && second === undefined) await runRestore(config, first, values)
  else if (subject === 'backup' && first === 'drill') await runDrill(settings, second, values)
  else if (subject === 'backup' && first === 'keys') {
    if (second === undefined) throw new ConfigError('backup keys FILE: name the file for the keys.')
    await saveKeys(config, second, readPassphrase(values.passphrase))
    console.log('The keys are saved. Keep the file and its passphrase on different machines.')
  } else if (subject === 'backup' && second === undefined) await backUp(settings, first)
  else return false
  return true
}
