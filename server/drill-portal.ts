import { openAdmission } from './admission/mount.ts'
import { buildApp, builtPages } from './app.ts'
import type { StartPortal } from './backup/restored-portal.ts'
import { connect } from './database/connect.ts'
import type { Deps } from './deps.ts'
import { createInspector } from './files/inspector.ts'
import { openFiles } from './files/open-files.ts'
import { createHasher } from './hasher.ts'
import { log } from './log.ts'
import { readSecrets } from './secrets.ts'

/**
 * A portal on a restored database, for a drill of the backup. It has no background workers: it sends no
 * email, publishes nothing and deletes nothing. Only this machine can reach it.
 */
export const startDrillPortal: StartPortal = async ({ config: settings, receiptKey, databaseUrl }) => {
  // The portal for the drill uses any free port. It reads files from the restored folder, not from the bucket
  // in use.
  const config = { ...settings, host: '127.0.0.1', port: 0, bucket: undefined }
  const db = connect(databaseUrl, { connections: 4, name: 'portal-drill' })
  const now = () => new Date()
  const secrets = readSecrets(config)
  const hasher = createHasher()
  const inspector = createInspector()
  const deps: Deps = {
    config,
    db,
    now,
    secrets,
    receiptKey,
    hasher,
    files: openFiles(config),
    inspector,
    log,
    // This portal leaves out nothing under overload: its brownout level is always 0.
    admission: openAdmission({ config, db, now, secrets }, () => 0),
  }
  const app = await buildApp(deps, { pages: builtPages })
  return {
    url: await app.listen({ host: config.host, port: config.port }),
    async close() {
      await app.close()
      await inspector.close()
      await hasher.close()
      await db.close()
    },
  }
}
