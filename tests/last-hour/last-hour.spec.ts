import { CLASSES } from '#contract/endpoint.ts'
import { EXTENSION_FIELDS } from '#contract/jobs/extensions.ts'
import { sql } from '../../server/database/connect.ts'
import { signPlace } from '../../server/line/ticket.ts'
import { addMinutes } from '../../server/status/store.ts'
import { member, nextMinute, PASSWORD } from '../support/accounts.ts'
import { answers, readyToSend } from '../support/answers.ts'
import { alive, expect, expectAccessible, login, newEmail, register, test } from '../support/browser.ts'
import { letAllIn, setLevel } from '../support/brownout.ts'
import { expectStep, next, onDashboard } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import type { Portal } from '../support/portal.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// A portal with too many people, as in the last hour before a deadline. Its level is from 0 (everything
// works) to 4. From level 2 on, people who register wait in a line; from 3 on, also those who log in.
// `setLevel` sets the level.

/** A job's rule, with the usual numbers, that moves the deadline after a failure of the portal. */
const RULE = Object.fromEntries(Object.entries(EXTENSION_FIELDS).map(([name, { usual }]) => [name, usual]))

test.afterEach(({ portal }) => setLevel(portal, 0))

test('the page of the line without JavaScript: it shows the wait in minutes, reloads itself, and says when the turn has come (last-hour#line-page)', async ({
  browser,
  portal,
}) => {
  await setLevel(portal, 3)
  const context = await browser.newContext({
    baseURL: portal.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  // The portal says after how many seconds the browser reloads the page. Here it is one, to wait less.
  await context.route('**/line*', async (route) => {
    const response = await route.fetch()
    const { refresh, ...headers } = response.headers()
    const soon = refresh?.replace(/^\d+/, '1')
    await route.fulfill({ response, headers: soon ? { ...headers, refresh: soon } : headers })
  })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'See how long it is' }).click()
  await expect(page.getByRole('heading', { name: 'The line' })).toBeVisible()
  await expect(page.getByText(/Your turn comes in about/)).toBeVisible()
  await letAllIn(portal)
  // Without JavaScript, the browser reloads the page at intervals.
  await expect(page.getByText('It is your turn.')).toBeVisible({ timeout: 25_000 })
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await context.close()
})

