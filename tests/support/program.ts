import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import net from 'node:net'
import { dirname, join } from 'node:path'
import { runsPostgres } from '../../server/database/postmaster.ts'
import { memoryFolder } from './in-memory.ts'
import { until } from './jobs.ts'

const root = join(import.meta.dirname, '../..')
const START_WITHIN_MS = 60_000
const children = new Map<ChildProcess, string>()
/**
 * Half of a program's start is stripping types and compiling. So test files and the programs they run share
 * one compile cache.
 */
const compiled = process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}
/** Do not use the compile cache, because an operator starts the program without it. */
export const UNCOMPILED = { NODE_COMPILE_CACHE: '' }

export type Account = { uid: number; gid: number }
/**
 * `disk`: a folder that is mounted as a disk of `diskMb`, visible to this program only. `mountsOf`: the id of
 * a process with such a disk, which this program sees too. `log`: a file descriptor that receives the
 * program's output instead of `output`. `program`: another copy of Node.
 */
type Options = {
  env?: Record<string, string>
  program?: string
  account?: Account | undefined
  disk?: string
  diskMb?: number
  mountsOf?: number
  log?: number
}
/** The command that runs Node. A disk is an in-memory file system mounted at a folder. */
function commandOf({ disk, diskMb = 32, mountsOf, program = process.execPath }: Options): string[] {
  const mount = `mount -t tmpfs -o size=${diskMb}m tmpfs "$0" && exec "$@"`
  if (disk) return ['unshare', '-m', 'sh', '-c', mount, disk, program]
  return mountsOf ? ['nsenter', '-m', '-t', String(mountsOf), program] : [program]
}

/** Runs a program of the portal with its own environment. `output` is the whole output so far. */
export function run(
  file: string,
  args: string[],
  dataDir: string,
  { env = {}, account, log, ...where }: Options = {},
) {
  const [command = '', ...before] = commandOf(where)
  const child: ChildProcess = spawn(command, [...before, join(root, file), ...args], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      PROBE_URL: 'off',
      WORKERS: '1',
      DRAIN_SECONDS: '0',
      ...compiled,
      ...env,
    },
    stdio: ['ignore', log ?? 'pipe', log ?? 'pipe'],
    ...account,
  })
  const entry = { child, output: '', errors: '', exited: Promise.resolve<number | string | null>(null) }
  child.stdout?.on('data', (piece: Buffer) => (entry.output += piece.toString()))
  child.stderr?.on('data', (piece: Buffer) => (entry.errors += piece.toString()))
  children.set(child, dataDir)
  child.once('exit', () => children.delete(child))
  // Wait for `close`, not `exit`, because only then has all output arrived. If a signal ended the program,
  // the exit code is the signal with the error output.
  entry.exited = new Promise((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? [signal, entry.errors].filter(Boolean).join(': '))),
  )
  return entry
}

/** Chooses a free port for a program that cannot report its own. */
export async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/**
 * Milliseconds in which the process was ready but waited for a processor core. Tests subtract them, because
 * the machine's load says nothing about the portal.
 */
function waitedForCore(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** Starts the portal and waits until it prints its address. */
export async function startPortal(dataDir: string, options: Options = {}) {
  const began = performance.now()
  const program = run('server/main.ts', [], dataDir, options)
  let ended = false
  void program.exited.then(() => (ended = true))
  // The portal prints two lines. After the second, it is up.
  const address = () => /^Portal\s.*?(http:\/\/[\d.:]+\d)\)?\nMail\s.*\n/m.exec(program.output)?.[1]
  await until(
    'the portal says where it is',
    async () => ended || address() !== undefined,
    (done) => done,
    START_WITHIN_MS,
  ).catch((error: unknown) => {
    // Unreference the child process: it would otherwise prevent the test process from ending.
    program.child.kill('SIGKILL')
    throw error
  })
  const url = address()
  if (!url) throw new Error(`the portal did not start:\n${program.output}${program.errors}`)
  // Return the same object as before, so that its `output` continues to grow.
  return Object.assign(program, {
    url,
    pid: program.child.pid ?? 0,
    startMs: performance.now() - began - waitedForCore(program.child.pid),
    /** Sends a signal to the program, and returns its exit code. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      program.child.kill(signal)
      return program.exited
    },
  })
}
export type Running = Awaited<ReturnType<typeof startPortal>>

/** The process of the database server and, on Linux, its children: each connection has one. */
export const processesOf = (postmaster: number) => [
  postmaster,
  ...(process.platform === 'linux' ? readdirSync('/proc') : [])
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\s+${postmaster}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'))
      } catch {
        return false
      }
    })
    .map(Number),
]

const GONE_WITHIN_MS = 10_000
const killed = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The program's process has ended meanwhile.
  }
}

/**
 * A new data folder. `drop` ends every process that still uses it. Other users may enter it unless it is
 * `shut`.
 */
export function dataFolder({
  account,
  shut = false,
}: {
  account?: Account | undefined
  shut?: boolean
} = {}) {
  // Use memory as the disk: what a killed program wrote stays readable, and only a power cut would differ.
  const path = mkdtempSync(join(memoryFolder(), 'portal-engine-'))
  if (!shut) chmodSync(path, 0o755)
  if (account) chownSync(path, account.uid, account.gid)
  const cluster = join(path, 'postgres')
  const postmaster = () => {
    try {
      const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
      return runsPostgres(pid, cluster) ? pid : undefined
    } catch {
      return undefined
    }
  }
  return {
    path,
    /** The process id of the database in this folder. */
    postmaster,
    /** The URL of the database in this folder. The database's own file names the folder of its socket. */
    databaseUrl() {
      const sockets = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
      return `postgresql://app@/postgres?host=${encodeURIComponent(sockets)}`
    },
    async drop() {
      for (const [child, folder] of children) if (folder === path) child.kill('SIGKILL')
      const pid = postmaster()
      if (pid) {
        process.kill(pid, 'SIGQUIT')
        // Kill the server with all its children after some seconds. On a busy machine, a stopped server
        // remained for minutes.
        const hurry = setTimeout(() => processesOf(pid).forEach(killed), GONE_WITHIN_MS)
        await until(
          'the database is gone',
          async () => postmaster(),
          (entry) => entry === undefined,
          START_WITHIN_MS,
        )
        clearTimeout(hurry)
      }
      if (existsSync(cluster)) rmSync(dirname(realpathSync(cluster)), { recursive: true, force: true })
      rmSync(path, { recursive: true, force: true })
    },
  }
}
