import { applicant } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, PASSWORD, test } from '../support/browser.ts'
import { linkTo } from '../support/emails.ts'

// A person changes their email. Both addresses must confirm the change. A link in an email to the old address
// can undo it (A23).

test('A23: an email is changed from its page, shown while it waits, taken back, confirmed at both and undone, by keyboard too', async ({
  page,
  portal,
}) => {
  const { email } = await applicant(page, portal)
  const next = 'chebet.new@example.com'
  await page.goto('/dashboard/settings')
  await alive(page)
  const section = page.getByRole('region', { name: 'Change your email' })
  const ask = async (address: string) => {
    await section.getByLabel('New email address').fill(address)
    await section.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  await ask('no address')
  await expect(section.getByLabel('New email address')).toHaveAttribute('aria-invalid', 'true')
  await inEveryAppearance(page, 'change of email, with an error')
  await ask(next)
  await expect(section.getByRole('status')).toContainText('We emailed both addresses.')
  // The pressed button has disappeared, so the page must move the focus to the message.
  await expect(section.getByText('We emailed both addresses.')).toBeFocused()
  await expect(section).toContainText(`both addresses can confirm the change to ${next}.`)
  await inEveryAppearance(page, 'change of email, waiting')
  await section.getByRole('button', { name: 'Take back the change' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByText('The change is taken back.')).toBeFocused()

  await ask(next)
  await expect(section.getByRole('status')).toContainText('We emailed both addresses.')
  await page.goto(await linkTo(portal, email, 'confirm-email'))
  await inEveryAppearance(page, 'link of a change of email')
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByRole('status').first()).toContainText('Now open the link that we sent to the other')
  await page.goto(await linkTo(portal, next, 'confirm-email'))
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText('Your email is changed.')).toBeVisible()
  await page.goto('/dashboard/settings')
  await expect(page.getByRole('region', { name: 'Change your email' })).toContainText(`Your email is ${next}`)

  await page.goto(await linkTo(portal, email, 'undo-email'))
  await inEveryAppearance(page, 'undoing a change of email')
  await page.getByRole('button', { name: 'Bring back my old email' }).click()
  await expect(page.getByText('Your old email address is back')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
})
