import { STORED } from '#contract/browser.ts'
import { sql } from '../../server/database/connect.ts'
import { applicant, openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import { inKiswahili } from '#contract/language/paths.ts'

// The public list of jobs and the page of a job, with and without JavaScript. S1 is
// docs/spec/public-area.md; J1 and J5 are rules of docs/spec/decisions.md.

// A test blocks the data of a page. The service worker would fetch it despite the block.
test.use({ serviceWorkers: 'block' })

const cards = 'article h2, article h3'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('S1 §2: the list filters, sorts and turns pages by links and a form alone', async ({ page }) => {
    await page.goto('/jobs')
    await expect(page.locator('article')).toHaveCount(6)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/page=2/)
    await page.goto('/jobs')
    await page.getByLabel(/title/i).fill('clerk')
    await page.getByRole('button', { name: /show|search|find/i }).click()
    await expect(page).toHaveURL(/search=clerk/)
    for (const title of await page.locator(cards).allInnerTexts())
      expect(title.toLowerCase()).toContain('clerk')
    await page.locator('article a').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/clerk/i)
    await expect(page.getByRole('link', { name: 'All jobs', exact: true })).toBeVisible()
    await page.goto('/jobs?search=clerk+polling')
    await expect(
      page.getByRole('heading', { level: 2 }).and(page.getByText('More jobs that may fit')),
    ).toBeVisible()
    await expect(page.locator(cards).first()).toContainText('Polling and Counting Clerk')
    await expect(page.getByRole('button', { name: /^Show \d/ })).toBeHidden()
  })

  test('every form says that it needs JavaScript', async ({ page }) => {
    for (const path of ['/login', '/register', '/forgot-password']) {
      await page.goto(path)
      await expect(page.locator('main noscript p').first()).toBeVisible()
    }
  })
})

/** Finds hyphenated words that are broken over two lines of the page, such as "By-" and "Election". */
function brokenWords(): string[] {
  const broken: string[] = []
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(/by-elections?/gi)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      // If a word is on two lines, its parts have different tops.
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
        broken.push(text.parentElement?.textContent ?? word)
    }
  return broken
}

test('a title or a place never breaks inside By-Election, and keeps its own hyphen', async ({
  page,
  portal,
}) => {
  // Open the job's own page. Other tests add jobs, so the job may not be on the list's first page.
  const job = await portal.db.row<{ id: number }>(
    sql`select id from jobs where title = 'Returning Officer for a By-Election (Internal Call)'`,
  )
  const ofJob = `/jobs/${job?.id}`
  for (const path of ['/', '/jobs', '/jobs?search=election', '/jobs?search=returning+by-election', ofJob]) {
    await page.goto(path)
    for (const width of path === ofJob ? [412] : [360, 320, 412]) {
      await page.setViewportSize({ width, height: 740 })
      await page.waitForFunction((wanted) => innerWidth === wanted, width)
      expect(await page.evaluate(brokenWords), `${path} at ${width} px`).toEqual([])
    }
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/By-Election/i)
})

test('the first sentence of the home page stays clear of the numbers below it on a desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/')
  const bottom = await page.locator('.hero .lead').evaluate((lead) => lead.getBoundingClientRect().bottom)
  const top = await page.locator('.hero .sums').evaluate((sums) => sums.getBoundingClientRect().top)
  expect(top - bottom).toBeGreaterThanOrEqual(24)
})

test('S1 §2: filters, page and sort live in the URL; Clear Filters; the empty result helps', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/jobs')
  await alive(page)
  await page.getByLabel(/title/i).fill('officer')
  await page.waitForURL('**/jobs?search=officer')
  await page.getByLabel(/type/i).selectOption('External')
  await page.waitForURL('**/jobs?search=officer&job_type=External')
  await page.reload()
  await alive(page)
  await expect(page.getByLabel(/title/i)).toHaveValue('officer')
  await page.getByLabel(/title/i).fill('no such post')
  await expect(page.getByText('No jobs found matching your criteria.')).toBeVisible()
  await expectAccessible(page, 'empty list')
  await page.getByLabel('Job type').selectOption('')
  await page.getByLabel(/title/i).fill('')
  await page.getByLabel('Location').fill('Lodwar')
  await expect(page.getByText('They have posts in Huduma Centre Turkana.')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^0 jobs +· \d more may fit$/)
  await expectAccessible(page, 'nothing but what may fit')
  await page
    .getByRole('button', { name: 'Clear Filters' })
    .or(page.getByRole('link', { name: 'Clear Filters' }))
    .first()
    .click()
  await expect(page.locator('article')).toHaveCount(6)
  await expect(page).toHaveURL(/\/jobs$/)
  await page.goto('/jobs?page=99')
  await expect(page.locator('article').first()).toBeVisible()
})

test('on a phone the filters say what they find, and Enter closes them and leads there', async ({ page }) => {
  await page.goto('/jobs')
  await alive(page)
  const panel = page.getByRole('button', { name: 'Search and filter' })
  const found = page.getByRole('status').filter({ hasText: 'job' })
  await panel.click()
  await page.getByLabel(/title/i).fill('auditor')
  await expect(page.getByRole('button', { name: 'Show 1 job', exact: true })).toBeVisible()
  await page.getByLabel(/title/i).press('Enter')
  await expect(panel).toHaveAttribute('aria-expanded', 'false')
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport()
  await expect(page).toHaveURL(/search=auditor/)
  await panel.click()
  await page.getByLabel(/title/i).fill('no such post')
  await page.getByRole('button', { name: 'Show 0 jobs' }).click()
  await expect(found).toBeFocused()
})

