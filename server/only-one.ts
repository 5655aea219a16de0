import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// A process number is soon another process's: on Linux, what runs under it must also look like us.
const isPortal = (pid: number) => {
  if (pid === process.pid || !alive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main.ts')
  } catch {
    return process.platform !== 'linux'
  }
}

/**
 * Takes the data folder for this process; returns how to give it back.
 * @throws ConfigError when another portal runs on it.
 */
export function takeFolder(dataDir: string): () => void {
  const file = join(dataDir, 'portal.pid')
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(file, 'utf8'))
      if (isPortal(pid)) throw new ConfigError(`A portal is already running on ${dataDir} (process ${pid}).`)
      rmSync(file, { force: true })
    }
  }
}
