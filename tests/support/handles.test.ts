import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SUPPORT } from '#contract/support/limits.ts'
import { referenceFrom } from '#contract/job-applications/reference-numbers.ts'
import { SUPPORT_WORDS } from '#contract/support/words.ts'
import { sql } from '../../server/database/connect.ts'
import { member } from '../support/accounts.ts'
import { sentCase } from '../support/case.ts'
import { postJobs } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { type Officer, officer } from '../support/staff.ts'

// Officers of support can open a person's data only after a search with an exact email or number. They may
// open a limited number of people.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

const search = (by: Officer, body: Record<string, unknown>) =>
  by.visitor.post('/api/staff/support/search/', body)
/**
 * Searches for a person and returns their handle. The handle replaces the person's id, for this officer only
 * and for a short time.
 */
const handleOf = async (by: Officer, email: string): Promise<string> =>
  (await search(by, { by: 'email', text: email })).json.found[0].handle
const openPerson = (by: Officer, handle: string | number) =>
  by.visitor.get(`/api/staff/support/people/${handle}/`)
const auditEntries = (by: Officer, action: string) =>
  portal.db.rows(sql`select from audit_entries where staff_id = ${by.id} and act = ${action}`)

describe('T32 support: a person is opened only from one’s own search', () => {
  test('by the handle of one’s own search; an id, another officer’s handle, a changed and an old one are refused with "Search again"', async () => {
    const [mine, theirs] = [await officer(portal, 'recruiter'), await officer(portal, 'recruiter')]
    const { id, email } = await member(portal)
    const handle = await handleOf(mine, email)
    assert.equal((await openPerson(mine, handle)).json.email, email)
    // The handle with a changed sixth character, which makes it invalid.
    const changed = `${handle.slice(0, 5)}${handle[5] === 'A' ? 'B' : 'A'}${handle.slice(6)}`
    for (const [by, wrong] of [
      [mine, id],
      [mine, changed],
      [mine, handle.slice(1)],
      [mine, 'x'],
      [theirs, handle],
    ] as const) {
      const { status, json } = await openPerson(by, wrong)
      assert.deepEqual([status, json.message], [404, SUPPORT_WORDS.searchAgain], String(wrong))
    }
    assert.equal((await auditEntries(theirs, 'support.looked_at')).length, 0)
    portal.clock.advance(SUPPORT.handleMinutes * 60_000 - 1)
    assert.equal((await openPerson(mine, handle)).status, 200)
    portal.clock.advance(1)
    assert.equal((await openPerson(mine, handle)).status, 404)
  })
  test('each kind of help needs a handle too', async () => {
    const [mine, theirs] = [await officer(portal, 'recruiter'), await officer(portal, 'administrator')]
    const { id, email } = await member(portal)
    const handle = await handleOf(mine, email)
    const body = { reason: 'They rang' }
    for (const what of ['verification', 'unlock', 'log-out'])
      for (const [by, named] of [
        [mine, id],
        [theirs, handle],
      ] as const) {
        const { status, json } = await by.visitor.post(`/api/staff/support/people/${named}/${what}/`, body)
        assert.deepEqual([status, json.message], [404, SUPPORT_WORDS.searchAgain], what)
      }
    const { json } = await mine.visitor.post(`/api/staff/support/people/${handle}/unlock/`, body)
    assert.equal(json.message, SUPPORT_WORDS.notLocked)
  })
  test('a handle reveals nothing: it does not contain the person’s id, and two handles of one person look unrelated', async () => {
    const mine = await officer(portal, 'recruiter')
    const { email } = await member(portal)
    const first = await handleOf(mine, email)
    portal.clock.advance(1)
    const second = await handleOf(mine, email)
    const [left, right] = [Buffer.from(first, 'base64url'), Buffer.from(second, 'base64url')]
    // The two handles must differ, but a few of their bytes may be equal by chance.
    assert.ok([...left].filter((byte, index) => byte === right[index]).length < 4)
    const { json, text } = await search(mine, { by: 'email', text: email })
    assert.deepEqual(Object.keys(json.found[0]).sort(), ['county', 'email', 'handle', 'name', 'verified'])
    assert.doesNotMatch(text, /"id"/)
  })
})