test('S1 §2: a click on a card opens the job under the content policy, and the way back keeps the search', async ({
  page,
}) => {
  await page.goto('/jobs?search=officer&page=2')
  await alive(page)
  const title = await page.locator(cards).first().innerText()
  await page.locator('article a').first().click()
  await page.waitForURL(/\/jobs\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const back = page.getByRole('link', { name: /^Back to \d+ jobs for “officer”, page 2$/ })
  await expect(back).toHaveAttribute('href', '/jobs?search=officer&page=2')
  await page.reload()
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1)
  await back.click()
  await page.waitForURL(/search=officer&page=2$/)
  await expect(page.locator(cards).first()).toHaveText(title)
})

test('the way back to a list that was seen in English is in Kiswahili on a page in Kiswahili', async ({
  page,
}) => {
  await page.goto('/jobs?search=officer')
  await expect(page.locator(cards).first()).toBeVisible()
  await page.goto(inKiswahili('/jobs/1'))
  const back = page.locator('#back-to-list')
  // Check the link before and after the page's program runs.
  for (const prepare of [async () => {}, alive]) {
    await prepare(page)
    await expect(back).toHaveText('Rudi kwenye orodha ya kazi')
    await expect(back).toHaveAttribute('href', inKiswahili('/jobs?search=officer'))
  }
})

test('J1: when the deadline passes on an open page, the button disappears and the stamp appears', async ({
  page,
  portal,
}) => {
  await page.clock.install({ time: portal.clock.now() })
  const soon = new Date(portal.clock.now().getTime() + 10 * 60_000)
  await portal.db.run(sql`update jobs set expiry_date = ${soon} where id = 5`)
  await page.goto('/jobs/5')
  await alive(page)
  await expect(
    page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first(),
  ).toBeVisible()
  await page.clock.runFor(11 * 60_000)
  await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(0)
  await expect(page.getByText('Expired', { exact: false }).first()).toBeVisible()
  await expectAccessible(page, 'expired notice')
})

test('S1 §4: the button is about the job that the page shows, and about the person who is logged in', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  const [drafted, other] = [await openJob(portal), await openJob(portal)]
  await applicationOf(portal, me.id, drafted.id, {})
  const button = page
    .getByRole('button', { name: /^(?:Apply Now|Continue Application)$/ })
    .filter({ visible: true })
    .first()
  await page.goto(`/jobs/${other.id}`)
  await alive(page)
  await expect(button).toHaveText('Apply Now')
  // Links between jobs are in answers of the assistant. Here the router opens the other job as they do.
  await page.evaluate((path) => history.pushState({ idx: 1 }, '', path), `/jobs/${drafted.id}`)
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } })))
  await expect(button).toHaveText('Continue Application')
  // The person logs out in another tab, and back in.
  const storedToken = await page.evaluate((key) => localStorage.getItem(key) ?? '', STORED.token)
  const tab = await page.context().newPage()
  await tab.goto('/about')
  await tab.evaluate((key) => localStorage.removeItem(key), STORED.token)
  await expect(button).toHaveText('Apply Now')
  await tab.evaluate(([key, token]) => localStorage.setItem(key, token), [STORED.token, storedToken] as const)
  await expect(button).toHaveText('Continue Application')
  // The check for the other job fails, so nothing says that this person has applied for it.
  await page.route('**/api/job-applications/check/**', (route) => route.abort())
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title)
  await expect(button).toHaveText('Apply Now')
})

test('S1 §8: a start that fails says why, if the server does; the sentence goes with the job', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  const job = await openJob(portal)
  await page.goto(`/jobs/${job.id}`)
  await alive(page)
  const button = page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first()
  const alert = page.getByRole('alert').filter({ hasText: /application/i })
  await page.route('**/api/job-applications/', (route) => route.abort())
  await button.click()
  await expect(alert).toHaveText('Failed to start application. Please try again.')
  await page.unroute('**/api/job-applications/')
  await portal.db.run(
    sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - 1)} where id = ${job.id}`,
  )
  await button.click()
  await expect(alert).toHaveText('Applications for this job have closed.')
})

test('S1 §8: a job that cannot be loaded says so and leads back', async ({ page }) => {
  await page.goto('/jobs')
  await alive(page)
  await page.route('**/jobs/*.data*', (route) => route.abort())
  await page.route('**/api/jobs/**', (route) => route.abort())
  await page.locator('article a').first().click()
  await expect(page.getByText('Failed to load job details. Please try again.')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Jobs' }).click()
  await page.waitForURL('**/jobs')
})

test('J5, S1 §9: when filters change a spinner lies for 500 ms over results that are there already', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.clock.install({ time: portal.clock.now() })
  await page.goto('/jobs')
  await alive(page)
  await page.clock.pauseAt(new Date(portal.clock.now().getTime() + 600_000))
  const spinner = page.locator('.filtering')
  await expect(spinner).toHaveCount(0)
  await page.getByLabel(/type/i).selectOption('External')
  await page.waitForURL(/job_type=External/)
  await expect(spinner).toBeVisible()
  await expect(spinner.locator('.spin')).toBeVisible()
  await expect(page.locator('article')).toHaveCount(6)
  await expect(page.locator('.board')).toHaveCSS('opacity', '1')
  for (const article of await page.locator('article').all()) await expect(article).toContainText('External')
  await page.clock.runFor(499)
  await expect(spinner).toBeVisible()
  await page.clock.runFor(2)
  await expect(spinner).toHaveCount(0)
})
