import { applicant } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, expectAccessible, PASSWORD, test } from '../support/browser.ts'

// A person deletes their account. The page lists what is deleted at once and what stays, and asks for the
// password.

// While its clock is behind the log, the portal deletes nothing, and other files move the clock both ways.
// The file that this one shares its portal with never does.
test.use({ alone: 'dashboard-jobs' })

test('issue 19: a person sees what is deleted and what stays, and deletes the account by keyboard alone', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const { email } = await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  await page.getByRole('link', { name: 'Delete my account' }).press('Enter')
  await expect(page).toHaveURL('/dashboard/delete-account')
  await expect(page.getByRole('heading', { level: 1, name: 'Delete my account' })).toBeVisible()
  const goes = page.getByRole('region', { name: 'What goes now' })
  await expect(goes).toContainText('Your profile')
  await expect(page.getByRole('region', { name: 'What stays' })).toContainText('The public log')
  const section = page.getByRole('region', { name: 'Delete it now' })
  const password = section.getByLabel('Your password', { exact: true })
  await section.getByRole('button', { name: 'Delete my account' }).press('Enter')
  await expect(section.getByRole('alert')).toContainText('Enter your password')
  await inEveryAppearance(page, 'delete my account, without a password')
  await password.fill('not this one')
  await password.press('Enter')
  await expect(section.getByRole('alert')).toContainText('The password is not right')
  await expectAccessible(page, 'delete my account, with a wrong password')
  await password.fill(PASSWORD)
  await password.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your account is deleted. We have emailed you about it.')).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
})
