import assert from 'node:assert/strict'
import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { sweep } from '../../server/housekeeping.ts'
import { mailFolder } from '../../server/mail/transport.ts'
import { login, member, nextMinute, PASSWORD } from '../support/accounts.ts'
import {
  answers,
  educationEntry,
  experienceEntry,
  PARTIAL,
  refereeEntry,
  SUBMIT,
} from '../support/answers.ts'
import { decisionStaff, good } from '../support/decisions.ts'
import { emailsTo } from '../support/emails.ts'
import { erase, problems } from '../support/erasure.ts'
import { postJobs } from '../support/jobs.ts'
import { authenticator } from '../support/passkey.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { officer } from '../support/staff.ts'
import { form, send } from '../support/uploads.ts'
import type { Visitor } from '../support/visitor.ts'

const DAY = 86_400_000

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
before(async () => {
  // The limit of calls per account is raised, so that no test reaches it. The database writes each commit to
  // disk, as in production.
  portal = await openPortal({ config: { ACCOUNT_ALLOWANCE_FACTOR: '1000' }, durable: true })
})
after(() => portal.close())

/** A marker for all fields of a person and all words of officers. It has only letters, as names allow. */
const MARK = 'zebramarker'
const ID_NUMBER = '35791113'
const PHONE = '+254735791113'
const EMAIL = `${MARK}@example.com`
const marked = (of: string) => `${MARK}${of}`

const upload = (visitor: Visitor, method: string, path: string, parts: Parameters<typeof form>[0]) => {
  const { body, type } = form(parts)
  return send(`${portal.url}${path}`, {
    method,
    ...(visitor.token === undefined ? {} : { token: visitor.token }),
    headers: { 'content-type': type, 'content-length': body.length },
    body,
  })
}
const file = (name: string) => ({
  name,
  file: `${marked('file')}.pdf`,
  type: 'application/pdf',
  data: pdf(`(${marked(name)})`),
})

const filled = () =>
  answers({
    education: [educationEntry({ institution: marked('school'), area_of_study: marked('study') })],
    experience: [
      experienceEntry({
        company: marked('company'),
        position: marked('post'),
        responsibilities: marked('work'),
      }),
    ],
    referees: [
      refereeEntry({
        name: marked('referee'),
        position: marked('head'),
        organization: marked('office'),
        email: `${marked('referee')}@example.org`,
        phone: PHONE,
      }),
    ],
    address: marked('address'),
  })

/** Starts an application for a new job, and adds a document to it. */
async function started(visitor: Visitor) {
  nextMinute()
  const [jobId = 0] = await postJobs(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 5 * DAY).toISOString(),
  })
  const { id } = good(await visitor.post(PARTIAL, { job_id: jobId, ...filled() }))
  const { status, text } = await upload(visitor, 'PUT', `/api/job-applications/${id}/documents/cv/`, [
    file('file'),
  ])
  assert.equal(status, 200, text)
  return { jobId, id: Number(id) }
}
/** Starts an application with a document and submits it. */
async function sent(visitor: Visitor) {
  const { jobId, id } = await started(visitor)
  const json = good(
    await visitor.post(
      SUBMIT,
      { job_id: jobId, ...filled() },
      { headers: { 'idempotency-key': marked('key') } },
    ),
  )
  await deriveFacts(portal)
  return { jobId, id, reference: String(json.reference_number) }
}

/** All texts by which the person could be recognised, also as bytes of binary columns. */
const traces = () =>
  [MARK, ID_NUMBER, PHONE.slice(1)].flatMap((text) => [text, Buffer.from(text).toString('hex')])

/** For each table, how many rows contain one of the person's traces. */
async function inDatabase(): Promise<Record<string, number>> {
  const tables = await portal.db.rows<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  )
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    const row = await portal.db.row<{ count: number }>({
      text: `select count(*)::int as count from "${name}" table_row where table_row::text ilike any($1::text[])`,
      values: [traces().map((trace) => `%${trace}%`)],
    } as never)
    if (row?.count) found[name] = row.count
  }
  return found
}
/** The files in the data folder. Emails that wait there because no mail server exists are left out. */
const storedFiles = () =>
  readdirSync(portal.deps.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== mailFolder(portal.deps.config))
    .map((entry) => join(entry.parentPath, entry.name))
const inFiles = () =>
  storedFiles().filter((path) =>
    traces().some((trace) => readFileSync(path).includes(trace) || path.includes(trace)),
  )

