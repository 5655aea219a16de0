import { setTimeout as wait } from 'node:timers/promises'
import { BackupProblem } from './encrypt.ts'
import { waitingFiles } from './wal-archive.ts'

/** If the oldest waiting WAL file is the same after this time, the place of the backups counts as away. */
const SILENT_MS = 30_000

/**
 * Waits for a pass of the archive.
 * @throws BackupProblem when the oldest waiting WAL file stays the same for `silentMs`.
 */
export async function unlessSilent(pass: Promise<void>, folder: string, silentMs = SILENT_MS): Promise<void> {
  // In the race below, the end of the pass gives true and the pause gives false.
  const done = pass.then(() => true)
  const endPause = new AbortController()
  let oldest: string | undefined
  try {
    while (!(await Promise.race([done, wait(silentMs, false, { signal: endPause.signal })]))) {
      const [stillOldest] = await waitingFiles(folder)
      if (stillOldest !== undefined && stillOldest === oldest)
        throw new BackupProblem('The place of the backups does not answer.', 'BACKUP_SILENT')
      oldest = stillOldest
    }
  } finally {
    endPause.abort()
  }
}
