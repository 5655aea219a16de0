import type { Page } from '@playwright/test'
import { ALARMS } from '#contract/audit-log/limits.ts'
import { raiseAlarms } from '../../server/audit-log/alarms.ts'
import { sql } from '../../server/database/connect.ts'
import { recordAudit } from '../../server/staff/record-audit.ts'
import { alive, expect, expectAccessible, test as base } from '../support/browser.ts'
import { emailsTo } from '../support/emails.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { withAuthenticator } from '../support/by-keyboard.ts'
import { codeOf, invited, STAFF_PASSWORD } from '../support/staff.ts'

// Officers join by an invitation, log in with a second factor, and lose their access again. The audit log
// shows all of it, and raises an alarm for unusual numbers.

// Passkeys need a host name in the address, not an IP address.
const test = base.extend({ baseURL: ({ portal }, use) => use(portal.url.replace('127.0.0.1', 'localhost')) })

const join = async (page: Page, token: string, name: string) => {
  await page.goto(`/staff/join/${token}`)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('staff: invited, enrolled with a passkey, logged in again with it, invites a colleague who enrols an app; an auditor reads it all', async ({
  page,
  portal,
  browser,
  baseURL,
}) => {
  await withAuthenticator(page)
  const { token, email } = await invited(portal, { role: 'administrator' })
  await page.goto(`/staff/join/${token}`)
  await expect(page.getByRole('heading', { name: 'Your invitation' })).toBeVisible()
  await page.getByLabel('Your name').fill('Rose Chebet')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Password must be at least 12 characters')
  await expectAccessible(page, 'invitation, refused')
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Your second key' })).toBeVisible()
  await expect(page.locator('.secret')).toBeVisible()
  await expectAccessible(page, 'second factor, to be set up')
  // The person closes the device's passkey dialog.
  await page.evaluate(() => {
    navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('The passkey was not made')
  await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, 'create'))
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Start' })).toBeVisible()
  await expect(page.getByText('Rose Chebet, Administrator')).toBeVisible()
  await expectAccessible(page, 'staff start')

  // Without a network, the session goes on at the server. The next person at this computer would find it.
  await page.route('**/api/staff/logout/', (route) => route.abort())
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('alert')).toContainText('You are still logged in. Please try again.')
  await expectAccessible(page, 'staff start, after a logout that failed')
  await page.unroute('**/api/staff/logout/')
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/staff/login')
  await page.goto('/staff/people?page=1')
  await page.waitForURL('**/staff/login')
  await alive(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Please enter your password')
  await page.getByLabel('Work email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await page.waitForURL('**/staff/people?page=1')

  await page.getByLabel('Work email').fill('grace@iebc.example')
  await page.getByLabel('Role').selectOption('reviewer')
  await page.getByRole('combobox', { name: 'County' }).fill('Homa')
  await page.getByRole('option', { name: 'Homa Bay' }).click()
  await page.getByRole('button', { name: 'Add this area' }).click()
  await expect(page.getByText('Homa Bay County')).toBeVisible()
  await expectAccessible(page, 'people, inviting')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('An email is on its way to grace@iebc.example.')).toBeVisible()

  const [invitation] = await emailsTo(portal, 'grace@iebc.example')
  const link = /\/staff\/join\/(\S+)/.exec(invitation?.text ?? '')?.[1] ?? ''
  const colleague = await browser.newPage({ baseURL: baseURL ?? '' })
  await join(colleague, link, 'Grace Atieno')
  const secret = ((await colleague.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  await colleague.getByLabel('Code of 6 digits').fill('000000')
  await colleague.getByRole('button', { name: 'Use the app' }).click()
  await expect(colleague.getByRole('alert')).toContainText('The code is wrong, or it was already used')
  await expect(colleague.getByLabel('Code of 6 digits')).toHaveAttribute('aria-invalid', 'true')
  await colleague.getByLabel('Code of 6 digits').fill(codeOf(portal, secret))
  await colleague.getByRole('button', { name: 'Use the app' }).click()
  await expect(colleague.getByText('Grace Atieno, Reviewer')).toBeVisible()
  await expect(colleague.getByText('Your one area')).toBeVisible()
  await expect(colleague.getByRole('link', { name: 'People' })).toBeHidden()

  // An approver can only be proposed here. staff-appointments.spec.ts tests the second administrator's
  // decision.
  await page.getByLabel('Role').selectOption('approver')
  await expect(page.getByRole('button', { name: 'Propose the invitation' })).toBeVisible()
  await page.getByLabel('Role').selectOption('reviewer')
  await page.reload()
  await page.getByRole('button', { name: 'Change Grace Atieno' }).click()
  await page.getByRole('button', { name: 'Take access away' }).click()
  await expect(page.getByRole('dialog')).toContainText('Give a reason. The log keeps it.')
  await expectAccessible(page, 'changing somebody')
  await page.getByLabel('Why').fill('Invited by mistake')
  await page.getByRole('button', { name: 'Take access away' }).click()
  await expect(page.getByText('Grace Atieno is changed, and logged out.')).toBeVisible()
  await colleague.goto('/staff')
  await colleague.waitForURL('**/staff/login')
  await colleague.close()

  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('combobox', { name: 'What' }).selectOption('person.changed')
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await show.click()
  await expect(page).toHaveURL(/\?kind=person\.changed$/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'Changed what someone may do' })).toContainText(
    'Invited by mistake',
  )
  // The button has the focus still, and a screen reader hears the number of entries.
  await expect(show).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: /^1 entry$/ })).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the matches as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^log-.*\.csv$/)

  // The filter by time is exact to the minute. An unknown reference number finds no entries, instead of all.
  await page.getByLabel('From', { exact: true }).fill('2026-11-24')
  await page.getByLabel('From, time').fill('00:00')
  await show.press('Enter')
  await expect(page).toHaveURL(/\?kind=person\.changed&from=2026-11-24T00%3A00$/)
  await expect(page.getByText('from 24 November 2026, 12:00 a.m.')).toBeVisible()
  // Back from another filter fills the fields again with the filter that is in force.
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('')
  await page.goBack()
  await expect(page.getByText('from 24 November 2026, 12:00 a.m.')).toBeVisible()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-11-24')
  await expect(page.getByLabel('What', { exact: true })).toHaveValue('person.changed')
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Who saw this applicant').fill('K7-4TR9XM-P')
  await show.press('Enter')
  await expect(page.getByText('No application has this reference number.')).toBeVisible()
  await expect(page.getByRole('button', { name: /as CSV$/ })).toHaveCount(0)
  await expectAccessible(page, 'who saw one applicant')

  // An officer's unusually frequent actions raise an alarm. The page shows it until someone has looked into
  // it.
  const grace = await portal.db.row<{ id: number }>(
    sql`select id from staff where email = 'grace@iebc.example'`,
  )
  const liftNames = async () => {
    for (let more = 0; more < ALARMS.lifts.day; more++)
      await portal.db.tx((tx) =>
        recordAudit(
          tx,
          { id: grace?.id ?? 0, role: 'reviewer' },
          { act: 'blind.lifted', reason: 'x' },
          portal.clock.now(),
        ),
      )
    await raiseAlarms(portal.deps)
  }
  await liftNames()
  // Choose this officer's alarm, because officers of other tests may have raised alarms too.
  const alarms = page.getByRole('region', { name: /^Alarms/ })
  const alarmOf = (times: number) =>
    alarms.getByRole('listitem').filter({ hasText: `Grace Atieno had names shown ${times} times` })
  const alarm = alarmOf(ALARMS.lifts.day)
  await page.getByRole('link', { name: 'Start', exact: true }).click()
  await expect(alarm).toBeVisible()
  await inEveryAppearance(page, 'the start page, with an alarm')
  await alarms.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  await expect(alarm).toBeVisible()
  await inEveryAppearance(page, 'the log of acts, with an alarm')
  await alarm.getByRole('button', { name: /^Mark as looked into.*Grace Atieno/ }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'an alarm is marked as looked into')
  await dialog.getByLabel('What you found out').fill('She was asked to')
  await dialog.getByRole('button', { name: 'Mark as looked into' }).click()
  await expect(alarms).toContainText('Looked into: 1')
  await expect(alarms).not.toContainText('There are no alarms')
  await expect(alarm).toBeHidden()
  await expect(alarms.getByRole('heading', { name: 'Alarms' })).toBeFocused()
  // The count doubles, so the alarm is open again. The page shows it when its alarms load again.
  await liftNames()
  await page.getByText('Filters', { exact: true }).click()
  await show.press('Enter')
  const openAgain = alarmOf(2 * ALARMS.lifts.day)
  await expect(openAgain.getByRole('button', { name: /^Mark as looked into/ })).toBeVisible()
  // Each entry of the audit log is also in the public log.
  const counted = await portal.db.row<{ acts: number; events: number }>(sql`
    select (select count(*) from audit_entries) as acts, (select count(*) from log_events where kind = 'staff_act') as events`)
  expect(counted?.acts).toBe(counted?.events)
})
