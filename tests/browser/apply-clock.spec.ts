import { sql } from '../../server/database/connect.ts'
import { expect, test } from '../support/browser.ts'
import { setLevel } from '../support/brownout.ts'
import { applicant, apply, draftOf, fillAll, openJob, saved } from '../support/applying.ts'

const DAY = 86_400_000

for (const days of [-400, 3]) {
  test(`R13: on a device whose clock is ${days} days off a job that closes tomorrow is open, and is applied for`, async ({ page, portal }) => {
    await page.addInitScript((off: number) => {
      const Real = Date
      const now = () => Real.now() + off
      window.Date = new Proxy(Real, {
        construct: (target, given) => (given.length === 0 ? new target(now()) : Reflect.construct(target, given)),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      })
    }, days * DAY)
    const job = await openJob(portal, { expiry_date: new Date(portal.clock.now().getTime() + DAY).toISOString() })
    const account = await applicant(page, portal)
    await apply(page, job)
    await fillAll(page)
    await saved(page)
    // So busy that nothing is read: what the server's clock says is still known.
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
    const row = await portal.db.row<{ at: Date }>(sql`select submitted_at as at from submissions where application_id = ${draft?.id ?? 0}`)
    expect(row?.at.getTime()).toBe(portal.clock.now().getTime())
  })
}
