import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { applicant } from '../support/applying.ts'
import { alive, expect, expectAccessible, login, PASSWORD, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'

// A logged-in person changes their password. A8: after five wrong passwords they must wait.

const NEXT = 'quiet river stone'

const fill = async (page: Page, current: string, next: string, again = next) => {
  await page.getByLabel('Current password', { exact: true }).fill(current)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password', { exact: true }).fill(again)
}
const send = (page: Page) => page.getByRole('button', { name: 'Change Password' }).click()

test('S2 §5 Change password: each sentence at its field, and nothing is sent', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  await page.route('**/api/change-password/', (route) => route.abort())
  await inEveryAppearance(page, 'password')
  await send(page)
  for (const sentence of [
    'Current password is required',
    'New password is required',
    'Please confirm your new password',
  ])
    await expect(page.getByRole('alert').getByRole('link', { name: sentence })).toBeVisible()
  await inEveryAppearance(page, 'password, required')
  await page.getByRole('alert').getByRole('link', { name: 'New password is required' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  for (const [next, again, sentence] of [
    ['seven77', 'seven77', 'Password must be at least 8 characters long'],
    [NEXT, 'another one', 'Passwords do not match'],
    [PASSWORD, PASSWORD, 'New password must be different from current password'],
  ] as const) {
    await fill(page, PASSWORD, next, again)
    await send(page)
    await expect(page.getByRole('alert')).toContainText(sentence)
  }
})

test('S2 §8: a success message for five seconds; the fields are empty; a login with the new password works', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  // From here on, only `runFor` moves the browser's clock.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await fill(page, PASSWORD, NEXT)
  await page.keyboard.press('Enter')
  const done = page.getByText('Password changed successfully!')
  await expect(done).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  await page.clock.runFor(4_900)
  await expect(done).toBeVisible()
  await page.clock.runFor(200)
  await expect(done).toBeHidden()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
  await login(page, me.email, NEXT)
  await page.waitForURL('**/dashboard')
  await expect(page.getByText('Your password was changed.')).toBeVisible()
})

test('S2 §8: the server’s sentences are shown at their fields; without an answer, the page shows its own', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  await fill(page, 'not the one', NEXT)
  await send(page)
  await expect(page.locator('#current_password-error')).toContainText('Current password is incorrect')
  await inEveryAppearance(page, 'password, incorrect')
  await fill(page, PASSWORD, 'password123')
  await send(page)
  await expect(page.locator('#new_password-error')).toContainText(
    'This password is on a list of stolen passwords.',
  )
  await page.route('**/api/change-password/', (route) => route.abort())
  await fill(page, PASSWORD, NEXT)
  await send(page)
  await expect(page.getByRole('alert')).toContainText(
    'Network error. Please check your connection and try again.',
  )
  await inEveryAppearance(page, 'password, network')
  await page.unroute('**/api/change-password/')
})

test('A11: what was typed stays when the page is loaded again and a part of it fails', async ({
  page,
  portal,
}) => {
  const { id } = await applicant(page, portal)
  await portal.db.run(sql`
    insert into notifications (user_id, type, message, created_at) values (${id}, 'message', 'x', ${portal.clock.now()})`)
  for (const [path, field, call] of [
    ['settings', 'New email address', '**/api/email-change/'],
    ['corrections', 'What is wrong, and why', '**/api/corrections/'],
  ] as const) {
    await page.route('**/api/dashboard/stats/', (route) => route.abort())
    await page.goto(`/dashboard/${path}`)
    await alive(page)
    await page.getByLabel(field).fill('achieng@example.org')
    await page.unroute('**/api/dashboard/stats/')
    await page.route(call, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes(call.slice(2)))
    const answered = page.waitForResponse('**/api/dashboard/stats/')
    // The numbers were not loaded, so the page loads all its parts again when the network is back.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await Promise.all([failed, answered])
    await expect(page.locator('.side')).toContainText('1')
    await expect(page.getByLabel(field)).toHaveValue('achieng@example.org')
    await page.unroute(call)
  }
})

test('A8: after five wrong passwords the page says to wait', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.goto('/dashboard/settings')
  await alive(page)
  for (let time = 0; time < 6; time++) {
    await fill(page, `wrong ${time}`, NEXT)
    await send(page)
    await expect(page.getByRole('button', { name: 'Change Password' })).toHaveAttribute(
      'aria-disabled',
      'false',
    )
  }
  await expect(page.getByRole('alert')).toContainText(
    'Too many failed attempts. Please wait 15 minutes, or reset your password.',
  )
  await expectAccessible(page, 'password, locked')
})

test('S2 §2 404 page: Go Back, Go to Homepage and the four links, also for an unknown address below /dashboard (N5)', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  for (const path of ['/dashboard/nothing', '/dashboard/applications/1/2', '/nothing/here']) {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
  }
  const main = page.getByRole('main')
  for (const [name, path] of [
    ['Go to Homepage', '/'],
    ['Jobs', '/jobs'],
    ['Dashboard', '/dashboard'],
    ['Profile', '/dashboard/profile'],
    ['Login', '/login'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await inEveryAppearance(page, '404')
  await alive(page)
  await main.getByRole('button', { name: 'Go Back' }).click()
  await page.waitForURL('**/dashboard/applications/1/2')
})
