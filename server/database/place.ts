import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from '../config.ts'

/** The account the server runs under, when it is not our own. */
export type Account = { uid?: number; gid?: number }

export const owned = (folder: string, { uid, gid }: Account) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}

/** No one else lists the folder or writes to it; the server's account may have to pass through it. */
export const hide = (folder: string) => {
  const { mode, uid } = statSync(folder)
  if (uid === process.getuid?.() && (mode & 0o066) !== 0) chmodSync(folder, mode & 0o711)
}

const mayPass = (folder: string, { uid, gid }: Account): boolean => {
  const stats = statSync(folder)
  const bit = stats.uid === uid ? 0o100 : stats.gid === gid ? 0o010 : 0o001
  return (
    (stats.mode & bit) !== 0 &&
    (dirname(folder) === folder || mayPass(dirname(folder), { uid, gid } as Account))
  )
}

/**
 * Where the database of a data folder is stored: in it, unless the database's account may not pass through to
 * it, for instance below /root.
 * Then it is in /var/lib, and a link in the data folder leads there.
 */
export function placeOf(root: string, account: Account): string {
  if (account.uid === undefined || mayPass(root, account)) return root
  const elsewhere = join('/var/lib', `portal-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  const link = join(root, 'postgres')
  if (existsSync(link) && !lstatSync(link).isSymbolicLink()) {
    throw new ConfigError(
      `The database in ${root} cannot be reached by the account it runs under: let others pass through the folders above it (chmod o+x).`,
    )
  }
  owned(elsewhere, account)
  if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(join(elsewhere, 'postgres'), link)
  return elsewhere
}
