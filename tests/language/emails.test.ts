import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Email } from 'postal-mime'
import { sql } from '../../server/database/connect.ts'
import { emails as allEmails } from '../../server/emails.ts'
import { sweep } from '../../server/housekeeping.ts'
import { notifyDeadlines } from '../../server/job-applications/deadlines.ts'
import {
  ANSWER,
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
import { answers, PARTIAL, SUBMIT } from '../support/answers.ts'
import { correct, reopen } from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good, sentByHand } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { erase } from '../support/erasure.ts'
import { type Mailbox, openMailbox } from '../support/mailbox.ts'
import { messageStaff } from '../support/messages.ts'
import { pdf } from '../support/sample-files.ts'
import { form, send } from '../support/uploads.ts'
import { authenticator } from '../support/passkey.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { officer } from '../support/staff.ts'
import { jobStaff, KISWAHILI } from '../support/staff-jobs.ts'
import type { Visitor } from '../support/visitor.ts'

// Emails to a person who reads the portal in Kiswahili are in Kiswahili.

const DAY_MS = 86_400_000
/** Topics of emails to officers, such as `review.note`; `staff.deadline-changed` goes to applicants. */
const FOR_OFFICERS = /^(?:staff\.(?!deadline-changed)|review\.|support\.many-people)/
/** Frequent English words. A line of an email with one of them is not in Kiswahili. */
const ENGLISH =
  /\b(?:the|and|your?|is|are|was|were|to|of|for|from|with|this|that|not|will|be|has|have|we|our|dear|hello|reason|closes|at)\b/i
/** Officers' words must stay untranslated. The portal must not take "May" for a month and translate it. */
const TITLE = 'Warehouse Assistant for the North (May)'
const OFFICERS_WORDS = ['The commission resolved so', 'We meet in Wajir, and you are welcome.', TITLE]

