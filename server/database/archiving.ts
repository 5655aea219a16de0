import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

// The built-in database server copies its WAL (write-ahead log) to a folder. The backup takes it from there.

/** At most this long after its commit, a transaction is archived, whatever the load (R12). */
const ARCHIVE_EVERY_SECONDS = 60

const FOLDER = 'wal-archive'
/** The archive folder. `place` is the folder with the database cluster; the archive is beside the cluster. */
export const archiveFolderIn = (place: string): string => join(place, FOLDER)

/**
 * The folder where the built-in database server of a data folder leaves finished WAL files for the backup.
 * `postgres` may be a link to a cluster elsewhere.
 */
export function archiveFolder(dataDir: string): string {
  const cluster = join(dataDir, 'postgres')
  return archiveFolderIn(dirname(existsSync(cluster) ? realpathSync(cluster) : cluster))
}

/** Quotes a path for a shell command of PostgreSQL. It doubles `%`, because `%p` and `%f` are replaced. */
export const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`

/**
 * Makes the database server copy each finished WAL file to `folder`. A file appears there with all its bytes,
 * flushed, or not at all. After a crash a copy may be repeated with the same bytes. Half a copy is deleted,
 * because on a full disk the database needs the space. In the command, `%p` is the path of the file and `%f`
 * its name. `! rm` deletes half a copy and still reports a failure, so the server tries again.
 */
export function archiveSettings(folder: string): Record<string, string> {
  const file = `${quoted(folder)}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_EVERY_SECONDS),
    archive_command: `cp "%p" ${file}.new && sync ${file}.new && mv ${file}.new ${file} && sync ${quoted(folder)} || ! rm -f ${file}.new`,
  }
}
