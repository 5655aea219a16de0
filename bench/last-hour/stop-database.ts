import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Portal } from '../portal.ts'

const parentOf = (pid: string) => {
  try {
    return /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

/** Stops all processes of the portal's database, as a machine that hangs would. Returns how they go on. */
export function stopDatabase({ dataDir }: Portal): () => void {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const all = [postmaster, ...readdirSync('/proc').filter((pid) => parentOf(pid) === postmaster)].map(Number)
  const signal = (name: NodeJS.Signals) => {
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended meanwhile.
      }
    }
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}
