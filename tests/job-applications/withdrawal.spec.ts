import { sql } from '../../server/database/connect.ts'
import { onDashboard, openJob } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import {
  expectKiswahili,
  kiswahiliJob,
  learnOfficersWords,
  KISWAHILI_ANSWERS,
} from '../support/in-kiswahili.ts'
import { officerPage } from '../support/officer-page.ts'
import { sendApplication } from '../support/sent.ts'

// Until an application is decided, its owner may withdraw it, and may apply again while the job is open (L2).
// Officers in support can undo a withdrawal.

const HOUR = 3_600_000

test('L2 a person withdraws, by keyboard; support puts it back; once more, and they apply again', async ({
  page,
  portal,
  browser,
}) => {
  const job = await openJob(portal)
  const { email } = await onDashboard(page, portal)
  const { id, reference } = await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await alive(page)
  const open = page.getByRole('button', { name: 'Withdraw this application' })
  const dialog = page.getByRole('dialog', { name: 'Withdraw your application?' })
  await open.press('Enter')
  await expect(dialog).toContainText('officers no longer see this application and it cannot be chosen')
  await expect(dialog).toContainText('You can apply for this job again while it is open.')
  await inEveryAppearance(page, 'withdraw, asked')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()

  // Without a network, the withdrawal fails, and the dialog says so.
  await open.press('Enter')
  await page.route('**/withdraw/', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Yes, Withdraw' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText(
    'Failed to withdraw the application. Please try again.',
  )
  await expectAccessible(page, 'withdraw, failed')
  await page.unroute('**/withdraw/')
  await dialog.getByRole('button', { name: 'Yes, Withdraw' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Your application is withdrawn.' })).toBeVisible()
  await expect(page.getByText('You withdrew this application.')).toBeVisible()
  await expect(open).toBeHidden()
  await expect(page.getByText('Your application is withdrawn.')).toBeFocused()
  await expect(page.locator('.badge')).toHaveText('Withdrawn')
  await inEveryAppearance(page, 'withdrawn')

  const staff = await officerPage(portal, browser, 'administrator')
  await staff.page.goto('/staff/support')
  await staff.page.getByLabel('Email address').fill(email)
  await staff.page.keyboard.press('Enter')
  await staff.page.waitForURL('**/staff/support/people/*')
  await staff.page.getByRole('button', { name: 'Put it back' }).click()
  const confirmation = staff.page.getByRole('dialog', { name: 'Put the application back' })
  await confirmation.getByRole('button', { name: 'Put it back' }).click()
  await expect(confirmation.getByRole('alert')).toBeVisible()
  await expectAccessible(staff.page, 'put back, without a reason')
  await confirmation.getByLabel('Why').fill('They rang: it was a mistake')
  await confirmation.getByRole('button', { name: 'Put it back' }).click()
  await expect(staff.page.getByText('The application is put back.')).toBeVisible()
  await expect(staff.page.getByRole('cell', { name: 'Pending' })).toBeVisible()

  await page.reload()
  await expect(page.locator('.badge')).toHaveText('Pending')
  await open.click()
  await dialog.getByRole('button', { name: 'Yes, Withdraw' }).click()
  await expect(page.locator('.badge')).toHaveText('Withdrawn')
  await page.goto('/dashboard/applications?status=withdrawn')
  await expect(page.getByRole('link', { name: 'Withdrawn 1' })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(reference)).toBeVisible()
  await page.goto(`/jobs/${job.id}`)
  await alive(page)
  await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
})

test('L2 a decided application offers no withdrawal; after the deadline the dialog says that one cannot apply again', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + HOUR / 6).toISOString(),
  })
  const { email } = await onDashboard(page, portal)
  const { id } = await sendApplication(portal, email, job.id)
  portal.clock.advance(HOUR / 5)
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Withdraw this application' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'This job is closed, so you cannot apply for it again.',
  )
  // While the dialog is open, officers decide on the application.
  await portal.db.run(sql`update job_applications set status = 'Rejected' where id = ${id}`)
  await page.getByRole('button', { name: 'Yes, Withdraw' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'This application is already decided, so it cannot be withdrawn',
  )
  await page.reload()
  await expect(page.locator('.badge')).toHaveText('Rejected')
  await expect(page.getByRole('button', { name: 'Withdraw this application' })).toBeHidden()
})

test('the same in Kiswahili', async ({ page, portal }) => {
  await learnOfficersWords(portal)
  const job = await openJob(portal, kiswahiliJob())
  const { email } = await onDashboard(page, portal)
  const { id } = await sendApplication(portal, email, job.id, KISWAHILI_ANSWERS)
  await page.goto(`/sw/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Ondoa ombi hili' }).click()
  await expectKiswahili(page, 'kuondoa ombi')
  await page.getByRole('button', { name: 'Ndiyo, Ondoa' }).click()
  await expect(page.locator('.badge')).toHaveText('Limeondolewa')
  await expectKiswahili(page, 'ombi limeondolewa')
})
