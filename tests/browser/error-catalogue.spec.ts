import type { Page } from '@playwright/test'
import { newChallenge } from '../../server/captcha/altcha.ts'
import { member } from '../support/accounts.ts'
import { alive, expect, expectAccessible, login, newEmail, register, test } from '../support/browser.ts'

// S1 §8 (docs/spec/public-area.md) lists which error text a page shows for each answer of the server. Here
// are the rows for which the page does more than to show a sentence, and those that the server never answers.
// tests/web/failure-sentences.test.ts has the order of the keys, and the sentence for an answer without any.

/** Makes the server answer a call with this body. Null: the call gets no answer. */
const answers = (page: Page, path: string, body: Record<string, unknown> | null, status = 422) =>
  page.route(`**${path}`, (route) => (body ? route.fulfill({ status, json: body }) : route.abort()))

const alertSays = (page: Page) => (words: string) => expect(page.getByRole('alert')).toContainText(words)
/** Returns a function that presses the button with this name. */
const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).click()

test('S1 §8 Login fails: the page shows the sentence of the server', async ({ page }) => {
  await login(page, 'somebody@example.com', 'whatever it is')
  await alertSays(page)('Wrong email or password')
})

test('S1 §8 Security question save fails', async ({ page, portal }) => {
  const { email } = await member(portal)
  await login(page, email)
  await page.waitForURL('**/security-setup')
  await page.getByLabel('My own question').check()
  await page.getByLabel('Your question').fill('Which village?')
  await page.getByLabel('Answer', { exact: true }).fill('Kaloleni town')
  for (const [body, words] of [
    [{ message: 'Words of the server' }, 'Words of the server'],
    [{}, 'Failed to save security question'],
  ] as const) {
    await answers(page, '/api/security/set/', body)
    await press(page, 'Save and Continue')()
    await alertSays(page)(words)
  }
})

test('S1 §8 Registration fails', async ({ page, portal }) => {
  // Each attempt needs a captcha, so the server issues one that costs almost no work.
  await page.route('**/api/captcha/', async (route) => {
    const challenge = await newChallenge(portal.deps, { cost: 1, counter: 1 })
    await route.fulfill({ json: { provider: 'altcha', site_key: '', challenge } })
  })
  const dialog = page.getByRole('dialog')
  const seen = async (words: string) => {
    await expect(dialog.getByText(words, { exact: true }).last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Back to the form' }).click()
  }
  await answers(page, '/api/register/', { non_field_errors: ['Words of the server'] })
  await register(page, newEmail())
  await seen('Words of the server')
  const again = async () => {
    await expect(
      page.getByText('Checked: you are not a robot'),
      'S1 §4: the captcha is reset and solved anew',
    ).toBeVisible()
    await press(page, 'Create Account')()
  }
  for (const [body, words] of [
    [{}, 'Registration failed'],
    [null, 'Registration failed. Please try again.'],
  ] as const) {
    await answers(page, '/api/register/', body)
    await again()
    await seen(words)
  }
})

test('S1 §8 Email verification without an answer', async ({ page }) => {
  await answers(page, '/api/verify-email/*/', null)
  await page.goto('/verify-email/a.b')
  await expect(page.locator('main').getByText('Email verification failed', { exact: true })).toBeVisible()
})

test('S1 §8 Password reset request, of which a 400 counts as success; OTP check fails; Password update fails', async ({
  page,
}) => {
  await page.goto('/forgot-password#code')
  await expect(page.getByRole('tab', { name: 'Code by email' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('somebody@example.com')
  await answers(page, '/api/password-reset-request/', {})
  await press(page, 'Send me a code')()
  await alertSays(page)('Failed to send password reset email')
  // The page treats a 400 as success, so that no one learns who has an account (A2).
  await answers(page, '/api/password-reset-request/', { message: 'No such account' }, 400)
  await press(page, 'Send me a code')()
  await expect(
    page.getByText('If the email exists, an OTP has been sent to the address provided.'),
  ).toBeVisible()

  await page.getByLabel('Code of 6 digits').fill('123456')
  await answers(page, '/api/verify-otp/', {})
  await press(page, 'Check the code')()
  await alertSays(page)('Failed to verify OTP')
  await answers(page, '/api/verify-otp/', { message: 'Good' }, 200)
  await press(page, 'Check the code')()
  for (const label of ['New password', 'Confirm new password']) {
    await page.getByLabel(label, { exact: true }).filter({ visible: true }).fill('quiet river stone')
  }
  const update = press(page, 'Update Password')
  await answers(page, '/api/update-password/', {})
  await update()
  await alertSays(page)('Failed to update password')
  await answers(page, '/api/update-password/', null)
  await update()
  await alertSays(page)('Network error. Please check your connection and try again.')
})

test('S1 §8 Security question lookup; Security reset', async ({ page }) => {
  await page.goto('/forgot-password')
  await alive(page)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('somebody@example.com')
  await answers(page, '/api/security/question/', { error: 'Other words' }, 404)
  await press(page, 'Continue')()
  await alertSays(page)('Account does not exist, please register')
  await answers(page, '/api/security/question/', {})
  await press(page, 'Continue')()
  await alertSays(page)('Security question is not set for this account.')
  await expect(page.getByRole('link', { name: 'Create Account' })).toBeHidden()
  await answers(page, '/api/security/question/', { question: 'Which village?' }, 200)
  await press(page, 'Continue')()

  await page.getByLabel('Answer', { exact: true }).filter({ visible: true }).fill('Kaloleni town')
  for (const label of ['New password', 'Confirm new password']) {
    await page.getByLabel(label, { exact: true }).filter({ visible: true }).fill('quiet river stone')
  }
  const update = press(page, 'Update Password')
  await answers(page, '/api/security/reset/', {})
  await update()
  await alertSays(page)('Failed to reset password via security question')
  await expect(
    page.getByRole('heading', { name: 'Please check the following' }),
    'no field is to blame',
  ).toBeVisible()
  await answers(page, '/api/security/reset/', null)
  await update()
  await alertSays(page)('Network error. Please check your connection and try again.')
  await answers(page, '/api/security/reset/', {}, 200)
  await update()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
})

test('S1 §8 Notifications; Application status check fails on the job page: only logged', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  const logged: string[] = []
  page.on('console', (line) => line.type() === 'info' && logged.push(line.text()))
  await answers(page, '/api/notifications/', {}, 500)
  await answers(page, '/api/job-applications/check/*/', {}, 500)
  await login(page, email)
  await page.waitForURL('**/security-setup')
  await page.goto('/dashboard')
  await expect(page.getByText('Failed to fetch notifications')).toBeVisible()
  await expectAccessible(page, 'overview, no notices')
  await page.goto('/jobs/1')
  await expect.poll(() => logged).toContain('The state of your application could not be checked.')
  await expect(
    page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0)
})
