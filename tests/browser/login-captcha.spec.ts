import { LOGIN_TRIP } from '#contract/limits.ts'
import { login as signIn, member } from '../support/accounts.ts'
import { alive, expect, expectAccessible, login, PASSWORD, test } from '../support/browser.ts'

test('T3: while lists of stolen passwords are tried, a new device solves a captcha to log in and keeps what was typed; a known one is not asked', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  await login(page, email)
  await page.waitForURL('**/security-setup')
  const known = await page.context().cookies()
  for (let at = 0; at < LOGIN_TRIP.failures; at += 20) {
    const ask = (by: number) => signIn(portal.visitor(), `stuffed${at + by}@example.com`, 'Wrong7password', { ip: `41.140.${(at + by) % 250}.1` })
    await Promise.all(Array.from({ length: 20 }, (_, by) => ask(by)))
  }

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.goto('/login')
  await login(page, email, 'Wrong7password')
  await expect(page.getByRole('alert')).toContainText('Please complete the reCAPTCHA verification')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong7password')
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await expectAccessible(page, 'login with a captcha')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  // A solved one serves one try; the next is solved meanwhile.
  await expect(page.getByRole('alert')).toContainText('The email or the password is not right')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true, disabled: false }).click()
  await page.waitForURL('**/security-setup')

  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.context().addCookies(known)
  await page.goto('/login')
  await alive(page)
  await login(page, email)
  await page.waitForURL('**/security-setup')
})
