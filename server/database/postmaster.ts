import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'
import net from 'node:net'

/**
 * Reads `postmaster.pid` of a cluster: the server's process id, 0 when it is not written yet, and whether it
 * accepts connections.
 */
export function readPid(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]) || 0, ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Whether `pid` is alive and is the PostgreSQL server of this cluster, not another process that got its
 * number.
 */
export function runsPostgres(pid: number, folder: string): boolean {
  if (!pid) return false
  // Its command line names the folder itself, to which a link may lead.
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
 * Sends a signal; nothing happens when the process is gone or someone else's. Returns whether the signal was
 * sent.
 */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return pid > 0 && process.kill(pid, name)
  } catch {
    return false
  }
}
export const isAlive = (pid: number) => signal(pid, 0)

const processOf = (pid: number) => {
  try {
    const folder = `/proc/${pid}`
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`${folder}/status`, 'utf8'))?.[1])
    return {
      pid,
      parent,
      program: basename(readlinkSync(`${folder}/exe`)),
      folder: readlinkSync(`${folder}/cwd`),
      title: readFileSync(`${folder}/cmdline`, 'utf8'),
    }
  } catch {
    return undefined
  }
}

/**
 * Kills what a killed server left running on this cluster: connections that notice its death only when they
 * next wait, perhaps minutes later. Until they end, PostgreSQL starts no other server. Returns whether none
 * is left. This loses nothing that was acknowledged, no more than the kill itself. On systems other than
 * Linux they are waited for instead.
 */
export function endOrphans(folder: string): boolean {
  if (process.platform !== 'linux' || !existsSync(folder)) return true
  const cluster = realpathSync(folder)
  const orphans = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => processOf(Number(name)))
    .filter(
      (candidate) =>
        candidate?.program.startsWith('postgres') &&
        candidate.title.startsWith('postgres: ') &&
        candidate.folder === cluster,
    )
    // A process whose parent is one of PostgreSQL's has not lost its server.
    .filter((orphan) => !processOf(orphan?.parent ?? 0)?.program.startsWith('postgres'))
  for (const orphan of orphans) signal(orphan?.pid ?? 0, 'SIGKILL')
  return orphans.length === 0
}

/** Creates the libraries' short names, as an install script would where install scripts are allowed. */
export function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    if (dirname(source) !== dirname(target)) continue
    symlinkSync(basename(source), link)
  }
}

/** Whether a process listens at a socket. */
export const answers = (socket: string) =>
  new Promise<boolean>((resolve) => {
    const connection = net.connect({ path: socket }, () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
