import type { Page } from '@playwright/test'
import { REDIRECT_MS, RESET_CODE } from '../../contract/accounts/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { ANSWER, login as logIn, member } from '../support/accounts.ts'
import { alive, expect, expectAccessible, login, PASSWORD, test } from '../support/browser.ts'
import { codeTo, emailsTo, linkTo } from '../support/emails.ts'
import type { Portal } from '../support/portal.ts'

// A person recovers a lost password by the security question (S1 §4) or by an emailed code (A3). S1 is
// docs/spec/public-area.md; other codes are rules of docs/spec.

/** A security question that is too long for one line. */
const LONG = `What did the teacher of ${'your first and second class in the school beside the river '.repeat(2)}call you when you were late?`

/**
 * A person with a verified account, on the login page. `hasQuestion`: the account has a security question.
 */
async function verifiedPerson(page: Page, portal: Portal, hasQuestion = true) {
  const { email } = await member(portal)
  const visitor = portal.visitor()
  visitor.token = (await logIn(visitor, email)).json.token
  if (hasQuestion)
    await visitor.post('/api/security/set/', { security_question: LONG, security_answer: ANSWER })
  await page.clock.install()
  await page.goto('/login')
  await alive(page)
  return email
}

test('S1 §4: a person who lost the password sets a new one by the security question', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The login page also has a field Email, and remains visible until the next page has loaded.
  await expect(page.getByRole('heading', { name: 'Forgot Password' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  const question = page.getByLabel('Your question')
  await expect(question).toHaveValue(LONG)
  await expect(question).toHaveAttribute('readonly')
  const hidden = await question.evaluate((field) => [
    field.scrollHeight - field.clientHeight,
    field.scrollWidth - field.clientWidth,
  ])
  expect(hidden, 'it is read whole').toEqual([0, 0])
  await expectAccessible(page, 'recovery by question')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Answer is required')
  await expect(page.getByRole('alert')).toContainText('Password must be at least 8 characters long')
  await page.getByLabel('Answer', { exact: true }).filter({ visible: true }).fill('somebody else')
  await page.getByLabel('New password', { exact: true }).filter({ visible: true }).fill('quiet river stone')
  await page.getByLabel('Confirm new password', { exact: true }).filter({ visible: true }).fill('quiet river')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toContainText('Passwords do not match')
  await page
    .getByLabel('Confirm new password', { exact: true })
    .filter({ visible: true })
    .fill('quiet river stone')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toContainText('The answer is not right')
  await page.getByLabel('Answer', { exact: true }).filter({ visible: true }).fill(' mwalimu  WAFULA ')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await page.clock.runFor(REDIRECT_MS.afterReset)
  await page.waitForURL('**/login')
  await login(page, email, 'quiet river stone')
  await page.waitForURL('**/dashboard')

  await page.goto(await linkTo(portal, email, 'not-me'))
  await expectAccessible(page, 'this was not me')
  await page.getByRole('button', { name: 'Undo the reset' }).click()
  await expect(page.getByText('The reset is undone.')).toBeVisible()
  await page.goto('/login')
  await login(page, email, PASSWORD)
  await page.waitForURL('**/security-setup')
})

test('C3: who replaces the question long after the login is asked for the password, and loses nothing typed', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal)
  await login(page, email, PASSWORD)
  await page.waitForURL('**/dashboard')
  await portal.db.run(sql`update sessions set opened_at = opened_at - interval '11 minutes'`)
  await page.goto('/security-setup')
  await page.getByRole('radio', { name: 'My own question' }).check()
  await page.getByLabel('Your question').fill('Which shop was near?')
  await page.getByLabel('Answer', { exact: true }).fill('Mama Njeri')
  const password = page.getByLabel('Your password')
  await expect(password).toBeHidden()
  const save = page.getByRole('button', { name: 'Save and Continue' })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('To save a security question, type your password too.')
  await expectAccessible(page, 'password for another question')
  await password.fill('not this')
  await save.click()
  await expect(page.getByRole('alert')).toContainText('Current password is incorrect')
  await expect(page.getByLabel('Your question')).toHaveValue('Which shop was near?')
  await password.fill(PASSWORD)
  await save.click()
  await page.waitForURL('**/dashboard')
  const stored = await portal.db.row(
    sql`select security_question as question from users where email = ${email}`,
  )
  expect(stored).toEqual({ question: 'Which shop was near?' })
})

