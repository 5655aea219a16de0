import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { PORTAL_ROLE } from '../../server/database/role.ts'
import { captcha, count, login, member, nextMinute, registration } from '../support/accounts.ts'
import { answers, detailPath, PARTIAL, SUBMIT } from '../support/answers.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { applicantWith, arrivingFiles, type WithApplication } from '../support/uploads.ts'
import type { Answer } from '../support/visitor.ts'

// `applicantWith` creates a person with a draft application, and functions for its documents. `arrivingFiles`
// lists the uploads in progress.
let portal: Portal
let owner: pg.Client
let person: WithApplication
let email: string
before(async () => {
  portal = await openPortal()
  owner = new pg.Client({ connectionString: portal.databaseUrl })
  await owner.connect()
  person = await applicantWith(portal)
  ;({ email } = await member(portal))
})
after(async () => {
  await owner.end()
  await portal.close()
})

/**
 * Makes the database read-only, as when it is demoted or its disk is full. Only new connections see the
 * setting, so `drop` ends the open connections.
 */
const turn = async (
  setting: 'set default_transaction_read_only = on' | 'reset all',
  { drop = false } = {},
) => {
  const { rows } = await owner.query<{ name: string }>('select current_database() as name')
  await owner.query(`alter role ${PORTAL_ROLE} in database ${rows[0]?.name} ${setting}`)
  if (drop)
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = $1`,
      [PORTAL_ROLE],
    )
}

/** How many connections the portal's pool may have. */
const CONNECTIONS = 12
const newcomer = registration()
const writes: Record<string, () => Promise<Answer>> = {
  upload: () => person.upload(pdf('% read-only')),
  registration: async () =>
    portal.visitor().post('/api/register/', { ...newcomer, recaptchaToken: await captcha(portal) }),
  login: () => login(portal.visitor(), email),
  'a begun application': () => person.visitor.post('/api/job-applications/', { job: person.job }),
  save: () => person.visitor.post(PARTIAL, { job_id: person.job, ...answers({ address: 'Isiolo' }) }),
  submission: () =>
    person.visitor.post(SUBMIT, { job_id: person.job, idempotency_key: 'read-only', ...answers() }),
  newsletter: () => portal.visitor().post('/api/newsletter/', { email: 'reader@example.com' }),
}
const TABLES = [
  'users',
  'sessions',
  'application_documents',
  'submissions',
  'notifications',
  'outbox',
  'log_events',
  'counters',
  'draft_copies',
]
/** What these calls write: numbers of rows, the application itself, and files that are still arriving. */
const written = async () => {
  const { rows } = await owner.query(
    TABLES.map((table) => `select '${table}' as in_table, count(*) from ${table}`).join(' union all '),
  )
  return [rows, (await person.visitor.get(detailPath(person.id))).json, arrivingFiles(portal)]
}

describe('R5 the database turns read-only in the middle', () => {
  test('R5 every write gets a 503 with our sentence and Retry-After, nothing is half done, and reading still works', async () => {
    const before = await written()
    await turn('set default_transaction_read_only = on', { drop: true })
    for (const [name, write] of Object.entries(writes)) {
      const { status, json, headers, text } = await write()
      assert.deepEqual([status, json.code], [503, 'busy'], `${name}: ${text}`)
      assert.equal(typeof json.ticket, name === 'submission' ? 'string' : 'undefined', name)
      assert.ok(Number(headers.get('retry-after')) >= 5, name)
    }
    assert.deepEqual(await written(), before)
    assert.equal((await portal.visitor().get('/api/jobs/list/')).status, 200)
    const ready = await portal.visitor().get('/readyz')
    assert.deepEqual(
      [ready.status, ready.json],
      [200, { status: 'degraded', database: 'read-only', files: 'taken' }],
    )
    assert.deepEqual(
      portal.log.filter(({ event }) => event === 'request.failed'),
      [],
    )
  })
  test('R5 once the database can be written again, the same calls succeed without a restart, on none of the read-only connections', async () => {
    // Fills the portal's pool with connections that stay read-only until they end.
    await Promise.all(Array.from({ length: CONNECTIONS }, () => person.visitor.get('/api/user/profile/')))
    await turn('reset all')
    nextMinute()
    for (const [name, write] of Object.entries(writes)) {
      const answer = await write()
      assert.ok(answer.status < 300, `${name}: ${answer.status} ${answer.text}`)
    }
    assert.equal((await portal.visitor().get('/readyz')).json.status, 'ready')
    assert.equal(await count(portal, sql`select from submissions where application_id = ${person.id}`), 1)
    assert.equal(await count(portal, sql`select from users where email = ${newcomer.email}`), 1)
  })
  test('R5 a connection that was refused in a transaction is given up too', async () => {
    await turn('set default_transaction_read_only = on', { drop: true })
    assert.equal((await person.remove()).status, 503)
    await turn('reset all')
    const statuses = []
    for (let time = 0; time <= CONNECTIONS; time++) statuses.push((await person.remove()).status)
    // 409: the application is submitted by now. Only a connection that may write finds that out.
    assert.equal(statuses.at(-1), 409, statuses.join())
  })
})
