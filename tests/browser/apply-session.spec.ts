import { expect, expectAccessible, login, test } from '../support/browser.ts'
import { applicant, apply, at, next, openJob, saved } from '../support/applying.ts'

const MINUTE = 60_000

test('A13: on /apply the dialog, and only the dialog; Extend Session; at the end the words are kept, and signing in returns to the step', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal)
  await page.goto('/login')
  await page.clock.install()
  const account = await applicant(page, portal)
  await apply(page, job)
  await next(page)
  await at(page, 'Education')
  await page.clock.runFor(5_000)
  // The same page, as somebody may write its address.
  await page.goto(`/apply/?job=${job.id}`)
  await at(page, 'Education')
  // The saves slid the session: fifty-five minutes count from the last.
  portal.clock.advance(56 * MINUTE)
  await page.clock.runFor(56 * MINUTE)
  const dialog = page.getByRole('dialog', { name: 'Session Expiring Soon' })
  await expect(dialog).toContainText('Your session will expire in 5 minutes...')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page, 'session dialog')
  await dialog.getByRole('button', { name: 'Extend Session' }).click()
  await page.clock.runFor(2_000)
  await expect(dialog).toBeHidden()
  await page.getByLabel('Institution').fill('Half of a school')
  await page.clock.runFor(3_000)
  await saved(page)
  portal.clock.advance(61 * MINUTE)
  await page.clock.runFor(61 * MINUTE)
  await page.waitForURL('**/login')
  await expect(page.getByText('You were logged out after an hour')).toBeVisible()
  await login(page, account.email)
  await page.waitForURL(`**/apply/?job=${job.id}`)
  await at(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Half of a school')
})

test('A13: what the server could not be told before the session ended waits on the device for its owner alone', async ({ page, portal }) => {
  const job = await openJob(portal)
  await page.goto('/login')
  await page.clock.install()
  const account = await applicant(page, portal)
  await apply(page, job)
  await next(page)
  await at(page, 'Education')
  // An answer still on its way when the clock is put on would be given an hour later, and another hour with it.
  await saved(page)
  await page.route('**/api/job-applications/partial-save/', (route) => route.abort())
  await page.getByLabel('Institution').fill('Never reached the server')
  await page.clock.runFor(3_000)
  portal.clock.advance(62 * MINUTE)
  await page.clock.runFor(62 * MINUTE)
  await page.waitForURL('**/login')
  await page.unroute('**/api/job-applications/partial-save/')
  await login(page, account.email)
  await page.waitForURL(`**/apply?job=${job.id}`)
  await at(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Never reached the server')
})
