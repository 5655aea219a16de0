import { setTimeout as wait } from 'node:timers/promises'
import { BackupProblem } from './encrypt.ts'
import type { Vault } from './vault.ts'
import { waitingFiles } from './wal-archive.ts'

/** If nothing has happened after this time, the place of the backups counts as away. */
const SILENT_MS = 30_000

/** A vault that calls `onAnswer` each time that the place of the backups has stored or listed objects. */
export const withAnswers = (vault: Vault, onAnswer: () => void): Vault => ({
  ...vault,
  async write(...object) {
    const part = await vault.write(...object)
    onAnswer()
    return part
  },
  async *list(folder) {
    yield* vault.list(folder)
    onAnswer()
  },
})

type Progress = {
  /** The folder with the waiting WAL files. */
  folder: string
  /** How often the place of the backups has answered. Copying many files takes longer than `silentMs`. */
  countAnswers: () => number
  silentMs?: number | undefined
}

/**
 * Waits for a pass of the archive.
 * @throws BackupProblem when, for `silentMs`, nothing answers and the oldest waiting WAL file stays the same.
 */
export async function unlessSilent(
  pass: Promise<void>,
  { folder, countAnswers, silentMs = SILENT_MS }: Progress,
): Promise<void> {
  // In the race below, the end of the pass gives true and the pause gives false.
  const done = pass.then(() => true)
  const endPause = new AbortController()
  let before: { oldest: string | undefined; answers: number } | undefined
  try {
    while (!(await Promise.race([done, wait(silentMs, false, { signal: endPause.signal })]))) {
      const [oldest] = await waitingFiles(folder)
      const answers = countAnswers()
      if (oldest !== undefined && oldest === before?.oldest && answers === before.answers)
        throw new BackupProblem(
          'BACKUP_TO, the folder or bucket for the backups, does not answer.',
          'BACKUP_SILENT',
        )
      before = { oldest, answers }
    }
  } finally {
    endPause.abort()
  }
}
