import { expect, test as base } from '@playwright/test'
import { REDIRECT_MS } from '../../contract/accounts/limits.ts'
import { STUFFING_ALARM } from '../../server/accounts/limits.ts'
import { builtPages } from '../../server/app.ts'
import { ANSWER, login as logIn, member, QUESTION } from '../support/accounts.ts'
import { alive, expectAccessible, login, PASSWORD } from '../support/browser.ts'
import { codeTo } from '../support/emails.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// What an honest person sees while attackers try accounts. The login requires a captcha (T3). The security
// question also requires an emailed code (C3).

/** Each test has its own portal, because the attack in one test would slow down the others. */
const test = base.extend<{ portal: Portal }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
  portal: async ({}, use) => {
    const portal = await openPortal({ app: { pages: builtPages }, config: { RESET_STEP_UP: 'email' } })
    await use(portal)
    await portal.close()
  },
  baseURL: ({ portal }, use) => use(portal.url),
})

test('T3: while lists of stolen passwords are tried, a new device solves a captcha to log in and keeps what was typed; a known one is not asked', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  await login(page, email)
  await page.waitForURL('**/security-setup')
  const known = await page.context().cookies()
  // Attackers fail to log in to many accounts from many networks, 20 at a time, until the portal requires
  // captchas.
  for (let done = 0; done < STUFFING_ALARM.failures; done += 20) {
    const failOnce = (number: number) =>
      logIn(portal.visitor(), `stuffed${done + number}@example.com`, 'Wrong7password', {
        ip: `41.140.${(done + number) % 250}.1`,
      })
    await Promise.all(Array.from({ length: 20 }, (_, number) => failOnce(number)))
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
  // A solved captcha is valid for one try. Meanwhile, the page solves the next one.
  await expect(page.getByRole('alert')).toContainText('Wrong email or password')
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

test('C3 RESET_STEP_UP: the right answer sends a code, which is typed beside it; nothing is typed twice, and the question is held for a day', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  const owner = portal.visitor()
  owner.token = (await logIn(owner, email)).json.token
  await owner.post('/api/security/set/', { security_question: QUESTION, security_answer: ANSWER })

  await page.clock.install()
  await page.goto('/forgot-password')
  await alive(page)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue(QUESTION)
  const field = (name: string) => page.getByLabel(name, { exact: true }).filter({ visible: true })
  await field('Answer').fill(ANSWER)
  await field('New password').fill('quiet river stone')
  await field('Confirm new password').fill('quiet river stone')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(
    page.getByText('Your answer is right. We also emailed you a code: type it here.'),
  ).toBeVisible()
  await expect(field('Code of 6 digits')).toBeFocused()
  await expect(field('Answer')).toHaveValue(ANSWER)
  await expect(field('New password')).toHaveValue('quiet river stone')
  await expectAccessible(page, 'the code beside the answer')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.locator('#question-otp-error')).toContainText('Code is required')
  const code = await codeTo(portal, email)
  await field('Code of 6 digits').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is not right, or it has expired')
  await expectAccessible(page, 'a wrong code beside the answer')
  await field('Code of 6 digits').fill(code)
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await page.clock.runFor(REDIRECT_MS.afterReset)
  await page.waitForURL('**/login')

  await login(page, email, 'quiet river stone')
  await page.waitForURL('**/dashboard')
  await page.goto('/security-setup')
  await alive(page)
  await page.getByLabel('My own question').check()
  await page.getByLabel('Your question').fill(QUESTION)
  await field('Answer').fill('another teacher')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('You can change the question 24 hours after that.')
})
