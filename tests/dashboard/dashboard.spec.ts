import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { onDashboard, openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { drawn, expect, expectAccessible, login, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'

// The dashboard of a logged-in person: its menus, and the overview of what needs them. `applicationOf`
// inserts a draft, `sendApplication` sends an application through the API.

const DAY = 86_400_000
/** The deadline of a job that closes in this many days. */
const closing = (portal: Portal, days: number) => ({
  expiry_date: new Date(portal.clock.now().getTime() + days * DAY).toISOString(),
})

/** Stores this job in the browser as the one for which the person wanted to apply. */
const choose = (page: Page, job: { id: number; title: string }) =>
  page.evaluate(({ id, title }) => {
    localStorage.setItem('selectedJobId', String(id))
    localStorage.setItem('selectedJobTitle', title)
  }, job)

test.describe('S2 §2 Dashboard shell', () => {
  test('the menu is named Admin and holds five pages (N4); each says where one is', async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await onDashboard(page, portal)
    const menu = page.getByRole('navigation', { name: 'Admin' })
    for (const [name, path] of [
      ['Available Jobs', '/dashboard/jobs'],
      ['My Applications', '/dashboard/applications'],
      ['My Profile', '/dashboard/profile'],
      ['Notifications', '/dashboard/notifications'],
      ['Dashboard', '/dashboard'],
    ] as const) {
      await menu.getByRole('link', { name }).click()
      await page.waitForURL(`**${path}`)
      await expect(menu.locator('[aria-current=page]')).toHaveText(name)
    }
    const foot = page.getByRole('contentinfo')
    for (const [name, path] of [
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Contact', '/contact'],
    ] as const)
      await expect(foot.getByRole('link', { name })).toHaveAttribute('href', path)
    await expect(foot).toContainText('1.0.0')
  })

  test('while the next page loads, the present page stays as it is, with a bar at its top', async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await onDashboard(page, portal)
    await expect(page.locator('.dash-top')).toHaveCSS('display', 'grid')
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/job-applications/', async (route) => {
      await held
      await route.continue()
    })
    const link = page
      .getByRole('navigation', { name: 'Admin' })
      .getByRole('link', { name: 'My Applications' })
    const before = await link.boundingBox()
    await link.click()
    await expect(page.getByText('Loading the page')).toBeAttached()
    expect(await link.boundingBox()).toEqual(before)
    await expect(page.getByRole('heading', { level: 1, name: /^Habari/ })).toBeVisible()
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'My Applications' })).toBeVisible()
    await expect(page.getByText('Loading the page')).toHaveCount(0)
  })

  test('on a phone one Menu holds all links, under the names of their groups, and only one button to log out', async ({
    page,
    portal,
  }) => {
    const me = await onDashboard(page, portal)
    await portal.db.run(sql`
      insert into notifications (user_id, type, message, created_at) values (${me.id}, 'profile', 'Your profile was changed.', ${portal.clock.now()})`)
    await expect(page.locator('summary').filter({ visible: true })).toHaveText('Menu')
    await page.getByText('Menu').click()
    const banner = page.getByRole('banner')
    await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveText([
      'Dashboard',
      'Available Jobs',
      'My Applications',
      'My Profile',
      'Notifications1 unread',
    ])
    for (const part of ['Admin', 'Account', 'On this site'])
      await expect(banner.getByText(part, { exact: true })).toBeVisible()
    for (const name of ['Your Profile', 'Change Password', 'Home', 'Jobs', 'About Us']) {
      await expect(banner.getByRole('link', { name, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('button', { name: /^(?:Logout|Sign out)$/ })).toHaveCount(1)
    await inEveryAppearance(page, 'menu open')
    await banner.getByRole('link', { name: 'My Applications' }).press('Escape')
    await expect(page.getByText('Menu')).toBeFocused()
    await page.keyboard.press('Enter')
    await banner.getByRole('link', { name: 'My Applications' }).click()
    await page.waitForURL('**/dashboard/applications')
    await expect(banner.getByRole('link', { name: 'My Applications' })).toBeHidden()
  })

  test('the account menu by keyboard: it opens, Escape closes it and returns the focus, and logging out leads to /login', async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await onDashboard(page, portal)
    const account = page.locator('summary', { hasText: 'Account' })
    await account.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'Your Profile' })).toBeVisible()
    await expectAccessible(page, 'account menu')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'Your Profile' })).toBeHidden()
    await expect(account).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Change Password' }).click()
    await page.waitForURL('**/dashboard/settings')
    await expect(page.getByRole('link', { name: 'Change Password' })).toBeHidden()
    await account.click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