// `good` checks that a reply has status 200, and returns its JSON. The portal's clock shows Tuesday, 24
// November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
let mailbox: Mailbox
let staff: DecisionStaff
before(async () => {
  portal = await openPortal({ config: { ACCOUNT_LOOKUP: 'uniform', PUBLIC_URL: 'http://jobs.example.org' } })
  mailbox = await openMailbox(portal)
  staff = await decisionStaff(portal)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(async () => {
  await mailbox.close()
  await portal.close()
})

const inKiswahili = () => {
  const visitor = portal.visitor()
  visitor.language = 'sw'
  return visitor
}
/** The text in an email's HTML, without the paragraphs that are marked as English. */
const textOf = (html: string) =>
  html
    .replace(/<p lang="en"[\s\S]*?<\/p>/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&#(\d+);/g, (_code, number: string) => String.fromCharCode(Number(number)))

/** The lines of an email that are in English, and its links to English pages. */
function englishIn({ subject = '', text = '', html = '' }: Email): string[] {
  const lines = [subject, ...text.split('\n'), ...textOf(html).split('\n')]
  const english = lines
    .map((line) =>
      OFFICERS_WORDS.reduce((rest, words) => rest.replaceAll(words, ''), line).replace(/https?:\S+/g, ''),
    )
    .filter((line) => ENGLISH.test(line))
  const links = [...`${text} ${html}`.matchAll(/http:\/\/jobs\.example\.org[^\s"<]*/g)].map(([link]) => link)
  assert.match(html, /^<!doctype html><html lang="sw">/)
  return [...english, ...links.filter((link) => !link.startsWith('http://jobs.example.org/sw/'))]
}

const subjectsTo = async (address: string) =>
  (await mailbox.emailsTo(address)).map(({ subject = '' }) => subject)
const emailTo = async (address: string, wanted: string) =>
  (await mailbox.emailsTo(address)).find(({ subject }) => subject === wanted)
/** Expects that this address received `count` emails, all in Kiswahili. */
async function assertInKiswahili(address: string, count: number) {
  const received = await mailbox.emailsTo(address)
  assert.equal(received.length, count, JSON.stringify(received.map(({ subject }) => subject)))
  for (const email of received) assert.deepEqual(englishIn(email), [], email.subject ?? '')
  return received
}
/** Changes the visitor's language: from now on they read the pages in Kiswahili. */
async function changeToKiswahili(visitor: Visitor) {
  visitor.language = 'sw'
  good(await visitor.get('/api/user/profile/'))
}
const setQuestion = (visitor: Visitor, answer = ANSWER) =>
  visitor.post('/api/security/set/', { security_question: QUESTION, security_answer: answer })

describe('the emails of a person who reads Kiswahili', () => {
  test('about the account: registration, codes, and every change of what opens it', async () => {
    const body = registration({ first_name: 'May' })
    const { email } = body
    const stranger = 'hana.akaunti@example.com'
    assert.equal((await register(portal, body, inKiswahili())).status, 201)
    await register(portal, registration({ email }))
    await portal.visitor().post('/api/resend-verification/', { email })
    const first = await emailTo(email, 'Thibitisha barua pepe yako ya IEBC Jobs')
    assert.match(first?.text ?? '', /^Mpendwa May,\n\nAsante kwa kufungua akaunti\./)
    assert.match(first?.text ?? '', /\nIEBC Jobs\nTume Huru ya Uchaguzi na Mipaka(?: \(IEBC\))?\s*$/)
    assert.match(first?.text ?? '', /\nhttp:\/\/jobs\.example\.org\/sw\/verify-email\/[\w.~-]+\n/)
    await portal.db.run(
      sql`update users set email_verified_at = ${portal.clock.now()} where email = ${email}`,
    )
    await register(portal, registration({ email: stranger, id_number: body.id_number }), inKiswahili())
    await inKiswahili().post('/api/password-reset-request/', { email: stranger })
    await assertInKiswahili(stranger, 2)

    const visitor = inKiswahili()
    visitor.token = good(await login(visitor, email)).token
    good(await setQuestion(visitor))
    good(await setQuestion(visitor, 'Mwalimu Otieno'))
    good(await visitor.post('/api/own-data/', { password: PASSWORD }))
    const { ticket, options } = good(await visitor.post('/api/passkeys/options/', { password: PASSWORD }))
    const response = authenticator('http://jobs.example.org').create(options)
    good(await visitor.post('/api/passkeys/', { ticket, name: 'Simu yangu', response }))
    good(await visitor.request('DELETE', '/api/passkeys/1/'))
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD, re_new_password: NEW_PASSWORD }
    good(await visitor.post('/api/change-password/', change))
    const anyone = portal.visitor()
    const reset = (answer: string) =>
      anyone.post('/api/security/reset/', { email, answer, new_password: 'another quiet river' })
    good(await reset('Mwalimu Otieno'))
    for (let time = 0; time < 6; time++) await reset('sijui')
    await anyone.post('/api/password-reset-request/', { email })
    const texts = (await mailbox.emailsTo(email)).map(({ text }) => text).join('\n')
    const otp = /^ *(\d{6})$/m.exec(texts)?.[1]
    good(await anyone.post('/api/update-password/', { email, otp, new_password: NEW_PASSWORD }))

    const browser = portal.visitor({ browser: true })
    browser.language = 'sw'
    const { token } = good(
      await login(browser, email, NEW_PASSWORD, { headers: { origin: 'http://jobs.example.org' } }),
    )
    const thief = portal.visitor()
    thief.token = token
    assert.equal((await thief.get('/api/user/profile/')).status, 401)
    await assertInKiswahili(email, 13)
  })

  test('A23 about a change of email, at both addresses', async () => {
    const { email } = await member(portal)
    const next = 'barua.mpya@example.com'
    const visitor = inKiswahili()
    visitor.token = good(await login(visitor, email)).token
    good(await visitor.post('/api/email-change/', { email: next, password: PASSWORD }))
    for (const address of [email, next]) {
      const text = (await mailbox.emailsTo(address)).at(-1)?.text ?? ''
      const token = /\/confirm-email\/([\w.~-]+)/.exec(text)?.[1]
      good(await portal.visitor().post(`/api/email-change/confirm/${token}/`))
    }
    await assertInKiswahili(email, 2)
    await assertInKiswahili(next, 2)
    const { email: known } = await member(portal)
    good(await visitor.post('/api/email-change/', { email: known, password: PASSWORD }))
    await assertInKiswahili(known, 1)
  })

  test('issue 19 about the deletion of the account: the last email', async () => {
    const { visitor, email } = await sentByHand(portal, { title: TITLE })
    await changeToKiswahili(visitor)
    good(await erase(visitor))
    const received = await assertInKiswahili(email, 1)
    assert.equal(received[0]?.subject, 'Akaunti yako imefutwa')
  })

  test('about applications: received, decided, and a message of officers, whose own words alone are in English', async () => {
    const applicant = await sentByHand(portal, { title: TITLE })
    await changeToKiswahili(applicant.visitor)
    const [received] = await assertInKiswahili(applicant.email, 1)
    assert.equal(received?.subject, 'IEBC Jobs imepokea ombi lako')
    assert.match(
      received?.text ?? '',
      /Tulipokea ombi lako .*Warehouse Assistant for the North \(May\) \(TEST\/\d+\) .*Jumanne, 24 Novemba 2026, saa 8:02 mchana \(14:02\) EAT\./,
    )
    assert.equal(received?.attachments.length, 1)
    const { jobId, applicationId, email } = applicant
    for (const stage of ['long_list', 'shortlisted', 'hired', 'rejected'] as const) {
      await staff.applied(jobId, stage, [applicationId], {
        reason_kind: 'experience',
        reason_value: 'three years',
        reason: OFFICERS_WORDS[0],
      })
      // The emails are delivered now, because an email about a later decision would replace this one.
      await mailbox.emailsTo(email)
    }
    const all = await mailbox.emailsTo(email)
    assert.match(
      all.at(-1)?.text ?? '',
      /Sababu: Kazi hii inahitaji uzoefu wa three years\. Ombi lako linaonyesha uzoefu mdogo zaidi\. The commission/,
    )
    assert.match(all.at(-1)?.text ?? '', /malalamiko:\nhttp:\/\/jobs\.example\.org\/sw\/complaints\n/)
    const messages = await messageStaff(portal)
    const message = { subject: 'Kazi', body: OFFICERS_WORDS[1], applications: [applicationId], expected: 1 }
    good(await messages.send(jobId, message))
    await messages.spread()
    const [lastEmail] = (await mailbox.emailsTo(email)).slice(-1)
    assert.match(lastEmail?.html ?? '', /<p lang="en" [^>]*>We meet in Wajir, and you are welcome\.<\/p>/)
    await assertInKiswahili(email, all.length + 1)
  })

  test('W15 about a correction', async () => {
    const { visitor, email, applicationId, jobId } = await sentByHand(portal, { title: TITLE })
    await changeToKiswahili(visitor)
    await mailbox.emailsTo(email)
    const person = { visitor, applicationId, jobId }
    good(await reopen(person))
    good(await correct(person, 'second'))
    await assertInKiswahili(email, 2)
  })

  test('L2 about a withdrawal, and its end', async () => {
    const helper = await officer(portal, 'administrator')
    const { visitor, email, applicationId, jobId } = await sentByHand(portal, { title: TITLE })
    await changeToKiswahili(visitor)
    good(await visitor.post(`/api/job-applications/${applicationId}/withdraw/`, {}))
    await mailbox.emailsTo(email)
    const found = good(await helper.visitor.post('/api/staff/support/search/', { by: 'email', text: email }))
    const job = await portal.db.row<{ reference: string }>(
      sql`select reference from jobs where id = ${jobId}`,
    )
    const body = { job_reference: job?.reference, reason: OFFICERS_WORDS[0] }
    good(await helper.visitor.post(`/api/staff/support/people/${found.found[0].handle}/restore/`, body))
    await assertInKiswahili(email, 3)
  })

  test('about a correction that was asked for, made and refused', async () => {
    const [first, second] = [await officer(portal, 'administrator'), await officer(portal, 'recruiter')]
    const { visitor, email } = await loggedIn(portal)
    await changeToKiswahili(visitor)
    for (const [name, correct] of [
      ['Otieno', true],
      ['Akinyi', false],
    ] as const) {
      const { body, type } = form([
        { name: 'last_name', data: name },
        { name: 'reason', data: 'Jina' },
        { name: 'evidence', file: 'id.pdf', data: pdf() },
      ])
      const headers = { 'content-type': type, 'content-length': body.length, 'accept-language': 'sw' }
      const url = `${portal.url}/api/corrections/`
      good(await send(url, { method: 'POST', token: visitor.token, headers, body }))
      const { id } = good(await visitor.get('/api/corrections/')).results[0]
      for (const { visitor: decider } of [first, second])
        good(await decider.post(`/api/staff/corrections/${id}/decide/`, { correct, note: OFFICERS_WORDS[0] }))
      await mailbox.emailsTo(email)
    }
    await assertInKiswahili(email, 2)
  })

  test('about a correction that is not sent: the deadline is near', async () => {
    const jobs = await jobStaff(portal)
    const { visitor, email } = await loggedIn(portal)
    const jobId = await jobs.published({ title: TITLE, expiry_date: '2026-12-03' })
    const { id } = good(await visitor.post(SUBMIT, { job_id: jobId, ...answers() }))
    good(await reopen({ visitor, applicationId: id, jobId }))
    await changeToKiswahili(visitor)
    await mailbox.emailsTo(email)
    await portal.db.run(sql`delete from outbox`)
    const now = portal.clock.now()
    await portal.deps.db.tx((tx) => notifyDeadlines(tx, now, new Date(now.getTime() + 30 * DAY_MS), 10))
    const subject = `Bado hayajatumwa: masahihisho ya ombi lako la ${TITLE}`
    const reminder = await emailTo(email, subject)
    assert.ok(reminder)
    assert.deepEqual(englishIn(reminder), [])
    assert.match(reminder.text ?? '', /Ulichotuma awali ndicho kinachohesabiwa\./)
  })

  test('about an account that no one uses', async () => {
    const { visitor, email, id } = await loggedIn(portal)
    await changeToKiswahili(visitor)
    await portal.db.run(sql`update users set last_login_at = '2020-01-01' where id = ${id}`)
    await sweep(portal.deps)
    await assertInKiswahili(email, 1)
  })

  test('about a draft: the deadline is near, was moved, came earlier, the job was withdrawn', async () => {
    const jobs = await jobStaff(portal)
    const reader = await loggedIn(portal)
    const ids: number[] = []
    for (let made = 0; made < 3; made++) {
      const id = await jobs.published({ title: TITLE, expiry_date: '2026-12-03' })
      good(await reader.visitor.post(PARTIAL, { job_id: id, ...answers() }))
      ids.push(id)
    }
    await changeToKiswahili(reader.visitor)
    const now = portal.clock.now()
    await portal.deps.db.tx((tx) => notifyDeadlines(tx, now, new Date(now.getTime() + 30 * DAY_MS), 1))
    await mailbox.emailsTo(reader.email)
    const [moved = 0, ended = 0, withdrawn = 0] = ids
    await jobs.changed(moved, { kind: 'extend', expiry_date: '2026-12-20', reason: OFFICERS_WORDS[0] ?? '' })
    await jobs.changed(ended, { kind: 'end_early', reason: OFFICERS_WORDS[0] ?? '' })
    await jobs.changed(withdrawn, { kind: 'archive', reason: OFFICERS_WORDS[0] ?? '' })
    await assertInKiswahili(reader.email, 4)
    assert.ok((await subjectsTo(reader.email)).includes(`Maombi ya nafasi ya ${TITLE} yamefungwa`))
  })

  test('about a correction: the deadline was moved, came earlier, the job was withdrawn', async () => {
    const jobs = await jobStaff(portal)
    const reader = await loggedIn(portal)
    const changes = [
      { kind: 'extend', expiry_date: '2026-12-20' },
      { kind: 'end_early' },
      { kind: 'archive' },
    ]
    const ids: number[] = []
    for (let made = 0; made < changes.length; made++) {
      const jobId = await jobs.published({ title: TITLE, expiry_date: '2026-12-03' })
      const { id } = good(await reader.visitor.post(SUBMIT, { job_id: jobId, ...answers() }))
      good(await reopen({ visitor: reader.visitor, applicationId: id, jobId }))
      ids.push(jobId)
    }
    await changeToKiswahili(reader.visitor)
    await mailbox.emailsTo(reader.email)
    for (const [index, change] of changes.entries())
      await jobs.changed(ids[index] ?? 0, { ...change, reason: OFFICERS_WORDS[0] ?? '' })
    await assertInKiswahili(reader.email, 6)
  })

  test('of the newsletter', async () => {
    const visitor = inKiswahili()
    const subscriber = 'msomaji@example.com'
    good(await visitor.post('/api/newsletter/', { email: subscriber }))
    const [confirmation] = await mailbox.emailsTo(subscriber)
    const token = /\/sw\/newsletter\/confirm\/([\w.~-]+)/.exec(confirmation?.text ?? '')?.[1]
    good(await visitor.post(`/api/newsletter/confirm/${token}/`))
    await postJobs(portal, { title: TITLE, location: 'May', expiry_date: '2030-01-04T14:00:00Z' })
    await postJobs(portal, { title: TITLE, location: 'Wajir' }, { title: TITLE, location: 'Wajir' })
    await assertInKiswahili(subscriber, 3)
    const news = await emailTo(subscriber, `Kazi mpya: ${TITLE}`)
    assert.match(
      news?.text ?? '',
      /\(May\)\nMay\nInafungwa Iju 4 Jan, saa 11:00 jioni \(17:00\) EAT\nhttp:\/\/jobs\.example\.org\/sw\/jobs\/\d+\n/,
    )
    const stop = news?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
    assert.match(stop ?? '', /^<http:\/\/jobs\.example\.org\/api\/newsletter\/stop\//)
  })

  test('name a job by its Kiswahili title, and not by one of another job', async () => {
    const texts = { title: TITLE, title_sw: KISWAHILI.title_sw }
    const applicant = await sentByHand(portal, texts)
    await changeToKiswahili(applicant.visitor)
    await staff.applied(applicant.jobId, 'shortlisted', [applicant.applicationId])
    const jobs = await jobStaff(portal)
    const id = await jobs.published({ ...texts, expiry_date: '2026-12-03' })
    good(await applicant.visitor.post(PARTIAL, { job_id: id, ...answers() }))
    await jobs.changed(id, { kind: 'end_early', reason: OFFICERS_WORDS[0] ?? '' })
    const received = (await mailbox.emailsTo(applicant.email)).map(
      ({ subject, text }) => `${subject}\n${text}`,
    )
    assert.equal(received.length, 3)
    for (const email of received) {
      assert.match(email, /Karani wa Ghala/)
      assert.doesNotMatch(email, /Warehouse/)
    }
    // The application stores the job's title from before, so its emails do not use the new Kiswahili title.
    await portal.db.run(
      sql`update jobs set title = 'Driver', title_sw = 'Dereva' where id = ${applicant.jobId}`,
    )
    await staff.applied(applicant.jobId, 'hired', [applicant.applicationId])
    const [hired] = (await mailbox.emailsTo(applicant.email)).slice(-1)
    assert.match(hired?.text ?? '', /Warehouse Assistant for the North \(May\)/)
  })

  test('are all of them: no kind of email to applicants was left out above (decisions#silent-languages)', () => {
    const applicants = Object.keys(allEmails).filter((topic) => !FOR_OFFICERS.test(topic))
    assert.deepEqual(
      [...mailbox.sentTopics].filter((topic) => !FOR_OFFICERS.test(topic)).sort(),
      applicants.sort(),
    )
  })
})

const languageOf = async (email: string) =>
  (await portal.db.row<{ language: string }>(sql`select language from users where email = ${email}`))
    ?.language

describe('the language of an account', () => {
  test('is English without the header, and with the languages of the browser’s system', async () => {
    for (const header of ['', '*', 'sw-KE,sw;q=0.9', 'sw,en;q=0.8', 'SW', 'fr']) {
      const visitor = portal.visitor()
      visitor.language = header
      const body = registration()
      await register(portal, body, visitor)
      assert.equal(await languageOf(body.email), 'en', header)
      const [first] = await mailbox.emailsTo(body.email)
      assert.equal(first?.subject, 'Verify your email for IEBC Jobs')
      assert.match(first?.html ?? '', /<html lang="en">[\s\S]*http:\/\/jobs\.example\.org\/verify-email\//)
    }
  })
  test('follows a login and the pages that are used while logged in, at once and both ways', async () => {
    const { email, visitor } = await loggedIn(portal)
    await changeToKiswahili(visitor)
    assert.equal(await languageOf(email), 'sw')
    visitor.language = 'sw-KE,sw;q=0.9'
    good(await visitor.get('/api/user/profile/'))
    assert.equal(await languageOf(email), 'en')
    good(await login(inKiswahili(), email))
    assert.equal(await languageOf(email), 'sw')
    // The English session did not change its own language, so the stored language stays the same.
    good(await visitor.get('/api/user/profile/'))
    assert.equal(await languageOf(email), 'sw')
    good(await login(portal.visitor(), email))
    assert.equal(await languageOf(email), 'en')
  })
  test('of a newsletter is set only by its reader: a stranger who enters the address does not change it', async () => {
    const email = 'mwingine@example.com'
    const language = async () =>
      (
        await portal.db.row<{ language: string }>(
          sql`select language from newsletter_subscribers where email = ${email}`,
        )
      )?.language
    good(await portal.visitor().post('/api/newsletter/', { email }))
    good(await inKiswahili().post('/api/newsletter/', { email }))
    assert.equal(await language(), 'sw')
    const token = /\/newsletter\/confirm\/([\w.~-]+)/.exec(
      (await mailbox.emailsTo(email)).at(-1)?.text ?? '',
    )?.[1]
    good(await inKiswahili().post(`/api/newsletter/confirm/${token}/`))
    good(await portal.visitor().post('/api/newsletter/', { email }))
    assert.equal(await language(), 'sw')
    good(await portal.visitor().post(`/api/newsletter/confirm/${token}/`))
    assert.equal(await language(), 'en')
  })
})
