import { statfs } from 'node:fs/promises'

/**
 * This much space stays free for the database and the log, whatever people send: a tenth of the disk, at most
 * 1 GiB (R6).
 */
const RESERVE = { share: 0.1, bytes: 2 ** 30 }

/** As statfs names them: bytes in a block, all blocks, and the blocks that are free for us. */
type DiskStats = { bsize: number; blocks: number; bavail: number }
export const hasReserve = ({ bsize, blocks, bavail }: DiskStats): boolean =>
  bavail * bsize >= Math.min(blocks * bsize * RESERVE.share, RESERVE.bytes)

/**
 * False when free space is below the reserve. If statfs fails, assume there is space: a full disk is reported
 * at write.
 */
export const hasFreeSpace = (folder: string): Promise<boolean> => statfs(folder).then(hasReserve, () => true)
