import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { jobFilters } from '#contract/jobs/endpoints.ts'
import { findEntries } from '../../server/audit-log/entries-store.ts'
import { type Sql, sql, statements } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { findUnused } from '../../server/retention/accounts-store.ts'
import { setReserveNumbers } from '../../server/decisions/entries-store.ts'
import { notifyBatch } from '../../server/decisions/notify-store.ts'
import { haveHiresChanged } from '../../server/decisions/hired-store.ts'
import { insertRun, reserveNumbers } from '../../server/selection-checks/outcome-store.ts'
import { notifyNotTaken } from '../../server/selections/publish-store.ts'
import { findRequested, findPlain } from '../../server/exports/store.ts'
import { notifyDeadlines } from '../../server/job-applications/deadlines.ts'
import { versionsOfPublic, jobListQuery } from '../../server/jobs/store.ts'
import { claimBatch, enqueueBatch } from '../../server/messages/spread-store.ts'
import { digestOf, insertMessage } from '../../server/messages/state-store.ts'
import { countChosen, findFirstRecipients, findMessage, findRecipient } from '../../server/messages/store.ts'
import { lockTemplate } from '../../server/messages/templates-store.ts'
import { notifyOwners } from '../../server/staff-jobs/notify-drafts-store.ts'
import { insertMinute, insertNode } from '../../server/tickets/minutes-store.ts'
import { login, PASSWORD, loggedIn } from '../support/accounts.ts'
import { asForm, PARTIAL, readyToSend, SUBMIT } from '../support/answers.ts'
import { applicationOf } from '../support/applications.ts'
import { actionPath, correct, reopen, uploadCv } from '../support/corrections.ts'
import { postJobs, until } from '../support/jobs.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { type Query, deriveFacts, tablePath } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { sqlSites } from '../support/sql-sites.ts'
import { officer } from '../support/staff.ts'

let portal: Portal
let client: pg.Client
before(async () => {
  portal = await openPortal()
  client = new pg.Client({ connectionString: portal.databaseUrl })
  await client.connect()
})
after(async () => {
  await client.end()
  await portal.close()
})

/** The reason why the database cannot prepare a statement, if it cannot. */
const prepares = (text: string) =>
  client.query(`prepare probe as ${text}`).then(
    () => client.query('deallocate probe').then(() => undefined),
    (error: Error) => error.message,
  )
const isStatement = (text: string) => /^(?:select|insert|update|delete|with|notify|listen)\b/i.test(text)

