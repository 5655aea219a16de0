import { statfs } from 'node:fs/promises'

/**
 * The space that stays free for the database and the log, whatever people send: a tenth of the disk, at most
 * 1 GiB (R6).
 */
const KEPT_FREE = { share: 0.1, bytes: 2 ** 30 }

type Disk = { bsize: number; blocks: number; bavail: number }
export const hasReserve = ({ bsize, blocks, bavail }: Disk): boolean =>
  bavail * bsize >= Math.min(blocks * bsize * KEPT_FREE.share, KEPT_FREE.bytes)

/**
 * False when free space is below the reserve. If statfs fails, assume there is space: a full disk is reported
 * at write.
 */
export const hasFreeSpace = (folder: string): Promise<boolean> => statfs(folder).then(hasReserve, () => true)
