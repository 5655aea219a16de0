import { applicant } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, expectAccessible, PASSWORD, test } from '../support/browser.ts'

// A person saves a copy of their data (T35) from the settings, as a zip file.

test('T35 a person saves a copy of their data from the settings, after the password, by keyboard alone', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  const section = page.getByRole('region', { name: 'My data' })
  const password = section.getByLabel('Your password', { exact: true })
  await section.getByRole('button', { name: 'Save my data' }).press('Enter')
  await expect(section.getByRole('alert')).toContainText('Enter your password')
  await inEveryAppearance(page, 'my data, without a password')
  await password.fill('not this one')
  await password.press('Enter')
  await expect(section.getByRole('alert')).toContainText('The password is not right')
  await expectAccessible(page, 'my data, with a wrong password')
  await password.fill(PASSWORD)
  const download = page.waitForEvent('download')
  await password.press('Enter')
  expect((await download).suggestedFilename()).toBe('my-data.zip')
  await expect(section.getByRole('status')).toContainText('The copy is saved.')
  await expect(password).toHaveValue('')
  await expectAccessible(page, 'my data, saved')
})