describe('every statement of the server fits the migrated schema', () => {
  test('each statement can be prepared as it is written, or has been run if it is joined from parts', async () => {
    // API calls whose SQL statements are joined from parts: an account, a login, a list, an email.
    const { visitor, email } = await loggedIn(portal)
    const [id] = await postJobs(portal, {})
    await visitor.get(`/api/jobs/${id}/`)
    await visitor.get('/api/jobs/list/?page=1')
    for (const query of ['search=clerk%20polling', 'location=Turkana', 'search=clerk&location=Turkana'])
      await visitor.get(`/api/jobs/wider/?${query}`)
    await visitor.get('/api/jobs/list/?search=karani&language=sw')
    await visitor.post('/api/job-applications/', { job: id })
    await visitor.get('/api/job-applications/1/')
    await readyToSend(portal).then(async (entry) => {
      assert.equal((await entry.visitor.post(SUBMIT, { job_id: entry.jobId, version: 0 })).status, 409)
      await entry.visitor.post(SUBMIT, { job_id: entry.jobId })
      // The correction of the application, with files that are added, removed and refused.
      await reopen(entry)
      assert.equal((await uploadCv(portal, entry, 'cv.pdf', pdf())).status, 200)
      await entry.visitor.request('DELETE', actionPath(entry, 'documents/cv'))
      await entry.visitor.post(PARTIAL, asForm({ job_id: entry.jobId }))
      assert.equal((await correct(entry, 'second')).status, 200)
      await reopen(entry)
      assert.equal((await entry.visitor.post(actionPath(entry, 'keep-sent'), {})).status, 200)
    })
    for (const password of ['x', PASSWORD]) await login(portal.visitor(), email, password)
    await portal.visitor().post('/api/newsletter/', { email: 'reader@example.com' })
    // The API calls with which officers read a submitted application.
    await deriveFacts(portal)
    const { visitor: staff } = await officer(portal, 'recruiter')
    for (const query of [{}, { search: 'w', county: '1' }, { sort: 'level', down: '1' }] as Query[])
      assert.equal((await staff.get(tablePath(id ?? 0, query))).status, 200)
    assert.equal((await staff.get('/api/staff/start/')).status, 200)
    // Deletions at the end of retention, the pages where officers see them, and a hold that prevents one.
    const [old = 0] = await postJobs(portal, { expiry_date: '2020-01-01' })
    const owner = await portal.db.row<{ id: number }>(sql`select id from users where email = ${email}`)
    await applicationOf(portal, owner?.id ?? 0, old)
    await sweep(portal.deps)
    await findUnused(portal.deps.db, 0)
    const held = { reason: 'A petition', ends_on: '2026-12-31' }
    assert.equal((await staff.post(`/api/staff/jobs/${old}/holds/`, held)).status, 200)
    assert.equal((await staff.get('/api/staff/retention/')).status, 200)
    // Messages of officers.
    const { db } = portal.deps
    const nobody = sql`facts.job_id = 0`
    await Promise.all([
      findRecipient(db, 0, 0),
      findFirstRecipients(db, nobody),
      findMessage(db, 0, 0),
      claimBatch(db, 0),
      lockTemplate(db, 0),
    ])
    const now = new Date()
    await setReserveNumbers(db, 0, reserveNumbers(0))
    await notifyNotTaken(db, { runId: 0, after: 0, size: 1, now })
    const selectionRun = {
      id: 0,
      selection_id: 0,
      job_id: 0,
      number: 1,
      state: 'computed' as const,
      started_at: now,
      published_at: null,
    }
    await haveHiresChanged(db, selectionRun.id)
    await insertRun(db, selectionRun, now)
    const message = {
      jobId: 0,
      key: 'k',
      template: undefined,
      subject: 's',
      body: 'b',
      filter: null,
      textHash: Buffer.alloc(32),
      expected: 1,
      staffId: 0,
      leavesAt: now,
      now,
    }
    await Promise.all([
      countChosen(db, nobody),
      insertMessage(db, message, nobody),
      digestOf(db, 0, message.textHash),
    ])
    // API calls that send notifications and emails to many people.
    await Promise.all([
      notifyDeadlines(db, now, now, 1),
      notifyBatch(db, { listId: 0, status: 'Rejected', sources: [1], after: 0, size: 1, now }),
      enqueueBatch(db, { messageId: 0, applications: [], users: [], subjects: [], bodies: [], now }),
      notifyOwners(
        db,
        0,
        0,
        { news: 'closed', notification: { kind: 'closed_early', values: { job: '' } }, url: '/jobs/0' },
        now,
      ),
    ])
    // The audit log, and the list of officers who saw one applicant.
    for (const filter of [{}, { seen: 0 }, { seenApplication: 0 }])
      await findEntries(db, filter, undefined, 1)
    // Files of applications.
    await Promise.all([
      findPlain(db, nobody, undefined),
      findRequested(db, 0, 1, { areas: { counties: [], constituencies: [] } }),
    ])
    // The statements that store the tickets of one minute.
    const [node, hash] = [Buffer.alloc(8), Buffer.alloc(32)]
    await insertNode(db, node, now)
    await insertMinute(
      db,
      node,
      { sequence: 1, minute: now, hashes: hash, root: hash, overflowed: false },
      hash,
      now,
    )
    const run = statements().map((text) => text.trim())
    const sites = sqlSites().filter(({ text }) => isStatement(text))
    assert.ok(sites.length > 50, `${sites.length} statements found`)
    const problems: string[] = []
    for (const { file, line, text, longest } of sites) {
      const problem = await prepares(text)
      if (problem && !run.some((entry) => longest.length > 8 && entry.includes(longest)))
        problems.push(`${file}:${line} ${problem}`)
    }
    assert.deepEqual(problems, [])
  })
  test('the list of jobs prepares with every filter and order', async () => {
    const filters = ['search', 'job_type', 'location', 'category', 'include_expired']
    // Each bit of `chosen` stands for one filter, so every combination of filters occurs.
    for (let chosen = 0; chosen < 2 ** filters.length; chosen++) {
      for (const sort of ['closing', 'newest', 'posts']) {
        const query = Object.fromEntries(
          filters.filter((_, index) => chosen & (1 << index)).map((name) => [name, '1']),
        )
        assert.equal(
          await prepares(jobListQuery(jobFilters.parse({ ...query, sort }), A_TUESDAY).text),
          undefined,
        )
      }
    }
  })
})

