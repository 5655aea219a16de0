import { chmodSync, copyFileSync, fchmodSync, openSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Keeps values of rows, which may be personal, out of the database server's log (T29). Errors would quote
 * them, in the message ("invalid input syntax", "Failing row contains") or in a statement. The portal's own
 * log has the code of each error.
 */
export const LOG_SETTINGS = {
  // Logs messages of level LOG and higher: starts, stops, crashes and refused connections. Levels ERROR and
  // WARNING are left out.
  log_min_messages: 'log',
  // The log has no DETAIL and no CONTEXT: the detail of a crash is the statement that was running.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_lock_waits: 'off',
  // The extension auto_explain is off, because it writes statements with their values.
  shared_preload_libraries: '',
  session_preload_libraries: '',
} as const

const MAX_BYTES = 1_000_000
const MAX_AGE_MS = 30 * 86_400_000
const READABLE_BY_OTHERS = 0o077

/** The path of the log that the database server of a data folder writes. */
export const serverLog = (dataDir: string) => join(dataDir, 'postgres.log')

const statOf = (file: string) => statSync(file, { throwIfNoEntry: false })

/**
 * Opens the database server's log for appending, for its owner alone. If others could read the log, it is
 * older than these settings and may contain values. Then it is emptied.
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
 * Rotates the database server's log when it is larger than 1 MB or older than 30 days: `postgres.log.1` is
 * replaced. It is copied and emptied, because the server keeps it open. A line written in between is lost.
 */
export function rotateServerLog(dataDir: string, nowMs: number): void {
  const file = serverLog(dataDir)
  const previousFile = `${file}.1`
  const stats = statOf(file)
  if (!stats || stats.size === 0) return
  // When the log was last rotated. If it never was, it is as old as its file.
  const sinceMs = statOf(previousFile)?.mtimeMs ?? stats.birthtimeMs
  if (stats.size <= MAX_BYTES && nowMs - sinceMs < MAX_AGE_MS) return
  try {
    copyFileSync(file, previousFile)
    chmodSync(previousFile, 0o600)
  } finally {
    // The log is emptied even on a full disk: the database needs the remaining space.
    truncateSync(file)
  }
}
