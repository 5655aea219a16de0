import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EMAILS_PER_HOUR, LOGIN_LOCK, SECURITY_ANSWER } from '../../contract/accounts/limits.ts'
import { SUPPORT } from '#contract/support/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { handleFor } from '../../server/support/handle.ts'
import { notificationsWhere } from '../support/notifications.ts'
import {
  ANSWER,
  captcha,
  count,
  login,
  member,
  NEW_PASSWORD,
  nextMinute,
  PASSWORD,
  QUESTION,
  register,
  registration,
  loggedIn,
} from '../support/accounts.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { emailsTo, linkTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers help people who telephone. They search for the account, read its state, and unlock it or send an
// email again.

let portal: Portal
/** The recruiter who helps people in these tests. */
let helper: Officer
before(async () => {
  portal = await openPortal()
  helper = await officer(portal, 'recruiter')
})
beforeEach(async () => {
  nextMinute()
  // Officers may open a limited number of people an hour, which handles.test.ts checks. Here each test
  // deletes the count.
  await portal.db.run(sql`delete from counters where key like 'support %'`)
})
after(() => portal.close())

const search = (body: Record<string, unknown>, by = helper) =>
  by.visitor.post('/api/staff/support/search/', body)
/** A handle, which replaces a person's id for one officer and a short time. */
const handle = (id: number, by = helper) => handleFor(portal.deps, by.id, id)
const openPerson = (id: number, by = helper) => by.visitor.get(`/api/staff/support/people/${handle(id, by)}/`)
const help = (id: number, what: string, body: Record<string, unknown> = { reason: 'They rang' }) =>
  helper.visitor.post(`/api/staff/support/people/${handle(id)}/${what}/`, body)
type AuditRow = { act: string; user_id: number | null; reason: string; detail: Record<string, unknown> }
const entriesSince = async (id: number) =>
  portal.db.rows<AuditRow>(
    sql`select act, user_id, reason, detail from audit_entries where id > ${id} order by id`,
  )
const lastEntryId = async () =>
  (await portal.db.row<{ id: number }>(sql`select coalesce(max(id), 0) as id from audit_entries`))?.id ?? 0
/** The audit entries that are written while `work` runs. */
const entriesOf = async (work: () => Promise<unknown>) => {
  const before = await lastEntryId()
  await work()
  return entriesSince(before)
}
const notificationsOf = async (userId: number) =>
  (await notificationsWhere(portal.db, sql`user_id = ${userId}`)).map(({ message }) => message)
const handles = (json: { found: { handle: string }[] }) => json.found.map((entry) => entry.handle)

