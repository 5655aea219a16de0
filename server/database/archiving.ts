import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** At most so long a committed transaction waits until its WAL file is archived, whatever the load (R12). */
export const ARCHIVE_EVERY_SECONDS = 60

const FOLDER = 'wal-archive'
export const archiveFolderIn = (place: string): string => join(place, FOLDER)

/** Where the embedded server of a data folder leaves finished WAL files for the backup. */
export function archiveFolder(dataDir: string): string {
  const cluster = join(dataDir, 'postgres')
  return archiveFolderIn(dirname(existsSync(cluster) ? realpathSync(cluster) : cluster))
}

/** A path inside single quotes of the shell. PostgreSQL replaces `%` in the command. */
export const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Makes the server copy each finished WAL file to `folder`. A file appears there with all its bytes, flushed,
 * or not at all. A copy may be repeated after a crash; it is the same then.
 */
export function archiveSettings(folder: string): Record<string, string> {
  const file = `${quoted(folder)}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_EVERY_SECONDS),
    archive_command: `cp "%p" ${file}.new && sync ${file}.new && mv ${file}.new ${file} && sync ${quoted(folder)}`,
  }
}
