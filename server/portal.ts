import { readFileSync, writeFileSync } from 'node:fs'
import { emailError } from '#contract/accounts/registration-rules.ts'
import { STAFF_ROLES } from '#contract/staff/rights.ts'
import { BACKUP_HELP, backupCommand } from './backup/command.ts'
import { BackupProblem } from './backup/encrypt.ts'
import { createHasher } from './hasher.ts'
import { databaseClock } from './clock.ts'
import { ConfigError, readConfig } from './config.ts'
import { openDatabase } from './database/open.ts'
import { assertDatabaseIsThere } from './database/there.ts'
import { readPid, runsPostgres } from './database/postmaster.ts'
import type { Deps } from './deps.ts'
import { createInspector } from './files/inspector.ts'
import { openFiles } from './files/open-files.ts'
import { importStaffRegister, RegisterProblem } from './job-applications/staff-register.ts'
import { exportJobs, importJobs } from './jobs/import.ts'
import { ImportProblem } from './jobs/import-file.ts'
import { Refusal } from './http/refuse.ts'
import { log } from './log.ts'
import { acceptInstallation } from './installation/installation.ts'
import { runningPortal } from './pid-lock.ts'
import { readSecrets } from './secrets.ts'
import { SELECTION_HELP, selectionCommand } from './selection/command.ts'
import { RefusedPack } from './selection/pack.ts'
import { inviteByCommand } from './staff/invite.ts'
import { invitationToken } from './staff/send-invitation.ts'
import { auditLog } from './transparency/audit.ts'
import { countersignEarlierKey, NotAKey } from './transparency/earlier-keys.ts'
import { readReceiptKey, receiptKeyFile } from './transparency/key.ts'
import { join } from 'node:path'
import { codeOf } from './error-fields.ts'

const HELP = `Usage: npm run portal -- COMMAND

  jobs import FILE.json   add or update jobs by their reference; nothing is imported from a file with a bad row
  jobs export [FILE.json] write all jobs in the same shape, to the file or to the screen
  staff invite EMAIL --role ROLE
                          invite someone to the staff side, such as the first two administrators. Later ones, and
                          approvers, are invited there by two administrators.
  staff-register import FILE
                          replace the register of employment numbers with the lines of the file
  log verify              recompute the public log and compare leaves, checkpoints, submissions and files with it.
                          Prints what is wrong, and then exits with 1.
  receipt-key countersign FILE
                          sign the earlier receipt key with the present one, so that its receipts stay genuine
  reload                  replace the worker processes one by one, without a failed call; needs WORKERS above 1
  installation accept     make the settings of this machine those of the installation, after a change on purpose
${BACKUP_HELP}
${SELECTION_HELP}
  --help                  this text

A job in the file of \`jobs import\` is an object with these fields:
  - always: reference, title, department, location, job_type_id, description_html and qualification_html
  - if known: category, vacancies, terms, remuneration, location_scope, county_code, min_qualification_level_id and
    is_active
  - its dates: expiry_date (without a time, it ends at 23:59:59 in Nairobi) and created_at, or expires_in_days and posted_days_ago
  - what it asks of applicants: experience_required, min_referees, documents (asked, required or none), and min_age on
    the closing date
  - where it is open: by_election_areas or huduma_centres, each a list of ids
  - its texts in Kiswahili: title_sw, description_sw, qualification_sw, terms_sw and remuneration_sw

The command works on the same database as npm start, whether the portal runs or not.`

/** The lines that the operator's command `receipt-key countersign` prints. */
const COUNTERSIGN_WORDS = {
  added:
    'The earlier key is countersigned. Restart the portal: receipts that it signed are genuine from then on.',
  known: 'This key is trusted already.',
}

/** The words with which `log verify` prints its counts, where they differ from the names in `Audit`. */
const COUNT_NAMES: Record<string, string> = { acts: 'audit entries', lists: 'decision lists' }

/** The settings of this machine. `readKey` reads the key for receipts, which not every command needs. */
function readSettings() {
  const config = readConfig(process.env)
  return { config, readKey: () => readReceiptKey(config) }
}

/** Starts the portal of a drill. Only a drill loads it, because loading takes longer than most commands. */
async function startDrillPortal(...drill: Parameters<typeof import('./drill-portal.ts').startDrillPortal>) {
  const { startDrillPortal: start } = await import('./drill-portal.ts')
  return start(...drill)
}

/** Opens the database and all else that a command needs, runs `work`, and closes them again. */
async function withDatabase(work: (deps: Deps) => Promise<void>) {
  const { config, readKey } = readSettings()
  const receiptKey = readKey()
  const secrets = readSecrets(config)
  const databaseFolder = join(config.dataDir, 'postgres')
  const databaseProcess = readPid(databaseFolder)
  const wasRunning = databaseProcess !== undefined && runsPostgres(databaseProcess.pid, databaseFolder)
  const database = await openDatabase(config, log)
  const clock = await databaseClock(database.db)
  const hasher = createHasher()
  try {
    await work({
      config,
      db: database.db,
      now: clock.now,
      secrets,
      receiptKey,
      hasher,
      files: openFiles(config),
      inspector: createInspector(),
      log,
    })
  } finally {
    clock.stop()
    await hasher.close()
    // If the portal had already started the database, this command must not stop it.
    await (wasRunning ? database.db.close() : database.close())
  }
}

