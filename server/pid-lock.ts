import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createFile } from './new-file.ts'
import { codeOf } from './error-fields.ts'

const isAlive = (pid: number) => {
  try {
    // Signal 0 does nothing to a process. It only shows whether the process exists.
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists but belongs to another user of the operating system.
    return codeOf(error) === 'EPERM'
  }
}

/** Stands for a lock file without a process id, which a power cut may leave. No process has this id. */
const NO_PROCESS = 0

// The system reuses process ids. So on Linux, the process must also have the command line of the portal.
// If the lock file has this process's own id, an earlier run wrote it: in a container, ids repeat.
const isPortal = (pid: number) => {
  if (pid === NO_PROCESS || pid === process.pid || !isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts')
  } catch {
    // Other systems may have no folder `/proc`. There, any process with this id counts as the portal.
    return process.platform !== 'linux'
  }
}

/**
 * The process id in a lock file; undefined when the file does not exist.
 * @throws ConfigError when the file cannot be read, for example because another user owns it
 */
const pidIn = (file: string): number | undefined => {
  try {
    const text = readFileSync(file, 'utf8')
    return /^\d+$/.test(text) ? Number(text) : NO_PROCESS
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new ConfigError(
      `${file} cannot be read (${codeOf(error)}), so the portal cannot tell whether another portal uses this folder.`,
    )
  }
}

/**
 * Removes the lock file of a portal that has ended. If another portal has just replaced it by its own, this
 * function moved that one aside by mistake, and puts it back.
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

/** The portal that holds the lock touches its file this often, so that other machines see that it runs. */
const TOUCH_EVERY_MS = 10_000
/** A lock file not touched for this long belongs to a stopped machine. Two touches may be missed. */
const ALIVE_MS = 3 * TOUCH_EVERY_MS
const hostFileIn = (dataDir: string) => join(dataDir, 'portal.host')

/** The present time by the clock of the folder's file system, which may be on another machine. */
function folderTimeMs(dataDir: string): number {
  const probe = join(dataDir, `portal.time.${process.pid}`)
  writeFileSync(probe, '')
  const { mtimeMs } = statSync(probe)
  rmSync(probe, { force: true })
  return mtimeMs
}

/** The name of another machine or container whose portal uses the data folder now. */
function otherHost(dataDir: string): string | undefined {
  const file = hostFileIn(dataDir)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || folderTimeMs(dataDir) - stats.mtimeMs > ALIVE_MS) return undefined
  const name = readFileSync(file, 'utf8').trim()
  return name === hostname() ? undefined : name
}

/** Marks the data folder as used by this machine. The returned function removes the mark. */
function markHost(dataDir: string): () => void {
  const file = hostFileIn(dataDir)
  // On a full disk this fails. A file without a name would look like another machine at the next start.
  try {
    writeFileSync(file, hostname())
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  }
  const touch = () => {
    const now = new Date(folderTimeMs(dataDir))
    utimesSync(file, now, now)
  }
  const timer = setInterval(() => {
    // The touch may fail because the disk is full or the folder is unreachable. The next one may succeed.
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
 * @throws ConfigError when another portal uses the folder, on this machine or on another.
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
      // The other portal has just ended and removed its lock file, so try again.
      if (pid === undefined) continue
      if (isPortal(pid)) throw new ConfigError(`A portal is already running on ${dataDir} (process ${pid}).`)
      // The process id may belong to another machine that shares the data folder.
      const host = otherHost(dataDir)
      if (host !== undefined)
        throw new ConfigError(
          `The machine ${host} uses ${dataDir}: each machine needs a DATA_DIR of its own. If ${host} has just died, start again in ${ALIVE_MS / 1_000} seconds.`,
        )
      removeStale(file, pid)
    }
  }
}

/** The process id of the portal on this machine that uses the data folder. */
export function runningPortal(dataDir: string): number | undefined {
  const pid = pidIn(join(dataDir, 'portal.pid'))
  return pid !== undefined && isPortal(pid) ? pid : undefined
}
