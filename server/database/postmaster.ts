import { existsSync, readFileSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { spawnSync } from 'node:child_process'

/** What `postmaster.pid` of a cluster says: the server's process, and whether it takes connections. */
export function readPid(cluster: string): { pid: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Whether `pid` is alive and is the PostgreSQL server of this cluster, and no other process that was given its number. */
export function runsPostgres(pid: number, folder: string): boolean {
  if (!pid) return false
  // Its command names the folder itself, which a link may lead to.
  const cluster = existsSync(folder) ? realpathSync(folder) : folder
  if (process.platform === 'linux') {
    try {
      return basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres') && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster)
}

/** Makes the libraries' short names, which an install script would make where install scripts are allowed. */
export function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    if (dirname(source) !== dirname(target)) continue
    symlinkSync(basename(source), link)
  }
}
