import { clockTime } from '#contract/dates.ts'
import { sql } from '../../server/database/connect.ts'
import { applicant } from '../support/applying.ts'
import { alive, expect, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'

// The notifications of a logged-in person. A notification is plain text, unread or read, and may lead to
// a page.

const MINUTE = 60_000

/** Inserts notifications seven hours apart, the last one now. Markup in their text must stay text. */
async function addNotifications(
  { db, clock }: Portal,
  userId: number,
  count: number,
  url: string | null = '/dashboard/profile',
) {
  for (let number = 1; number <= count; number++)
    await db.run(sql`
      insert into notifications (user_id, type, message, url, created_at)
      values (${userId}, 'draft_started', ${`<b>Letter ${number}</b>`}, ${url}, ${new Date(clock.now().getTime() - (count - number) * 7 * 60 * MINUTE)})`)
}

test('S2 §2, N1: newest first and as text; unread ones look different and can be marked, one and all', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  await addNotifications(portal, me.id, 4)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard/notifications')
  await alive(page)
  const lines = page.locator('.news li')
  await expect(lines).toHaveText([/Letter 4/, /Letter 3/, /Letter 2/, /Letter 1/])
  await expect(lines.first()).toContainText('<b>Letter 4</b>')
  await expect(lines.first()).toContainText(clockTime(portal.clock.now()))
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Today', 'Yesterday'])
  await expect(page.locator('.news .fresh')).toHaveCount(4)
  await expect(page.getByRole('status').filter({ hasText: '4 unread' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Notifications' })
  await expect(menu).toContainText('4')
  await inEveryAppearance(page, 'notifications, unread')
  await page.setViewportSize({ width: 1280, height: 900 })
  await lines.nth(1).getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.locator('.news .fresh')).toHaveCount(3)
  await expect(menu).toContainText('3')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All read')).toBeVisible()
  await expect(menu).toHaveText('Notifications')
  await page.reload()
  await expect(lines).toHaveCount(4)
  await expect(page.locator('.news .fresh')).toHaveCount(0)
  await inEveryAppearance(page, 'notifications, read')
})

test('T37: only an address of the portal becomes a link, and following the link marks the notification as read', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  for (const url of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])
    await addNotifications(portal, me.id, 1, url)
  await page.goto('/dashboard/notifications')
  await expect(page.locator('.news li')).toHaveCount(4)
  await expect(page.locator('.news li').getByRole('link')).toHaveCount(0)
  await addNotifications(portal, me.id, 1)
  await page.reload()
  await page.locator('.news li').getByRole('link').click()
  await page.waitForURL('**/dashboard/profile')
  await expect
    .poll(
      async () =>
        (await portal.db.rows(sql`select from notifications where user_id = ${me.id} and is_read`)).length,
    )
    .toBe(1)
})

test('S2 §2, §8: the page says when there are none, when they could not be loaded, and when one could not be marked', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  await page.goto('/dashboard/notifications')
  await expect(page.getByText('No notifications to display')).toBeVisible()
  await inEveryAppearance(page, 'notifications, none')
  await page.route('**/api/notifications/', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load notifications')
  await inEveryAppearance(page, 'notifications, failed')
  await page.unroute('**/api/notifications/')
  await addNotifications(portal, me.id, 26)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  const lines = page.locator('.news li')
  await expect(lines).toHaveCount(20)
  await page.getByRole('button', { name: 'Show 6 older' }).click()
  await expect(lines).toHaveCount(26)
  await page.route('**/api/notifications/*/', (route) => route.abort())
  await lines.first().getByRole('button', { name: 'Mark as read' }).click()
  await expect(page.getByText('We could not mark the notifications as read.')).toBeVisible()
  await expect(page.locator('.news .fresh')).toHaveCount(26)
  await inEveryAppearance(page, 'notifications, unheard')
})

test('one that could not be marked as read does not make another unread again', async ({ page, portal }) => {
  const me = await applicant(page, portal)
  await addNotifications(portal, me.id, 3)
  const release = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/notifications/*/', async (route) => {
    calls++
    if (calls > 1) return route.fulfill({ json: {} })
    await release.promise
    await route.abort()
  })
  await page.goto('/dashboard/notifications')
  await alive(page)
  const lines = page.locator('.news li')
  await lines.nth(0).getByRole('button', { name: 'Mark as read' }).click()
  await lines.nth(1).getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => calls).toBe(2)
  release.resolve()
  await expect(page.getByText('We could not mark the notifications as read.')).toBeVisible()
  await expect(lines.nth(0)).toHaveClass(/fresh/)
  await expect(lines.nth(1)).not.toHaveClass(/fresh/)
})
