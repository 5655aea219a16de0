import { type FileHandle, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopySession } from '../database/copy-session.ts'
import { codeOf } from '../error-fields.ts'
import { BackupProblem } from './encrypt.ts'
import { TAR_END, tarHead, tarPadding } from './tar.ts'
import { fileNumberAt, fileNumberBefore, fileOf, timelineName } from './wal-names.ts'

/** Folders copied without content. PostgreSQL fills them when it starts, and `pg_wal` from the archive. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Files not copied: they belong to the running server, to this machine, or to an earlier backup. */
const LEFT_OUT = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'recovery.signal',
  'standby.signal',
  'current_logfiles',
])
/**
 * What has a name with such a start is not copied. These are rules of who may connect, temporary files
 * (`pgsql_tmp3`), a cache, and temporary tables (`t3_16384`).
 */
const LEFT_OUT_STARTS = /^(?:portal_(?:hba|ident)\.conf|pgsql_tmp|pg_internal\.init|t\d+_)/
/** This file is copied after all others, as pg_basebackup does. */
const CONTROL = 'global/pg_control'
const READ_BYTES = 2 ** 18

/** Where a base backup starts and ends in the WAL (PostgreSQL's log of changes), and its size. */
export type Extent = { startWal: string; stopWal: string; stopFile: string; bytes: number }

/** Lists the files and folders of a database cluster. Each folder comes before its content. */
async function* walk(root: string, folder = ''): AsyncGenerator<{ path: string; isFolder: boolean }> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (LEFT_OUT.has(entry.name) || LEFT_OUT_STARTS.test(entry.name) || path === CONTROL) continue
    if (entry.isSymbolicLink())
      throw new BackupProblem('The database has tablespaces, which are not backed up.', 'BACKUP_REFUSED')
    if (!entry.isDirectory()) {
      yield { path, isFolder: false }
      continue
    }
    yield { path, isFolder: true }
    if (!EMPTY_FOLDERS.has(path)) yield* walk(root, path)
  }
}

/** Reads exactly `bytes` bytes, even if the server changes the file. The WAL repairs what changed. */
async function* readExactly(file: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < bytes; ) {
    const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, bytes - position))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
    // The server has shortened the file. The missing end is filled with zeros, as pg_basebackup does.
    if (bytesRead === 0) buffer.fill(0)
    const read = bytesRead === 0 ? buffer.length : bytesRead
    yield buffer.subarray(0, read)
    position += read
  }
}

/** The file in the form of tar. `onGone` is called when there is no such file. */
async function* tarFile(root: string, path: string, onGone: () => void): AsyncGenerator<Buffer> {
  const file = await open(join(root, path), 'r').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (!file) return onGone()
  try {
    const { size } = await file.stat()
    yield tarHead(path, size)
    yield* readExactly(file, size)
    yield tarPadding(size)
  } finally {
    await file.close()
  }
}

/** When a table was dropped meanwhile, its files are gone too. The copy needs none of them. */
const ignoreGone = () => {}

async function* tarText(path: string, bytes: Buffer): AsyncGenerator<Buffer> {
  yield tarHead(path, bytes.length)
  yield bytes
  yield tarPadding(bytes.length)
}

/** Reads the control file until two reads are equal, because the server may be writing it. */
async function readControl(root: string): Promise<Buffer> {
  const file = join(root, CONTROL)
  for (let earlierRead = await readFile(file); ; ) {
    const again = await readFile(file)
    if (again.equals(earlierRead)) return again
    earlierRead = again
  }
}

/**
 * The files of a running cluster, which is the folder of a PostgreSQL server, as one tar stream (D3). The WAL
 * files that were written meanwhile come last: they make the copy consistent. `onEnd` is called at the end of
 * the stream.
 */
export async function* copyCluster(
  session: CopySession,
  root: string,
  onEnd: (extent: Extent) => void,
): AsyncGenerator<Buffer> {
  const { startWal, timeline } = await session.start()
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  for await (const { path, isFolder } of walk(root)) {
    if (isFolder) yield tarHead(path, 0, isFolder)
    else yield* counted(tarFile(root, path, ignoreGone))
  }
  yield* tarText(CONTROL, await readControl(root))
  const { stopWal, label } = await session.stop()
  yield* tarText('backup_label', Buffer.from(label))
  const lastNumber = fileNumberBefore(stopWal)
  for (let number = fileNumberAt(startWal); number <= lastNumber; number++) {
    const name = fileOf(timelineName(timeline), number)
    yield* counted(
      tarFile(root, `pg_wal/${name}`, () => {
        throw new BackupProblem(`The database no longer has its WAL file ${name}.`, 'BACKUP_INCOMPLETE')
      }),
    )
  }
  yield TAR_END
  onEnd({ startWal, stopWal, stopFile: fileOf(timelineName(timeline), lastNumber), bytes })
}
