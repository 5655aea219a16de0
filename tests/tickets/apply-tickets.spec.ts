import type { Page } from '@playwright/test'
import { STORED } from '#contract/browser.ts'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { pdf } from '../support/sample-files.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'
import { whileBroken } from '../support/tickets.ts'
import { expectStep, drafted, draftOf, next, onDashboard, openJob, saved } from '../support/applying.ts'
import { sendApplication } from '../support/sent.ts'
import { done, ready, submit, UPDATE } from '../support/submitting.ts'

// A busy server that has received a submit answers with a ticket (R8). The browser repeats the submit with
// the ticket. The time of the first arrival counts, even if the deadline has passed since. `ready` opens the
// review of a complete draft.

/** The answer of a busy server that has received a submit. The ticket `t1` is invented. */
const busyWithTicket = (retryAfter = 1) => ({
  status: 503,
  headers: { 'retry-after': String(retryAfter) },
  json: {
    code: 'busy',
    message: 'Very many people are here at once.',
    ticket: 't1',
    received_at: '2026-12-01T13:59:41.203Z',
  },
})
const RECEIVED =
  'We received your application at 4:59:41 p.m. It counts. Keep this page open; we are sending it again.'

test('R8: submit is one call with all that is unsaved; a ticket is sent back with the same words, and ends in the reference (last-hour#one-call, last-hour#submit-retry, last-hour#ticket-page)', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  const { job, account } = await ready(page, portal)
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await expectStep(page, 'Personal Details')
  await saved(page)
  // From here on, no save arrives. The typed text reaches the server only with the submit.
  await page.route('**/api/job-applications/partial-save/', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy' } }),
  )
  await page.getByLabel('Address').fill('Box 12, Kosele')
  await page.getByRole('button', { name: 'Review' }).click()
  await expectStep(page, 'Review')
  await expect(page.getByText('Our clock:')).toBeVisible()
  await page.getByRole('button', { name: 'Submit application' }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/'))
      calls.push(`${request.method()} ${new URL(request.url()).pathname.replace(/\d+/g, 'N')}`)
  })
  const sent: { body: string | null; ticket: string | undefined; digest: string | undefined }[] = []
  let letSecondCallPass = () => {}
  const pageIsChecked = new Promise<void>((resolve) => (letSecondCallPass = resolve))
  await page.route(UPDATE, async (route) => {
    const headers = await route.request().allHeaders()
    sent.push({
      body: route.request().postData(),
      ticket: headers['submit-ticket'],
      digest: headers['submit-digest'],
    })
    if (sent.length === 1) return route.fulfill(busyWithTicket(3))
    await pageIsChecked
    // The portal did not issue this ticket, so send the call without it.
    await route.continue({ headers: { ...headers, 'submit-ticket': '' } })
  })
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect(page.getByText('We have your application')).toBeVisible()
  await expectAccessible(page, 'a ticket holds')
  await expect(page.getByRole('button', { name: 'Edit Education' })).toBeHidden()
  letSecondCallPass()
  await page.clock.runFor(3_000)
  await expect(done(page)).toContainText((await draftOf(portal, account.id, job.id))?.reference_number ?? '')
  // Count only calls from the submit on. A save may be retried while the question is open.
  const put = 'PUT /api/job-applications/update/N/'
  expect(calls.slice(calls.indexOf(put))).toEqual([put, put])
  expect(sent.map(({ ticket }) => ticket)).toEqual([undefined, 't1'])
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(sent[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
  expect((await draftOf(portal, account.id, job.id))?.address).toBe('Box 12, Kosele')
})

