import { statfs } from 'node:fs/promises'

/** R6: what stays free for the database and the log, whatever people send: a tenth of the disk, and of a large one 1 GiB. */
const KEPT_FREE = { share: 0.1, bytes: 2 ** 30 }

type Disk = { bsize: number; blocks: number; bavail: number }
export const hasReserve = ({ bsize, blocks, bavail }: Disk): boolean => bavail * bsize >= Math.min(blocks * bsize * KEPT_FREE.share, KEPT_FREE.bytes)

/** False once the disk of this folder has no room for new files; one that cannot say how full it is says so when it is full. */
export const hasFreeSpace = (folder: string): Promise<boolean> => statfs(folder).then(hasReserve, () => true)