describe('lists stay quick', () => {
  before(async () => {
    // Jobs that closed over several years, and a hundred open ones.
    const [id] = await postJobs(portal, {})
    await portal.db.run(sql`
      insert into jobs (reference, title, department, location, job_type_id, description_html, qualification_html, preview, expiry_date, created_at, updated_at)
      select 'OLD/' || n, title, department, location, job_type_id, description_html, qualification_html, preview,
        ${A_TUESDAY}::timestamptz + (case when n % 60 = 0 then 1 else -1 end) * n * interval '1 hour', created_at, updated_at
      from jobs, generate_series(1, 6000) n where id = ${id}`)
    // PostgreSQL answers from an index alone only if no running statement may see the rows differently. The
    // portal reads changed rows too, so vacuum again if needed.
    await until(
      'all rows are settled',
      async () => {
        await portal.db.run(sql`vacuum (analyze) jobs`)
        return portal.db.row<{ settled: boolean }>(
          sql`select relallvisible = relpages as settled from pg_class where oid = 'jobs'::regclass`,
        )
      },
      (row) => row?.settled === true,
    )
  })
  const explained = async ({ text, values }: Sql, how: string) =>
    (await client.query({ text: `explain (${how}) ${text}`, values })).rows
      .map((row) => row['QUERY PLAN'] as string)
      .join('\n')
  for (const query of [
    {},
    { search: 'clerk' },
    { search: 'karani', language: 'sw' },
    { location: 'garissa' },
    { sort: 'newest' },
    { job_type: 'External', sort: 'posts' },
  ] as Record<string, string>[]) {
    test(`an index alone shows which of 6,000 jobs match, and no description is read: ${JSON.stringify(query)}`, async () => {
      const statement = jobListQuery(jobFilters.parse(query), A_TUESDAY)
      const plan = await explained(statement, 'analyze, verbose, costs off, timing off, summary off')
      assert.match(plan, /Index Only Scan using jobs_listed on public.jobs \(actual/)
      assert.match(plan, /Heap Fetches: 0/)
      assert.doesNotMatch(plan, /Seq Scan|_html|preview/)
    })
  }
  test('the six jobs of a page are found by their ids, and no description is read for their versions', async () => {
    const plan = await explained(versionsOfPublic([1, 2, 3, 4, 5, 6]), 'verbose, costs off')
    assert.match(plan, /jobs_pkey/)
    assert.doesNotMatch(plan, /_html|preview/)
  })
  test('every foreign key has its index, but for places, which are never deleted', async () => {
    // Foreign keys whose first column starts no index of their table, except those of accounts to places.
    const { rows } = await client.query(`
      select conrelid::regclass || ' ' || conname as key from pg_constraint
      where contype = 'f' and not (conrelid = 'users'::regclass and confrelid in ('counties'::regclass, 'constituencies'::regclass, 'wards'::regclass)) and not exists (
        select from pg_index where indrelid = conrelid and (indkey::int2[])[0] = conkey[1])`)
    assert.deepEqual(
      rows.map((row) => row.key),
      [],
    )
  })
})
