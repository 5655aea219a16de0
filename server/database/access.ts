import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './place.ts'

const RULES = 'local all all peer map=portal\n'

/**
 * Lets the account that runs the portal into the server on `cluster`, as any role, and no other: not the account that the server runs
 * under when that is another. Answers the settings with which the server reads these rules.
 */
export function admitThisAccount(cluster: string, { uid, gid }: Account): Record<string, string> {
  const write = (name: string, text: string) => {
    const file = join(cluster, name)
    // A new file moved into place: the folder is the server's, which could have left a link there.
    const making = `${file}.${process.pid}`
    rmSync(making, { force: true })
    writeFileSync(making, text, { mode: 0o600, flag: 'wx' })
    if (uid !== undefined && gid !== undefined) chownSync(making, uid, gid)
    renameSync(making, file)
    return file
  }
  return { hba_file: write('portal_hba.conf', RULES), ident_file: write('portal_ident.conf', `portal "${userInfo().username}" all\n`) }
}