test('issue 19: markers in every field a person fills are nowhere once the account is deleted and all periods are over', async () => {
  const staff = await decisionStaff(portal)
  const helper = await officer(portal, 'administrator')
  const account = await member(portal, {
    email: EMAIL,
    first_name: marked('first'),
    middle_name: marked('middle'),
    last_name: marked('last'),
    id_number: ID_NUMBER,
    phone: PHONE,
    is_pwd: 'Yes',
    disability_type: 'Visual',
  })
  const visitor = portal.visitor()
  await login(portal.visitor(), EMAIL, 'a wrong password')
  visitor.token = good(
    await login(visitor, EMAIL, PASSWORD, { headers: { 'user-agent': marked('agent') } }),
  ).token
  good(
    await visitor.post('/api/security/set/', {
      security_question: `${marked('question')} of all?`,
      security_answer: marked('answer'),
    }),
  )
  assert.equal(
    (await visitor.request('PATCH', '/api/user/profile/', { body: { address: marked('home') } })).status,
    200,
  )
  const key = authenticator(portal.deps.config.publicUrl)
  const { ticket, options } = good(await visitor.post('/api/passkeys/options/', { password: PASSWORD }))
  good(await visitor.post('/api/passkeys/', { ticket, name: marked('key'), response: key.create(options) }))
  const correction = await upload(visitor, 'POST', '/api/corrections/', [
    { name: 'reason', data: marked('reason') },
    { name: 'last_name', data: marked('corrected') },
    file('evidence'),
  ])
  assert.equal(correction.status, 200, correction.text)
  await portal.db.run(sql`
    insert into newsletter_subscribers (email, requested_at, confirmed_at) values (${EMAIL}, ${portal.clock.now()}, ${portal.clock.now()})`)

  await started(visitor)
  const [corrected, withdrawn, decided] = [await sent(visitor), await sent(visitor), await sent(visitor)]
  const drafted = await sent(visitor)
  good(await visitor.post(`/api/job-applications/${corrected.id}/reopen/`, {}))
  good(await visitor.post(SUBMIT, { job_id: corrected.jobId, ...filled(), address: marked('again') }))
  good(await visitor.post(`/api/job-applications/${withdrawn.id}/withdraw/`, {}))
  // Officers write notes and other texts about the person.
  good(
    await staff.author.visitor.post(`/api/staff/applications/${decided.id}/notes/`, { text: marked('note') }),
  )
  const { found } = good(
    await helper.visitor.post('/api/staff/support/search/', { by: 'email', text: EMAIL }),
  )
  await helper.visitor.post(`/api/staff/support/people/${found[0].handle}/log-out/`, {
    reason: marked('support'),
  })
  visitor.token = good(await login(visitor, EMAIL)).token
  const list = await staff.drafted(decided.jobId, 'rejected', [])
  good(await staff.add(list, [decided.id], { reason: marked('why') }))
  const { digest } = good(await staff.propose(list, staff.author, { early_reason: 'Because' }))
  good(await staff.decide(list, { approve: true, digest }))
  const draft = await staff.drafted(drafted.jobId, 'rejected', [])
  good(await staff.add(draft, [drafted.id], { reason: marked('draft') }))
  portal.clock.advance(11 * 60_000)
  await applyDueLists(portal.deps)
  await deriveFacts(portal)
  nextMinute()
  await visitor.post('/api/assistant/', { message: `Where is ${marked('application')}?` })

  const before = await inDatabase()
  // All these tables have the marker. Delivered emails and documents of no version have none.
  for (const table of [
    'users',
    'job_applications',
    'submissions',
    'superseded_submissions',
    'passkeys',
    'corrections',
    'newsletter_subscribers',
    'application_notes',
    'notifications',
    'application_documents',
    'application_words',
    'audit_entries',
  ])
    assert.ok(before[table], `the marker is in ${table}`)
  assert.ok(inFiles().length > 0, 'the marker is in a stored file')

  good(await erase(visitor))
  // Only the decided application and the last email still have traces of the person.
  const stored = await inDatabase()
  assert.deepEqual(
    Object.keys(stored).filter(
      (table) =>
        ![
          'application_documents',
          'application_notes',
          'audit_entries',
          'decision_reasons',
          'outbox',
          'submissions',
        ].includes(table),
    ),
    [],
  )
  await emailsTo(portal, EMAIL)
  assert.deepEqual(await problems(portal), [])

  portal.clock.advance(4 * 365 * DAY)
  // The age of a file is measured by the machine's clock, which the test cannot set.
  for (const path of storedFiles()) utimesSync(path, 0, 0)
  for (let pass = 0; pass < 3; pass++) await sweep(portal.deps)
  assert.equal(
    (
      await portal.db.row<{ erased: boolean }>(sql`
    select erased_at is not null as erased from job_applications where id = ${decided.id}`)
    )?.erased,
    true,
  )
  const left = await inDatabase()
  assert.deepEqual(left, {})
  assert.deepEqual(inFiles(), [])
  assert.ok(!traces().some((trace) => JSON.stringify(portal.log).includes(trace)), 'in the log')
  assert.deepEqual(await problems(portal), [])
  assert.equal(account.email, EMAIL)
})
