import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { pdf } from '../support/sample-files.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { whileBroken } from '../support/tickets.ts'
import { applicant, apply, at, draftOf, fillAll, next, openJob, saved } from '../support/applying.ts'

const UPDATE = '**/api/job-applications/update/**'
const CHECK = '**/api/job-applications/check/**'
const done = (page: Page) => page.getByRole('dialog', { name: 'Application Submitted Successfully!' })

async function ready(page: Page, portal: Parameters<typeof openJob>[0]) {
  const job = await openJob(portal)
  const account = await applicant(page, portal)
  await apply(page, job)
  await fillAll(page)
  await saved(page)
  return { job, account }
}
async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
}

test('R3: a lost answer ends in the same reference', async ({ page, portal }) => {
  const { job, account } = await ready(page, portal)
  let lost = 0
  await page.route(UPDATE, async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  await expectAccessible(page, 'submission waiting')
  await expect(done(page)).toBeVisible()
  expect(lost).toBe(2)
  const draft = await draftOf(portal, account.id, job.id)
  await expect(done(page)).toContainText(draft?.reference_number ?? 'none')
  const rows = await portal.db.rows(sql`select 1 from submissions where application_id = ${draft?.id ?? 0}`)
  expect(rows).toHaveLength(1)
})

test("S2 §4: without a reference in the answer the dialog says 'N/A', and Go to Dashboard opens it", async ({
  page,
  portal,
}) => {
  await ready(page, portal)
  await page.route(UPDATE, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), reference_number: null } })
  })
  await submit(page)
  await expect(done(page)).toContainText('N/A')
  await expectAccessible(page, 'sent, without a reference')
  expect(
    await page.evaluate(() => [
      localStorage.getItem('selectedJobId'),
      localStorage.getItem('selectedJobTitle'),
    ]),
  ).toEqual([null, null])
  await done(page).getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
})

test('R3: a reload in the middle goes on by itself and ends in the same reference', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  let isReloaded = false
  page.once('framenavigated', () => (isReloaded = true))
  await page.route(UPDATE, async (route) => {
    // A page that hears its answer before the reload has nothing left to go on with.
    if (isReloaded) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await expect.poll(async () => (await draftOf(portal, account.id, job.id))?.is_completed).toBe(true)
  await page.reload()
  await expect(done(page)).toContainText(
    (await draftOf(portal, account.id, job.id))?.reference_number ?? 'none',
  )
})

test('S2 §4: Submitting... while it runs; a busy server is tried again, and a double press sends once', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  let calls = 0
  await page.route(UPDATE, async (route) => {
    if (calls++ === 0)
      await route.fulfill({
        status: 503,
        headers: { 'retry-after': '1' },
        json: { code: 'busy', message: 'Very many people are here at once.' },
      })
    else await route.continue()
  })
  await submit(page)
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible()
  await page.getByRole('button', { name: 'Submitting...' }).click({ force: true })
  await expect(done(page)).toBeVisible()
  expect(calls).toBe(2)
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(true)
  // What was sent has no steps to go back to.
  await page.goBack()
  await page.waitForURL(`**/jobs/${job.id}`)
})

/** What the server answers while it has no time, to a submit that it has received. */
const held = (retryAfter = 1) => ({
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

test('R8: submit is one call with all that is unsaved; a ticket is sent back with the same words, and ends in the reference', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await at(page, 'Personal Details')
  await saved(page)
  // From here on no save arrives: what is typed travels with the submit.
  await page.route('**/api/job-applications/partial-save/', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy' } }),
  )
  await page.getByLabel('Address').fill('Box 12, Kosele')
  await page.getByRole('button', { name: 'Review' }).click()
  await at(page, 'Review')
  await expect(page.getByText('Our clock:')).toBeVisible()
  await page.getByRole('button', { name: 'Submit application' }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/'))
      calls.push(`${request.method()} ${new URL(request.url()).pathname.replace(/\d+/g, 'N')}`)
  })
  const sent: { body: string | null; ticket: string | undefined; digest: string | undefined }[] = []
  let go = () => {}
  const looked = new Promise<void>((done) => (go = done))
  await page.route(UPDATE, async (route) => {
    const headers = await route.request().allHeaders()
    sent.push({
      body: route.request().postData(),
      ticket: headers['submit-ticket'],
      digest: headers['submit-digest'],
    })
    if (sent.length === 1) return route.fulfill(held(3))
    await looked
    await route.continue({ headers: { ...headers, 'submit-ticket': '' } })
  })
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByText(RECEIVED)).toBeVisible()
  await expect(page.getByText('We have your application')).toBeVisible()
  await expectAccessible(page, 'a ticket holds')
  await expect(page.getByRole('button', { name: 'Edit Education' })).toBeHidden()
  go()
  await expect(done(page)).toContainText((await draftOf(portal, account.id, job.id))?.reference_number ?? '')
  // A save that was tried again while the question stood is none of it.
  const put = 'PUT /api/job-applications/update/N/'
  expect(calls.slice(calls.indexOf(put))).toEqual([put, put])
  expect(sent.map(({ ticket }) => ticket)).toEqual([undefined, 't1'])
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(sent[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
  expect((await draftOf(portal, account.id, job.id))?.address).toBe('Box 12, Kosele')
})

test('R8: a ticket outlives a reload and the closing of the job; the dashboard says so in every tab, holds Logout back, and sends it', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await page.route(UPDATE, (route) => route.fulfill(held()))
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
  const notice = page.getByRole('status').filter({ hasText: 'We are still sending it' })
  await expect(notice).toContainText(RECEIVED)
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
  await page.reload()
  await expect(page.getByRole('link', { name: 'Browse Jobs' }).first()).toBeVisible()
  await expect(page.getByText('We are still sending it')).toBeHidden()
})

