import { alive, expect, login, newEmail, register, test } from '../support/browser.ts'
import { fillAll, openJob } from '../support/applying.ts'
import { linkTo } from '../support/emails.ts'
import { makeOld, makeWorkersOld } from '../support/old-browser.ts'
import { officerPage } from '../support/officer-page.ts'
import { caseTitle, rowLink, rows, table } from '../support/officers-table.ts'

// The oldest supported browser. `makeOld` removes all newer built-in functions from the page,
// `makeWorkersOld` from its workers.

test('the oldest supported browser, without anything newer built in: from registration to the sent application and its notification', async ({
  page,
  context,
  portal,
}) => {
  const workerPaths = makeWorkersOld(portal.server)
  await makeOld(context)
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 20 * 3_600_000).toISOString(),
  })
  const email = newEmail()
  await register(page, email)
  await page.getByRole('dialog').getByRole('link', { name: 'Go to Login' }).click()
  await page.goto(await linkTo(portal, email, 'verify-email'))
  await page.waitForURL('**/login')
  await login(page, email)
  await page.getByLabel('My own question').check()
  await page.getByLabel('Your question').fill('In which village did your best childhood friend live?')
  await page.getByLabel('Answer', { exact: true }).fill('Ol Kalou')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Habari, Achieng' })).toBeVisible()

  // Follow links, so that the router fetches the data of each page as a stream.
  await page.goto('/')
  await alive(page)
  await page.getByRole('banner').getByRole('link', { name: 'Jobs' }).first().click()
  await page.getByRole('link', { name: job.title }).click()
  await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
  await expect(
    page.getByRole('heading', { level: 1, name: `You are applying for ${job.title}` }),
  ).toBeVisible()
  await fillAll(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible()
  await page.goto(`/apply?job=${job.id}`)
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Submit' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'See my receipt' }).click()
  await expect(page.getByRole('article', { name: 'Receipt of application' })).toBeVisible()
  await page.goto('/dashboard/notifications')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  // Both kinds of workers ran without the newer features.
  expect(workerPaths.map((path) => path.replace(/-[\w-]+\.js$/, ''))).toEqual(
    expect.arrayContaining(['/sw.js', '/assets/worker']),
  )
})

test('the oldest supported browser in the officers’ table: rows chosen, a case opened and put on a list, the chart of the reports', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  await makeOld(page.context())
  const address = await table(portal)
  await page.goto(address)
  // Shift with a press selects all rows between the first and the third.
  for (const index of [0, 2])
    await rows(page)
      .nth(index)
      .getByRole('checkbox')
      .click({ modifiers: index ? ['Shift'] : [] })
  await expect(page.getByRole('region', { name: 'Selected' })).toContainText('3 selected')
  await rowLink(page, 1).focus()
  await page.keyboard.press('Enter')
  await expect(caseTitle(page)).toBeVisible()
  await page.goto(address.replace('applications', 'reports'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  quiet()
})
