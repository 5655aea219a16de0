import type { Config } from '../config.ts'
import { readNote, readTile } from './log-files.ts'
import { readCheckpoint } from './note.ts'
import { logFiles } from './open-log-files.ts'
import { NO_CHECKPOINT } from './store.ts'
import { type Tile, tilePath } from './tiles.ts'

/** Receives a fault or a remark of the audit, as one sentence. */
export type Report = (sentence: string) => void

/**
 * Opens the published files of the log, to compare them with the rebuilt tree. `size` is the number of leaves
 * that the published checkpoint covers; -1 when there is no checkpoint.
 */
export async function openAuditedFiles(config: Pick<Config, 'dataDir' | 'bucket'>, report: Report) {
  const files = logFiles(config)
  const note = await readNote(files)
  const checkpoint = note === undefined ? undefined : readCheckpoint(note)
  const size = checkpoint?.size ?? NO_CHECKPOINT
  if (note !== undefined && size < 0) report(`checkpoint in ${files.place} is not a checkpoint.`)
  let comparedCount = 0
  return {
    size,
    checkpoint,
    comparedCount: () => comparedCount,
    async compare(tiles: Tile[]) {
      for (const tile of tiles) {
        const bytes = await readTile(files, tile, size)
        if (!bytes?.equals(tile.bytes))
          report(`The file ${tilePath(tile)} is ${bytes ? 'not that of the tree' : 'missing'}.`)
        comparedCount++
      }
    },
  }
}
export type AuditedFiles = Awaited<ReturnType<typeof openAuditedFiles>>