/** Asks the running portal to replace its worker processes by new ones. */
function reload() {
  const { config } = readSettings()
  if (config.workers === 1)
    throw new ConfigError('WORKERS is 1, so there is no other process to answer: restart the portal instead.')
  const pid = runningPortal(config.dataDir)
  if (pid === undefined) throw new ConfigError(`No portal runs on ${config.dataDir}.`)
  process.kill(pid, 'SIGHUP')
  console.log('The portal replaces its worker processes. Its log says workers.reloaded when it is done.')
}

function showHelp(exitCode: number) {
  console.log(HELP)
  process.exitCode = exitCode
}

/** Reads the role from the words of a command, written as `--role ROLE` or `--role=ROLE`. */
function roleOf(words: string[]): string | undefined {
  const prefix = '--role='
  for (const [index, word] of words.entries()) {
    if (word === '--role') return words[index + 1]
    if (word.startsWith(prefix)) return word.slice(prefix.length)
  }
  return undefined
}

/** Errors about a file that an operator named. Their message says which file, and what is wrong. */
const FILE_CODES = new Set(['ENOENT', 'EEXIST', 'EISDIR', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'])

/** The words of the command. `target` is a file, or for `staff invite` an email address. */
const [subject, verb, target] = process.argv.slice(2)
/** The exit code when the typed command is not in the help. */
const WRONG_USAGE = 2
try {
  if (subject === 'jobs' && verb === 'import' && target) {
    const text = readFileSync(target, 'utf8')
    await withDatabase(async (deps) => {
      const { added, updated } = await importJobs(deps, text)
      console.log(`${added} added, ${updated} updated`)
    })
  } else if (subject === 'jobs' && verb === 'export') {
    await withDatabase(async (deps) => {
      const text = await exportJobs(deps)
      if (target) writeFileSync(target, text)
      else process.stdout.write(text)
    })
  } else if (subject === 'staff' && verb === 'invite' && target) {
    const role = STAFF_ROLES.find((entry) => entry === roleOf(process.argv))
    if (!role || emailError(target))
      throw new ConfigError(
        `staff invite EMAIL --role ROLE: a valid email, and one of ${STAFF_ROLES.join(', ')}.`,
      )
    await withDatabase(async (deps) => {
      const { id } = await inviteByCommand(deps, {
        email: target,
        name: '',
        role,
        areas: { counties: [], constituencies: [] },
      })
      console.log(
        `An email is on its way. The same link: ${deps.config.publicUrl}/staff/join/${invitationToken(deps, id)}`,
      )
    })
  } else if (subject === 'staff-register' && verb === 'import' && target) {
    const text = readFileSync(target, 'utf8')
    await withDatabase(async (deps) =>
      console.log(`${await importStaffRegister(deps, text)} employment numbers`),
    )
  } else if (subject === 'receipt-key' && verb === 'countersign' && target) {
    const { config, readKey } = readSettings()
    const earlierKey = readFileSync(target, 'utf8')
    const isAdded = countersignEarlierKey(readKey(), receiptKeyFile(config), earlierKey)
    console.log(isAdded ? COUNTERSIGN_WORDS.added : COUNTERSIGN_WORDS.known)
  } else if (subject === 'reload') {
    reload()
  } else if (subject === 'installation' && verb === 'accept') {
    assertDatabaseIsThere(readSettings().config)
    await withDatabase(async (deps) => {
      const changed = await acceptInstallation(deps)
      console.log(changed === 0 ? 'Nothing has changed.' : `${changed} settings changed for all machines.`)
    })
  } else if (subject === 'backup' || subject === 'restore') {
    const isKnown = await backupCommand(
      { ...readSettings(), startPortal: startDrillPortal },
      process.argv.slice(2),
    )
    if (!isKnown) showHelp(WRONG_USAGE)
  } else if (subject === 'selection') {
    const isKnown = await selectionCommand(process.argv.slice(2))
    if (!isKnown) showHelp(WRONG_USAGE)
  } else if (subject === 'log' && verb === 'verify') {
    assertDatabaseIsThere(readSettings().config)
    await withDatabase(async (deps) => {
      const { problems, ...counts } = await auditLog(
        deps,
        (problem) => console.error(problem),
        (note) => console.log(`Note: ${note}`),
      )
      console.log(
        Object.entries(counts)
          .map(([what, count]) => `${count.toLocaleString('en')} ${COUNT_NAMES[what] ?? what}`)
          .join(', '),
      )
      if (problems === 0) return console.log('Everything is correct.')
      console.log(problems === 1 ? '1 fault.' : `${problems} faults.`)
      process.exitCode = 1
    })
  } else showHelp(subject === undefined || subject === '--help' ? 0 : WRONG_USAGE)
} catch (error) {
  if (error instanceof ImportProblem || error instanceof RegisterProblem)
    console.error(`Nothing was imported.\n${error.message}`)
  else if (
    error instanceof ConfigError ||
    error instanceof NotAKey ||
    error instanceof BackupProblem ||
    error instanceof RefusedPack ||
    error instanceof Refusal ||
    FILE_CODES.has(codeOf(error))
  )
    console.error(error instanceof Error ? error.message : error)
  else throw error
  process.exitCode = 1
}
