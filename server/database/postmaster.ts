import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import net from 'node:net'
import * as z from 'zod/mini'

// Finds, signals and cleans up the processes of the built-in PostgreSQL server. The main process is called
// postmaster.

/** The line numbers in PostgreSQL's file `postmaster.pid`, counted from 0. */
const PID_LINE = 0
const STATE_LINE = 7

/**
 * Reads `postmaster.pid` of a cluster: the server's process id, or 0 if it is not written yet, and whether
 * the server accepts connections. Undefined without such a file.
 */
export function readPid(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[PID_LINE]) || 0, ready: lines[STATE_LINE]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Whether the process `pid` is the PostgreSQL server of this cluster. Another process may have got its
 * number.
 */
export function runsPostgres(pid: number, folder: string): boolean {
  if (!pid) return false
  // The server's command line has the folder itself, even if a link leads to it.
  const cluster = existsSync(folder) ? realpathSync(folder) : folder
  if (process.platform === 'linux') {
    try {
      return (
        basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres') &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
      )
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/**
 * Sends a signal to a process. Nothing happens when it is gone or belongs to another user. Returns whether
 * the signal was sent.
 */
export function signal(pid: number, signalName: NodeJS.Signals | 0): boolean {
  try {
    return pid > 0 && process.kill(pid, signalName)
  } catch {
    return false
  }
}
/** Signal 0 does nothing to a process. It only shows whether the process exists. */
export const isAlive = (pid: number) => signal(pid, 0)

/** What Linux says about a process. Undefined when it is gone or belongs to another user. */
const processOf = (pid: number) => {
  try {
    const procFolder = `/proc/${pid}`
    const status = readFileSync(`${procFolder}/status`, 'utf8')
    const parent = Number(/^PPid:\s+(?<parent>\d+)$/m.exec(status)?.groups?.parent)
    return {
      pid,
      parent,
      program: basename(readlinkSync(`${procFolder}/exe`)),
      workingFolder: readlinkSync(`${procFolder}/cwd`),
      title: readFileSync(`${procFolder}/cmdline`, 'utf8'),
    }
  } catch {
    return undefined
  }
}

/**
 * Kills processes that a killed database server left running on this cluster. Each serves one connection, and
 * notices the server's death only when it next waits, perhaps minutes later. Until they end, PostgreSQL
 * starts no other server. Killing them loses nothing that was confirmed. Returns true when there was none to
 * kill; otherwise call it again. On systems other than Linux it does nothing, and the start waits until they
 * end by themselves.
 */
export function endOrphans(folder: string): boolean {
  if (process.platform !== 'linux' || !existsSync(folder)) return true
  const cluster = realpathSync(folder)
  const isOfPostgres = (pid: number) => processOf(pid)?.program.startsWith('postgres') === true
  // A PostgreSQL process that serves a connection has a title such as `postgres: portal postgres [local]
  // idle`.
  const orphans = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)) ?? [])
    .filter(
      ({ program, title, workingFolder }) =>
        program.startsWith('postgres') && title.startsWith('postgres: ') && workingFolder === cluster,
    )
    // If a process's parent is one of PostgreSQL's processes, its server is still alive.
    .filter(({ parent }) => !isOfPostgres(parent))
  for (const { pid } of orphans) signal(pid, 'SIGKILL')
  return orphans.length === 0
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Creates the symlinks to shared libraries that the install script of the npm package with PostgreSQL would
 * create. That script does not run here. `native` is its folder with PostgreSQL's files.
 */
export function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    // The link contains only a file name, of a file beside it.
    if (dirname(source) !== dirname(target)) continue
    symlinkSync(basename(source), link)
  }
}

/** Whether a process listens at a Unix socket. */
export const answers = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const connection = net.connect({ path: socket }, () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
