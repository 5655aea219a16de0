import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { member } from '../support/accounts.ts'
import { alive, enter, expect, expectAccessible, passMinutes, test } from '../support/browser.ts'
import { drafted, expectStep } from '../support/applying.ts'
import type { Portal } from '../support/portal.ts'

// A session in the browser. It ends an hour after the server's last answer, with a warning 5 minutes before.
// `page.clock` is the browser's clock, `portal.clock` the server's. A numbers are rules of
// docs/spec/decisions.md.

const MINUTE = 60_000

/**
 * Opens the list of jobs, and waits until it has asked the server about the session. It asks once. The
 * session's hour starts with the answer.
 */
async function openJobs(page: Page, loggedInOn = page) {
  const before = await loggedInOn.evaluate(() => localStorage.getItem('session'))
  await page.goto('/jobs')
  await alive(page)
  await page.waitForFunction((old) => localStorage.getItem('session') !== old, before)
}

async function loggedIn(page: Page, portal: Portal) {
  const { email } = await member(portal)
  await page.clock.install()
  await enter(page, email)
  await openJobs(page)
  return email
}
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expiring Soon' })

test('S1 §4, T7: a warning at 55 minutes, logged out at 60', async ({ page, portal }) => {
  await loggedIn(page, portal)
  await passMinutes(page, 54)
  await expect(warning(page)).toBeHidden()
  await page.clock.runFor(1.1 * MINUTE)
  await expect(warning(page)).toContainText('Your session will expire in 5 minutes...')
  await expectAccessible(page, 'session warning')
  await page.clock.runFor(5 * MINUTE)
  await page.waitForURL('**/login')
  await expect(page.getByText('You were logged out after an hour')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('A12: when the device’s clock is changed, the page asks the server for the time, and logs no one out', async ({
  page,
  portal,
}) => {
  await loggedIn(page, portal)
  const profileRead = page.waitForResponse('**/api/user/profile/')
  // The device's clock is set 26 hours forward.
  await page.clock.setSystemTime(new Date((await page.evaluate(() => Date.now())) + 26 * 60 * MINUTE))
  await page.clock.runFor(2_000)
  expect((await profileRead).status()).toBe(200)
  await page.clock.runFor(5_000)
  await expect(warning(page)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  // By the device's new clock, the session still has an hour.
  await passMinutes(page, 55.5)
  await expect(warning(page)).toBeVisible()
})

test('A12: a device that slept for more than the session’s hour is logged out when it wakes', async ({
  page,
  portal,
}) => {
  await loggedIn(page, portal)
  portal.clock.advance(70 * MINUTE)
  await page.clock.setSystemTime(new Date((await page.evaluate(() => Date.now())) + 70 * MINUTE))
  await page.clock.runFor(2_000)
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('A12: staying logged in resets both timers, here and in the other tab', async ({
  page,
  context,
  portal,
}) => {
  await loggedIn(page, portal)
  const other = await context.newPage()
  await openJobs(other, page)
  // All tabs of the browser share this clock.
  await passMinutes(page, 56)
  portal.clock.advance(56 * MINUTE)
  await expect(warning(page)).toBeVisible()
  await expect(warning(other)).toBeVisible()
  await page.getByRole('button', { name: 'Stay Logged In' }).click()
  await page.clock.runFor(2_000)
  await expect(warning(page)).toBeHidden()
  await expect(warning(other), 'heard by the storage event').toBeHidden()
  await passMinutes(page, 53)
  await expect(warning(page)).toBeHidden()
})

test('A12: a tab that froze in the background does not end the session that another tab extended', async ({
  page,
  context,
  portal,
}) => {
  await loggedIn(page, portal)
  const frozen = await context.newPage()
  // A frozen tab hears nothing of what other tabs store.
  await frozen.addInitScript(() =>
    addEventListener('storage', (event) => event.stopImmediatePropagation(), true),
  )
  await openJobs(frozen, page)
  await passMinutes(page, 56)
  portal.clock.advance(56 * MINUTE)
  await expect(warning(frozen)).toBeVisible()
  await page.getByRole('button', { name: 'Stay Logged In' }).click()
  await expect(warning(page)).toBeHidden()
  await page.clock.runFor(2_000)
  await expect(warning(frozen)).toBeHidden()
  await page.clock.runFor(5 * MINUTE)
  await expect(frozen.getByText('Login', { exact: true })).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})

/** Sets the end of the person's session as the last one: 12 hours after their login. */
const endAtLimit = ({ db }: Portal, email: string) =>
  db.run(
    sql`update sessions set ends_at = expires_at where user_id = (select id from users where email = ${email})`,
  )

test('T7: 12 hours after the login the warning says that the session cannot be extended, can be closed, and the login page says why', async ({
  page,
  portal,
}) => {
  await endAtLimit(portal, await loggedIn(page, portal))
  await passMinutes(page, 56)
  portal.clock.advance(56 * MINUTE)
  await page.getByRole('button', { name: 'Stay Logged In' }).click()
  await expect(warning(page)).toContainText(
    /Your session ends at \d+:\d\d [ap]\.m\., 12 hours after you logged in\. It cannot be extended\./,
  )
  await expectAccessible(page, 'session at its limit')
  await warning(page).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(2_000)
  await expect(warning(page)).toBeHidden()
  await page.clock.runFor(5 * MINUTE)
  await page.waitForURL('**/login')
  await expect(page.getByText('You were logged out after 12 hours')).toBeVisible()
})

test('T7: after an extension that failed in one tab, another tab also says that 12 hours have passed', async ({
  page,
  context,
  portal,
}) => {
  await endAtLimit(portal, await loggedIn(page, portal))
  const other = await context.newPage()
  await openJobs(other, page)
  await passMinutes(page, 56)
  portal.clock.advance(56 * MINUTE)
  await page.getByRole('button', { name: 'Stay Logged In' }).click()
  await expect(warning(other), 'heard by the storage event').toContainText('It cannot be extended.')
  await page.close()
  const checked = other.waitForResponse('**/api/user/profile/')
  await other.goto('/jobs')
  await checked
  await other.clock.runFor(2_000)
  await expect(warning(other), 'stored').toContainText('It cannot be extended.')
  await other.clock.runFor(5 * MINUTE)
  await other.waitForURL('**/login')
  await expect(other.getByText('You were logged out after 12 hours')).toBeVisible()
})

test('A13: on /apply Escape and Back leave the warning open; 12 hours after the login (T7) it can be closed, and the form used', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  await page.clock.install()
  const { account } = await drafted(page, portal, 2)
  await page.clock.runFor(5_000)
  await page.reload()
  await expectStep(page, 'Education')
  await endAtLimit(portal, account.email)
  await passMinutes(page, 56)
  portal.clock.advance(56 * MINUTE)
  const dialog = page.getByRole('dialog', { name: 'Session Expiring Soon' })
  await expect(dialog).toBeVisible()
  // Browsers close a dialog at the second Escape, and at Back, whatever the page answers.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.evaluate((element: HTMLDialogElement) => element.close())
  await page.clock.runFor(2_000)
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  await dialog.getByRole('button', { name: 'Extend Session' }).click()
  await expect(dialog).toContainText('12 hours after you logged in. It cannot be extended.')
  await expect(dialog).toContainText('We kept what you wrote.')
  await expectAccessible(page, 'session at its limit, in the form')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(2_000)
  await expect(dialog).toBeHidden()
  await page.getByLabel('Institution').fill('Half of a school')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

test('a logout in one tab logs out the other tab too, and deletes the chosen job (W16)', async ({
  page,
  context,
  portal,
}) => {
  await loggedIn(page, portal)
  const other = await context.newPage()
  await other.goto('/jobs')
  await expect(other.getByText('Login', { exact: true })).toBeHidden()
  await page.evaluate(() => localStorage.setItem('selectedJobId', '3'))
  await other.evaluate(() => sessionStorage.setItem('applyingFor', '3'))
  await page.getByText('Menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.clock.runFor(2_000)
  await page.waitForURL('**/login')
  await expect(other.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await other.evaluate(() => sessionStorage.getItem('applyingFor'))).toBeNull()
})

test('A11: without a network the session stays; a 401 ends it', async ({ page, portal }) => {
  const email = await loggedIn(page, portal)
  await page.route('**/api/user/profile/', (route) => route.abort())
  await page.reload()
  await expect(page.getByText('You are offline. You stay logged in')).toBeVisible()
  await page.unroute('**/api/user/profile/')
  // A 403 of a filter or a network with a login page, instead of the portal, logs no one out.
  await page.route('**/api/user/profile/', (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Just a moment</h1>' }),
  )
  await page.reload()
  await expect(page.getByText('You are offline. You stay logged in')).toBeVisible()
  await page.unroute('**/api/user/profile/')
  await portal.db.run(sql`delete from sessions where user_id = (select id from users where email = ${email})`)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})

test('T8: a token carried to another browser is worthless', async ({ page, browser, portal }) => {
  await loggedIn(page, portal)
  // The token works only with a cookie of the same browser.
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const answer = await fetch(`${portal.url}/api/user/profile/`, {
    headers: { authorization: `Token ${token}` },
  })
  expect(answer.status).toBe(401)
  const thief = await (await browser.newContext()).newPage()
  await thief.goto(`${portal.url}/jobs`)
  await thief.evaluate((stolen) => localStorage.setItem('token', stolen), token)
  await thief.reload()
  await expect(thief.getByRole('link', { name: 'Login', exact: true })).toBeVisible()
})
