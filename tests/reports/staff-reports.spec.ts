import { ENTRY_WORDS } from '#contract/job-applications/words.ts'
import { REGISTRATION } from '#contract/accounts/registration-rules.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql } from '../../server/database/connect.ts'
import { flushValidationStatistics } from '../../server/reports/validation-statistics.ts'
import type { ValidationCount } from '../../server/reports/validation-counter.ts'
import { alive, expect, test } from '../support/browser.ts'
import { manyMore } from '../support/reports.ts'
import { openJob } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'

// The reports that officers read: numbers about a job, about the portal's emails and about its machines.

test('staff reports: a job in sums, by hour and by day, a county opened, the limits of the law shown', async ({
  browser,
  portal,
}) => {
  const job = await openJob(portal)
  const { page } = await officerPage(portal, browser, 'approver')
  await page.goto(`/staff/jobs/${job.id}/reports`)
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()
  await inEveryAppearance(page, 'figures of a job nobody has applied for')

  // A hundred applications: 41 by women and 59 by men.
  await manyMore(portal, job.id, [
    { gender: 'F', count: 41 },
    { gender: 'M', count: 45, is_pwd: true },
    { gender: 'M', count: 14, stage: stageNumber('hired') },
  ])
  const now = portal.clock.now()
  // Nine emails in the queue: three of this job, of which one has failed, and six of no job.
  await portal.db.run(sql`
    insert into outbox (topic, payload, priority, run_at, created_at, dead_at, job_id)
    select 'decisions.status', '{}', 1, ${now}::timestamptz + interval '1 day', ${now}, case when n = 1 then ${now}::timestamptz end, case when n < 4 then ${job.id}::bigint end
    from generate_series(1, 9) n`)
  await portal.visitor().post('/api/validation-statistics/', {
    place: 'apply',
    job_id: job.id,
    faults: [{ field: 'company', message: ENTRY_WORDS.company }],
  })
  await flushValidationStatistics(portal.deps)
  // Until a refresh, the page shows cached numbers, which are at most half a minute old.
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh now' }).click()
        return page.getByText('Women 41%, men 59%: within the two-thirds rule').count()
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  await expect(page.getByText('Women fewer than 5: men are more than two-thirds').first()).toBeVisible()
  await expect(page.getByText(ENTRY_WORDS.company)).toBeVisible()
  await expect(page.getByText('About this job')).toContainText(
    /2 emails wait, the oldest for .*, and 1 failed\./,
  )
  // The key Tab reaches the map once. Inside the map, the arrow keys move from county to county.
  const map = page.getByRole('group', { name: /^Map of the counties: received/ })
  const nairobi = map.getByRole('link', { name: 'Nairobi City: 100 received' })
  await nairobi.focus()
  await page.keyboard.press('ArrowRight')
  await expect(map.getByRole('link', { name: 'Machakos: 0 received' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(nairobi).toBeFocused()
  expect(await map.locator('[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/county=47/)
  await expect(page.getByRole('row', { name: /Nairobi City:/ })).toBeVisible()
  await page.getByText('As a table').click()
  await expect(
    page.getByRole('table', { name: 'Sent and started by the hour' }).getByRole('row').nth(1),
  ).toContainText('100')
  await inEveryAppearance(page, 'figures of a job')
  await page.getByRole('link', { name: 'Hired' }).click()
  await expect(page.getByRole('row', { name: /Nairobi City 14/ })).toBeVisible()
  await page.getByRole('link', { name: 'By day' }).click()
  await expect(page).toHaveURL(/by=days/)
  await expect(page.getByRole('table', { name: 'Sent and started by the day' })).toBeVisible()
  await portal.db.run(sql`delete from outbox where payload = '{}'`)
})

test('staff reports: failed emails are sent again by officers with the right to it; other readers only see them', async ({
  browser,
  portal,
}) => {
  const now = portal.clock.now()
  // Three emails that a mail server refused.
  await portal.db.run(sql`
    insert into outbox (topic, payload, run_at, created_at, dead_at, last_error, attempts)
    select 'job-applications.received', '{"applicationId":1}', ${now}, ${now}, ${now}, '550', 1 from generate_series(1, 3)`)
  const auditor = await officerPage(portal, browser, 'auditor')
  await auditor.page.goto('/staff')
  await expect(auditor.page.getByRole('link', { name: '3 emails failed' })).toBeVisible()
  await expect(auditor.page.getByRole('region', { name: 'Now' })).toContainText('emails waiting')
  await inEveryAppearance(auditor.page, 'start page with what is now')
  await auditor.page.getByRole('link', { name: 'All reports' }).click()
  await expect(auditor.page.getByRole('heading', { name: 'Failed emails 3' })).toBeVisible()
  await expect(auditor.page.getByRole('button', { name: /Send again/ })).toHaveCount(0)

  const { page } = await officerPage(portal, browser, 'recruiter')
  await page.goto('/staff/reports')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await inEveryAppearance(page, 'figures of the portal')
  await page.getByRole('button', { name: /Send again/ }).press('Enter')
  await expect(page.getByText('3 emails are sent again.')).toBeVisible()
  await expect(page.getByText('No email has failed.')).toBeVisible()

  // If a refresh fails, the page still shows the old numbers.
  await page.route('**/api/staff/reports/', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await expect(page.getByRole('alert')).toContainText('Could not refresh.')
  await expect(page.getByText('No email has failed.')).toBeVisible()
})

test('staff reports: a page that could not load them says so; officers without the right have no link to them', async ({
  browser,
  portal,
}) => {
  const auditor = await officerPage(portal, browser, 'auditor')
  await auditor.page.route('**/api/staff/reports/', (route) => route.abort())
  await auditor.page.goto('/staff/reports')
  await expect(auditor.page.getByRole('alert')).toContainText('The reports could not be loaded.')
  await inEveryAppearance(auditor.page, 'figures that could not be loaded')
  await auditor.page.unroute('**/api/staff/reports/')
  await auditor.page.getByRole('button', { name: 'Try again' }).click()
  await expect(auditor.page.getByRole('heading', { name: 'Open jobs' })).toBeVisible()
  const reviewer = await officerPage(portal, browser, 'reviewer')
  await reviewer.page.goto('/staff')
  await expect(reviewer.page.getByRole('link', { name: 'Jobs', exact: true })).toBeVisible()
  await expect(reviewer.page.getByRole('link', { name: 'Reports' })).toHaveCount(0)
})

test('the reports during an upgrade: an older version reports no machines, so that part is missing; a single process is called “process”', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'auditor')
  /** Makes the server report these machines, or no machines, as an older version does. */
  const answerWith = (machines?: unknown) =>
    page.route('**/api/staff/reports/', async (route) => {
      const reply = await route.fetch()
      const { machines: _, ...others } = (await reply.json()) as Record<string, unknown>
      await route.fulfill({ response: reply, json: machines ? { ...others, machines } : others })
    })
  await answerWith()
  await page.goto('/staff/reports')
  await expect(page.getByRole('heading', { name: 'Emails waiting' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Machines' })).toHaveCount(0)
  await answerWith([{ name: 'one', version: '1', processes: 1, seen_at: portal.clock.now().toISOString() }])
  await page.reload()
  await expect(page.locator('[data-label="process"]')).toHaveText('1')
  quiet()
})

test('when a person leaves an unfinished form, the page reports which errors it showed, and nothing that was typed', async ({
  page,
  portal,
}) => {
  // Deletes the counts that other tests have caused.
  portal.deps.validationCounter?.take()
  const counted: ValidationCount[] = []
  // The page sends its counts when the person leaves it. A busy browser may lose them, so leave the form
  // again.
  await expect(async () => {
    await page.goto('/register')
    await alive(page)
    await page.getByLabel('First name').fill('Zawadi')
    await page.getByLabel('Last name').fill('Z')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('alert').first()).toBeFocused()
    await page.goto('about:blank')
    await expect
      .poll(() => counted.push(...(portal.deps.validationCounter?.take() ?? [])), { timeout: 6_000 })
      .toBeGreaterThan(3)
  }).toPass({ timeout: 45_000 })
  expect(counted.find(({ field }) => field === 'last_name')).toMatchObject({
    place: 'register',
    jobId: 0,
    message: REGISTRATION.name,
    times: 1,
  })
  expect(
    counted.every(({ message }) => message !== ''),
    'every sentence of the form is known',
  ).toBe(true)
  expect(JSON.stringify(counted)).not.toMatch(/zawadi/i)
})

test('staff: from one page of a job to the next the menu stays, the focus stays on its tab, and no call waits for another', async ({
  browser,
  portal,
}) => {
  const job = await openJob(portal)
  const { page, quiet } = await officerPage(portal, browser, 'approver')
  await page.goto(`/staff/jobs/${job.id}/reports`)
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible()
  const menu = await page.getByRole('navigation', { name: 'Staff' }).elementHandle()
  const tabs = page.getByRole('navigation', { name: 'This job' })
  const firstTabs = await tabs.elementHandle()
  const title = page.getByRole('heading', { level: 1 })
  const firstTitle = await title.elementHandle()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/staff/me/', async (route) => {
    await held
    await route.continue()
  })
  const exportsRead = page.waitForResponse('**/api/staff/jobs/*/exports/')
  await page.getByRole('link', { name: 'Exports' }).focus()
  await page.keyboard.press('Enter')
  // The page loads its data while the call for the logged-in officer still waits.
  await exportsRead
  release()
  await expect(page.getByRole('heading', { name: 'Export 0 applications' })).toBeVisible()
  expect(await menu?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(page.getByRole('link', { name: 'Exports' })).toBeFocused()
  await page.unrouteAll({ behavior: 'wait' })

  // Until the next page has its data, the present one stays as it is.
  const jobTitle = (await title.textContent()) ?? ''
  const place = (await title.boundingBox())?.y
  for (const [to, path] of [
    ['Reports', 'reports'],
    ['Exports', 'exports'],
  ] as const) {
    let go = () => {}
    const waits = new Promise<void>((resolve) => (go = resolve))
    const call = `**/api/staff/jobs/*/${path}/`
    await page.route(call, async (route) => {
      await waits
      await route.continue()
    })
    await tabs.getByRole('link', { name: to }).press('Enter')
    await expect(page.getByRole('status').getByText('Loading')).toBeAttached()
    await expect(tabs.getByRole('link', { name: to })).toBeFocused()
    await expect(title).toHaveText(jobTitle)
    expect((await title.boundingBox())?.y).toBeCloseTo(place ?? 0, -1)
    go()
    await page.waitForURL(`**/jobs/${job.id}/${path}`)
    await expect(tabs.getByRole('link', { name: to })).toHaveAttribute('aria-current', 'page')
    await expect(tabs.getByRole('link', { name: to })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await page.unroute(call)
  }

  // The head and the tabs are the same elements on all pages of the job.
  for (const name of await tabs.getByRole('link').allTextContents()) {
    const tab = tabs.getByRole('link', { name })
    await tab.press('Enter')
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await expect(tab).toBeFocused()
    await expect(title).toHaveText(jobTitle)
    await expect(title).toHaveCount(1)
    for (const element of [firstTabs, firstTitle])
      expect(await element?.evaluate((node) => node.isConnected), name).toBe(true)
  }
  quiet()

  // A page that does not load has no tabs. The focus then moves to that page.
  await page.route('**/api/staff/jobs/*/exports/', (route) => route.abort())
  await tabs.getByRole('link', { name: 'Exports' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('The exports could not be loaded.')
  await expect(tabs).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})
