import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ConfigError } from '../../server/config.ts'
import { explainErrors } from '../../server/database/away.ts'
import { whoIs } from '../../server/database/role.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { type DatabaseProxy, databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, freePort, run } from '../support/program.ts'

let database: Fresh
let proxy: DatabaseProxy
const folder = dataFolder()
before(async () => {
  database = await freshDatabase({ durable: true })
  proxy = await databaseProxy(database.url)
})
after(async () => {
  await folder.drop()
  await proxy.close()
  await database.drop()
})

const fetchOnce = (url: string, headers = {}) =>
  fetch(url, { headers }).then(
    async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() }),
    () => undefined,
  )

test('R5 a start without its database waits: it is alive, not ready, says so, and continues when the database comes', async () => {
  proxy.cut()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const portal = run('server/main.ts', [], folder.path, {
    env: { DATABASE_URL: proxy.url, PORT: String(port), HOST: '127.0.0.1' },
  })
  await until(
    'it waits',
    async () => portal.output,
    (output) => output.includes('database.waiting'),
    30_000,
  )
  const alive = await fetchOnce(`${url}/healthz`)
  assert.deepEqual([alive?.status, alive?.text], [200, '{"status":"ok"}'])
  const ready = await fetchOnce(`${url}/readyz`)
  assert.deepEqual([ready?.status, ready?.text], [503, '{"status":"starting"}'])
  for (const headers of [{}, { accept: 'text/html' }]) {
    const answer = await fetchOnce(`${url}/jobs`, headers)
    assert.deepEqual([answer?.status, answer?.headers.get('retry-after')], [503, '5'])
    assert.match(answer?.text ?? '', 'accept' in headers ? /^<!doctype html>/ : /"code":"busy"/)
  }
  proxy.mend()
  await until(
    'it is ready',
    () => fetchOnce(`${url}/readyz`),
    (answer) => answer?.text.includes('"ready"') === true,
    30_000,
  )
  const lines = portal.output.split('\n').filter((line) => line.includes('database.waiting'))
  assert.equal(lines.length, 1, 'not at each attempt')
  assert.match(lines[0] ?? '', /"kind":"DATABASE_URL"/)
  portal.child.kill('SIGTERM')
  assert.equal(await portal.exited, 0)
})

test('a command does not wait: it says in one sentence what cannot be reached', async () => {
  const program = run('server/portal.ts', ['jobs', 'export'], folder.path, {
    env: { DATABASE_URL: 'postgresql://app@127.0.0.1:1/x' },
  })
  assert.equal(await program.exited, 1)
  assert.equal(program.errors, 'DATABASE_URL cannot be reached (ECONNREFUSED).\n')
})

test('a database of another name is refused, not waited for', () =>
  assert.rejects(
    explainErrors('DATABASE_URL', whoIs(database.url.replace(/test_\w+/, 'nowhere'))),
    new ConfigError('DATABASE_URL: the database of this name does not exist (3D000).'),
  ))

/** Acts like a connection pooler: it reports another process id than that of the real database connection. */
async function pooler(url: string) {
  const sockets = mkdtempSync(join(tmpdir(), 'portal-pooler-'))
  const name = '.s.PGSQL.5432'
  const real = join(new URLSearchParams(url.split('?')[1]).get('host') ?? '', name)
  const open = new Set<net.Socket>()
  const server = net.createServer((caller) => {
    const behind = net.connect(real)
    for (const socket of [caller, behind]) open.add(socket.on('error', () => {}))
    caller.pipe(behind)
    behind.on('data', (piece: Buffer) => {
      // PostgreSQL's message BackendKeyData: its letter, its length, then the process id.
      const key = piece.indexOf(Buffer.from('K\0\0\0\x0c'))
      if (key >= 0) piece.writeInt32BE(7, key + 5)
      caller.write(piece)
    })
    behind.on('close', () => caller.destroy())
  })
  await new Promise<void>((up) => server.listen(join(sockets, name), up))
  return {
    url: url.replace(/host=[^&]*/, `host=${encodeURIComponent(sockets)}`),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((down) => server.close(down))
      rmSync(sockets, { recursive: true })
    },
  }
}

test('a pooler before the database is recognised by the process id that it reports, and refused', async (t) => {
  const between = await pooler(database.url)
  t.after(() => between.close())
  await assert.rejects(whoIs(between.url), (error) => {
    assert.ok(error instanceof ConfigError)
    assert.match(error.message, /^A pooler such as PgBouncer is between the portal and the database\. /)
    return true
  })
  assert.equal(await whoIs(database.url), 'app')
})
