import { applicant } from '../support/applying.ts'
import { login } from '../support/accounts.ts'
import { alive, enter, expect, PASSWORD, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { codeOf, STAFF_PASSWORD, withCsrf } from '../support/staff.ts'

// Where a person or an officer is logged in: the list of sessions, and ending them. ASVS numbers are
// requirements of a security standard, in docs/spec/security.md.

const NEXT = 'Quiet river stone 77'
const PHONE = {
  headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 13) Chrome/120.0 Mobile Safari/537.36' },
}

test('ASVS 7.5.2: an applicant sees where they are logged in, ends one, then all others, by keyboard too', async ({
  page,
  portal,
}) => {
  const { email } = await applicant(page, portal)
  const phone = portal.visitor()
  phone.token = (await login(phone, email, PASSWORD, PHONE)).json.token
  await login(portal.visitor(), email, PASSWORD)
  await login(portal.visitor(), email, PASSWORD)
  await page.goto('/dashboard/settings')
  await alive(page)
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(4)
  await expect(sessions.getByRole('listitem').first()).toContainText('this browser')
  await expect(sessions.getByRole('listitem').first()).toContainText('On the network that you use now')
  await expect(sessions).toContainText('We do not look up where a network is.')
  await expect(sessions.getByRole('listitem').first().getByRole('button')).toHaveCount(0)
  await inEveryAppearance(page, 'own sessions')
  await sessions.getByRole('button', { name: /^End this session of Chrome on Android/ }).focus()
  await page.keyboard.press('Enter')
  await expect(sessions.getByRole('status')).toHaveText('That session is ended.')
  await expect(sessions.getByRole('listitem')).toHaveCount(3)
  // The pressed button has disappeared, so the page must move the focus to the message.
  await expect(sessions.getByText('That session is ended.')).toBeFocused()
  expect((await phone.get('/api/user/profile/')).status).toBe(401)
  await sessions.getByRole('button', { name: 'End all others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(sessions.getByRole('button')).toHaveCount(0)
  await expect(sessions).not.toContainText('Last login before this one:')
  await inEveryAppearance(page, 'own sessions, one left')
  const wrong = page.getByRole('region', { name: 'Wrong passwords' })
  await expect(wrong).toContainText('In the last 30 days, no one typed a wrong password here.')
  await login(portal.visitor(), email, 'not the password', PHONE)
  await enter(page, email)
  await page.goto('/dashboard/settings')
  await expect(sessions).toContainText(/Last login before this one: .+, Device not known\./)
  await expect(wrong.getByRole('listitem')).toHaveText(/Tue 24 Nov, .+, Chrome on Android/)
  await inEveryAppearance(page, 'own sessions, with the login before and a wrong password')
})

test('ASVS 7.2.4: after a change of password this browser continues with a new token, in its other tab too', async ({
  page,
  context,
  portal,
}) => {
  await applicant(page, portal)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await alive(other)
  await page.goto('/dashboard/settings')
  await alive(page)
  const before = await page.evaluate(() => localStorage.getItem('token'))
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(NEXT)
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEXT)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBe(before)
  await expect(
    page.getByRole('region', { name: 'Where you are logged in' }).getByRole('listitem'),
  ).toHaveCount(1)
  for (const tab of [page, other]) {
    await tab.goto('/dashboard/profile')
    await alive(tab)
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(tab.url()).pathname).toBe('/dashboard/profile')
  }
})

test('ASVS 6.2.2: an officer changes the password at their own account page, and sees and ends their sessions', async ({
  portal,
  browser,
}) => {
  const me = await officerPage(portal, browser, 'reviewer')
  const { page } = me
  const elsewhere = await withCsrf(portal.visitor())
  // A code of the authenticator app is valid once. A minute later there is a new code.
  portal.clock.advance(60_000)
  const { ticket } = (
    await elsewhere.post('/api/staff/login/', { email: me.email, password: STAFF_PASSWORD })
  ).json
  await elsewhere.post('/api/staff/login/totp/', { ticket, totp_code: codeOf(portal, me.secret) }, PHONE)
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.waitForURL('**/staff/account')
  await alive(page)
  const sessions = page.getByRole('region', { name: 'Where you are logged in' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await inEveryAppearance(page, 'staff account')
  const fill = async (current: string, next: string, again = next) => {
    await page.getByLabel('Current password', { exact: true }).fill(current)
    await page.getByLabel('New password', { exact: true }).fill(next)
    await page.getByLabel('Confirm new password', { exact: true }).fill(again)
    await page.keyboard.press('Enter')
  }
  await fill('', 'short', 'shorter')
  for (const sentence of [
    'Current password is required',
    'Password must be at least 12 characters',
    'Passwords do not match',
  ])
    await expect(page.getByRole('alert').getByRole('link', { name: sentence })).toBeVisible()
  await inEveryAppearance(page, 'staff account, refused')
  await fill('not the one', NEXT)
  await expect(page.locator('#current_password-error')).toContainText('Current password is incorrect')
  await fill(STAFF_PASSWORD, 'password1234')
  await expect(page.locator('#new_password-error')).toContainText(
    'This password is on a list of stolen passwords.',
  )
  await fill(STAFF_PASSWORD, NEXT)
  await expect(page.getByText('Password changed successfully!')).toBeVisible()
  await expect(page.getByLabel('Current password', { exact: true })).toHaveValue('')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await elsewhere.get('/api/staff/me/')).status).toBe(401)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible()
  me.quiet()
})

test('an officer who followed a link comes back to it with its filter after the login, and to no other site', async ({
  page,
  portal,
  browser,
}) => {
  const { email, secret } = await officerPage(portal, browser, 'recruiter')
  portal.clock.advance(60_000)
  await page.goto('/staff/jobs/1/applications?county=1&sort=-age')
  await page.waitForURL('**/staff/login')
  await alive(page)
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code of 6 digits').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.locator('#totp_code-error')).toContainText('The code is wrong, or it was already used')
  await page.getByLabel('Code of 6 digits').fill(codeOf(portal, secret))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/staff\/jobs\/1\/applications\?county=1/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
