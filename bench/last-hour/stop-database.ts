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

/**
 * Pauses all processes of the portal's database, as if its machine hung. Returns a function that resumes
 * them.
 */
export function pauseDatabase({ dataDir }: Portal): () => void {
  const postmaster = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0] ?? ''
  const pids = [postmaster, ...readdirSync('/proc').filter((pid) => parentOf(pid) === postmaster)].map(Number)
  const sendSignal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // The database process has ended meanwhile, so it needs no signal.
      }
    }
  }
  sendSignal('SIGSTOP')
  return () => sendSignal('SIGCONT')
}
