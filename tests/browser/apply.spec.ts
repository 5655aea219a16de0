import { alive, expect, test } from '../support/browser.ts'
import { applicant, draftOf, fillAll, openJob } from '../support/applying.ts'

test('S2 §2, W15: from the list of jobs to the receipt, on a phone', async ({ page, portal }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  // The first in the list: it closes soonest.
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 20 * 3_600_000).toISOString(),
  })
  const { id } = await applicant(page, portal, {
    middle_name: 'Achieng',
    is_pwd: 'Yes',
    disability_type: 'Visual',
  })
  await page.goto('/jobs')
  await alive(page)
  await page.getByRole('link', { name: job.title }).click()
  await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
  await expect(
    page.getByRole('heading', { level: 1, name: `You are applying for ${job.title}` }),
  ).toBeVisible()
  await fillAll(page)
  for (const [name, value] of [
    ['Name', "Wanjiku Achieng Ng'ang'a"],
    ['Kind of ID', 'ID Card'],
  ] as const) {
    await expect(page.locator('.fact').filter({ has: page.getByText(name, { exact: true }) })).toHaveText(
      name + value,
    )
  }
  // It is sent, and never shown on a device that others may hold.
  await expect(page.getByText('Visual', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Submit application' }).click()
  const sure = page.getByRole('dialog', { name: 'Submit your application?' })
  await expect(sure).toContainText(
    'Are you sure you want to submit your job application? Once submitted, you will not be able to make any changes to your application.',
  )
  await expect(sure.getByRole('button')).toHaveText(['Yes, Submit', 'Cancel'])
  await expect(sure).toContainText(job.title)
  await sure.getByRole('button', { name: 'Yes, Submit' }).click()
  const done = page.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(done).toBeVisible()
  const draft = await draftOf(portal, id, job.id)
  expect(draft?.is_completed).toBe(true)
  await expect(done).toContainText(draft?.reference_number ?? 'none')
  await done.getByRole('button', { name: 'See my receipt' }).click()
  await expect(page.getByRole('article', { name: 'Receipt of application' })).toContainText(
    draft?.reference_number ?? 'none',
  )
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await page.waitForURL('**/dashboard')
  // The steps of what was sent are not gone back through one by one.
  await page.goBack()
  await expect(
    page.getByText('You have already submitted an application for this position').first(),
  ).toBeVisible()
  await page.goBack()
  await page.waitForURL(`**/jobs/${job.id}`)
})