test('R8: a ticket is kept through a reload and after the job closes; the dashboard shows it in every tab, delays a logout, and sends it (last-hour#ticket-on-device)', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await page.route(UPDATE, (route) => route.fulfill(busyWithTicket()))
  await submit(page)
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await page.route('**/api/jobs/*/', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), is_expired: true } })
  })
  await page.reload()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/dashboard')
  await expect(other.getByRole('status').filter({ hasText: 'We are still sending it' })).toContainText(
    RECEIVED,
  )
  await other.close()
  await page.goto('/dashboard')
  const stillSending = page.getByRole('status').filter({ hasText: 'We are still sending it' })
  await expect(stillSending).toContainText(RECEIVED)
  await expectAccessible(page, 'dashboard, a ticket holds')
  await page.getByText('Menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'We are still sending it' })
  await expect(dialog).toContainText('Received at 4:59:41 p.m. It counts.')
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()
  await page.unroute(UPDATE)
  await page.route(UPDATE, async (route) =>
    route.continue({ headers: { ...(await route.request().allHeaders()), 'submit-ticket': '' } }),
  )
  await page.reload()
  await expect(page.getByText('Application Submitted Successfully!')).toBeVisible()
  await expect(
    page.getByText(`Reference number: ${(await draftOf(portal, account.id, job.id))?.reference_number}`),
  ).toBeVisible()
  // After a submit outside the form too, the browser forgets the chosen job (W16).
  expect(await page.evaluate((key) => localStorage.getItem(key), STORED.jobId)).toBeNull()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Browse Jobs' }).first()).toBeVisible()
  await expect(page.getByText('We are still sending it')).toBeHidden()
})

test('R8, W15: while a correction is being sent, the dashboard does not call it unsent and offers no way to give it up', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal)
  const { email } = await onDashboard(page, portal)
  const { id } = await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Correct this application' }).click()
  await page.getByRole('button', { name: 'Yes, Correct' }).click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await expectStep(page, 'Personal Details')
  await page.getByLabel('Address').fill('Box 12, Kosele')
  await page.getByRole('button', { name: 'Review' }).click()
  await expectStep(page, 'Review')
  await saved(page)
  for (const path of ['', '/applications']) {
    await page.goto(`/dashboard${path}`)
    await expect(page.getByText('Correction not sent yet')).toBeVisible()
  }
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('link', { name: 'Continue the correction' }).click()
  await expectStep(page, 'Review')
  await page.route(UPDATE, (route) => route.fulfill(busyWithTicket()))
  await page.getByRole('button', { name: 'Send the correction' }).click()
  await page.getByRole('button', { name: 'Yes, Send' }).click()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  const stillSending = page.getByRole('status').filter({ hasText: 'We are still sending it' })
  for (const path of ['', '/applications', `/applications/${id}`]) {
    await page.goto(`/dashboard${path}`)
    await expect(stillSending).toContainText(RECEIVED)
    await expect(page.getByText('Correction not sent yet')).toBeHidden()
  }
  await expect(page.getByText('Your correction is not sent yet.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Keep what I sent' })).toBeHidden()
})

test('R8: the deadline passes while the submit is repeated: the ticket proves the earlier arrival, and the receipt shows its time', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  const { job, account } = await ready(page, portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
  })
  await expect(page.locator('.last-clock')).toContainText(/ · (30|29) minutes left/)
  await whileBroken(portal, async () => {
    await submit(page)
    await expect(
      page.getByText(
        /^We received your application at 2:02:\d\d p\.m\. It counts\. Keep this page open; we are sending it again\.$/,
      ),
    ).toBeVisible()
  })
  portal.clock.advance(31 * 60_000)
  await expect(async () => {
    await page.clock.runFor(4_000)
    await expect(done(page)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(done(page)).toContainText(
    (await draftOf(portal, account.id, job.id))?.reference_number ?? 'none',
  )
  await done(page).getByRole('button', { name: 'See my receipt' }).click()
  await expect(page.getByText('The time when we received it counts.')).toBeVisible()
  await expectAccessible(page, 'sent with a ticket')
})

/** A person submits half an hour before the deadline while their CV has not arrived. `over`: for the job. */
async function sentBeforeItsFile(
  page: Page,
  portal: Portal,
  buffer: Buffer,
  over: Record<string, unknown> = {},
) {
  const { job, account } = await drafted(page, portal, 5, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
    ...over,
  })
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Referees')
  // A network with its own login page answers in the server's place. Such an answer does not mean that the
  // file arrived.
  await page.route('**/documents/cv/', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in to this network</h1>' }),
  )
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('will be sent when the network is back')).toBeVisible()
  await next(page)
  await expectStep(page, 'Review')
  await submit(page)
  await expect(page.getByText('A file has not reached us yet.')).toBeVisible()
  await expect(page.getByText('It counts. Keep this page open')).toBeVisible()
  return { job, account }
}
/** The browser reports that the network is back. The page retries at once. */
const online = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

