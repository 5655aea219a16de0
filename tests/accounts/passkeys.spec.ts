import { applicant } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, PASSWORD, test as base } from '../support/browser.ts'
import { withAuthenticator } from '../support/by-keyboard.ts'

// An applicant adds a passkey, logs in with it and removes it (A25). `withAuthenticator` gives the browser a
// fingerprint reader that always accepts.

// Passkeys need a host name in the address, not an IP address.
const test = base.extend({ baseURL: ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')) })

test('A25 issue 19: an applicant adds a passkey, takes their data and logs in with it, and removes it, by keyboard too', async ({
  page,
  portal,
}) => {
  await withAuthenticator(page)
  await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByLabel('Name of the new passkey').focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('alert')).toContainText('Give the passkey a name')
  await expect(section.getByLabel('Your password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await inEveryAppearance(page, 'passkeys, with errors')
  const add = async () => {
    await section.getByLabel('Name of the new passkey').fill('My phone')
    await section.getByLabel('Your password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
  }
  // The person closes the device's passkey dialog.
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await add()
  await expect(section.getByRole('alert')).toContainText('Your device made no passkey.')
  await page.reload()
  await alive(page)
  await add()
  await expect(section.getByRole('status')).toContainText('The passkey is added.')
  await expect(section.getByRole('listitem')).toContainText('not used yet')
  await inEveryAppearance(page, 'passkeys, one added')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save with a passkey' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.zip')
  await expect(page.getByText('The copy is saved.')).toBeVisible()

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await alive(page)
  await inEveryAppearance(page, 'login, with a passkey')
  await page.getByRole('button', { name: 'Log in with a passkey' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await page.goto('/dashboard/settings')
  await alive(page)
  await expect(section.getByRole('listitem')).toContainText('last used')
  await section.getByRole('button', { name: 'Remove the passkey My phone' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByRole('status')).toContainText('The passkey is removed.')
  // The pressed button has disappeared, so the page must move the focus to the message.
  await expect(section.getByText('The passkey is removed.')).toBeFocused()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save with a passkey' })).toHaveCount(0)

  // The device still has the passkey, but the account no longer does.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await alive(page)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.')
  await inEveryAppearance(page, 'login, a passkey refused')
})
