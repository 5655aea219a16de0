import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, startPortal } from '../support/program.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

// A portal dies after the mail server accepted an email, and before the portal deleted the email from its
// queue (outbox). The email is then sent again, with the same Message-ID.

const folder = dataFolder()
let database: Fresh
let owner: pg.Client
// A second connection reads pg_stat_activity. The owner's connection is in a transaction, which reads it only
// once.
let watcher: pg.Client
let peer: Awaited<ReturnType<typeof smtpPeer>>
before(async () => {
  database = await freshDatabase({ durable: true })
  owner = new pg.Client({ connectionString: database.url })
  watcher = new pg.Client({ connectionString: database.url })
  await Promise.all([owner.connect(), watcher.connect()])
  peer = await smtpPeer()
})
after(async () => {
  await folder.drop()
  await peer.close()
  await Promise.all([owner.end(), watcher.end()])
  await database.drop()
})

const rows = async (text: string) => (await watcher.query<Record<string, unknown>>(text)).rows

test('R4 killed after the mail server accepted an email and before its row was deleted: the email is sent again with the same Message-ID, and never lost', async () => {
  const env = {
    // A URL with a user needs a host. This database has a socket folder, so the user becomes a parameter.
    DATABASE_URL: database.url.replace(/^postgresql:\/\/(\w+)@(.*)$/, 'postgresql://$2&user=$1'),
    SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
    MAIL_FROM: 'jobs@iebc.example',
    PUBLIC_URL: 'http://localhost:1',
  }
  // The mail server has the email. But its database row is locked, so the portal cannot delete it to mark it
  // as sent.
  peer.before = async () => {
    await owner.query('begin')
    await owner.query('select from outbox for update')
  }
  const first = await startPortal(folder.path, { env })
  const subscribed = await fetch(`${first.url}/api/newsletter/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"twice@example.com"}',
  })
  assert.equal(subscribed.status, 200)
  // The database connections that wait to delete the email's row.
  const marking = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from outbox%'`
  const found = await until(
    'the letter is taken and about to be marked',
    () => rows(marking),
    (all) => all.length === 1,
  )
  await first.stop('SIGKILL')
  // End the portal's database connection. Otherwise it would still delete the row after the rollback.
  for (const { pid } of found) await watcher.query('select pg_terminate_backend($1)', [pid])
  await until(
    'its connection is gone',
    () => rows(marking),
    (all) => all.length === 0,
  )
  await owner.query('rollback')
  peer.before = async () => {}
  assert.deepEqual(await rows('select attempts from outbox'), [{ attempts: 1 }])

  // Let the killed portal's claim on the email expire, so that the next portal may send it.
  await owner.query('update outbox set run_at = created_at')
  const second = await startPortal(folder.path, { env })
  await until(
    'the letter has come again and is marked',
    () => rows('select from outbox'),
    (all) => all.length === 0,
  )
  assert.deepEqual(
    peer.taken.map(({ to }) => to),
    [['twice@example.com'], ['twice@example.com']],
  )
  assert.equal(new Set(peer.taken.map(({ email }) => email.messageId)).size, 1)
  assert.equal(await second.stop(), 0)
})
