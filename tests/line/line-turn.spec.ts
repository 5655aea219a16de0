import type { Page } from '@playwright/test'
import { member, PASSWORD } from '../support/accounts.ts'
import { alive, expect, login, newEmail, register, test } from '../support/browser.ts'
import { letAllIn, setLevel } from '../support/brownout.ts'
import type { Portal } from '../support/portal.ts'

// What happens when a person's turn in the line comes, but the form cannot be sent at once. `setLevel` sets
// how busy the portal is: from level 3 on, logins wait in the line, from level 2 on, registrations do.

test.afterEach(({ portal }) => setLevel(portal, 0))

const password = (page: Page) => page.getByLabel('Password', { exact: true })
const waitingButton = (page: Page) => page.getByRole('button', { name: 'Waiting in line' })
/** A member logs in, and waits in the line. The test moves the page's clock. */
async function loginWaits(page: Page, portal: Portal) {
  const { email } = await member(portal)
  await setLevel(portal, 3, { behind: 1_200_000 })
  await page.clock.install()
  await login(page, email)
  await expect(waitingButton(page)).toBeDisabled()
}

test('a login whose turn has come tries again after every busy answer, not only after the first', async ({
  page,
  portal,
}) => {
  await loginWaits(page, portal)
  let busyAnswers = 0
  await page.route('**/api/login/', (route) => {
    if (busyAnswers === 3) return route.continue()
    busyAnswers++
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '5' },
      json: { code: 'busy', message: 'Very many people are here.' },
    })
  })
  await letAllIn(portal)
  const tries = async () => {
    await page.clock.runFor(2_000)
    return busyAnswers
  }
  await expect.poll(tries).toBe(1)
  await expect(page.getByText('It is your turn.')).toBeVisible()
  await expect.poll(tries).toBe(3)
  await page.clock.runFor(6_000)
  await page.waitForURL('**/security-setup')
})

test('when the turn comes while the password is empty, the wait ends and the person logs in by hand', async ({
  page,
  portal,
}) => {
  await loginWaits(page, portal)
  await password(page).fill('')
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await expect(page.getByRole('alert')).toContainText('password')
  await password(page).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/security-setup')
})

test('when the turn comes but the device gives no passkey, the wait ends', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.credentials.get = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const arrived_at = new Date().toISOString()
  const place = { ticket: 'x', arrived_at, until: arrived_at, pace: 1, wait_seconds: 1 }
  // The server's first answer is a place in the line. There is no line when the page asks for its state.
  await page.route(
    '**/api/login/passkey/options/',
    (route) => route.fulfill({ status: 503, json: { code: 'line', ...place } }),
    { times: 1 },
  )
  await page.clock.install()
  await page.goto('/login')
  await alive(page)
  const passkeyButton = page.getByRole('button', { name: 'Log in with a passkey' })
  await passkeyButton.click()
  await expect(passkeyButton).toBeDisabled()
  await page.clock.runFor(15_000)
  await expect(page.getByRole('alert')).toContainText('Your device gave no passkey.')
  await expect(passkeyButton).toBeEnabled()
})

/**
 * Sends a registration that waits in the line for some seconds, then opens its first part again. The test
 * moves the page's clock.
 */
async function waitAtFirstPart(page: Page) {
  await page.clock.install()
  await register(page, newEmail())
  await expect(waitingButton(page)).toBeDisabled()
  for (const part of [3, 2, 1]) {
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByText(`Part ${part} of 4`)).toBeVisible()
  }
}

test('at the turn, a registration opens its last part; a person who stops waiting then creates the account by hand', async ({
  page,
  portal,
}) => {
  await setLevel(portal, 2, { behind: 2_000 })
  await waitAtFirstPart(page)
  let startCaptcha = () => {}
  const isStopped = new Promise<void>((resolve) => (startCaptcha = resolve))
  await page.route('**/api/captcha/', async (route) => {
    await isStopped
    await route.continue()
  })
  let registrations = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/register/')) registrations++
  })
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await expect(page.getByText('Part 4 of 4')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  startCaptcha()
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled()
  expect(registrations).toBe(0)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Registration successful!')
})

test('at the turn, a registration with an invalid answer leads to that answer and no longer waits', async ({
  page,
  portal,
}) => {
  await setLevel(portal, 2, { behind: 2_000 })
  await waitAtFirstPart(page)
  await page.getByLabel('First name').fill('')
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await expect(page.getByRole('alert')).toContainText('Name must be at least', { timeout: 30_000 })
  await expect(page.getByText('Part 1 of 4')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop waiting' })).toBeHidden()
  await page.getByLabel('First name').fill('achieng')
  for (const part of [2, 3, 4]) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText(`Part ${part} of 4`)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('dialog')).toContainText('Registration successful!')
})