describe('support: a person is found by an exact email, phone, ID number or reference', () => {
  test('by email, phone, ID number and reference, however they are typed; a part of one finds no one', async () => {
    const { id, email } = await member(portal, {
      phone: '+254711000111',
      id_number: '31112223',
      first_name: 'Zawadi',
      last_name: 'Kiptoo',
      date_of_birth: '1994-02-03',
    })
    const found = async (body: Record<string, unknown>) => handles((await search(body)).json)
    for (const body of [
      { by: 'email', text: ` ${email.toUpperCase()} ` },
      { by: 'phone', text: '0711 000 111' },
      { by: 'idno', text: '31112223' },
      { by: 'name', text: 'zawadi kipt', born: '1994-02-03' },
      { by: 'name', text: 'Kiptoo Zawadi', born: '1994-02-03' },
    ])
      assert.deepEqual(await found(body), [handle(id)], JSON.stringify(body))
    for (const body of [
      { by: 'idno', text: '3111222' },
      { by: 'phone', text: '0711 000 112' },
      { by: 'email', text: `x${email}` },
      { by: 'name', text: 'zawadi kiptoo', born: '1994-02-04' },
      { by: 'name', text: 'wadi kiptoo', born: '1994-02-03' },
    ])
      assert.deepEqual(await found(body), [], JSON.stringify(body))
  })
  test('by the reference of an application', async () => {
    const applicant = await readyToSend(portal)
    const { json } = await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    const row = await portal.db.row<{ user_id: number; reference_number: string }>(sql`
      select user_id, reference_number from job_applications where reference_number is not null order by id desc limit 1`)
    assert.ok(row && JSON.stringify(json).includes(row.reference_number))
    const typed = row.reference_number.toLowerCase().replaceAll('-', ' ')
    const boss = await officer(portal, 'administrator')
    assert.deepEqual(handles((await search({ by: 'reference', text: typed }, boss)).json), [
      handle(row.user_id, boss),
    ])
  })
  test('never by a name alone, nor by half of anything: the field says so', async () => {
    for (const [body, field] of [
      [{ by: 'name', text: 'Zawadi Kiptoo' }, 'born'],
      [{ by: 'name', text: 'Zawadi', born: '1994-02-03' }, 'text'],
      [{ by: 'name', text: 'Zawadi Kiptoo', born: '1994-13-45' }, 'born'],
      [{ by: 'name', text: 'Zawadi Kiptoo', born: '1994-02-30' }, 'born'],
      [{ by: 'name', text: 'Zawadi Kiptoo', born: '0000-01-01' }, 'born'],
      [{ by: 'email', text: '@example.com' }, 'text'],
      [{ by: 'email', text: '' }, 'text'],
      [{ by: 'phone', text: '0711' }, 'text'],
      [{ by: 'idno', text: '%' }, 'text'],
      [{ by: 'reference', text: 'K7-4TR9XM-X' }, 'text'],
      [{ by: 'everybody', text: 'x' }, 'by'],
    ] as const) {
      const { status, json } = await search(body)
      assert.deepEqual([status, Array.isArray(json[field])], [422, true], JSON.stringify(body))
    }
  })
  test('a phone that many share shows a few, and says that there are more', async () => {
    for (let time = 0; time <= SUPPORT.peopleFound; time++) await member(portal, { phone: '+254799888777' })
    const { json } = await search({ by: 'phone', text: '0799888777' })
    assert.deepEqual([json.found.length, json.more], [SUPPORT.peopleFound, true])
  })
  test('each search is one audit entry with its kind and a digest, but not the searched text', async () => {
    const { id, email } = await member(portal, { id_number: '32223334' })
    const [first, ...others] = await entriesOf(() => search({ by: 'idno', text: '32223334' }))
    assert.deepEqual(
      [first?.act, first?.user_id, first?.detail.by, first?.detail.found, others.length],
      ['support.searched', id, 'idno', 1, 0],
    )
    assert.doesNotMatch(JSON.stringify(first), /32223334/)
    const [again] = await entriesOf(() => search({ by: 'idno', text: ' 32223334 ' }))
    assert.equal(again?.detail.searched, first?.detail.searched, 'the same search is recognised')
    const [byEmail] = await entriesOf(() => search({ by: 'email', text: email }))
    assert.ok(!JSON.stringify(byEmail).includes('@'))
    const [none] = await entriesOf(() => search({ by: 'email', text: 'nobody.at.all@example.com' }))
    assert.deepEqual([none?.user_id, none?.detail.found], [null, 0])
  })
  test('an officer who searches very often is asked to wait, and the others are not', async () => {
    const busy = await officer(portal, 'administrator')
    await portal.db.run(
      sql`insert into counters (key, count, window_ends) values (${`support ${busy.id}`}, ${SUPPORT.searchesPerHour}, ${new Date(portal.clock.now().getTime() + 60_000)})`,
    )
    assert.equal((await search({ by: 'email', text: 'a@example.com' }, busy)).status, 429)
    assert.equal((await search({ by: 'email', text: 'a@example.com' })).status, 200)
  })
})

