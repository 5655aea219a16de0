import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from '../config.ts'

/** The operating-system user that runs the database server. Empty: the user that runs the portal. */
export type Account = { uid?: number; gid?: number }

/** Makes a folder that only this operating-system user may use. */
export const makeOwnedFolder = (folder: string, { uid, gid }: Account) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

/**
 * Forbids other users to list the folder or to write to it. They may still pass through it, because the user
 * of the database server may need that. A folder of another user stays as it is.
 */
export const hide = (folder: string) => {
  const { mode, uid } = statSync(folder)
  const mayOthersReadOrWrite = (mode & 0o066) !== 0
  if (uid === process.getuid?.() && mayOthersReadOrWrite) chmodSync(folder, mode & 0o711)
}

/** The bit of a folder's mode that lets a user pass through: as owner, in the group, or as another. */
const passBit = (folder: { uid: number; gid: number }, account: Account) => {
  if (folder.uid === account.uid) return 0o100
  return folder.gid === account.gid ? 0o010 : 0o001
}

/** Whether the user may pass through a folder and all folders above it. */
const mayPass = (folder: string, account: Account): boolean => {
  const stats = statSync(folder)
  if ((stats.mode & passBit(stats, account)) === 0) return false
  return dirname(folder) === folder || mayPass(dirname(folder), account)
}

/**
 * The folder for the database of a data folder. It is the data folder itself, if the database's user may pass
 * through to it. If not, as below /root, it is a folder in /var/lib. Then a link in the data folder leads
 * there. The link stays true when the data folder is moved.
 */
export function placeOf(root: string, account: Account): string {
  if (account.uid === undefined || mayPass(root, account)) return root
  const link = join(root, 'postgres')
  const linkStats = lstatSync(link, { throwIfNoEntry: false })
  if (linkStats && !linkStats.isSymbolicLink()) {
    throw new ConfigError(
      `The database in ${root} cannot be reached by the account it runs under. Let others pass through the folders above it (chmod o+x).`,
    )
  }
  const pathHash = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const placeForPath = join('/var/lib', `portal-${pathHash}`)
  const linkedPlace = linkStats ? dirname(resolve(root, readlinkSync(link))) : placeForPath
  // If the link leads elsewhere, the data folder was moved. The name in /var/lib comes from its old path.
  if (linkedPlace !== placeForPath) {
    if (existsSync(join(linkedPlace, 'postgres/PG_VERSION'))) return linkedPlace
    throw new ConfigError(`The link ${link} leads to ${linkedPlace}/postgres, where there is no database.`)
  }
  makeOwnedFolder(placeForPath, account)
  if (!linkStats) symlinkSync(join(placeForPath, 'postgres'), link)
  return placeForPath
}
