import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { PORTAL_ROLE } from '../../server/database/role.ts'
import { captcha, count, login, member, registration } from '../support/accounts.ts'
import { answers, detailPath, PARTIAL, SUBMIT } from '../support/answers.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { expectRetryTime } from '../support/retry-time.ts'
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

const newcomer = registration()
/** The calls that are interrupted. The lock of each call's table stops it as late in its work as possible. */
const CALLS: Record<string, { table: string; ask: () => Promise<Answer> }> = {
  registration: {
    table: 'outbox',
    ask: async () =>
      portal.visitor().post('/api/register/', { ...newcomer, recaptchaToken: await captcha(portal) }),
  },
  login: { table: 'sessions', ask: () => login(portal.visitor(), email) },
  save: {
    table: 'draft_copies',
    ask: () => person.visitor.post(PARTIAL, { job_id: person.job, ...answers({ address: 'Isiolo' }) }),
  },
  upload: { table: 'application_documents', ask: () => person.upload(pdf('% killed')) },
  submission: {
    table: 'outbox',
    ask: () => person.visitor.post(SUBMIT, { job_id: person.job, idempotency_key: 'killed', ...answers() }),
  },
}
const TABLES = [
  'users',
  'sessions',
  'application_documents',
  'submissions',
  'notifications',
  'outbox',
  'log_events',
  'draft_copies',
]
/** What these calls write: numbers of rows, the application itself, and files that are still arriving. */
const written = async () => {
  const { rows } = await owner.query(
    TABLES.map((table) => `select '${table}' as in_table, count(*) from ${table}`).join(' union all '),
  )
  return [rows, (await person.visitor.get(detailPath(person.id))).json, arrivingFiles(portal)]
}

describe('R5 the database’s process dies in the middle of a call', () => {
  for (const [name, { table, ask }] of Object.entries(CALLS)) {
    test(`R5 ${name}: 503 in our words, nothing is half done, and the same call again is done once`, {
      timeout: 20_000,
    }, async () => {
      const before = await written()
      await owner.query(`begin; lock table ${table} in share mode`)
      const answering = ask()
      const stopped = await until(
        'it is held up',
        async () =>
          (
            await owner.query<{ pid: number }>(
              `select pid from pg_stat_activity where datname = current_database() and usename = $1 and wait_event_type = 'Lock'`,
              [PORTAL_ROLE],
            )
          ).rows,
        (rows) => rows.length > 0,
      )
      for (const { pid } of stopped) await owner.query('select pg_terminate_backend($1)', [pid])
      await owner.query('rollback')
      const { status, json, text, headers } = await answering
      assert.deepEqual([status, json.code], [503, 'busy'], text)
      // A submission has a place in a line. Its Retry-After says how long the submissions before it need.
      if (json.ticket) assert.ok(Number(headers.get('retry-after')) >= 5, text)
      else expectRetryTime(headers.get('retry-after'))
      assert.deepEqual(await written(), before)
      const again = await ask()
      assert.ok(again.status < 300, `${again.status} ${again.text}`)
    })
  }
  test('R5 of the repeated calls above, each had its effect once, and none was logged as an error', async () => {
    assert.equal(await count(portal, sql`select from users where email = ${newcomer.email}`), 1)
    assert.equal(await count(portal, sql`select from submissions where application_id = ${person.id}`), 1)
    assert.equal(
      await count(portal, sql`select from application_documents where application_id = ${person.id}`),
      1,
    )
    assert.deepEqual(
      portal.log.filter(({ level }) => level === 'error'),
      [],
    )
  })
})
