import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createFile } from './new-file.ts'
import { codeOf } from './error-fields.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
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

// Several processes may find the file of a dead portal, and one of them may have made its own file meanwhile.
// If that file was moved aside, it is put back.
function removeStale(file: string, pid: number) {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
    if (pidIn(aside) !== pid) linkSync(aside, file)
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
      if (pid === undefined) continue
      if (isPortal(pid)) throw new ConfigError(`A portal is already running on ${dataDir} (process ${pid}).`)
      removeStale(file, pid)
    }
  }
}
