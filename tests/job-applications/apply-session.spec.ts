import { member } from '../support/accounts.ts'
import { alive, expect, expectAccessible, login, passMinutes, test } from '../support/browser.ts'
import { expectStep, drafted, draftOf, saved } from '../support/applying.ts'
import { ready } from '../support/submitting.ts'

// A session that ends while a person applies. A13: a dialog in the form offers to extend it. R8: a submit
// that the server received has a ticket, which is valid even after the session. `portal.clock` is the
// server's clock, `page.clock` the browser's.

const MINUTE = 60_000

test('A13: on /apply the dialog, and only the dialog; Extend Session; at the end the words are kept, and a login returns to the step', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  await page.clock.install()
  const { job, account } = await drafted(page, portal, 2)
  await page.clock.runFor(5_000)
  // The same page, with the final slash that some people type in its address.
  await page.goto(`/apply/?job=${job.id}`)
  await expectStep(page, 'Education')
  // Each save extends the session. The dialog appears 55 minutes after the last save.
  portal.clock.advance(56 * MINUTE)
  await passMinutes(page, 56)
  const dialog = page.getByRole('dialog', { name: 'Session Expiring Soon' })
  await expect(dialog).toContainText('Your session will expire in 5 minutes...')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expectAccessible(page, 'session dialog')
  await dialog.getByRole('button', { name: 'Extend Session' }).click()
  await page.clock.runFor(2_000)
  await expect(dialog).toBeHidden()
  await page.getByLabel('Institution').fill('Half of a school')
  await page.clock.runFor(3_000)
  await saved(page)
  portal.clock.advance(61 * MINUTE)
  await passMinutes(page, 61)
  await page.waitForURL('**/login')
  await expect(page.getByText('You were logged out after an hour')).toBeVisible()
  await login(page, account.email)
  await page.waitForURL(`**/apply/?job=${job.id}`)
  await expectStep(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Half of a school')
})

test('R14, A13: text that did not reach the server before the session ended waits on the device, for its owner alone', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  await page.clock.install()
  const { job, account } = await drafted(page, portal, 2)
  // Wait for all answers first. After the clock moves, a late one would extend the session by an hour.
  await saved(page)
  await page.route('**/api/job-applications/partial-save/', (route) => route.abort())
  await page.getByLabel('Institution').fill('Never reached the server')
  await page.clock.runFor(3_000)
  portal.clock.advance(62 * MINUTE)
  await passMinutes(page, 62)
  await page.waitForURL('**/login')
  await page.unroute('**/api/job-applications/partial-save/')
  await login(page, account.email)
  await page.waitForURL(`**/apply?job=${job.id}`)
  await expectStep(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Never reached the server')
})

test('R8: a session that ended in the middle of a submit keeps the ticket, and sends it after logging in', async ({
  page,
  portal,
}) => {
  const { job, account } = await ready(page, portal)
  await page.route('**/api/job-applications/update/**', (route) =>
    route.fulfill({
      status: 401,
      json: { code: 'signed_out', message: 'Over', ticket: 't1', received_at: '2026-12-01T13:59:41.203Z' },
    }),
  )
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await page.waitForURL('**/login')
  await expect(
    page.getByText(
      'We received your application at 4:59:41 p.m. It counts. Log in with the same account, and we send it again.',
    ),
  ).toBeVisible()
  const tickets: (string | undefined)[] = []
  await page.unroute('**/api/job-applications/update/**')
  await page.route('**/api/job-applications/update/**', async (route) => {
    const headers = await route.request().allHeaders()
    tickets.push(headers['submit-ticket'])
    // The portal did not make this ticket, so the call continues without it.
    await route.continue({ headers: { ...headers, 'submit-ticket': '' } })
  })
  await login(page, account.email)
  await expect(page.getByRole('dialog', { name: 'Application Submitted Successfully!' })).toBeVisible()
  expect(tickets).toEqual(['t1'])
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(true)
})

test('R8: the automatic logout keeps ticket and text for the same account; no other person sees them, and a logout deletes them', async ({
  page,
  portal,
}) => {
  await page.goto('/login')
  await page.clock.install()
  const otherPerson = await member(portal)
  const { job, account } = await ready(page, portal)
  let calls = 0
  await page.route('**/api/job-applications/update/**', (route) => {
    calls++
    return route.fulfill({
      status: 503,
      headers: { 'retry-after': '900' },
      json: { code: 'busy', message: 'Busy', ticket: 't1', received_at: '2026-12-01T13:59:41.203Z' },
    })
  })
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByText('It counts. Keep this page open')).toBeVisible()
  portal.clock.advance(62 * MINUTE)
  await passMinutes(page, 62)
  await page.waitForURL('**/login')
  const sentence = page.getByText(
    'We received your application at 4:59:41 p.m. It counts. Log in with the same account, and we send it again.',
  )
  await expect(sentence).toBeVisible()
  await expectAccessible(page, 'login, a ticket is held')
  // The device was switched off between submitting and this reload.
  await page.reload()
  await expect(sentence).toBeVisible()
  calls = 0
  await login(page, otherPerson.email)
  await page.waitForURL(/\/(?:security-setup|dashboard|jobs|apply)/)
  await page.goto('/dashboard')
  await alive(page)
  await expect(page.getByText('It counts')).toBeHidden()
  await page.goto('/jobs')
  await alive(page)
  await page.getByText('Menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(calls).toBe(0)
  await login(page, account.email)
  await page.waitForURL(/\/(?:apply|dashboard)/)
  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'We are still sending it' })).toBeVisible()
  await page.getByText('Menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page
    .getByRole('dialog', { name: 'We are still sending it' })
    .getByRole('button', { name: 'Log out and lose it' })
    .click()
  await page.waitForURL('**/login')
  await page.reload()
  await alive(page)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await login(page, account.email)
  await page.waitForURL('**/dashboard')
  await expect(
    page.getByText('Your application is not finished').or(page.getByText('Your application is not sent yet')),
  ).toBeVisible()
  await expect(page.getByText('We are still sending it')).toBeHidden()
  await expect(page.getByText('It counts')).toBeHidden()
  expect((await draftOf(portal, account.id, job.id))?.is_completed).toBe(false)
})
