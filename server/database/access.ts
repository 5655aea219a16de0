import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './place.ts'

const RULES = 'local all all peer map=portal\n'

/**
 * Lets the account that runs the portal into the server on `cluster`, as any role, and no other account: not
 * even the one that the server runs under when that is another. Returns the settings with which the server
 * reads these rules.
 */
export function admitThisAccount(cluster: string, { uid, gid }: Account): Record<string, string> {
  const write = (name: string, text: string) => {
    const file = join(cluster, name)
    // A new file is moved into place: the server owns the folder and could have left a link there.
    const making = `${file}.${process.pid}`
    rmSync(making, { force: true })
    writeFileSync(making, text, { mode: 0o600, flag: 'wx' })
    if (uid !== undefined && gid !== undefined) chownSync(making, uid, gid)
    renameSync(making, file)
    return file
  }
  return {
    hba_file: write('portal_hba.conf', RULES),
    ident_file: write('portal_ident.conf', `portal "${userInfo().username}" all\n`),
  }
}