describe('support: what is shown of a person', () => {
  test('a view makes one audit entry about the person; an unknown person is not found', async () => {
    const { id } = await member(portal)
    const [first, ...others] = await entriesOf(() => openPerson(id))
    assert.deepEqual([first?.act, first?.user_id, others.length], ['support.looked_at', id, 0])
    assert.deepEqual(await entriesOf(async () => assert.equal((await openPerson(999_999)).status, 404)), [])
  })
  test('T10 no password, hash, question, answer, token, code, document, number or verdict in any byte of any answer', async () => {
    const applicant = await readyToSend(portal)
    await applicant.visitor.post('/api/security/set/', {
      security_question: 'Canary question of mine?',
      security_answer: 'canary answer',
    })
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId })
    const row = await portal.db.row<Record<string, string> & { user_id: number; email: string }>(sql`
      select users.id as user_id, email, password_hash, security_answer_hash, security_question, phone, id_number, date_of_birth::text as born
      from job_applications a join users on users.id = a.user_id where a.is_completed order by a.id desc limit 1`)
    assert.ok(row)
    await portal.visitor().post('/api/password-reset-request/', { email: row.email })
    await emailsTo(portal, row.email)
    await portal.db.run(sql`update job_applications set status = 'Pending' where user_id = ${row.user_id}`)
    // The person's stored secrets: hashes of session tokens and reset codes, and salts of submissions.
    const secret = await portal.db.rows<{ text: string }>(sql`
      select encode(token_hash, 'hex') as text from sessions where user_id = ${row.user_id}
      union all select nonce::text from reset_codes where user_id = ${row.user_id}
      union all select encode(salt, 'hex') from submissions join job_applications a on a.id = application_id where a.user_id = ${row.user_id}`)
    const answers = [await search({ by: 'email', text: row.email }), await openPerson(row.user_id)]
    for (const what of ['log-out', 'verification', 'unlock']) answers.push(await help(row.user_id, what))
    const bytes = answers.map(({ text, headers }) => text + JSON.stringify([...headers])).join('\n')
    const hidden = [
      row.password_hash,
      row.security_answer_hash,
      row.security_question,
      row.phone,
      row.id_number,
      row.born,
      PASSWORD,
      applicant.visitor.token,
    ]
    for (const entry of [...hidden, ...secret.map(({ text }) => text)])
      assert.ok(entry && entry.length > 5 && !bytes.includes(entry), String(entry))
    assert.ok(bytes.includes(row.email))
    assert.equal(
      Object.keys(answers[1]?.json).sort().join(' '),
      'applications corrections created_at email first_name last_name letters locked middle_name question_closed_until sessions verified_at',
    )
    assert.deepEqual(Object.keys(answers[1]?.json.applications[0]).sort(), [
      'job',
      'may_restore',
      'may_review',
      'reference',
      'sent',
      'status',
      'submitted_at',
    ])
  })
  test('active sessions, emails that wait or failed, and applications as their owner sees them', async () => {
    const { id, visitor, email } = await loggedIn(portal)
    await login(portal.visitor(), email)
    const [jobId] = (await portal.db.rows<{ id: number }>(sql`select id from jobs limit 1`)).map(
      (entry) => entry.id,
    )
    await visitor.post('/api/job-applications/', { job: jobId })
    await portal.db.run(
      sql`update outbox set dead_at = ${portal.clock.now()}, last_error = '550' where payload ->> 'userId' = ${String(id)}`,
    )
    await portal.visitor().post('/api/password-reset-request/', { email })
    const { json } = await openPerson(id)
    assert.deepEqual([json.sessions.count, typeof json.sessions.since], [2, 'string'])
    assert.deepEqual(
      json.letters.map((entry: { state: string; error: string; what: string }) => [
        entry.state,
        entry.error,
        entry.what,
      ]),
      [
        ['waiting', '', 'Code for a new password'],
        ['failed', '550', 'Link to verify an address'],
      ],
    )
    assert.deepEqual([json.applications[0].status, json.applications[0].reference], ['Draft', null])
    portal.clock.advance(13 * 3_600_000)
    helper = await officer(portal, 'recruiter')
    assert.equal((await openPerson(id)).json.sessions.count, 0)
  })
  test('emails about a change of the address, and about a reset by question', async () => {
    const { id, visitor, email } = await loggedIn(portal, { question: true })
    const newEmail = `new.${email}`
    const queued = async () => (await openPerson(id)).json.letters.map(({ what }: { what: string }) => what)
    // The emails so far are sent, and so leave the queue.
    await emailsTo(portal, email)
    const requested = await visitor.post('/api/email-change/', { email: newEmail, password: PASSWORD })
    assert.equal(requested.status, 200, requested.text)
    assert.deepEqual(await queued(), [
      'A new email address, to confirm',
      'A new email address, to confirm at the old one',
    ])
    for (const address of [email, newEmail]) {
      const token = (await linkTo(portal, address, 'confirm-email')).split('/').at(-1) ?? ''
      assert.equal((await portal.visitor().post(`/api/email-change/confirm/${token}/`)).status, 200)
    }
    assert.deepEqual(await queued(), [
      'An email address was changed',
      'An email address was changed (email to the old address)',
    ])
    await emailsTo(portal, newEmail)
    const reset = await portal.visitor().post('/api/security/reset/', {
      email: newEmail,
      answer: ANSWER,
      new_password: NEW_PASSWORD,
      recaptchaToken: await captcha(portal),
    })
    assert.equal(reset.status, 200, reset.text)
    assert.deepEqual(await queued(), ['A password was changed, by question'])
  })
})

