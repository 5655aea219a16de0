import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { setLevel } from '../support/brownout.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { applicant, apply, draftOf, fillAll, next, openJob, saved } from '../support/applying.ts'
import { jobStaff } from '../support/staff-jobs.ts'
import { ready } from '../support/submitting.ts'

// Clocks and deadlines in the application form: a wrong clock of the device, and a deadline that moves or
// passes. `portal.clock` is the server's clock, `page.clock` the browser's.

const DAY = 86_400_000

for (const days of [-400, 3]) {
  test(`R13: on a device whose clock is ${days} days off a job that closes tomorrow is open, and is applied for`, async ({
    page,
    portal,
  }) => {
    // Makes the page's clock wrong by `off` milliseconds.
    await page.addInitScript((off: number) => {
      const Real = Date
      const now = () => Real.now() + off
      window.Date = new Proxy(Real, {
        construct: (target, parts) =>
          parts.length === 0 ? new target(now()) : Reflect.construct(target, parts),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      })
    }, days * DAY)
    const job = await openJob(portal, {
      expiry_date: new Date(portal.clock.now().getTime() + DAY).toISOString(),
    })
    const account = await applicant(page, portal)
    await apply(page, job)
    await fillAll(page)
    await saved(page)
    // At load level 4, the server is too busy to answer reads. The device still knows the server's time.
    await setLevel(portal, 4)
    await page.reload()
    await expect(page.locator('.last-clock')).toContainText(/ · 2[34] hours left/)
    await setLevel(portal, 0)
    await page.reload()
    await saved(page)
    await page.getByRole('button', { name: 'Submit application' }).click()
    await page.getByRole('button', { name: 'Yes, Submit' }).click()
    await expect(page.getByRole('dialog', { name: 'Application Submitted Successfully!' })).toBeVisible()
    const draft = await draftOf(portal, account.id, job.id)
    const row = await portal.db.row<{ at: Date }>(
      sql`select submitted_at as at from submissions where application_id = ${draft?.id ?? 0}`,
    )
    expect(row?.at.getTime()).toBe(portal.clock.now().getTime())
  })
}

test('a deadline that is moved while the form is open moves in it, on any step, with its reason; nothing that was typed is lost', async ({
  page,
  portal,
}) => {
  const inMinutes = (minutes: number) =>
    new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString()
  const staff = await jobStaff(portal)
  const job = {
    id: await staff.published({ title: 'Polling Clerk', expiry_date: inMinutes(25) }),
    title: 'Polling Clerk',
  }
  await applicant(page, portal)
  const statusRead = page.waitForResponse('**/api/status/')
  await apply(page, job)
  await statusRead
  await next(page)
  await page.getByLabel('Institution').fill('Agoro Sare Hi')
  await expect(page.getByText('Tue 24 Nov, 2:27 p.m. EAT')).toBeVisible()
  await staff.changed(job.id, {
    kind: 'extend',
    reason: 'The electricity was away in three counties',
    expiry_date: inMinutes(180),
  })
  await portal.deps.health?.refresh(portal.db, portal.clock.now())
  await expect(async () => {
    // The page requests the job's status again when the person returns to its tab.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('The deadline was extended to Tue 24 Nov, 5:02 p.m. EAT.')).toBeVisible({
      timeout: 500,
    })
  }).toPass({ timeout: 20_000 })
  await expect(
    page.getByText('The deadline was moved. The electricity was away in three counties'),
  ).toBeVisible()
  await expect(page.getByText('Closes today · Tue 24 Nov, 5:02 p.m. EAT')).toBeVisible()
  await expect(page.getByLabel('Institution')).toHaveValue('Agoro Sare Hi')
  await expectAccessible(page, 'a deadline moved while the form is open')
})

test('W24: once the deadline is over Submit is gone, and the clock says that the job has closed; a deadline that moves brings it back', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  const { job } = await ready(page, portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
  })
  await expect(page.getByText('The portal is quiet.')).toBeVisible()
  portal.clock.advance(31 * 60_000)
  await page.clock.fastForward(31 * 60_000)
  await expect(page.locator('.last-clock')).toContainText(
    'Applications for this job have closed. Only an application that reached us before the deadline counts. Your draft is kept.',
  )
  await expect(page.getByRole('button', { name: 'Submit application' })).toHaveCount(0)
  await expect(page.getByText('The portal is quiet.')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  await inEveryAppearance(page, 'the last step after the deadline')
  const until = new Date(portal.clock.now().getTime() + 3_600_000).toISOString()
  await page.route('**/api/status/', (route) =>
    route.fulfill({ json: { level: 0, minutes: [], extensions: [{ job_id: job.id, until }] } }),
  )
  // The page requests the job's status every two minutes.
  await page.clock.runFor(121_000)
  await expect(page.getByRole('button', { name: 'Submit application' })).toBeVisible()
})

test('the form keeps its deadline if the portal still names an earlier extension', async ({
  page,
  portal,
}) => {
  const inMinutes = (minutes: number) =>
    new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString()
  let id = 0
  await page.route('**/api/status/', (route) =>
    route.fulfill({
      json: { level: 2, minutes: [], extensions: [{ job_id: id, until: inMinutes(30) }] },
    }),
  )
  const { job } = await ready(page, portal, { expiry_date: inMinutes(200) })
  id = job.id
  const answered = page.waitForResponse('**/api/status/')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await (await answered).finished()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Closes today · Tue 24 Nov, 5:22 p.m. EAT')).toBeVisible()
  await expect(page.getByText('The deadline was extended')).toHaveCount(0)
})
