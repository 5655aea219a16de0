import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

// The embedded server copies its WAL (write-ahead log) to a folder, from which the backup takes it.

/** A committed transaction is archived at most this much later, whatever the load (R12). */
export const ARCHIVE_EVERY_SECONDS = 60

const FOLDER = 'wal-archive'
/** `place` is the folder that holds the cluster: the archive lies beside it. */
export const archiveFolderIn = (place: string): string => join(place, FOLDER)

/**
 * Where the embedded server of a data folder leaves finished WAL files for the backup. `postgres` may be a
 * link to a cluster elsewhere.
 */
export function archiveFolder(dataDir: string): string {
  const cluster = join(dataDir, 'postgres')
  return archiveFolderIn(dirname(existsSync(cluster) ? realpathSync(cluster) : cluster))
}

/** A path inside single quotes of the shell. PostgreSQL replaces `%` in the command. */
export const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Makes the server copy each finished WAL file to `folder`. A file appears there with all its bytes, flushed,
 * or not at all. After a crash a copy may be repeated with the same bytes. In the command, `%p` is the path
 * of the file and `%f` its name.
 */
export function archiveSettings(folder: string): Record<string, string> {
  const file = `${quoted(folder)}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_EVERY_SECONDS),
    archive_command: `cp "%p" ${file}.new && sync ${file}.new && mv ${file}.new ${file} && sync ${quoted(folder)}`,
  }
}