describe('support: what is done for a person', () => {
  /** Helps a person. Expects one audit entry and one notification, and returns the notification. */
  const notificationAfter = async (
    id: number,
    action: string,
    work: () => Promise<{ status: number; text: string }>,
  ) => {
    const before = (await notificationsOf(id)).length
    const made = await entriesOf(async () => {
      const { status, text } = await work()
      assert.equal(status, 200, text)
    })
    assert.deepEqual(
      made.map((entry) => [entry.act, entry.user_id, entry.reason]),
      [[action, id, 'They rang']],
    )
    const notifications = await notificationsOf(id)
    assert.equal(notifications.length, before + 1)
    return notifications.at(-1) ?? ''
  }
  test('nothing is done without a reason, and nothing for an unknown person', async () => {
    const { id } = await member(portal)
    for (const what of ['verification', 'unlock', 'log-out']) {
      const made = await entriesOf(async () => {
        const refused = await help(id, what, { reason: ' ' })
        assert.deepEqual([refused.status, refused.json.reason], [422, ['Give a reason. The log keeps it.']])
        assert.equal((await help(999_999, what)).status, 404)
      })
      assert.deepEqual(made, [])
    }
  })
  test('the email that verifies an address: it is sent, works, and counts among the person’s three in an hour (T23)', async () => {
    const body = registration()
    await register(portal, body)
    const id =
      (await portal.db.row<{ id: number }>(sql`select id from users where email = ${body.email}`))?.id ?? 0
    await emailsTo(portal, body.email)
    const notification = await notificationAfter(id, 'support.verification_sent', () =>
      help(id, 'verification'),
    )
    assert.match(notification, /^Support sent you a new email/)
    for (let time = 1; time < EMAILS_PER_HOUR; time++)
      await portal.visitor().post('/api/resend-verification/', { email: body.email })
    const spent = await entriesOf(async () => assert.equal((await help(id, 'verification')).status, 429))
    assert.deepEqual(spent, [], 'what was not done is not in the log')
    const link = await linkTo(portal, body.email, 'verify-email')
    assert.equal((await portal.visitor().post(`/api${link}/`)).status, 200)
    assert.deepEqual(
      [(await help(id, 'verification')).status, (await openPerson(id)).json.verified_at !== null],
      [409, true],
    )
  })
  test('A8 C4 after support unlocks an account the person can log in, also if the limit of the day had locked it', async () => {
    const { id, email } = await member(portal)
    const from = (ip: string, password = 'wrong') => login(portal.visitor(), email, password, { ip })
    for (let time = 0; time < LOGIN_LOCK.failures; time++) await from('41.80.1.7')
    assert.equal((await from('41.80.1.7', PASSWORD)).status, 429)
    const { locked } = (await openPerson(id)).json
    assert.deepEqual(
      [locked.places, locked.everywhere, locked.until],
      [1, false, new Date(portal.clock.now().getTime() + LOGIN_LOCK.minutes * 60_000).toISOString()],
    )
    assert.match(
      await notificationAfter(id, 'support.lock_lifted', () => help(id, 'unlock')),
      /unlocked your account/,
    )
    assert.equal((await from('41.80.1.7', PASSWORD)).status, 200)
    assert.deepEqual([(await openPerson(id)).json.locked, (await help(id, 'unlock')).status], [null, 409])
    // Sets the count of failed logins as if wrong passwords from many networks had reached a day's limit.
    await portal.db.run(sql`
      insert into counters (key, count, window_ends) select ${`login ${portal.deps.secrets.hmac('account', email).subarray(0, 16).toString('base64url')}`}, ${LOGIN_LOCK.ceilingPerDay},
        ${new Date(portal.clock.now().getTime() + 3_600_000)}`)
    assert.equal((await from('41.90.1.7', PASSWORD)).status, 429)
    assert.equal((await openPerson(id)).json.locked.everywhere, true)
    assert.equal((await help(id, 'unlock')).status, 200)
    assert.equal((await from('41.90.1.7', PASSWORD)).status, 200)
  })
  test('C3 unlocking an account opens the security question too, in the same step; the right answer resets the password on that day', async () => {
    const { id, email } = await loggedIn(portal, { question: true })
    const answered = (answer: string) =>
      portal.visitor().post('/api/security/reset/', { email, answer, new_password: NEW_PASSWORD })
    const first = portal.clock.now()
    for (let time = 1; time < SECURITY_ANSWER.tries; time++) await answered('wrong')
    assert.deepEqual(
      [(await openPerson(id)).json.question_closed_until, (await help(id, 'unlock')).status],
      [null, 409],
    )
    await answered('wrong')
    assert.equal((await answered(ANSWER)).status, 429)
    const { locked, question_closed_until } = (await openPerson(id)).json
    assert.deepEqual(
      [locked, question_closed_until],
      [null, new Date(first.getTime() + SECURITY_ANSWER.hours * 3_600_000).toISOString()],
    )
    const notification = await notificationAfter(id, 'support.lock_lifted', () => help(id, 'unlock'))
    assert.equal(notification, 'Support opened your security question again after wrong answers.')
    const [auditEntry] = (await entriesSince(0)).slice(-1)
    assert.deepEqual(auditEntry?.detail, { places: 0, everywhere: false, question: true })
    assert.deepEqual(
      [(await openPerson(id)).json.question_closed_until, (await help(id, 'unlock')).status],
      [null, 409],
    )
    assert.equal((await answered(ANSWER)).status, 200)
    assert.equal((await login(portal.visitor(), email, NEW_PASSWORD)).status, 200)
  })
  test('A8 C3 both are unlocked at once, and the person is notified of both; another person’s question stays closed', async () => {
    const [first, other] = [
      await loggedIn(portal, { question: true }),
      await loggedIn(portal, { question: true }),
    ]
    const wrong = (email: string) =>
      portal.visitor().post('/api/security/reset/', { email, answer: 'wrong', new_password: NEW_PASSWORD })
    for (const { email } of [first, other])
      for (let time = 0; time < SECURITY_ANSWER.tries; time++) await wrong(email)
    for (let time = 0; time < LOGIN_LOCK.failures; time++)
      await login(portal.visitor(), first.email, 'wrong', { ip: '41.80.1.9' })
    const { text, json } = await openPerson(first.id)
    assert.deepEqual([json.locked.places, typeof json.question_closed_until], [1, 'string'])
    assert.ok(!text.includes(ANSWER) && !text.includes(QUESTION), 'neither question nor answer is shown')
    const notification = await notificationAfter(first.id, 'support.lock_lifted', () =>
      help(first.id, 'unlock'),
    )
    assert.match(
      notification,
      /^Support unlocked your account after failed attempts to log in, and opened your security question again/,
    )
    const lifted = (await openPerson(first.id)).json
    assert.deepEqual([lifted.locked, lifted.question_closed_until], [null, null])
    assert.equal((await wrong(other.email)).status, 429)
    assert.equal((await wrong(first.email)).status, 422)
  })
  test('ended sessions are refused at once, on every device, and only those of this person', async () => {
    const [first, other] = [await loggedIn(portal), await loggedIn(portal)]
    assert.match(
      await notificationAfter(first.id, 'support.sessions_ended', () => help(first.id, 'log-out')),
      /Support ended your sessions/,
    )
    assert.equal((await first.visitor.get('/api/user/profile/')).status, 401)
    assert.equal((await other.visitor.get('/api/user/profile/')).status, 200)
    assert.equal((await help(first.id, 'log-out')).status, 409)
  })
  test('no officer corrects a name alone (A26): support has no call for it, and shows what was corrected before', async () => {
    const { id } = await member(portal)
    const before = (await openPerson(id)).json
    const body = { first_name: 'nyakio', middle_name: '', last_name: 'waweru', reason: 'They rang' }
    assert.equal((await help(id, 'name', body)).status, 404)
    await portal.db.run(sql`
      insert into name_corrections (user_id, staff_id, old_first_name, old_middle_name, old_last_name, new_first_name, new_middle_name,
        new_last_name, reason, corrected_at)
      select ${id}, id, 'Nyakyo', '', 'Waweru', 'Nyakio', '', 'Waweru', 'They rang', now() from staff order by id limit 1`)
    const after = (await openPerson(id)).json
    assert.equal(after.first_name, before.first_name)
    assert.deepEqual(
      after.corrections.map(({ from, to, reason }: Record<string, string>) => [from, to, reason]),
      [['Nyakyo Waweru', 'Nyakio Waweru', 'They rang']],
    )
  })
  test('each audit entry of support is an event of the public log', async () => {
    const [auditEntries, events] = [
      await count(portal, sql`select from audit_entries`),
      await count(portal, sql`select from log_events where kind = 'staff_act'`),
    ]
    assert.ok(auditEntries > 20)
    assert.equal(auditEntries, events)
  })
})
