import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { caller } from '../support/dribble.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sql } from '../../server/database/connect.ts'

// These callers close the connection before the portal answers. `caller` opens a raw connection and sends
// these texts.
let portal: Portal
before(async () => {
  portal = await openPortal()
  await postJobs(portal, {})
})
after(() => portal.close())

const body = JSON.stringify({ email: 'gone@example.com' })
/** The head of a POST request from this network, as a raw connection sends it. */
const postHead = (length: number, network = 0) =>
  `POST /api/newsletter/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.1.${network}.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
const connections = () =>
  new Promise<number>((tell) => portal.server.getConnections((_error, count) => tell(count)))
const allGone = () => until('everybody has gone', connections, (count) => count === 0)
const problems = () => portal.log.filter(({ event }) => event === 'request.failed')

test('T40 a caller who leaves in the middle of a body is not logged as an error', async () => {
  for (let time = 0; time < 20; time++) {
    const client = caller(portal.url, postHead(500), body)
    await client.connected
    client.socket.destroy()
  }
  await allGone()
  assert.deepEqual(problems(), [])
})

test('T40 a caller who sends a thousand calls at once and leaves is not logged as an error', {
  timeout: 30_000,
}, async () => {
  const call = (network: number) =>
    `GET /api/counties/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 10.2.${network}.1\r\n\r\n`
  for (let time = 0; time < 10; time++) {
    const client = caller(portal.url, call(time).repeat(1_000))
    await client.connected
    client.socket.resetAndDestroy()
    await client.ended
  }
  await allGone()
  assert.equal(problems().length, 0)
})

test('T40 a caller who leaves while waiting or during the work is not logged as an error, and holds no place (last-hour#admission-order)', {
  timeout: 30_000,
}, async () => {
  // While this table is locked, sixty-four calls wait in the database, and the others wait for one of those
  // places.
  const holder = await import('pg').then(
    ({ default: pg }) => new pg.Client({ connectionString: portal.databaseUrl }),
  )
  await holder.connect()
  await holder.query('begin; lock table newsletter_subscribers in exclusive mode')
  const callers = Array.from({ length: 100 }, (_, index) =>
    caller(portal.url, postHead(body.length, index), body),
  )
  const atWork = async () =>
    (
      await holder.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount ?? 0
  await until('the database is at work on them', atWork, (count) => count > 0)
  for (const { socket } of callers) socket.destroy()
  await allGone()
  await until('their statements have run out of time', atWork, (count) => count === 0, 20_000)
  await holder.query('rollback')
  await holder.end()
  assert.equal((await portal.visitor().post('/api/newsletter/', { email: 'after@example.com' })).status, 200)
  assert.deepEqual(problems(), [])
})

test('T40 a caller who stays gets the error, and it is logged', { timeout: 30_000 }, async () => {
  await portal.db.run(
    sql`alter table newsletter_subscribers add constraint broken check (email <> 'stays@example.com')`,
  )
  const answer = await portal.visitor().post('/api/newsletter/', { email: 'stays@example.com' })
  assert.equal(answer.status, 500)
  assert.doesNotMatch(answer.text, /broken|newsletter_subscribers|constraint|\.ts\b|\bat .*:\d/)
  assert.equal(problems().length, 1)
})