test('R8: the deadline passes while the submit is tried again: the ticket counts, and the receipt says when it was received', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
  })
  const account = await applicant(page, portal)
  await apply(page, job)
  await fillAll(page)
  await saved(page)
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
  await expect(done(page)).toBeVisible({ timeout: 30_000 })
  await expect(done(page)).toContainText(
    (await draftOf(portal, account.id, job.id))?.reference_number ?? 'none',
  )
  await done(page).getByRole('button', { name: 'See my receipt' }).click()
  await expect(page.getByText('It counts from when we received it.')).toBeVisible()
  await expectAccessible(page, 'sent with a ticket')
})

/** Submitted half an hour before the deadline, with a file that has not arrived. */
async function sentBeforeItsFile(
  page: Page,
  portal: Parameters<typeof openJob>[0],
  buffer: Buffer,
  over: Record<string, unknown> = {},
) {
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
    ...over,
  })
  const account = await applicant(page, portal)
  await apply(page, job)
  await fillAll(page)
  await page.getByRole('button', { name: 'Previous' }).click()
  await at(page, 'Referees')
  // A network that wants a login first answers in our place: that is no file received.
  await page.route('**/documents/cv/', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in to this network</h1>' }),
  )
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('will be sent when the network is back')).toBeVisible()
  await next(page)
  await at(page, 'Review')
  await submit(page)
  await expect(page.getByText('A file has not reached us yet.')).toBeVisible()
  await expect(page.getByText('It counts. Keep this page open')).toBeVisible()
  return { job, account }
}
const online = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

test('R8: a file that had not arrived follows under the ticket, after the deadline and from the dashboard too', async ({
  page,
  portal,
}) => {
  const { job, account } = await sentBeforeItsFile(page, portal, pdf('', 3_000))
  portal.clock.advance(31 * 60_000)
  // The device kept the file too.
  await page.reload()
  await expect(page.getByText('It counts. Keep this page open')).toBeVisible()
  await page.goto('/dashboard/applications')
  await expect(page.getByText('We are still sending it')).toHaveCount(2)
  await expect(page.getByText(/not sent$/)).toBeHidden()
  await page.unroute('**/documents/cv/')
  await expect(page.getByText('Application Submitted Successfully!')).toBeVisible({ timeout: 50_000 })
  await expect(page.getByText('1 sent')).toBeVisible()
  const draft = await draftOf(portal, account.id, job.id)
  expect(
    await portal.db.rows(sql`select 1 from application_documents where application_id = ${draft?.id ?? 0}`),
  ).toHaveLength(1)
})

