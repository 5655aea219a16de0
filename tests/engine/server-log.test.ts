import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { rotateServerLog } from '../../server/database/server-log.ts'
import { registration, solve } from '../support/accounts.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, startPortal } from '../support/program.ts'

const KNOWN = { email: 'makena.canary@example.com', id_number: '316725191', phone: '+254722316725' }
const modeOf = (file: string) => statSync(file).mode & 0o777

describe('T29 what lies in the data folder beside the database', () => {
  const folder = dataFolder()
  after(() => folder.drop())

  test('T29 no file has the email, the ID number or the phone of a registered person, not even after errors that quote them', async () => {
    const log = join(folder.path, 'postgres.log')
    // An earlier version left the server log like this: every user could read it, and it contained values.
    writeFileSync(log, `DETAIL:  Key (email)=(${KNOWN.email}) already exists.\n`)
    chmodSync(log, 0o644)
    const env = {
      PUBLIC_URL: 'https://localhost:1',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'jobs@iebc.example',
    }
    const portal = await startPortal(folder.path, { env })
    const call = async (path: string, body?: object) =>
      fetch(
        portal.url + path,
        body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
      )
    const register = async (over: object) => {
      const { challenge } = (await (await call('/api/captcha/')).json()) as { challenge: unknown }
      return (
        await call('/api/register/', { ...registration(), ...over, recaptchaToken: await solve(challenge) })
      ).status
    }
    assert.equal(await register(KNOWN), 201)
    assert.deepEqual(
      [await register({ email: KNOWN.email }), await register({ id_number: KNOWN.id_number })],
      [409, 409],
    )

    const owner = new pg.Client({ connectionString: folder.databaseUrl() })
    await owner.connect()
    const refused = (text: string, values: unknown[] = []) =>
      owner.query(text, values).then(
        () => 'answered',
        (error: Error & { code: string }) => error.code,
      )
    const codes = [
      await refused('select $1::text::int', [KNOWN.email]),
      await refused(`select '${KNOWN.email}'::int`),
      await refused(`update users set email = upper(email) || ' ' where id_number = '${KNOWN.id_number}'`),
      await refused(`insert into users (email) values ('${KNOWN.email}')`),
      await refused(`do $$ begin raise warning '${KNOWN.email}'; raise exception '${KNOWN.phone}'; end $$`),
      await refused(`set statement_timeout = 1; select pg_sleep(1), '${KNOWN.phone}'`),
    ]
    assert.deepEqual(codes, ['22P02', '22P02', '23514', '23502', 'P0001', '57014'])
    await owner.end()
    // When a database process dies, PostgreSQL would log the statement that the process was running.
    const doomed = new pg.Client({ connectionString: folder.databaseUrl() })
    doomed.on('error', () => {})
    await doomed.connect()
    const dying = doomed.query(`select pg_sleep(60), '${KNOWN.email}'`).catch(() => {})
    const { processID } = doomed as unknown as { processID: number }
    const watcher = new pg.Client({ connectionString: folder.databaseUrl() })
    watcher.on('error', () => {})
    await watcher.connect()
    await until(
      'the statement is under way',
      async () =>
        (
          await watcher.query(`select from pg_stat_activity where pid = $1 and query like '%pg_sleep(60)%'`, [
            processID,
          ])
        ).rowCount,
      (found) => found === 1,
    )
    process.kill(processID, 'SIGKILL')
    await dying
    await until(
      'the crash is in the log',
      async () => readFileSync(log, 'utf8'),
      (text) => text.includes('was terminated by signal 9'),
    )
    await until(
      'the database is back',
      async () => ((await (await fetch(`${portal.url}/readyz`)).json()) as { status: string }).status,
      (status) => status === 'ready',
      30_000,
    )
    assert.equal(await portal.stop(), 0)

    const files = globSync('**/*', {
      cwd: folder.path,
      withFileTypes: true,
      exclude: (entry) => entry.name === 'postgres',
    })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    assert.ok(files.includes(log) && files.some((file) => file.endsWith('secret.key')))
    for (const file of files) {
      const text = readFileSync(file, 'latin1')
      for (const value of Object.values(KNOWN)) assert.ok(!text.includes(value), `${file} holds ${value}`)
    }
    for (const value of Object.values(KNOWN))
      assert.ok(!(portal.output + portal.errors).includes(value), 'the log of the portal')
    assert.deepEqual([modeOf(log), statSync(folder.path).mode & 0o066], [0o600, 0])
    assert.match(portal.output, /^Callers +all count as one network .*TRUST_PROXY/m)
  })
})

describe('T29 the log of the database is bounded', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-log-'))
  after(() => rmSync(folder, { recursive: true }))
  const [log, previous] = [join(folder, 'postgres.log'), join(folder, 'postgres.log.1')]

  test('T29 the log is moved aside above 1 MB or after 30 days, and replaces the log moved before', () => {
    writeFileSync(log, 'first\n', { mode: 0o600 })
    const now = Date.now()
    rotateServerLog(folder, now)
    assert.equal(readFileSync(log, 'utf8'), 'first\n')
    appendFileSync(log, 'x'.repeat(1_000_000))
    rotateServerLog(folder, now)
    assert.deepEqual([statSync(log).size, statSync(previous).size, modeOf(previous)], [0, 1_000_006, 0o600])
    appendFileSync(log, 'second\n')
    rotateServerLog(folder, now + 29 * 86_400_000)
    assert.equal(statSync(log).size, 7)
    rotateServerLog(folder, now + 31 * 86_400_000)
    assert.deepEqual([statSync(log).size, readFileSync(previous, 'utf8')], [0, 'second\n'])
  })
})
