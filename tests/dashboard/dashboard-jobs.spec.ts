import { sql } from '../../server/database/connect.ts'
import { applicant, openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { alive, expect, test } from '../support/browser.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'

// The open jobs on the dashboard of a logged-in person, and the way from a job to the application form.
// `inEveryAppearance` checks the page on several screens.

// Jobs of other files would close earlier than the first job here.
test.use({ alone: 'dashboard-jobs' })

let minutes = 60
/** A new job that closes before all others, so that it is the first in the list. */
const firstJob = (portal: Portal, over: Record<string, unknown> = {}) =>
  openJob(portal, {
    ...over,
    expiry_date: new Date(portal.clock.now().getTime() + 3_600_000 + --minutes * 60_000).toISOString(),
  })

test('S2 §2 Dashboard jobs: six a page, each with title, department, location and deadline, and both buttons', async ({
  page,
  portal,
}) => {
  await applicant(page, portal, { county: 23, constituency: 124, ward: 623 })
  const job = await firstJob(portal, { job_type_id: 4 })
  await page.goto('/dashboard/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Available Job Openings' })).toBeVisible()
  await expect(page.locator('.open-job')).toHaveCount(6)
  const card = page.locator('.open-job', { hasText: job.title })
  for (const words of [
    'Voter Registration & Electoral Operations',
    'Garissa',
    '1 of 24 areas is yours: Nanaam Ward',
    'Tuesday, 24 November 2026 at',
    'EAT',
    'Closes today',
  ])
    await expect(card).toContainText(words)
  await expect(card.getByRole('button', { name: /^Apply Now/ })).toBeVisible()
  await expect(card.getByRole('link', { name: /^View Details/ })).toHaveAttribute('href', `/jobs/${job.id}`)
  await expect(page.getByRole('link', { name: 'View All Jobs' })).toHaveAttribute('href', '/jobs')
  await expect(page.getByRole('link', { name: 'Search jobs in Turkana' })).toHaveAttribute(
    'href',
    '/jobs?location=Turkana',
  )
  await inEveryAppearance(page, 'open jobs')
})

test('S2 §9: a window of two pages either side; Previous and Next; the page is in the address', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  await postJobs(portal, ...Array.from({ length: 40 }, () => ({})))
  await page.goto('/dashboard/jobs?page=5')
  await alive(page)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.locator('[aria-current=page]')).toHaveText('5')
  const numbers = await pages.getByRole('link', { name: /^Page/ }).allInnerTexts()
  const last = Number(numbers.at(-1))
  expect(last).toBeGreaterThan(8)
  expect(numbers.map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, last])
  await inEveryAppearance(page, 'open jobs, page 5')
  await pages.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL('**/dashboard/jobs?page=6')
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click()
  await page.waitForURL('**/dashboard/jobs')
  await expect(page.locator('#main')).toBeFocused()
  await expect(pages.getByText('Previous')).not.toHaveAttribute('href')
  await portal.db.run(sql`delete from jobs where reference like 'TEST/%' and expiry_date is null`)
})

test('J1: when the deadline of a listed job passes, its card says Expired and has no button to apply', async ({
  page,
  portal,
}) => {
  await page.clock.install({ time: portal.clock.now() })
  await applicant(page, portal)
  const soon = new Date(portal.clock.now().getTime() + 10 * 60_000).toISOString()
  const job = await openJob(portal, { expiry_date: soon })
  await page.goto('/dashboard/jobs')
  await alive(page)
  const card = page.locator('.open-job', { hasText: job.title })
  await expect(card.getByRole('button', { name: /^Apply Now/ })).toBeVisible()
  await expect(card.getByText('Expired')).toHaveCount(0)
  await page.clock.runFor(11 * 60_000)
  await expect(card.getByText('Expired')).toBeVisible()
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(card.getByRole('link', { name: /^View Details/ })).toBeVisible()
  await inEveryAppearance(page, 'open jobs, one expired')
})

