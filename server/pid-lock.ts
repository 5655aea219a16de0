import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createFile } from './new-file.ts'
import { codeOf } from './error-fields.ts'

const isAlive = (pid: number) => {
  try {
    // Signal 0 does nothing: it only tells whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but belongs to another account.
    return codeOf(error) === 'EPERM'
  }
}

// Process ids are reused: on Linux, the process must also look like ours.
const isPortal = (pid: number) => {
  if (pid === process.pid || !isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts')
  } catch {
    return process.platform !== 'linux'
  }
}

const pidIn = (file: string) => {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Removes the file of a dead portal. Meanwhile another process may have replaced it by its own file, which is
 * then moved aside here by mistake, and put back.
 */
function removeStale(file: string, deadPid: number) {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (pidIn(aside) !== deadPid) linkSync(aside, file)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

/** The holder touches its file this often, so that other machines see that it lives. */
const TOUCH_EVERY_MS = 10_000
/** A file untouched for longer is of a dead machine: two touches may be missed. */
const ALIVE_MS = 3 * TOUCH_EVERY_MS
const hostFileIn = (dataDir: string) => join(dataDir, 'portal.host')

/** The time by the clock of the folder's file system: that of another machine, if the folder is shared. */
function folderTimeMs(dataDir: string): number {
  const probe = join(dataDir, `portal.time.${process.pid}`)
  writeFileSync(probe, '')
  const { mtimeMs } = statSync(probe)
  rmSync(probe, { force: true })
  return mtimeMs
}

/** The machine or container, other than this one, on which a portal uses the folder now. */
function otherHost(dataDir: string): string | undefined {
  const file = hostFileIn(dataDir)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || folderTimeMs(dataDir) - stats.mtimeMs > ALIVE_MS) return undefined
  const name = readFileSync(file, 'utf8').trim()
  return name === hostname() ? undefined : name
}

/** Says in the folder that this machine uses it, until the function that it returns is called. */
function markHost(dataDir: string): () => void {
  const file = hostFileIn(dataDir)
  writeFileSync(file, hostname())
  const touch = () => {
    const now = new Date(folderTimeMs(dataDir))
    utimesSync(file, now, now)
  }
  const timer = setInterval(() => {
    // A full disk, or a folder that is away: the next touch may succeed.
    try {
      touch()
    } catch {}
  }, TOUCH_EVERY_MS).unref()
  return () => {
    clearInterval(timer)
    rmSync(file, { force: true })
  }
}

/**
 * Locks the data folder for this process; returns the function that releases it.
 * @throws ConfigError when another portal runs on it, here or on another machine.
 */
export function takePidLock(dataDir: string): () => void {
  const file = join(dataDir, 'portal.pid')
  for (;;) {
    try {
      createFile(file, String(process.pid))
      const unmark = markHost(dataDir)
      return () => {
        unmark()
        rmSync(file, { force: true })
      }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const pid = pidIn(file)
      // The other portal has just ended and removed its file: try again.
      if (pid === undefined) continue
      if (isPortal(pid)) throw new ConfigError(`A portal is already running on ${dataDir} (process ${pid}).`)
      // The number may be of a process on another machine that shares the folder.
      const host = otherHost(dataDir)
      if (host !== undefined)
        throw new ConfigError(
          `The machine ${host} uses ${dataDir}: each machine needs a DATA_DIR of its own. If ${host} has just died, start again in ${ALIVE_MS / 1_000} seconds.`,
        )
      removeStale(file, pid)
    }
  }
}

/** The process id of the portal that runs on the folder on this machine. */
export function runningPortal(dataDir: string): number | undefined {
  const pid = pidIn(join(dataDir, 'portal.pid'))
  return pid !== undefined && isPortal(pid) ? pid : undefined
}
