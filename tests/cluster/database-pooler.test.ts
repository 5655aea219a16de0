import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { aptInstall, hasApt } from '../apt.ts'
import { until } from '../support/jobs.ts'
import { type Server, startServer } from '../support/postgres.ts'
import { dataFolder, freePort, run } from '../support/program.ts'

// PgBouncer shares database connections among callers, which breaks the portal's locks. The portal must
// refuse to start behind it.

const isThere = () => spawnSync('pgbouncer', ['--version']).status === 0
const skip = !(isThere() || (hasApt() && aptInstall('pgbouncer') && isThere()))
const REFUSED =
  'A pooler such as PgBouncer is between the portal and the database. Name the address of PostgreSQL itself. The portal keeps few connections.'

describe('a real PgBouncer before the database', { skip }, () => {
  let server: Server
  let pooler: ChildProcess
  let port: number
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbouncer-'))
  before(async () => {
    server = await startServer()
    port = await freePort()
    const users = join(folder, 'users.txt')
    writeFileSync(users, '"app" ""\n')
    const settings = join(folder, 'pgbouncer.ini')
    writeFileSync(
      settings,
      `[databases]
shared = host=127.0.0.1 port=${server.port} dbname=postgres pool_mode=transaction
kept = host=127.0.0.1 port=${server.port} dbname=postgres pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`,
    )
    // PgBouncer refuses to run as root. So the user `nobody` must be able to read its files.
    for (const path of [folder, users, settings]) chmodSync(path, path === folder ? 0o755 : 0o644)
    const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    pooler = spawn('pgbouncer', ['-q', ...account, settings], { stdio: 'ignore' })
    await until(
      'the pooler answers',
      async () => {
        const client = new pg.Client({ host: '127.0.0.1', port, user: 'app', database: 'shared', ssl: false })
        client.on('error', () => {})
        return client.connect().then(
          () => client.end().then(() => true),
          () => false,
        )
      },
      (answers) => answers,
      20_000,
    )
  })
  after(async () => {
    pooler?.kill('SIGKILL')
    await server?.drop()
    rmSync(folder, { recursive: true })
  })
  /** Starts the portal and waits until it ends. Returns its exit code and its output. */
  const start = async (env: Record<string, string>) => {
    const data = dataFolder()
    const program = run('server/main.ts', [], data.path, { env })
    const code = await program.exited
    await data.drop()
    return [code, program.errors.trim()]
  }
  const through = (database: string) => `postgresql://app@127.0.0.1:${port}/${database}`

  // Exit code 78 means that a setting is wrong.
  for (const [database, mode] of [
    ['shared', 'transaction'],
    ['kept', 'session'],
  ] as const)
    test(`in ${mode} mode the start ends with a sentence, and no lock of the portal is left at the database`, async () => {
      assert.deepEqual(await start({ DATABASE_URL: through(database) }), [78, `DATABASE_URL: ${REFUSED}`])
      assert.deepEqual(await server.ask("select pid from pg_locks where locktype = 'advisory'"), [])
    })
  test('the owner may not migrate through it either', async () => {
    assert.deepEqual(await start({ DATABASE_URL: server.url, DATABASE_OWNER_URL: through('shared') }), [
      78,
      `DATABASE_OWNER_URL: ${REFUSED}`,
    ])
  })
})
