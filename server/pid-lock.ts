import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
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
 * Removes the file of a dead portal. Several processes may find it, and one of them may have replaced it by
 * its own file meanwhile. When that file was moved aside, it is put back.
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

/**
 * Locks the data folder for this process; returns the function that releases it.
 * @throws ConfigError when another portal runs on it.
 */
export function takePidLock(dataDir: string): () => void {
  const file = join(dataDir, 'portal.pid')
  for (;;) {
    try {
      createFile(file, String(process.pid))
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      const pid = pidIn(file)
      // The other portal has just ended and removed its file: try again.
      if (pid === undefined) continue
      if (isPortal(pid)) throw new ConfigError(`A portal is already running on ${dataDir} (process ${pid}).`)
      removeStale(file, pid)
    }
  }
}