test('a login that must wait in the line shows one calm sentence and the minutes, keeps the typed text, and is sent at its turn', async ({
  page,
  portal,
}) => {
  const person = await member(portal)
  await setLevel(portal, 3, { behind: 1_200_000 })
  await page.clock.install()
  // The person's place in the line is three hours old and has expired. The page explains the new place.
  await page.context().addCookies([
    {
      name: 'line',
      value: signPlace(portal.deps.secrets, portal.clock.now().getTime() - 10_800_000),
      url: portal.url,
    },
  ])
  await page.goto('/login')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const topOfForm = () =>
    page.getByLabel('Email', { exact: true }).evaluate((field) => field.getBoundingClientRect().top + scrollY)
  const before = await topOfForm()
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText(/Your turn comes in about/)).toBeVisible()
  expect(await topOfForm(), 'the form stays where it was').toBe(before)
  await expect(
    page.getByText('Your place was kept for 2 hours. That time is over, so you have a new place.'),
  ).toBeVisible()
  await expect(page.getByText(/tries again by itself when it is your turn/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Waiting in line' })).toBeDisabled()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await inEveryAppearance(page, 'a login in the line')
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await page.waitForURL('**/security-setup')
})

test('at level 4 a person who is let in on a new device reaches step 1 of their draft, with their answers and every list', async ({
  page,
  portal,
}) => {
  const { id, email, jobId } = await readyToSend(portal, {
    job: { expiry_date: new Date(portal.clock.now().getTime() + 86_400_000).toISOString() },
  })
  await portal.db.run(
    sql`update users set security_question = 'Which?', security_answer_hash = 'x' where id = ${id}`,
  )
  await setLevel(portal, 4)
  await page.goto(`/apply?job=${jobId}`)
  await page.waitForURL('**/login')
  await login(page, email)
  await expectStep(page, 'Personal Details')
  await expect(page.getByLabel('Address')).toHaveValue(answers().address)
  await next(page)
  await expectStep(page, 'Education')
  await page.getByLabel('Qualification level').selectOption({ index: 2 })
})

test('at level 4 a person without a chosen job finds a link to their draft; a list that cannot be shown says when it will be', async ({
  page,
  portal,
}) => {
  const { id, email, jobId } = await readyToSend(portal, {
    job: { expiry_date: new Date(portal.clock.now().getTime() + 86_400_000).toISOString() },
  })
  await portal.db.run(
    sql`update users set security_question = 'Which?', security_answer_hash = 'x' where id = ${id}`,
  )
  await setLevel(portal, 4)
  await page.clock.install()
  await page.goto('/login')
  await alive(page)
  await login(page, email)
  await page.waitForURL('**/dashboard')
  await expect(
    page.getByText(/Your draft is safe\. You can continue, save and submit it now\.$/),
  ).toHaveCount(1)
  await expect(page.getByText('These numbers come later, by themselves.')).toBeVisible()
  await inEveryAppearance(page, 'dashboard at level 4, with a draft')
  await page.getByRole('link', { name: 'Continue Application' }).click()
  await page.waitForURL(`**/apply?job=${jobId}`)
  await expectStep(page, 'Personal Details')
  await page.route('**/api/job-applications/', (route) =>
    route.fulfill({ status: 503, headers: { 'retry-after': '20' }, json: { code: 'busy' } }),
  )
  await page.goto('/dashboard')
  const comesLater = page
    .getByRole('status')
    .filter({ hasText: 'we cannot show your applications at this moment' })
  await expect(comesLater).toContainText(
    'tries again by itself in about 20 seconds. You do not need to reload it or to log in again.',
  )
  await inEveryAppearance(page, 'dashboard at level 4, without its list')
  await comesLater.getByRole('link', { name: /^Continue Application: / }).click()
  await expectStep(page, 'Personal Details')
  await page.goto('/dashboard/applications')
  await expect(comesLater).toContainText('in about 20 seconds')
  await page.unroute('**/api/job-applications/')
  await page.clock.runFor(21_000)
  await expect(page.getByRole('link', { name: /^Continue Application/ })).toBeVisible()
  await expect(comesLater).toBeHidden()
})

test('a registration in the line keeps all four parts, solves a new captcha at its turn, and goes by itself', async ({
  page,
  portal,
}) => {
  await setLevel(portal, 2, { behind: 2_000 })
  await page.clock.install()
  await register(page, newEmail())
  await expect(page.getByText(/Your turn comes in about/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Waiting in line' })).toBeDisabled()
  await expectAccessible(page, 'a registration in the line')
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await expect(page.getByRole('dialog')).toContainText('Registration successful!', { timeout: 30_000 })
})

test('the page of the line is accessible; /status says what the level means; the job list says why it does not search', async ({
  page,
  portal,
}) => {
  await setLevel(portal, 2)
  await page.goto('/line')
  await expectAccessible(page, 'the line')
  await expect(async () => {
    // Retry, because another test may have opened the page, which is cached for half a minute.
    await page.goto('/status')
    await expect(page.getByText('If you create an account, you wait in a line.')).toBeVisible({
      timeout: 500,
    })
  }).toPass({ timeout: 40_000 })
  await expectAccessible(page, 'the state of the portal at level 2')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/jobs?search=warehouse')
  await expect(page.getByText(/Searching by words is paused/)).toBeVisible()
  await alive(page)
  await page.getByRole('button', { name: 'Ask for help' }).click()
  await expect(page.getByRole('dialog', { name: 'Assistant' })).toContainText(
    'This is paused while very many people apply.',
  )
  await page.getByRole('link', { name: 'Read the help pages' }).click()
  await page.waitForURL('**/resources')
})

/** Two hours of probes: some minutes are down (6 of 6 failed), some degraded (1 of 6), others up. */
async function addMinutesOfHealth(portal: Portal) {
  const end = Math.floor(portal.clock.now().getTime() / 60_000)
  /** How many probes failed in the minute that was this many minutes ago. */
  const failed = (ago: number) => {
    if (ago > 20 && ago < 45) return 6
    return ago > 10 && ago < 15 ? 1 : 0
  }
  const counted = {
    probing: true,
    probes: 6,
    accounts: 0,
    succeeded: 0,
    submitted: 3,
    shed: 0,
    stopped: false,
  }
  await addMinutes(
    portal.db,
    Array.from({ length: 120 }, (_, ago) => ({
      ...counted,
      at: new Date((end - ago) * 60_000),
      failed: failed(ago),
    })),
  )
  await portal.deps.health?.refresh(portal.db, portal.clock.now())
}

/**
 * A job with applications that closes in an hour. Its rule can move its deadline. A second machine reports a
 * very high load.
 */
async function addBusyHour(portal: Portal) {
  const staff = await jobStaff(portal)
  const now = portal.clock.now().getTime()
  const id = await staff.published({
    title: 'Polling Clerk',
    expiry_date: new Date(now + 3_600_000).toISOString(),
    ...RULE,
  })
  await sendCrowd(portal, id, ...Array.from({ length: 12 }, () => ({})))
  const minute = Object.fromEntries(
    CLASSES.map((name) => [name, { admitted: 1_200, shed: name === 'submit' ? 12 : 40_000 }]),
  )
  const load = {
    queueMs: 61.4,
    shed: 900,
    loginShed: 10,
    savesShed: 2,
    minute,
    tickets: 1_834,
    line: { waiting: 3, passed: 1_250 },
  }
  await portal.db.run(
    sql`insert into nodes (id, seen_at, load) values (gen_random_uuid(), ${new Date(now + 3_600_000)}, ${JSON.stringify(load)}::jsonb)`,
  )
  return { id, staff }
}

test('when a busy portal cannot show something, the page says so in one calm sentence, and loads it later by itself', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await onDashboard(page, portal)
  await expect(page.getByText('Nothing at the moment.')).toBeVisible()
  await setLevel(portal, 4)
  await page.reload()
  await expect(page.getByText(/^Very many people are here, so this takes a little longer\./)).toHaveCount(1)
  await expectAccessible(page, 'dashboard at level 4')
  await setLevel(portal, 0)
  await page.clock.runFor(31_000)
  await expect(page.getByText('Nothing at the moment.')).toBeVisible()
})

test('officers see what happens and set the level by hand, with a reason; the portal takes it back', async ({
  browser,
  portal,
}) => {
  await portal.db.run(sql`update brownout set mover = null, mover_until = null`)
  // Deactivate jobs of other tests with a rule, so that the page proposes nothing for them.
  await portal.db.run(sql`update jobs set is_active = false where extension_minutes is not null`)
  await portal.db.run(
    sql`update job_changes set decided_at = '2020-01-01', approved = coalesce(approved, false)`,
  )
  nextMinute()
  await addMinutesOfHealth(portal)
  const { page, quiet } = await officerPage(portal, browser, 'administrator')
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Last hour' }).click()
  await expect(page.getByRole('heading', { name: 'Level 0 of 4: Everything works' })).toBeVisible()
  await expect(page.getByText('The portal answers everyone.')).toBeVisible()
  for (const calm of [
    'No one is in the line.',
    'No application waits with a ticket.',
    'No deadline needs to move.',
  ])
    await expect(page.getByText(calm)).toBeVisible()
  await inEveryAppearance(page, 'the last hour in calm')
  const { id, staff } = await addBusyHour(portal)
  // Move the clock forward, because measured values are cached for half a minute.
  nextMinute()
  await page.getByRole('radio', { name: /^3 Logins wait/ }).check()
  await page.getByRole('button', { name: 'Set level 3' }).click()
  await expect(page.getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await page.getByLabel('Reason').fill('The deadline of 40 jobs is at 5 p.m.')
  await page.getByRole('button', { name: 'Set level 3' }).click()
  await expect(page.getByText('Level 3 is set.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Level 3 of 4: Logins wait' })).toBeVisible()
  await expect(
    page.getByText(/Set by Officer administrator\. Reason: “The deadline of 40 jobs/),
  ).toBeVisible()
  // Thirty people take a place in the line.
  for (let each = 0; each < 30; each++)
    portal.deps.brownout?.line.keepOrTakePlace(undefined, portal.clock.now().getTime() + each)
  await portal.deps.brownout?.tick()
  await expect(page.getByText(/people are in the line/)).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText('Some applications must be sent again.')).toBeVisible()
  await expect(page.getByText(/About 1,834 applications wait with a ticket/)).toBeVisible()
  await expect(page.getByText('The portal proposes this. No officer has agreed yet.')).toBeVisible()
  await expect(page.getByText('Submitting did not work (24 minutes)')).toBeVisible()
  await staff.proposed(id, { kind: 'extend', reason: '', measured: true })
  await expect(page.getByText(/^Officer recruiter agreed at .* A second officer decides\.$/)).toBeVisible()
  await page.getByText('As a table').click()
  await inEveryAppearance(page, 'the last hour at level 3')
  await page.goto('/staff/reports')
  await expect(page.getByText(/paused while very many people apply/)).toBeVisible()
  // The reports are paused, but the links to the job's other pages work.
  await page.goto(`/staff/jobs/${id}/reports`)
  await expect(page.getByText('This is not an error. The page tries again by itself.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Job', exact: true })).toBeVisible()
  await expectAccessible(page, 'the figures of a job, paused')
  await page.goto('/staff/audit-log')
  await page.getByRole('button', { name: 'Check the whole log' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'paused while very many people apply' }),
  ).toBeVisible()
  await page.goto('/staff/last-hour')
  await page.getByRole('button', { name: 'Let the portal decide again' }).click()
  await expect(page.getByText('The portal decides again by itself.')).toBeVisible()
  quiet()
})