describe('T32 support: different people are counted', () => {
  /** People opened in an hour: from `alarm` on, others are notified; above `most`, the officer must wait. */
  const { most, alarm } = SUPPORT.people.hour
  /** The emails that warn an officer about another officer's searches. */
  const alarmsTo = async (to: Officer) =>
    (await emailsTo(portal, to.email)).filter(
      ({ subject }) => subject === 'An officer opened the accounts of many people',
    )

  test('the same person counts once; at many, auditors and administrators are notified once; above the most, 429 until the hour is over', async () => {
    const [busy, other] = [await officer(portal, 'recruiter'), await officer(portal, 'recruiter')]
    const [auditor, boss] = [await officer(portal, 'auditor'), await officer(portal, 'administrator')]
    const emails: string[] = []
    for (let time = 0; time <= most; time++) emails.push((await member(portal)).email)
    const [first = '', ...others] = emails
    const handle = await handleOf(busy, first)
    for (let time = 0; time < most + 5; time++) assert.equal((await openPerson(busy, handle)).status, 200)
    for (const email of others.slice(0, alarm - 2)) await handleOf(busy, email)
    assert.deepEqual([(await alarmsTo(auditor)).length, (await alarmsTo(boss)).length], [0, 0])
    for (const email of others.slice(alarm - 2, most - 1)) await handleOf(busy, email)
    assert.deepEqual([(await alarmsTo(auditor)).length, (await alarmsTo(boss)).length], [1, 1])
    assert.match(
      (await alarmsTo(boss))[0]?.text ?? '',
      new RegExp(`Officer recruiter opened the accounts of ${alarm} different people`),
    )
    const { json: log } = await auditor.visitor.get('/api/staff/audit-log/')
    const entries = log.results.filter((entry: { act: string }) => entry.act === 'support.many_people')
    assert.deepEqual([entries.length, entries[0].by, entries[0].about], [1, null, 'Officer recruiter'])

    const { status, json, headers } = await search(busy, { by: 'email', text: others.at(-1) })
    assert.deepEqual([status, json.message], [429, SUPPORT_WORDS.tooManyPeople.hour])
    assert.ok(Number(headers.get('retry-after')) > 60)
    assert.equal((await openPerson(busy, handle)).status, 200, 'who was seen already stays open')
    assert.equal(
      (await search(other, { by: 'email', text: others.at(-1) })).status,
      200,
      'another officer is not held up',
    )
    portal.clock.advance(3_600_000)
    assert.equal((await search(busy, { by: 'email', text: others.at(-1) })).status, 200)
    assert.equal((await alarmsTo(boss)).length, 1)
  })
  test('many searches at once count as many one after another', async () => {
    const busy = await officer(portal, 'administrator')
    const emails: string[] = []
    for (let time = 0; time < most + 6; time++) emails.push((await member(portal)).email)
    const answers = await Promise.all(emails.map((text) => search(busy, { by: 'email', text })))
    assert.deepEqual(
      [
        answers.filter(({ status }) => status === 200).length,
        answers.filter(({ status }) => status === 429).length,
      ],
      [most, 6],
    )
  })
})

describe('T32 support: an officer who may review a job cannot find its applicants by reference', () => {
  test('the answer is the same whether the reference exists or not; an administrator finds the applicant', async () => {
    const [recruiter, boss] = [await officer(portal, 'recruiter'), await officer(portal, 'administrator')]
    const application = await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 })
    for (const text of [application.reference, referenceFrom(new Uint8Array(8).fill(7))]) {
      const { status, json } = await search(recruiter, { by: 'reference', text })
      assert.deepEqual([status, json.message], [404, SUPPORT_WORDS.notByReference])
    }
    assert.equal(
      (await search(boss, { by: 'reference', text: application.reference })).json.found[0].email,
      application.owner.email,
    )
  })
  test('they see no reference, number or time of a submitted application, nor the time of an email about it', async () => {
    const [recruiter, boss] = [await officer(portal, 'recruiter'), await officer(portal, 'administrator')]
    const application = await sentCase(portal, { jobId: (await postJobs(portal, {}))[0] ?? 0 })
    portal.clock.advance(60_000)
    const [blind, whole] = [
      await openPerson(recruiter, await handleOf(recruiter, application.owner.email)),
      await openPerson(boss, await handleOf(boss, application.owner.email)),
    ]
    assert.equal(whole.json.applications[0].reference, application.reference)
    const { reference, submitted_at, sent, may_review } = blind.json.applications[0]
    assert.deepEqual([reference, submitted_at, sent, may_review], [null, null, true, true])
    const shown = JSON.stringify(blind.json.applications)
    assert.ok(
      !shown.includes(application.reference) && !shown.includes(whole.json.applications[0].submitted_at),
    )
    const about = whole.json.letters.findIndex((sentEmail: { what: string }) =>
      /application/i.test(sentEmail.what),
    )
    assert.ok(about >= 0)
    assert.deepEqual([blind.json.letters[about].at, typeof whole.json.letters[about].at], [null, 'string'])
  })
})
