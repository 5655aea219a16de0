import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sweep } from '../../server/housekeeping.ts'
import { receiptVerifies } from '../../server/transparency/sign.ts'
import { loggedIn } from '../support/accounts.ts'
import { APPLICATIONS, readyToSend, SUBMIT } from '../support/answers.ts'
import { postJobs } from '../support/jobs.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'

const HOUR = 3_600_000

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())

describe('N7 the email that confirms an application', () => {
  test('N7 one email: the promised subject, the reference number, what happens next, and the receipt as a file that can be checked', async () => {
    const applicant = await readyToSend(portal)
    const { json } = await applicant.visitor.post(
      SUBMIT,
      { job_id: applicant.jobId },
      { headers: { 'idempotency-key': 'a' } },
    )
    await applicant.visitor.post(SUBMIT, { job_id: applicant.jobId }, { headers: { 'idempotency-key': 'a' } })
    const mine = (await emailsTo(portal, applicant.email)).filter(({ subject }) =>
      subject?.includes('application'),
    )
    assert.equal(mine.length, 1)
    const [confirmation] = mine
    assert.equal(
      confirmation?.subject,
      (await portal.visitor().get('/api/email-config/')).json.application_confirmation_subject,
    )
    for (const part of [confirmation?.text, confirmation?.html]) {
      assert.ok(part?.includes(json.reference_number))
      assert.ok(part?.includes('What happens next'))
      assert.ok(part?.includes(`/dashboard/applications/${applicant.applicationId}`))
    }
    const [file] = confirmation?.attachments ?? []
    assert.deepEqual(
      [file?.filename, file?.mimeType],
      [`receipt-${json.reference_number}.json`, 'application/json'],
    )
    const receipt = JSON.parse(Buffer.from(file?.content as ArrayBuffer).toString())
    assert.deepEqual(receipt, json.receipt)
    assert.equal(receiptVerifies(portal.deps.receiptKey.publicBytes, receipt), true)
  })
})

describe('a deadline comes near', () => {
  /** Creates a person with a draft for a job. The job closes so soon that the portal sends a reminder. */
  const closing = async () => {
    const person = await loggedIn(portal)
    const [job = 0] = await postJobs(portal, {
      title: 'Night Clerk',
      expiry_date: new Date(portal.clock.now().getTime() + 47 * HOUR).toISOString(),
    })
    await person.visitor.post(APPLICATIONS, { job })
    return { ...person, job }
  }
  const remindersTo = async (email: string) =>
    (await emailsTo(portal, email)).filter(
      ({ subject }) => subject === 'Not sent yet: your application for Night Clerk',
    )

  test('a person with a draft gets one reminder, however often the sweep runs; other emails overtake it', async () => {
    const closingJob = await closing()
    for (let index = 0; index < 3; index++) await sweep(portal.deps)
    const reminders = await remindersTo(closingJob.email)
    assert.equal(reminders.length, 1)
    assert.ok(reminders[0]?.text?.includes(`/apply?job=${closingJob.job}`))
  })
  test('no reminder is sent once the application is submitted, or the job has closed', async () => {
    const [sender, late] = [await closing(), await closing()]
    await sweep(portal.deps)
    // The sweep queued a reminder. The portal checks whether it is still needed when it delivers it.
    const { answers } = await import('../support/answers.ts')
    assert.equal((await sender.visitor.post(SUBMIT, { job: sender.job, ...answers() })).status, 200)
    assert.deepEqual(await remindersTo(sender.email), [])
    assert.equal((await remindersTo(late.email)).length, 1)
    const later = await closing()
    await sweep(portal.deps)
    portal.clock.advance(48 * HOUR)
    assert.deepEqual(await remindersTo(later.email), [])
    portal.clock.set(A_TUESDAY)
  })
})