test('R8: a file that arrives after the submit is accepted under the ticket, after the deadline and from the dashboard too', async ({
  page,
  portal,
}) => {
  const { job, account } = await sentBeforeItsFile(page, portal, pdf('', 3_000))
  portal.clock.advance(31 * 60_000)
  // The device stores the file too, so a reload does not lose it.
  await page.reload()
  await expect(page.getByText('It counts. Keep this page open')).toBeVisible()
  await page.clock.install()
  await page.goto('/dashboard/applications')
  await expect(page.getByText('We are still sending it')).toHaveCount(2)
  await expect(page.getByText(/not sent$/)).toBeHidden()
  await page.unroute('**/documents/cv/')
  // The page tries again every half minute, by itself.
  await expect(async () => {
    await page.clock.runFor(31_000)
    await expect(page.getByText('Application Submitted Successfully!')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('1 sent')).toBeVisible()
  const draft = await draftOf(portal, account.id, job.id)
  expect(
    await portal.db.rows(sql`select 1 from application_documents where application_id = ${draft?.id ?? 0}`),
  ).toHaveLength(1)
})

test('R8: a file that is always refused is not sent again; the person is asked, and at the deadline the application is sent without it', async ({
  page,
  portal,
}) => {
  const { job, account } = await sentBeforeItsFile(page, portal, Buffer.from('no document at all'))
  await page.unroute('**/documents/cv/')
  await online(page)
  const box = page.getByRole('status').filter({ hasText: 'We could not take your CV' })
  await expect(box).toContainText('Please choose a PDF, DOC, DOCX, JPG or PNG file.')
  await expect(box).toContainText(/Received at 2:02:\d\d p\.m\. It counts\./)
  await expect(box).toContainText(
    'You can choose another file and submit again until Tue 24 Nov, 2:32 p.m. If you do nothing, we send your application without this file at that time.',
  )
  await expect(page.getByText('we are sending it again')).toBeHidden()
  await expectAccessible(page, 'a file that can never be taken')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  await online(page)
  await page.goto('/dashboard')
  const onDashboard = page.getByRole('status').filter({ hasText: 'We could not take your CV' })
  await expect(onDashboard).toContainText(
    'Open this application to choose another file, or to send it without this one.',
  )
  await expectAccessible(page, 'dashboard, a file that can never be taken')
  expect(calls.filter((url) => url.includes('/documents/'))).toEqual([])
  await page.getByRole('link', { name: 'Open this application' }).click()
  await expect(page.getByRole('button', { name: 'Send it without this file' })).toBeVisible()
  portal.clock.advance(31 * 60_000)
  await page.goto('/dashboard')
  await expect(
    page.getByText('We could not take your CV, so your application was sent without it.'),
  ).toBeVisible()
  const draft = await draftOf(portal, account.id, job.id)
  expect(draft?.is_completed).toBe(true)
  expect(
    await portal.db.rows(sql`select 1 from application_documents where application_id = ${draft?.id ?? 0}`),
  ).toHaveLength(0)
})

test('R8: a required file is refused after the deadline: the person reads why, when the submit arrived, and what to do', async ({
  page,
  portal,
}) => {
  const { job, account } = await sentBeforeItsFile(page, portal, Buffer.from('no document at all'), {
    documents: 'required',
  })
  portal.clock.advance(31 * 60_000)
  // When the network is back, the page asks for the time. It must know the time before the file is refused.
  const timeTold = page.waitForResponse('**/api/user/profile/')
  await online(page)
  await timeTold
  await page.unroute('**/documents/cv/')
  await online(page)
  const alert = page.getByRole('alert').filter({ hasText: 'It is not submitted' })
  await expect(alert).toContainText(
    'We could not take your CV, and this job asks for it. You cannot replace it after the deadline.',
    { timeout: 20_000 },
  )
  await expect(alert).toContainText(
    /If you think this is wrong, write to us\. Say that we received your application at 2:02:\d\d p\.m\./,
  )
  await expect(alert).toContainText('What you wrote is kept.')
  await expect(alert).toBeFocused()
  await expect(page.getByText('we are sending it again')).toBeHidden()
  await inEveryAppearance(page, 'a required file that could not be taken')
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
})