test('A3: a person who lost the password sets a new one by an emailed code', async ({ page, portal }) => {
  const email = await verifiedPerson(page, portal, false)
  await page.goto('/forgot-password#code')
  await expect(page.getByRole('tab', { name: 'Code by email' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(
    page.getByText('If the email exists, an OTP has been sent to the address provided.'),
  ).toBeVisible()
  const code = await codeTo(portal, email)
  const widths = ['Check the code', 'Send a new code'].map((name) =>
    page.getByRole('button', { name }).evaluate((button) => button.getBoundingClientRect().width),
  )
  expect(await Promise.all(widths), 'as wide as a phone').toEqual([328, 328])
  await page.getByLabel('Code of 6 digits').fill(code === '000000' ? '111111' : '000000')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is not right, or it has expired')
  await expectAccessible(page, 'wrong code')
  await page.getByLabel('Code of 6 digits').fill(code)
  await page.getByRole('button', { name: 'Check the code' }).click()
  await page.getByLabel('New password', { exact: true }).filter({ visible: true }).fill('password1')
  await page.getByLabel('Confirm new password', { exact: true }).filter({ visible: true }).fill('password1')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert'), 'A6').toContainText('This password is on a list of stolen passwords.')
  await page.getByLabel('New password', { exact: true }).filter({ visible: true }).fill('second river stone')
  await page
    .getByLabel('Confirm new password', { exact: true })
    .filter({ visible: true })
    .fill('second river stone')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
  await expect(page.getByText('Which one?')).toBeHidden()
  await page.clock.runFor(REDIRECT_MS.afterReset)
  await page.waitForURL('**/login')
  await login(page, email, 'second river stone')
  await page.waitForURL('**/security-setup')
  expect((await emailsTo(portal, email)).at(-1)?.subject).toBe('Your password was changed')
})

test('T4: after five wrong codes each further try needs a captcha, also at the new password; after the tries of a day, the field says so', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal, false)
  await page.goto('/forgot-password#code')
  await expect(page.getByRole('tab', { name: 'Code by email' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const check = page.getByRole('button', { name: 'Check the code' })
  await expect(check).toBeVisible()
  await codeTo(portal, email)
  for (let time = 0; time <= RESET_CODE.tries; time++) {
    await page.getByLabel('Code of 6 digits').fill('wrong')
    await check.click()
    await expect(check).toHaveAttribute('aria-disabled', 'false')
  }
  await expect(page.getByRole('alert')).toContainText('Please complete the reCAPTCHA verification')
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await expectAccessible(page, 'code, to be proved')
  // The first emailed code allowed five tries, and all of them were wrong.
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(check).toHaveAttribute('aria-disabled', 'false')
  await page.getByLabel('Code of 6 digits').fill(await codeTo(portal, email))
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await check.click()
  await expect(page.getByText('The code is right.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).filter({ visible: true }).fill('second river stone')
  await page
    .getByLabel('Confirm new password', { exact: true })
    .filter({ visible: true })
    .fill('second river stone')
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  // The person has used all wrong tries of a whole day.
  await portal.db.run(
    sql`update counters set count = ${RESET_CODE.perDay} where key like 'codes %' and key not like 'codes network%' and count >= ${RESET_CODE.tries}`,
  )
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.locator('#code-otp-error')).toContainText(
    'Too many wrong codes. Use a phone or computer where you logged in before, or try again tomorrow.',
  )
  await expectAccessible(page, 'codes closed')
})

test('S1 §8: for an unknown account the page says so, with both buttons; the tabs work by arrow keys', async ({
  page,
}) => {
  await page.goto('/forgot-password')
  await alive(page)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Account does not exist, please register')
  await expect(page.getByRole('link', { name: 'Create Account' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Login' })).toBeVisible()
  await expectAccessible(page, 'account not found')
  const tabs = page.getByRole('tablist')
  const height = () => tabs.evaluate((list) => list.getBoundingClientRect().height)
  const before = await height()
  await page.getByRole('tab', { name: 'Security question' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Code by email' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Send me a code' })).toBeVisible()
  expect(await height(), 'the page does not move').toBe(before)
})

test('A4: the fourth look-up of a question needs a captcha, and works when the captcha is solved', async ({
  page,
}) => {
  await page.goto('/forgot-password')
  await alive(page)
  for (const name of ['one', 'two', 'three', 'four']) {
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill(`${name}@example.com`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText(
      name === 'four'
        ? 'Please complete the reCAPTCHA verification'
        : 'Account does not exist, please register',
    )
  }
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Account does not exist, please register')
})

/** Opens the second step of a recovery: of the emailed code, or of the security question. */
async function openSecondStep(page: Page, email: string, tab: 'code' | 'question') {
  await page.goto(tab === 'code' ? '/forgot-password#code' : '/forgot-password')
  await alive(page)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: tab === 'code' ? 'Send me a code' : 'Continue' }).click()
  await expect(page.getByLabel(tab === 'code' ? 'Code of 6 digits' : 'Your question')).toBeVisible()
}
/** The emails that the page sends from now on, in the calls to this address. */
function emailsSentTo(page: Page, path: string) {
  const emails: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(path)) emails.push(request.postDataJSON().email)
  })
  return emails
}

test('S1 §4: each recovery keeps the email of its first step, even if the field changes in the other tab, or the language', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal)
  await openSecondStep(page, email, 'code')
  await page.getByRole('tab', { name: 'Security question' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('somebody.else@example.com')
  await page.getByRole('tab', { name: 'Code by email' }).click()
  await expect(page.getByText(`We sent the code to ${email}.`)).toBeVisible()
  const verified = emailsSentTo(page, '/api/verify-otp/')
  await page.getByLabel('Code of 6 digits').fill('wrong')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is not right, or it has expired')
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL('**/sw/forgot-password#code')
  await expect(page.locator('#code-otp-hint')).toContainText(email)
  await page.locator('#code-otp').fill(await codeTo(portal, email))
  await page.locator('#code-otp').press('Enter')
  await expect(page.locator('#code-new-password')).toBeVisible()
  expect(verified).toEqual([email, email])

  await openSecondStep(page, email, 'question')
  await page.getByRole('tab', { name: 'Code by email' }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('somebody.else@example.com')
  await page.getByRole('tab', { name: 'Security question' }).click()
  const reset = emailsSentTo(page, '/api/security/reset/')
  for (const name of ['Answer', 'New password', 'Confirm new password'])
    await page.getByLabel(name, { exact: true }).filter({ visible: true }).fill('quiet river stone')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByRole('alert')).toContainText('The answer is not right')
  expect(reset).toEqual([email])
})

test('a person who mistyped the email goes back to the first step and finds it in the field', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal)
  for (const tab of ['code', 'question'] as const) {
    await openSecondStep(page, email, tab)
    await expectAccessible(page, `second step, ${tab}`)
    await page.getByRole('button', { name: 'Change the email' }).click()
    const field = page.getByRole('textbox', { name: 'Email', exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveValue(email)
  }
})

test('A3: an empty code is refused at its field, and only the button of a new code says that one is being sent; then the page says it', async ({
  page,
  portal,
}) => {
  const email = await verifiedPerson(page, portal)
  await openSecondStep(page, email, 'code')
  const verified = emailsSentTo(page, '/api/verify-otp/')
  await page.getByLabel('Code of 6 digits').fill(' ')
  await page.getByRole('button', { name: 'Check the code' }).click()
  await expect(page.locator('#code-otp-error')).toContainText('Code is required')
  expect(verified).toEqual([])

  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route('**/api/password-reset-request/', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check the code' })).toBeVisible()
  release()
  await expect(page.getByRole('status').filter({ hasText: 'Use the newest code.' })).toBeVisible()
  await expectAccessible(page, 'a new code')
})
