import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'

/**
 * For commands that check or back up a database. With wrong settings they would make a new, empty database,
 * and call it correct.
 * @throws ConfigError when no database is named and DATA_DIR has none.
 */
export function assertDatabaseIsThere({ databaseUrl, dataDir }: Config): void {
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw new ConfigError(`DATA_DIR is ${dataDir}, where there is no database.`)
}
