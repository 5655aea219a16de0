import { ANSWER, login as logIn, member } from '../support/accounts.ts'
import { applicant } from '../support/applying.ts'
import { alive, expect, login, PASSWORD, test } from '../support/browser.ts'
import { codeTo } from '../support/emails.ts'

// The link to the other language. Typed text moves to the same page in the other language, but never a
// password. Afterwards the text is deleted from the tab.

for (const path of ['/sw//evil.example/x', '//sw/jobs'])
  test(`from ${path}, the link to the other language stays on the portal`, async ({ page, portal }) => {
    await page.goto(portal.url + path)
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', /^(?:en|sw)-KE$/)
    expect(new URL(page.url()).origin).toBe(portal.url)
  })

test('a password that is shown is not stored when the language changes', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill('achieng@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Show password' }).click()
  // The link is pressed but not followed, so that the test can read what the tab stores.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(stored).toContain('achieng@example.com')
  expect(stored).not.toContain(PASSWORD)
})

test('what was typed is not put back on another page', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill('achieng@example.com')
  await page.route('**/sw/login', (route) => route.abort())
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL('chrome-error://**')
  await page.goto('/register?part=2')
  await alive(page)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('typed'))).toBeNull()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('')
})

test('what was typed is deleted at logout, also if the other language never came', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  await page.goto('/dashboard/profile?edit=1')
  await alive(page)
  await page.getByLabel('Address').fill('P.O. Box 77')
  await page.evaluate(() =>
    addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
  )
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain('P.O. Box 77')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('P.O. Box 77')
})

test('typed and pressed before any script came: the other language has what was typed', async ({ page }) => {
  let letScriptsThrough = () => {}
  const allowed = new Promise<void>((resolve) => (letScriptsThrough = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await allowed
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill('achieng@example.com')
  await page.getByRole('link', { name: /^Kiswahili/ }).dblclick()
  letScriptsThrough()
  await page.waitForURL('**/sw/login')
  await alive(page)
  await expect(page.getByLabel('Barua pepe', { exact: true })).toHaveValue('achieng@example.com')
})

test('the language is changed on a page that ran its program, with nothing typed: no program is loaded', async ({
  page,
}) => {
  await page.goto('/jobs')
  await alive(page)
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL('**/sw/jobs')
  await page.waitForLoadState('networkidle')
  // The page has only the starter, the small script of every page.
  expect(scripts).toHaveLength(1)
})

test('half a registration is deleted when someone logs in', async ({ page, portal }) => {
  const { email } = await member(portal)
  await page.goto('/register')
  await alive(page)
  await page.getByLabel('First name').fill('Achieng')
  await page.getByRole('link', { name: 'Login' }).last().click()
  await login(page, email)
  await page.waitForURL('**/security-setup')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Achieng')
})

test('the language is changed in the recovery by code: its step, the email and the code stay', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  await page.goto('/forgot-password#code')
  await expect(page.getByRole('tab', { name: 'Code by email' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const codeField = page.getByLabel('Code of 6 digits')
  await expect(codeField).toBeVisible()
  const code = await codeTo(portal, email)
  await codeField.fill(code)
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL('**/sw/forgot-password#code')
  await expect(page.locator('#code-otp')).toHaveValue(code)
  await expect(page.locator('#way-code')).toContainText(email)
  await page.getByRole('button', { name: 'Kagua msimbo' }).click()
  await expect(page.locator('#code-new-password')).toBeVisible()
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/forgot-password')
  await page.locator('#code-new-password').fill('second river stone')
  await page.locator('#code-new-password-again').fill('second river stone')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(page.getByText('Password updated successfully')).toBeVisible()
})

test('the language is changed in the recovery by question: the question stays', async ({ page, portal }) => {
  const { email } = await member(portal)
  const visitor = portal.visitor()
  visitor.token = (await logIn(visitor, email)).json.token
  const question = { security_question: 'Where did we meet?', security_answer: ANSWER }
  await visitor.post('/api/security/set/', question)
  await page.goto('/forgot-password')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('#question')).toHaveValue(question.security_question)
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL('**/sw/forgot-password')
  await expect(page.locator('#question')).toHaveValue(question.security_question)
})
