// Runs the tests of an older version on the present database schema (R11). An upgrade of several machines
// runs both versions on one database, and a downgrade has no migration. Usage: `npm run test:before [--
// VERSION [WORD]]`. VERSION is a tag or a commit. The default is the latest release, or without releases the
// commit before the newest migration. WORD chooses test files.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { readPid, runsPostgres } from '../server/database/postmaster.ts'
import { memoryFolder } from '../tests/support/in-memory.ts'

const root = join(import.meta.dirname, '..')
const MIGRATIONS = 'server/database/migrations'
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const latestRelease = () => git('tag', '--list', '--sort=-creatordate', 'v*').split('\n')[0]
/** The commit before the newest migration. Only a migration can break an older version. */
const beforeNewestMigration = () => `${git('log', '-1', '--diff-filter=A', '--format=%H', '--', MIGRATIONS)}^`

const [version = latestRelease() || beforeNewestMigration(), givenWord] = process.argv.slice(2)
/**
 * The word that chooses the rule tests of all features of a checkout. Rules of the program itself may compare
 * it with the newest migration, so they are left out. Earlier versions keep all tests of calls in one folder.
 */
function testsOfFeatures(checkout: string): string {
  if (existsSync(join(checkout, 'tests/http/accounts'))) return 'tests/http/'
  const isFeature = (name: string) =>
    ['contract', 'server', 'web'].some((layer) => existsSync(join(checkout, layer, name)))
  const features = readdirSync(join(checkout, 'tests')).filter(isFeature)
  if (features.length === 0) throw new Error(`${version}: no folder in tests/ has the name of a feature`)
  return `^tests/(?:${features.join('|')})/.*[.]test[.]ts$`
}

/**
 * Ends the database servers of a checkout. All its tests share them, and they outlive the tests. The path of
 * the checkout determines the name of their folder, as in tests/support/database.ts.
 */
function endServers(checkout: string) {
  const hash = createHash('sha256').update(join(checkout, 'tests/support')).digest('hex').slice(0, 8)
  const name = `portal-tests-${userInfo().uid}-${hash}`
  for (const data of [join(memoryFolder(), name), join(tmpdir(), `${name}-durable`)]) {
    const pid = readPid(join(data, 'postgres'))?.pid ?? 0
    if (runsPostgres(pid, join(data, 'postgres'))) process.kill(pid, 'SIGQUIT')
    rmSync(data, { recursive: true, force: true })
  }
}

const folder = mkdtempSync(join(tmpdir(), 'portal-before-'))
const checkout = join(folder, 'portal')
try {
  git('worktree', 'add', '--detach', checkout, version)
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const newer = readdirSync(join(root, MIGRATIONS)).filter(
    (name) => !existsSync(join(checkout, MIGRATIONS, name)),
  )
  for (const name of newer) copyFileSync(join(root, MIGRATIONS, name), join(checkout, MIGRATIONS, name))
  console.log(
    `The tests of ${version} run with ${newer.length} newer migrations: ${newer.join(', ') || 'none'}.`,
  )
  const word = givenWord ?? testsOfFeatures(checkout)
  const { status } = spawnSync(process.execPath, [join(checkout, 'tests/run.ts'), word], {
    cwd: checkout,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  endServers(checkout)
  git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}
