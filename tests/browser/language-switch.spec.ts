import { member } from '../support/accounts.ts'
import { applicant } from '../support/applying.ts'
import { alive, expect, login, PASSWORD, test } from '../support/browser.ts'

// The link to the other language, pressed at bad moments, at odd addresses, and on a shared device.

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
