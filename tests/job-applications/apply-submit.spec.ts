import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import {
  applicant,
  apply,
  drafted,
  expectStep,
  draftOf,
  fillAll,
  next,
  openJob,
  saved,
} from '../support/applying.ts'
import { done, ready, submit, UPDATE } from '../support/submitting.ts'

// Submitting an application: lost answers, a busy server, no network, refusals. `ready` opens the review of a
// complete draft, `submit` presses the button and confirms, and `done` is the dialog after success. R3: an
// application is submitted only once, however often it is sent.

/** The path of the call that asks whether the person has already applied. */
const CHECK = '**/api/job-applications/check/**'

/** Waits until the page has submitted again by itself. Its first pause is 2 s. */
const expectSentLater = (page: Page) =>
  expect(async () => {
    await page.clock.runFor(2_000)
    await expect(done(page)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })

test('R3: a lost answer ends in the same reference', async ({ page, portal }) => {
  await page.clock.install()
  const { job, account } = await ready(page, portal)
  let lost = 0
  await page.route(UPDATE, async (route) => {
    if (lost++ > 0) return route.continue()
    // The server gets the call, but the page gets no answer.
    await route.fetch()
    await route.abort()
  })
  await submit(page)
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  await expectAccessible(page, 'submission waiting')
  await page.clock.runFor(2_000)
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

test('R3: after a reload in the middle, the submit continues by itself and ends in the same reference', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  let isReloaded = false
  page.once('framenavigated', () => (isReloaded = true))
  await page.route(UPDATE, async (route) => {
    // Until the reload, every answer is lost. With an answer, the submit would end before the reload.
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
  await page.clock.install()
  // Go through all steps of the form, to show that Back does not return to them after the submit.
  const job = await openJob(portal)
  const account = await applicant(page, portal)
  await apply(page, job)
  await fillAll(page)
  await saved(page)
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
  await expectSentLater(page)
  expect(calls).toBe(2)
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(true)
  // Back leads to the job, because a submitted application has no steps.
  await page.goBack()
  await page.waitForURL(`**/jobs/${job.id}`)
})
test('an offline submit is queued only after the page says that the time of arrival counts; it is sent without a further press', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await context.setOffline(true)
  await submit(page)
  const offline = page.getByRole('dialog', { name: 'You are offline' })
  await expect(offline).toContainText('The time when it reaches our server counts')
  await expect(offline).toContainText('Thursday, 3 December 2026')
  await expectAccessible(page, 'offline word')
  await offline.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible()
  await submit(page)
  await offline.getByRole('button', { name: 'Send it when the network is back' }).click()
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
  await context.setOffline(false)
  await expect(done(page)).toBeVisible()
})

test('the login page of a network, in place of our answer, does not count as an answer, and the submit is repeated', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  const { job, account } = await ready(page, portal)
  let loginPages = 1
  await page.route(UPDATE, (route) =>
    loginPages-- > 0
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Log in to this network</h1>' })
      : route.continue(),
  )
  await submit(page)
  await expectSentLater(page)
  expect(loginPages).toBeLessThan(0)
  await expect(done(page)).toContainText(
    (await draftOf(portal, account.id, job.id))?.reference_number ?? 'none',
  )
})

test('S2 §8 Submit: each refusal of the server shows its sentence', async ({ page, portal }) => {
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

test('S2 §8: where the check for an existing application fails, the wizard says so when it opens, and opens when asked again (decisions#check-at-opening)', async ({
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
  await expectStep(page, 'Personal Details')
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

test('W24: where a job is archived while its form is open, the form leads to the dashboard, which says that the job has closed', async ({
  page,
  portal,
}) => {
  const { job } = await drafted(page, portal, 2)
  await saved(page)
  await portal.db.run(sql`update jobs set is_active = false where id = ${job.id}`)
  await expect
    .poll(async () => (await page.request.get(`${portal.url}/api/jobs/${job.id}/`)).status())
    .toBe(404)
  const toDashboard = async () => {
    await page.waitForURL('**/dashboard')
    await expect(page.getByRole('status').getByText('Applications for this job have closed.')).toBeVisible()
  }
  await page.getByLabel('Institution').fill('Written after the end')
  await toDashboard()
  await page.goto(`/apply?job=${job.id}`)
  await toDashboard()
})

test('T22: what was written elsewhere meanwhile is chosen before anything is sent', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  const other = await context.newPage()
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Review')
  await other.getByRole('button', { name: 'Edit Education' }).click()
  await other.getByRole('button', { name: /^Remove/ }).click()
  await expect.poll(async () => (await draftOf(portal, account.id, job.id))?.education.length).toBe(0)
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await page.getByLabel('Address').fill('Box 12')
  await next(page)
  await expect(page.getByRole('dialog', { name: 'Changed in two places' })).toBeVisible()
})

test.describe('by touch', () => {
  test.use({ hasTouch: true })

  test('a double tap on Submit application opens the question, and presses no button of the question', async ({
    page,
    portal,
  }) => {
    await ready(page, portal)
    const box = await page.getByRole('button', { name: 'Submit application' }).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    const question = page.getByRole('dialog')
    await expect(question).toBeVisible()
    // For a moment after it opens, the dialog ignores taps. Later taps work.
    await expect(async () => {
      await question.getByRole('button', { name: 'Cancel' }).tap({ timeout: 500 })
      await expect(question).toBeHidden({ timeout: 500 })
    }).toPass()
  })
})
