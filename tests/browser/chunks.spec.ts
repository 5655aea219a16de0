import { applicant, expectStep, openJob, withDraft } from '../support/applying.ts'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'

// A page's program consists of files (chunks). N6: if a file does not arrive, the page requests it once more,
// at the address with `?again`, and only then gives up.

// Tests block files of the program, which the console reports. The service worker would fetch them anyway.
test.use({ checksConsole: false, serviceWorkers: 'block' })

test('N6: the form is asked for a second time; where it does not come then either, a plain link tries again', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal)
  await applicant(page, portal)
  // The query strings of file requests that get an answer. At first no request gets an answer.
  let answered: string[] = []
  let requests = 0
  const searches: string[] = []
  await page.route(/\/assets\/wizard-[^/]*\.js/, (route) => {
    requests++
    const { search } = new URL(route.request().url())
    // A browser may request a preloaded file twice. Count both as one.
    if (search !== searches.at(-1)) searches.push(search)
    return answered.includes(search) ? route.continue() : route.abort()
  })
  await page.goto(`/jobs/${job.id}`)
  await alive(page)
  await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
  expect(searches).toEqual(['', '?again'])
  expect(requests, 'with the look ahead').toBeLessThanOrEqual(3)
  await expect(page).toHaveTitle('Something went wrong')
  await expect(page.locator('head > title')).toHaveCount(1)
  await expectAccessible(page, 'apply, the form did not come')
  answered = ['?again']
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
  expect(searches.slice(2)).toEqual(['', '?again'])
})

for (const language of ['', '/sw'])
  test(`a reload while the next page loads leads to that page, in its language: ${language || 'English'}`, async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    await page.goto(`${language}/dashboard`)
    await alive(page)
    let comes = false
    await page.route('**/api/job-applications/**', (route) => (comes ? route.continue() : undefined))
    const requested = page.waitForRequest('**/api/job-applications/**')
    await page
      .locator(`a[href="${language}/dashboard/applications"]`)
      .filter({ visible: true })
      .first()
      .click()
    await requested
    comes = true
    await page.reload()
    await expect(page).toHaveURL(`${language}/dashboard/applications`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Applications|Maombi yangu/)
  })

test('N6: where the program of a page does not come, the browser goes to the page itself, not back to the one before', async ({
  page,
}) => {
  // The file arrives only after the browser has started to reload the whole page.
  let comes = false
  page.on('console', (line) => {
    comes ||= line.text().includes('reloading page')
  })
  await page.route(/\/assets\/jobs-page-[^/]*\.js/, (route) => (comes ? route.continue() : route.abort()))
  await page.goto('/about')
  await alive(page)
  await page.getByRole('link', { name: 'Jobs', exact: true }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL('/jobs')
  await alive(page)
  expect(comes).toBe(true)
})

test('W4: text of a closed tab that the server lacks stays on the device until the form has opened with it', async ({
  page,
  context,
  portal,
}) => {
  const { job } = await withDraft(page, portal, 2)
  const other = await context.newPage()
  // Without these events, the tab cannot send its text when it closes, as when a browser crashes.
  await other.addInitScript(() => {
    for (const name of ['pagehide', 'visibilitychange'])
      addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await other.route('**/api/job-applications/partial-save/', (route) => route.abort())
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Education')
  await other.getByLabel('Institution').fill('Typed in the tab that was closed')
  await expect(other.getByText(/^Saved on this device/)).toBeVisible()
  await other.close()
  await page.route(/\/assets\/wizard-[^/]*\.js/, (route) => route.abort())
  await page.goto(`/apply?job=${job.id}`)
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await page.close()
  const later = await context.newPage()
  await later.goto(`/apply?job=${job.id}`)
  await expectStep(later, 'Education')
  await expect(later.getByLabel('Institution')).toHaveValue('Typed in the tab that was closed')
})
