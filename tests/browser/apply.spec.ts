import { alive, expect, test } from '../support/browser.ts'
import { applicant, draftOf, fillAll, openJob } from '../support/applying.ts'

const SHOTS = process.env.SHOTS

test('S2 §2: from the list of jobs to the receipt, on a phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const job = await openJob(portal)
  const { id } = await applicant(page, portal)
  await page.goto('/jobs')
  await alive(page)
  await page.getByRole('link', { name: job.title }).click()
  await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `You are applying for ${job.title}` })).toBeVisible()
  await fillAll(page, async (step) => {
    if (!SHOTS) return
    for (const [width, height] of [
      [360, 740],
      [1280, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${SHOTS}/${step}-${width}.png`, fullPage: true })
    }
    await page.setViewportSize({ width: 360, height: 740 })
  })
  await page.getByRole('button', { name: 'Submit application' }).click()
  const sure = page.getByRole('dialog', { name: 'Submit your application?' })
  await expect(sure).toContainText('Are you sure you want to submit your job application?')
  await expect(sure).toContainText(job.title)
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/confirm-360.png` })
  await sure.getByRole('button', { name: 'Yes, Submit' }).click()
  const done = page.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(done).toBeVisible()
  const draft = await draftOf(portal, id, job.id)
  expect(draft?.is_completed).toBe(true)
  await expect(done).toContainText(draft?.reference_number ?? 'none')
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/done-360.png` })
  await done.getByRole('button', { name: 'See my slip' }).click()
  await expect(page.getByRole('article', { name: 'Receipt of application' })).toContainText(draft?.reference_number ?? 'none')
  if (SHOTS) {
    await page.screenshot({ path: `${SHOTS}/slip-360.png`, fullPage: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.screenshot({ path: `${SHOTS}/slip-1280.png`, fullPage: true })
  }
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
})