test.describe('S2 §4 Applying from a job', () => {
  test('without an application, Apply Now starts one and opens /apply; with a draft, the button is Continue Application', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const job = await firstJob(portal)
    await page.goto('/dashboard/jobs')
    const card = page.locator('.open-job', { hasText: job.title })
    await card.getByRole('button', { name: /^Apply Now/ }).click()
    await page.waitForURL(`**/apply?job=${job.id}`)
    expect(await page.evaluate(() => localStorage.getItem('selectedJobId'))).toBe(String(job.id))
    await expect
      .poll(
        async () => (await portal.db.rows(sql`select from job_applications where user_id = ${me.id}`)).length,
      )
      .toBe(1)
    await page.goto('/dashboard/jobs')
    await expect(card).toContainText('You have started')
    await card.getByRole('button', { name: /^Continue Application/ }).click()
    await page.waitForURL(`**/apply?job=${job.id}`)
  })

  test('sent: the Already Applied dialog, by keyboard, with View My Applications and Close', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const job = await firstJob(portal)
    await sendApplication(portal, me.email, job.id)
    await page.goto('/dashboard/jobs')
    const button = page
      .locator('.open-job', { hasText: job.title })
      .getByRole('button', { name: /^View Application/ })
    await button.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Already Applied' })
    await expect(dialog).toContainText(
      'You have already submitted an application for this position. You can check its status here.',
    )
    await inEveryAppearance(page, 'already applied')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await button.click()
    await dialog.getByRole('button', { name: 'View My Applications' }).click()
    await page.waitForURL('**/dashboard/applications')
  })

  test('L9: if the list does not say whether one applied, the page asks; S2 §8 it says when that or the start fails', async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    const job = await firstJob(portal)
    // The list here does not say whether the person has an application, so the page must request it (L9).
    await page.route('**/api/jobs/list/**', async (route) => {
      const answer = await route.fetch()
      const list = await answer.json()
      await route.fulfill({
        response: answer,
        json: {
          ...list,
          results: list.results.map(({ application: _, ...job }: Record<string, unknown>) => job),
        },
      })
    })
    await page.goto('/dashboard/jobs')
    const button = page
      .locator('.open-job', { hasText: job.title })
      .getByRole('button', { name: /^Apply Now/ })
    const dialog = page.getByRole('dialog')
    await page.route('**/api/job-applications/check/**', (route) => route.abort())
    await button.click()
    await expect(dialog).toContainText('Failed to check application status')
    await inEveryAppearance(page, 'check failed')
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await page.unroute('**/api/job-applications/check/**')
    await page.route('**/api/job-applications/', (route) => route.abort())
    await button.click()
    await expect(dialog).toContainText('Failed to start application. Please try again.')
    await dialog.getByRole('button', { name: 'Got it' }).click()
    await page.unroute('**/api/job-applications/')
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 1)} where id = ${job.id}`,
    )
    await button.click()
    await expect(dialog).toContainText('Applications for this job have closed.')
  })

  test('started meanwhile on another device and sent: the dialog, not a second application', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const job = await firstJob(portal)
    await page.goto('/dashboard/jobs')
    const button = page
      .locator('.open-job', { hasText: job.title })
      .getByRole('button', { name: /^Apply Now/ })
    await expect(button).toBeVisible()
    await applicationOf(portal, me.id, job.id, { status: 'Pending' })
    await button.click()
    await expect(page.getByRole('dialog', { name: 'Already Applied' })).toBeVisible()
  })
})

test('S2 §8: no job is open, and none could be loaded', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.route('**/api/jobs/list/**', (route) =>
    route.fulfill({ json: { count: 0, next: null, previous: null, page: 1, pages: 1, results: [] } }),
  )
  await page.goto('/dashboard/jobs')
  await expect(page.getByText('No job is open at the moment.')).toBeVisible()
  await inEveryAppearance(page, 'open jobs, none')
  await page.unroute('**/api/jobs/list/**')
  await page.route('**/api/jobs/list/**', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load job openings')
  await inEveryAppearance(page, 'open jobs, failed')
})