test('R8: a file that can never be taken is not tried again: the person is asked, and at the deadline the application goes without it', async ({
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
    'You can choose another file and submit again until Tue 24 Nov, 2:32 p.m. If you do nothing, we then send your application without this file.',
  )
  await expect(page.getByText('we are sending it again')).toBeHidden()
  await expectAccessible(page, 'a file that can never be taken')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  await online(page)
  await page.goto('/dashboard')
  const told = page.getByRole('status').filter({ hasText: 'We could not take your CV' })
  await expect(told).toContainText(
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

test('R8: a file that the job requires and that could not be taken after the deadline: the applicant hears what is wrong, when we received it and what to do', async ({
  page,
  portal,
}) => {
  const { job, account } = await sentBeforeItsFile(page, portal, Buffer.from('no document at all'), {
    documents: 'required',
  })
  portal.clock.advance(31 * 60_000)
  await page.unroute('**/documents/cv/')
  await online(page)
  const told = page.getByRole('alert').filter({ hasText: 'It is not submitted' })
  await expect(told).toContainText(
    'We could not take your CV, and this job asks for it. After the deadline it cannot be replaced.',
    { timeout: 20_000 },
  )
  await expect(told).toContainText(
    /If you think this is wrong, write to us\. Say that we received your application at 2:02:\d\d p\.m\./,
  )
  await expect(told).toContainText('What you wrote is kept.')
  await expect(told).toBeFocused()
  await expect(page.getByText('we are sending it again')).toBeHidden()
  await inEveryAppearance(page, 'a required file that could not be taken')
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
})

test('submitting offline is queued only after the word that the deadline counts, and goes by itself', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await context.setOffline(true)
  await submit(page)
  const word = page.getByRole('dialog', { name: 'You are offline' })
  await expect(word).toContainText('What counts is when it reaches our server')
  await expect(word).toContainText('Thursday, 3 December 2026')
  await expectAccessible(page, 'offline word')
  await word.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible()
  await submit(page)
  await word.getByRole('button', { name: 'Send it when the network is back' }).click()
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
  await context.setOffline(false)
  await expect(done(page)).toBeVisible()
})

test('a network that answers in our place, as a login page does, is no answer: nothing counts as sent, and it goes again', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  let page200 = 1
  await page.route(UPDATE, (route) =>
    page200-- > 0
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in to this network</h1>' })
      : route.continue(),
  )
  await submit(page)
  await expect(done(page)).toBeVisible()
  expect(page200).toBeLessThan(0)
  await expect(done(page)).toContainText(
    (await draftOf(portal, account.id, job.id))?.reference_number ?? 'none',
  )
})

test('S2 §8 Submit: each message on its path', async ({ page, portal }) => {
  await ready(page, portal)
  for (const [path, answer, sentence] of [
    [
      UPDATE,
      {
        status: 409,
        json: { code: 'already_applied', message: 'You have already applied for this position.' },
      },
      'You already have a completed application for this position. Please check your applications dashboard.',
    ],
    [
      UPDATE,
      { status: 409, json: { code: 'job_closed', message: 'Applications for this job have closed.' } },
      'Applications for this job have closed.',
    ],
    [UPDATE, { status: 403, json: {} }, 'Submission failed with status: 403'],
    [
      UPDATE,
      {
        status: 422,
        json: {
          code: 'invalid',
          message: 'Education section is incomplete\nAt least one education entry is required',
        },
      },
      /^At least one education entry is required$/,
    ],
    [UPDATE, { status: 200, json: {} }, 'Failed to submit application. Please try again.'],
  ] as const) {
    await page.route(path, (route) => route.fulfill(answer))
    await submit(page)
    await expect(page.getByRole('alert').getByText(sentence)).toBeVisible()
    await page.unroute(path)
  }
  await expectAccessible(page, 'submission failed')
  await page.evaluate(() => localStorage.removeItem('token'))
  await submit(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'No authentication token found. Please log in again.' }),
  ).toBeVisible()
})

test('S2 §8: where the check for an existing application fails, the wizard says so when it opens, and opens when asked again', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal)
  await applicant(page, portal)
  await page.route(CHECK, (route) => route.fulfill({ status: 500, json: {} }))
  await page.addInitScript((id) => localStorage.setItem('selectedJobId', String(id)), job.id)
  await page.goto(`/apply?job=${job.id}`)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to check existing application status' }),
  ).toBeVisible()
  await page.unroute(CHECK)
  await page.getByRole('button', { name: 'Try again' }).click()
  await at(page, 'Personal Details')
})

test('W24: a job that closes while the draft is open is refused by the server’s clock', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await portal.db.run(
    sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 1_000)} where id = ${job.id}`,
  )
  await submit(page)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Applications for this job have closed.' }),
  ).toBeVisible()
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
})

test('T22: what was written elsewhere meanwhile is chosen before anything is sent', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  const other = await context.newPage()
  await other.goto(`/apply?job=${job.id}`)
  await at(other, 'Review')
  await other.getByRole('button', { name: 'Edit Education' }).click()
  await other.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(async () => (await draftOf(portal, account.id, job.id))?.education.length).toBe(0)
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await page.getByLabel('Address').fill('Box 12')
  await next(page)
  await expect(page.getByRole('dialog', { name: 'Changed in two places' })).toBeVisible()
})
