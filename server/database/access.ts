import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Account } from './place.ts'

/** Rules for PostgreSQL's pg_hba.conf: only Unix sockets, and only system users in the map `portal`. */
const RULES = 'local all all peer map=portal\n'

/**
 * Writes access rules for the database server on `cluster`. Only the operating-system user that runs the
 * portal may connect, as any role. If another user runs the server, `uid` and `gid` are that user's. That
 * user may read the rules, but not connect. Returns the settings with which the server reads these rules.
 */
export function allowOnlyPortalUser(cluster: string, { uid, gid }: Account): Record<string, string> {
  const write = (name: string, text: string) => {
    const file = join(cluster, name)
    // A new file is moved into place: the server's user owns the folder and could have left a link there.
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
