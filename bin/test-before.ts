// Runs the tests of the version before on the present schema (R11): an upgrade of several machines runs both
// versions on one database, and going back needs no backward migration.
// `npm run test:before [-- TAG [WORD]]`: without a tag, the latest; WORD chooses test files.
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const MIGRATIONS = 'server/database/migrations'
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
/** Tags from which on each version must run on the schema of the next. */
const TAGS = ['schema-*', 'v*']

const [tag = git('tag', '--list', '--sort=-creatordate', ...TAGS).split('\n')[0], word = 'tests/http/'] =
  process.argv.slice(2)
if (!tag) {
  console.error(`There is no tag named ${TAGS.join(' or ')}: tag a version first, or name a commit.`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'portal-before-'))
const checkout = join(folder, 'portal')
try {
  git('worktree', 'add', '--detach', checkout, tag)
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  const newer = readdirSync(join(root, MIGRATIONS)).filter(
    (name) => !existsSync(join(checkout, MIGRATIONS, name)),
  )
  for (const name of newer) copyFileSync(join(root, MIGRATIONS, name), join(checkout, MIGRATIONS, name))
  console.log(`The tests of ${tag} run with ${newer.length} newer migrations: ${newer.join(', ') || 'none'}.`)
  const { status } = spawnSync(process.execPath, [join(checkout, 'tests/run.ts'), word], {
    cwd: checkout,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  git('worktree', 'remove', '--force', checkout)
  rmSync(folder, { recursive: true, force: true })
}
