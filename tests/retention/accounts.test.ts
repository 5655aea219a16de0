import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { PERIODS } from '#contract/retention/periods.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { login, member, nextMinute } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { emailsTo } from '../support/emails.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { aroundMoment, daysAfter } from '../support/retention.ts'

// An unused account is deleted after some years. A warning is emailed 30 days before.

let portal: Portal
before(async () => {
  portal = await openPortal()
})
/**
 * Each test starts later than the tests before it: erasures enter the public log, whose times never go back.
 */
let startOfTest: Date
/** When the warning email is due, for an account whose last login is at the start of the test. */
let emailMoment: Date
/** When that account is deleted. */
let end: Date
beforeEach(() => {
  nextMinute()
  startOfTest = daysAfter(portal.clock.now(), 1)
  emailMoment = daysAfter(startOfTest, PERIODS.accounts.days - PERIODS.account_notice.days)
  end = daysAfter(startOfTest, PERIODS.accounts.days)
  portal.clock.set(startOfTest)
})
after(() => portal.close())

const isThere = async (id: number) =>
  (await portal.db.rows(sql`select from users where id = ${id}`)).length === 1
/** The number of queued emails that warn this person of the account's deletion. */
const queuedEmails = async (id: number) =>
  (
    await portal.db.rows(
      sql`select from outbox where topic = 'retention.account-unused' and payload ->> 'userId' = ${String(id)}`,
    )
  ).length

describe('T35 issue 19: an account that no one uses', () => {
  test('its person is written to once, 30 days before it goes with all it has', async () => {
    const { id, email } = await member(portal)
    assert.deepEqual(await aroundMoment(portal, emailMoment, () => queuedEmails(id)), [0, 1])
    const [sent] = (await emailsTo(portal, email)).slice(-1)
    assert.equal(sent?.subject, 'Your account will be deleted')
    portal.clock.set(daysAfter(emailMoment, 10))
    await sweep(portal.deps)
    assert.equal(await queuedEmails(id), 0)
    const notified = new Date(emailMoment.getTime() + 60_000)
    assert.deepEqual(
      await aroundMoment(portal, daysAfter(notified, PERIODS.account_notice.days), () => isThere(id)),
      [true, false],
    )
  })
  test('a login after the email keeps it, for the whole time again', async () => {
    const { id, email } = await member(portal)
    portal.clock.set(daysAfter(emailMoment, 1))
    await sweep(portal.deps)
    portal.clock.set(daysAfter(emailMoment, 2))
    assert.equal((await login(portal.visitor(), email)).status, 200)
    portal.clock.set(daysAfter(end, 60))
    await sweep(portal.deps)
    assert.ok(await isThere(id))
    assert.deepEqual(await portal.db.rows(sql`select from unused_accounts where user_id = ${id}`), [])
  })
  test('it does not go at once when the portal has not run for years: the email comes first', async () => {
    const { id } = await member(portal)
    portal.clock.set(daysAfter(end, 500))
    await sweep(portal.deps)
    assert.equal(await queuedEmails(id), 1)
    assert.deepEqual(
      await aroundMoment(portal, daysAfter(end, 500 + PERIODS.account_notice.days), () => isThere(id)),
      [true, false],
    )
  })
  test('it stays with an application, and no one is written to', async () => {
    const { id } = await member(portal)
    const [job] = await postJobs(portal, {})
    await applicationOf(portal, id, job ?? 0, { status: 'Pending' })
    portal.clock.set(daysAfter(end, 60))
    await sweep(portal.deps)
    assert.equal(await queuedEmails(id), 0)
    assert.ok(await isThere(id))
  })
  test('once its last application is erased it goes like any other, and the row of the application stays', async () => {
    const { id } = await member(portal)
    const [job = 0] = await postJobs(portal, { expiry_date: daysAfter(startOfTest, 1).toISOString() })
    const application = await applicationOf(portal, id, job, { status: 'Rejected' })
    const erased = daysAfter(startOfTest, 1 + PERIODS.not_chosen.days)
    assert.deepEqual(await aroundMoment(portal, erased, () => queuedEmails(id)), [0, 1])
    portal.clock.set(daysAfter(erased, 1 + PERIODS.account_notice.days))
    await sweep(portal.deps)
    assert.ok(!(await isThere(id)))
    assert.equal(
      (await portal.db.rows(sql`select from job_applications where id = ${application}`)).length,
      1,
    )
  })
  test('a clock that goes back deletes no account early', async () => {
    const { id } = await member(portal)
    portal.clock.set(daysAfter(emailMoment, 1))
    await sweep(portal.deps)
    for (const days of [0, -500, 29]) {
      portal.clock.set(daysAfter(emailMoment, days))
      await sweep(portal.deps)
      assert.ok(await isThere(id))
    }
  })
})
