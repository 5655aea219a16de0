import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

/**
 * Requires a database for commands that check it or back it up. With wrong settings they would create a new,
 * empty database and report it as correct.
 * @throws ConfigError when no database is named and DATA_DIR has none.
 */
export function assertDatabaseIsThere({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw new ConfigError(`DATA_DIR is ${dataDir}, where there is no database.`)
}
