import { expect, test } from '../support/browser.ts'
import { emailsTo } from '../support/emails.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { officer } from '../support/staff.ts'

// Two administrators must agree on a new officer or a changed role (T32). `officerPage` gives a logged-in
// officer: `page` in the browser; `quiet` fails after page errors.

test('T32 appointments: one administrator proposes, another reads from and to, agrees or refuses; unknown addresses keep the menu', async ({
  browser,
  portal,
}) => {
  const first = await officerPage(portal, browser, 'administrator')
  const second = await officerPage(portal, browser, 'administrator')
  const recruiter = await officer(portal, 'recruiter')

  const { page } = first
  await page.goto('/staff/people')
  await page.getByLabel('Work email').fill('asha@iebc.example')
  await page.getByLabel('Name', { exact: false }).last().fill('Asha Noor')
  await page.getByLabel('Role').selectOption('approver')
  await page.getByRole('button', { name: 'Propose the invitation' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Give a reason. The log keeps it.')
  await page.getByLabel('Why').fill('The team of approvers grows')
  await inEveryAppearance(page, 'people, proposing')
  await page.getByRole('button', { name: 'Propose the invitation' }).press('Enter')
  await expect(
    page.getByText('Proposed. We email asha@iebc.example once another administrator agrees.'),
  ).toBeVisible()
  await expect(page.getByRole('article', { name: 'Invite Asha Noor' })).toContainText(
    'Waits for a second administrator',
  )
  await expect(
    page.getByRole('article', { name: 'Invite Asha Noor' }).getByRole('button', { name: 'Agree' }),
  ).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: recruiter.email })
  await row.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('dialog').getByLabel('Role').selectOption('approver')
  await page.getByRole('dialog').getByLabel('Why').fill('Moves to the panel')
  await inEveryAppearance(page, 'changing somebody, with a second administrator')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(
    page.getByText('Officer recruiter is changed once another administrator agrees.'),
  ).toBeVisible()

  const other = second.page
  await other.goto('/staff')
  // Other tests make proposals too, so the number of proposals is unknown.
  await expect(other.getByRole('heading', { name: /^Waits for your decision \d+$/ })).toBeVisible()
  await other.getByRole('link', { name: 'Officer recruiter' }).press('Enter')
  const change = other.getByRole('article', { name: 'Change Officer recruiter' })
  await expect(change).toContainText('From Recruiter')
  await inEveryAppearance(other, 'people, two appointments wait')
  await change.getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(change.getByRole('alert')).toContainText('Give a reason')
  await change.getByLabel('Note').fill('Stays a recruiter')
  await change.getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(other.getByText('Refused: Officer recruiter.')).toBeVisible()
  // The pressed button has disappeared with its card, so the page must move the focus to the message.
  await expect(other.locator(':focus')).toHaveText('Refused: Officer recruiter.')
  await other
    .getByRole('article', { name: 'Invite Asha Noor' })
    .getByRole('button', { name: 'Agree' })
    .press('Enter')
  await expect(other.getByText('Agreed: an email is on its way to asha@iebc.example.')).toBeVisible()
  await expect(other.locator(':focus')).toHaveText('Agreed: an email is on its way to asha@iebc.example.')
  await other.getByText('Decided before').click()
  await inEveryAppearance(other, 'people, appointments decided')
  expect(await emailsTo(portal, 'asha@iebc.example')).toHaveLength(1)

  await other.goto('/staff/nowhere')
  await expect(other.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await expect(other.getByRole('navigation', { name: 'Staff' })).toBeVisible()
  await inEveryAppearance(other, 'staff, an unknown address')
  first.quiet()
  second.quiet()
})
