import { statfs } from 'node:fs/promises'

/**
 * How much disk space stays free for the database and the log, whatever people upload: a tenth of the disk,
 * at most 1 GiB (R6).
 */
const RESERVE = { share: 0.1, bytes: 2 ** 30 }

/** The names that statfs uses: bytes in a block, all blocks, and the blocks that are free for us. */
type DiskStats = { bsize: number; blocks: number; bavail: number }
export const hasReserve = ({ bsize, blocks, bavail }: DiskStats): boolean =>
  bavail * bsize >= Math.min(blocks * bsize * RESERVE.share, RESERVE.bytes)

/**
 * False when the free disk space is below the reserve. If statfs fails, assume that there is space: a full
 * disk is reported when a file is written.
 */
export const hasFreeSpace = (folder: string): Promise<boolean> => statfs(folder).then(hasReserve, () => true)
