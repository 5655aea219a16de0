import type { Config } from '../config.ts'
import { logFolder, readNote, readTile } from './folder.ts'
import { readCheckpoint } from './note.ts'
import { type Tile, tilePath } from './tiles.ts'

/** Receives each fault that the audit finds, as one sentence. */
export type Tell = (fault: string) => void

/** Opens the published files, for comparison with a growing tree. `size` is -1 when there are none. */
export async function openAuditedFiles(config: Pick<Config, 'dataDir'>, report: Tell) {
  const folder = logFolder(config)
  const note = await readNote(folder)
  const size = (note === undefined ? undefined : readCheckpoint(note)?.size) ?? -1
  if (note !== undefined && size < 0) report(`${folder}/checkpoint is not a checkpoint.`)
  let compared = 0
  return {
    size,
    note,
    compared: () => compared,
    async compare(tiles: Tile[]) {
      for (const tile of tiles) {
        const there = await readTile(folder, tile, size)
        if (!there?.equals(tile.bytes))
          report(`The file ${tilePath(tile)} is ${there ? 'not that of the tree' : 'missing'}.`)
        compared++
      }
    },
  }
}
export type AuditedFiles = Awaited<ReturnType<typeof openAuditedFiles>>
