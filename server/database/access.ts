import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './place.ts'

/** For pg_hba.conf: only Unix sockets, and only the system accounts that the map `portal` names. */
const RULES = 'local all all peer map=portal\n'

/**
 * Writes rules by which only the system account that runs the portal may connect to the server on `cluster`,
 * as any role. Not even the account of the server may, if that is another; without `uid` and `gid` it is the
 * portal's own. Returns the settings with which the server reads these rules.
 */
export function admitThisAccount(cluster: string, { uid, gid }: Account): Record<string, string> {
  const write = (name: string, text: string) => {
    const file = join(cluster, name)
    // A new file is moved into place: the server owns the folder and could have left a link there.
    const newFile = `${file}.${process.pid}`
    rmSync(newFile, { force: true })
    writeFileSync(newFile, text, { mode: 0o600, flag: 'wx' })
    if (uid !== undefined && gid !== undefined) chownSync(newFile, uid, gid)
    renameSync(newFile, file)
    return file
  }
  return {
    hba_file: write('portal_hba.conf', RULES),
    ident_file: write('portal_ident.conf', `portal "${userInfo().username}" all\n`),
  }
}
