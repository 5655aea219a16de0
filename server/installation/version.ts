import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
/** In hex digits. */
const HASH_LENGTH = 8

/**
 * The version of the running code, such as `1.0.0-3f2a91bc`. Machines with the same version run the same
 * server code.
 */
export function codeVersion(): string {
  const hash = createHash('sha256')
  for (const path of globSync('{server,contract}/**/*.{ts,sql}', { cwd: ROOT }).sort())
    hash.update(path).update(readFileSync(join(ROOT, path)))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return `${version}-${hash.digest('hex').slice(0, HASH_LENGTH)}`
}