test.describe('S2 §2 Dashboard overview', () => {
  test('a person without applications sees zeros and the links to start, and nothing more', async ({
    page,
    portal,
  }) => {
    await onDashboard(page, portal)
    await expect(page.getByText('Nothing at the moment.')).toBeVisible()
    for (const [name, path] of [
      ['0 Total Applications', '/dashboard/applications'],
      ['0 Pending Applications', '/dashboard/applications?status=pending'],
      ['0 Notifications', '/dashboard/notifications'],
      ['Update Profile', '/dashboard/profile?edit=1'],
      ['Browse Jobs', '/dashboard/jobs'],
      ['View Applications', '/dashboard/applications'],
    ] as const)
      await expect(page.getByRole('main').getByRole('link', { name, exact: false }).last()).toHaveAttribute(
        'href',
        path,
      )
    await inEveryAppearance(page, 'overview, empty')
  })

  test('L3, L5: the tiles count; drafts come first with their deadlines, the nearest in large with what is missing', async ({
    page,
    portal,
  }) => {
    const me = await onDashboard(page, portal)
    const [later, sooner, past, sent] = [
      await openJob(portal, closing(portal, 30)),
      await openJob(portal, closing(portal, 2)),
      await openJob(portal, closing(portal, 5)),
      await openJob(portal),
    ]
    await applicationOf(portal, me.id, later.id)
    await applicationOf(portal, me.id, sooner.id)
    await applicationOf(portal, me.id, past.id)
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - DAY)} where id = ${past.id}`,
    )
    await sendApplication(portal, me.email, sent.id)
    await page.reload()
    const needs = page.locator('.need > li')
    await expect(needs.nth(0)).toContainText(sooner.title)
    await expect(needs.nth(0)).toContainText('2days left')
    await expect(needs.nth(0)).toContainText('Education, Work experience and Referees are missing')
    await expect(needs.nth(0).getByRole('link', { name: 'Continue Application' })).toHaveAttribute(
      'href',
      `/apply?job=${sooner.id}`,
    )
    await expect(needs.nth(1)).toContainText('30 days left')
    await expect(needs.nth(2)).toContainText('Unread:')
    await expect(page.getByText(past.title)).toHaveCount(0)
    const tiles = page.locator('.tiles .fig')
    await expect(tiles.nth(0)).toHaveText('1')
    await expect(tiles.nth(1)).toHaveText('1')
    const unread = await portal.db.row<{ n: number }>(
      sql`select count(*) as n from notifications where user_id = ${me.id} and not is_read`,
    )
    await expect(tiles.nth(2)).toHaveText(String(unread?.n))
    await inEveryAppearance(page, 'overview, full')
  })

  test('W17: the chosen job is offered with its deadline; W16: once it has closed, the page says so once and forgets the job', async ({
    page,
    portal,
  }) => {
    await onDashboard(page, portal)
    const job = await openJob(portal, closing(portal, 1))
    await choose(page, job)
    await page.goto('/dashboard')
    await expect(
      page.getByRole('heading', { name: `Continue your application for ${job.title}` }),
    ).toBeVisible()
    await expect(page.getByText('day left')).toBeVisible()
    await inEveryAppearance(page, 'overview, chosen job')
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - DAY)} where id = ${job.id}`,
    )
    await expect
      .poll(async () => (await (await fetch(`${portal.url}/api/jobs/${job.id}/`)).json()).is_expired)
      .toBe(true)
    // Route the call, because the browser's cache still has the previous answer.
    await page.route('**/api/jobs/*/', (route) => route.continue())
    await page.reload()
    await expect(page.getByText(`Applications for ${job.title} have closed.`)).toBeVisible()
    await inEveryAppearance(page, 'overview, closed job')
    await page.reload()
    await expect(page.getByText('Nothing at the moment.')).toBeVisible()
  })

  test('W17: the chosen job is offered although an earlier application for it was withdrawn', async ({
    page,
    portal,
  }) => {
    const me = await onDashboard(page, portal)
    const job = await openJob(portal)
    const id = await applicationOf(portal, me.id, job.id, { status: 'Pending' })
    await portal.db.run(
      sql`update job_applications set withdrawn_at = ${portal.clock.now()}, withdrawn_id = id where id = ${id}`,
    )
    await choose(page, job)
    await page.goto('/dashboard')
    await expect(
      page.getByRole('heading', { name: `Continue your application for ${job.title}` }),
    ).toBeVisible()
  })

  test('W17: the draft for the job that was chosen last comes first, even if its deadline is far away', async ({
    page,
    portal,
  }) => {
    const me = await onDashboard(page, portal)
    const [soon, chosen] = [
      await openJob(portal, closing(portal, 1)),
      await openJob(portal, closing(portal, 30)),
    ]
    for (const job of [soon, chosen]) await applicationOf(portal, me.id, job.id)
    await choose(page, chosen)
    await page.goto('/dashboard')
    const needs = page.locator('.need > li')
    await expect(
      needs.nth(0).getByRole('heading', { name: `Continue your application for ${chosen.title}` }),
    ).toBeVisible()
    await expect(needs.nth(1)).toContainText(soon.title)
    await expect(page.getByRole('heading', { name: /^Continue your application for/ })).toHaveCount(1)
  })

  test('late answers, in any order, do not move what is already on the page', async ({ page, portal }) => {
    const me = await onDashboard(page, portal)
    await applicationOf(portal, me.id, (await openJob(portal)).id)
    await portal.db.run(sql`
      insert into notifications (user_id, type, message, created_at) values (${me.id}, 'profile', 'Your profile was changed.', ${portal.clock.now()})`)
    await page.addInitScript(() => {
      const moved: string[] = []
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Element | null }[]
        })[]) {
          moved.push(
            `${shift.value.toFixed(4)} ${shift.sources.map(({ node }) => node?.textContent?.slice(0, 30)).join(' | ')}`,
          )
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const order = [
      'dashboard/stats',
      'user/profile',
      'notifications',
      'job-applications',
      'job-applications/*',
    ]
    // Each answer waits for the one before it in order of arrival, and for a drawn frame.
    let before = Promise.resolve()
    for (const path of order) {
      await page.route(`**/api/${path}/`, async (route) => {
        const answer = await route.fetch()
        const mine = before
        before = mine
          .then(() => drawn(page).catch(() => {}))
          .then(() => route.fulfill({ response: answer }).catch(() => {}))
      })
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('link', { name: 'View Applications' })).toBeVisible()
    await drawn(page)
    const moved = await page.evaluate(() => (window as never as { moved: string[] }).moved)
    expect(
      moved.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
      moved.join('\n'),
    ).toBeLessThanOrEqual(0.02)
  })

  test('A20: a banner is shown until the security question is set', async ({ page, portal }) => {
    const me = await onDashboard(page, portal)
    await portal.db.run(
      sql`update users set security_question = null, security_answer_hash = null where id = ${me.id}`,
    )
    await page.reload()
    await expect(page.getByText('You have no security question yet.')).toBeVisible()
    await inEveryAppearance(page, 'overview, no question')
    await page.getByRole('link', { name: 'Set Security Question' }).click()
    await page.getByLabel('What was the name of your first class teacher?').check()
    await page.getByLabel('Answer', { exact: true }).fill('Mwalimu Wafula')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await page.waitForURL('**/dashboard')
    await expect(page.getByText('Nothing at the moment.')).toBeVisible()
  })

  test('S2 §4, L6: a sent application leads here with its message, which leads to it and outlives a reload', async ({
    page,
    portal,
  }) => {
    const me = await onDashboard(page, portal)
    const job = await openJob(portal)
    const { id } = await sendApplication(portal, me.email, job.id)
    await page.goto(`/apply?job=${job.id}`)
    await page.waitForURL('**/dashboard')
    const message = page.getByText(
      'You have already submitted an application for this position. You can check its status here.',
    )
    await expect(message).toBeVisible()
    await page.reload()
    await expect(message).toBeVisible()
    await inEveryAppearance(page, 'overview, message')
    await page.getByRole('link', { name: 'Open this application' }).click()
    await page.waitForURL(`**/dashboard/applications/${id}`)
    await page.goto('/dashboard')
    await expect(message).toHaveCount(0)
    // After the login, the page shows the same message with the same link, and the chosen job is deleted (S1
    // §4).
    await page.evaluate(() => localStorage.clear())
    await choose(page, job)
    await page.goto('/login')
    await login(page, me.email)
    await page.waitForURL('**/dashboard')
    await expect(message).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open this application' })).toHaveAttribute(
      'href',
      `/dashboard/applications/${id}`,
    )
    expect(await page.evaluate(() => localStorage.getItem('selectedJobId'))).toBeNull()
  })

  test('S2 §8, A11: a part that could not be loaded says so, and loads by itself when the network is back', async ({
    page,
    portal,
  }) => {
    await onDashboard(page, portal)
    await page.route('**/api/{job-applications,dashboard/stats}/', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Failed to load applications. Please try again later.')).toBeVisible()
    await expect(page.getByText('The numbers could not be loaded.')).toBeVisible()
    await inEveryAppearance(page, 'overview, failed')
    await page.unroute('**/api/{job-applications,dashboard/stats}/')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('Nothing at the moment.')).toBeVisible()
    await expect(page.locator('.tiles .fig').first()).toHaveText('0')
  })
})
