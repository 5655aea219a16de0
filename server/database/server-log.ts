import { chmodSync, copyFileSync, fchmodSync, openSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps values of rows, which may be personal, out of the server's log (T29). Errors would quote them, in the
 * message ("invalid input syntax", "Failing row contains") or in a statement. The portal's own log has the
 * code of each error.
 */
export const LOG_SETTINGS = {
  // From LOG upwards: starts, stops, crashes and refused connections, but no ERROR and no WARNING.
  log_min_messages: 'log',
  // Neither DETAIL nor CONTEXT: the detail of a crash is the statement that was running.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_lock_waits: 'off',
  // No auto_explain, which writes statements with their values.
  shared_preload_libraries: '',
  session_preload_libraries: '',
} as const

const MAX_BYTES = 1_000_000
const MAX_AGE_MS = 30 * 86_400_000
const READABLE_BY_OTHERS = 0o077

/** Where the server of a data folder writes its log. */
export const serverLog = (dataDir: string) => join(dataDir, 'postgres.log')

const statOf = (file: string) => statSync(file, { throwIfNoEntry: false })

/**
 * Opens the log for appending, for its owner alone. A log that others could read is older than these settings
 * and may contain values: it is emptied.
 */
export function openServerLog(dataDir: string): number {
  const file = serverLog(dataDir)
  const stats = statOf(file)
  if (stats && (stats.mode & READABLE_BY_OTHERS) !== 0) truncateSync(file)
  const opened = openSync(file, 'a', 0o600)
  fchmodSync(opened, 0o600)
  return opened
}

/**
 * Moves the log to `postgres.log.1`, over the one before, when it is larger than 1 MB or older than 30 days.
 * It is copied and emptied, because the server keeps it open; a line written in between is lost.
 */
export function rotateServerLog(dataDir: string, nowMs: number): void {
  const file = serverLog(dataDir)
  const previousFile = `${file}.1`
  const stats = statOf(file)
  if (!stats || stats.size === 0) return
  // The time of the last move; when there was none, the log is as old as its file.
  const sinceMs = statOf(previousFile)?.mtimeMs ?? stats.birthtimeMs
  if (stats.size <= MAX_BYTES && nowMs - sinceMs < MAX_AGE_MS) return
  try {
    copyFileSync(file, previousFile)
    chmodSync(previousFile, 0o600)
  } finally {
    // Also on a full disk: the database needs what is left of it.
    truncateSync(file)
  }
}
