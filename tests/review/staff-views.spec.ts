import { REVIEW } from '#contract/review/limits.ts'
import { expect, test } from '../support/browser.ts'
import { officerPage } from '../support/officer-page.ts'
import { rows, table } from '../support/officers-table.ts'

// Calls of the officers' table whose answers come late, or would come more often than needed.

test('a view that is deleted while an earlier deletion has no answer yet does not come back', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  await page.goto(await table(portal))
  await expect(rows(page)).toHaveCount(REVIEW.pageSize)
  const views = page.getByRole('button', { name: 'Views', exact: true })
  const panel = page.getByRole('dialog', { name: 'Views' })
  for (const name of ['First', 'Second', 'Third']) {
    await views.press('Enter')
    await panel.getByLabel('Save what is shown now under a name').fill(name)
    await page.keyboard.press('Enter')
    await expect(panel).toHaveCount(0)
  }
  const { promise: answer, resolve: letAnswer } = Promise.withResolvers<void>()
  await page.route(
    '**/api/staff/views/*/',
    async (route) => {
      await answer
      await route.continue()
    },
    { times: 1 },
  )
  await views.press('Enter')
  await panel.getByRole('button', { name: 'Delete First' }).press('Enter')
  await panel.getByRole('button', { name: 'Delete Second' }).press('Enter')
  await expect(panel.getByRole('link', { name: 'Second' })).toHaveCount(0)
  letAnswer()
  await expect(panel.getByRole('link')).toHaveText(['Third'])
  quiet()
})

test('on a phone, the group of decision lists loads them once, however often it is opened', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', {
    viewport: { width: 360, height: 740 },
  })
  const path = await table(portal)
  let callCount = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/staff/decisions/')) callCount += 1
  })
  await page.goto(path)
  await expect(rows(page)).toHaveCount(REVIEW.pageSize)
  await page.getByRole('button', { name: 'Filters' }).click()
  const group = page
    .getByRole('dialog')
    .locator('details')
    .filter({ has: page.locator('summary', { hasText: /^List/ }) })
  await group.locator('summary').click()
  await expect(group.getByRole('checkbox').first()).toBeVisible()
  await expect.poll(() => callCount).toBe(1)
  for (let press = 0; press < 2; press++) await group.locator('summary').click()
  await expect(group).toHaveAttribute('open')
  // A second call would start before this frame is drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(callCount).toBe(1)
  quiet()
})
