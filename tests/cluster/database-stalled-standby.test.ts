import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../support/jobs.ts'
import { type Server, startServer } from '../support/postgres.ts'
import { dataFolder, type Running, startPortal } from '../support/program.ts'

// Commits that wait for a dead standby must not use up the database's connections.

let server: Server
let portal: Running
const folder = dataFolder()
before(async () => {
  server = await startServer({ settings: { max_connections: '60' } })
  portal = await startPortal(folder.path, {
    env: { DATABASE_URL: server.url, TRUST_PROXY: '127.0.0.1', CALLS_AT_ONCE: '64' },
  })
})
after(async () => {
  await folder.drop()
  await server.drop()
})

const ROUNDS = 5
const WRITES = 30
/**
 * The portal's maximum of connections: 15 for callers, 4 and 2 for background work, and a few others. Those
 * listen, or check whether the database is alive.
 */
const MAX_CONNECTIONS = 32
const write = async (index: number) => {
  const answer = await fetch(`${portal.url}/api/newsletter/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.6.${index}.1` },
    body: JSON.stringify({ email: `reader${index}@example.com` }),
  })
  await answer.text()
  return answer.status
}
/** The database's processes for the portal's connections: each connection has one. */
const backends = async (where = 'true') =>
  (await server.ask(`select from pg_stat_activity where application_name like 'portal%' and ${where}`)).length
/** Makes every commit wait for a standby of this name. An empty name: for none. */
const waitFor = async (standby: string) => {
  await server.ask(`alter system set synchronous_standby_names = '${standby}'`)
  await server.ask('select pg_reload_conf()')
}

test('R5 if a synchronous standby never answers, a write that is given up leaves no database process, so others can still connect', {
  timeout: 120_000,
}, async (t) => {
  assert.equal(await write(0), 200)
  await waitFor('never')
  // The highest number of these processes at one time, and of those that wait for the standby.
  let [most, waited] = [0, 0]
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      most = Math.max(most, await backends())
      waited = Math.max(waited, await backends("wait_event = 'SyncRep'"))
    }
  })()
  let refused = 0
  for (let round = 0; round < ROUNDS; round++) {
    const statuses = await Promise.all(
      Array.from({ length: WRITES }, (_, index) => write(1 + round * WRITES + index)),
    )
    refused += statuses.filter((status) => status === 503).length
    assert.deepEqual(new Set(statuses), new Set([503]))
  }
  isOver = true
  await watching
  t.diagnostic(
    `${refused} writes given up, at most ${most} processes, ${waited} of them waiting for the standby`,
  )
  assert.ok(waited > 1, 'commits wait for the standby')
  assert.ok(most <= MAX_CONNECTIONS, `${most} processes`)
  assert.equal((await fetch(`${portal.url}/jobs`)).status, 200)
  await waitFor('')
  await until(
    'it writes',
    () => write(250),
    (status) => status === 200,
    20_000,
  )
  assert.equal(await portal.stop(), 0)
})
