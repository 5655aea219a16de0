import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { isGuarded } from '../../web/paths.ts'
import { member } from '../support/accounts.ts'
import { alive, enter, expect, expectAccessible, login, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'

// Pages for logged-in people: visitors are sent to the login, and /apply starts an application. W16: a tab
// applies for the job with which it was opened. T37: a login leads only to pages of the portal.

const DAY = 86_400_000

/** Logs a new person in: by the form if the page is the login, otherwise without the form. */
async function applicant(page: Page, portal: Portal, { hasQuestion = true } = {}) {
  const account = await member(portal)
  if (hasQuestion)
    await portal.db.run(
      sql`update users set security_question = 'Which?', security_answer_hash = 'x' where id = ${account.id}`,
    )
  if (page.url().endsWith('/login')) {
    await login(page, account.email)
    await page.waitForURL((url) => url.pathname !== '/login')
  } else {
    await enter(page, account.email)
  }
  return account
}

let taken = 0
/** One of the sample jobs, a different one at each call. It closes in this many days. */
async function openJob({ db, clock, url }: Portal, days = 9) {
  const deadline = new Date(clock.now().getTime() + days * DAY)
  const job = await db.row<{ id: number; title: string }>(sql`
    update jobs set expiry_date = ${deadline} where id = (select id from jobs order by id offset ${taken++} limit 1) returning id, title`)
  if (!job) throw new Error('no job left')
  // Wait until the portal has dropped the job from its cache.
  await expect
    .poll(async () => (await (await fetch(`${url}/api/jobs/${job.id}/`)).json()).expiry_date)
    .toBe(deadline.toISOString())
  return job
}

/** Stores this job in the browser as the one for which the person wanted to apply. */
const choose = (page: Page, job: { id: number; title: string }) =>
  page.evaluate(({ id, title }) => {
    localStorage.setItem('selectedJobId', String(id))
    localStorage.setItem('selectedJobTitle', title)
  }, job)

/** What the browser stores: the chosen job, this tab's job, and the page to open after the login. */
const stored = (page: Page) =>
  page.evaluate(() => [
    localStorage.getItem('selectedJobId'),
    sessionStorage.getItem('applyingFor'),
    sessionStorage.getItem('afterLogin'),
  ])

const applications = async ({ db }: Portal, userId: number) =>
  (await db.rows<{ job_id: number }>(sql`select job_id from job_applications where user_id = ${userId}`)).map(
    ({ job_id }) => Number(job_id),
  )

test.describe('the guard', () => {
  test('S1 §6: pages that need a login send a visitor to /login', async ({ page }) => {
    for (const path of ['/dashboard', '/dashboard/profile', '/apply', '/apply?job=3', '/security-setup']) {
      await page.goto(path)
      await page.waitForURL('**/login')
      expect((await stored(page))[2]).toBe(path)
    }
  })

  test('S1 §6: while the page waits to know who is logged in, it says so and shows a spinner', async ({
    page,
  }) => {
    await page.goto('/jobs')
    await alive(page)
    await page.evaluate(() => localStorage.setItem('token', 'x'))
    let release = () => {}
    const held = new Promise<void>((go) => (release = go))
    await page.route('**/api/user/profile/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard')
    await alive(page)
    await expect(page.getByRole('status')).toHaveText('Opening your pages')
    await expect(page.getByRole('status').locator('.spin')).toBeVisible()
    await expectAccessible(page, 'guard, waiting')
    release()
    await page.waitForURL('**/login')
  })

  test('T37: after a login, only an address of a page for logged-in people is opened', async ({
    page,
    portal,
  }) => {
    const evil = [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/dashboard',
      'javascript:alert(1)',
      '/dashboard//evil.example',
      '/dashboard/../..//evil.example',
      '/jobs',
    ]
    expect(evil.filter(isGuarded)).toEqual([])
    expect(isGuarded('/dashboard/profile')).toBe(true)
    // The login uses the same rule. Here it is shown with an address of each kind.
    const account = await applicant(page, portal)
    for (const path of ['https://evil.example/dashboard', '/dashboard/../..//evil.example', '/jobs']) {
      await page.evaluate(() => localStorage.clear())
      await page.goto('/login')
      await page.evaluate((target) => sessionStorage.setItem('afterLogin', target), path)
      await login(page, account.email)
      await page.waitForURL(`${portal.url}/dashboard`)
    }
  })

  test('W16: a logout leaves neither the page nor the chosen job to the next person at this browser', async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    const job = await openJob(portal)
    await choose(page, job)
    await page.goto(`/apply?job=${job.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(job.title)
    await page.getByText('Menu').click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    expect(await stored(page)).toEqual([null, null, null])
    const next = await applicant(page, portal)
    await page.waitForURL('**/dashboard')
    expect(await applications(portal, next.id)).toEqual([])
  })

  test('A20: a session that ended by itself leads back to the same page', async ({ page, portal }) => {
    const account = await applicant(page, portal)
    await page.goto('/dashboard/profile')
    await expect(page.getByText('Member since')).toBeVisible()
    await portal.db.run(sql`delete from sessions where user_id = ${account.id}`)
    await page.reload()
    await page.waitForURL('**/login')
    await login(page, account.email)
    await page.waitForURL('**/dashboard/profile')
  })
})

test.describe('/apply', () => {
  test('S2 §4: no selected job leads to /jobs, an impossible one says so', async ({ page, portal }) => {
    await applicant(page, portal)
    await page.goto('/apply')
    await page.waitForURL('**/jobs')
    for (const job of ['x', '0', '-3', '1.5', '']) {
      await page.goto(`/apply?job=${job}`)
      await expect(
        page.getByText('Invalid job. Please select a job again and start the application.'),
      ).toBeVisible()
    }
    await expectAccessible(page, 'apply, no such job')
  })

  test('opening the address starts nothing; pressing Apply Now does, once', async ({ page, portal }) => {
    const { id } = await applicant(page, portal)
    const job = await openJob(portal)
    await page.goto(`/apply?job=${job.id}`)
    await page.waitForURL(`**/jobs/${job.id}`)
    expect(await applications(portal, id)).toEqual([])
    await alive(page)
    await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
    await page.waitForURL(`**/apply?job=${job.id}`)
    await expect(page.getByRole('heading', { name: `You are applying for ${job.title}` })).toBeVisible()
    for (const part of ['Personal', 'Education', 'Work Experience', 'Referees', 'Review']) {
      await expect(
        page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').filter({ hasText: part }),
      ).toBeVisible()
    }
    await expectAccessible(page, 'apply')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
    expect(await applications(portal, id)).toEqual([job.id])
  })

  test('S1 §4: a visitor who presses Apply Now is sent to log in, the job is kept, and is started after the login', async ({
    page,
    portal,
  }) => {
    const job = await openJob(portal)
    await page.goto(`/jobs/${job.id}`)
    await alive(page)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/login')
    await expect(page.getByText('You were about to apply for')).toBeVisible()
    const remaining = await page.evaluate(() => [
      localStorage.getItem('selectedJobId'),
      localStorage.getItem('selectedJobTitle'),
    ])
    expect(remaining).toEqual([String(job.id), title.replace(/\s+/g, ' ')])
    await expectAccessible(page, 'login with a chosen job')
    const { id } = await applicant(page, portal)
    await page.waitForURL(`**/apply?job=${job.id}`)
    await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
    expect(await applications(portal, id)).toEqual([job.id])
  })

  test('W16: another tab that chooses another job does not change what this tab applies for', async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    const [first, second] = [await openJob(portal), await openJob(portal)]
    await choose(page, first)
    await page.goto('/apply')
    await page.waitForURL(`**/apply?job=${first.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first.title)
    await choose(page, second)
    await page.goto('/apply')
    await page.waitForURL(`**/apply?job=${first.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(first.title)
  })

  test('W24: /apply for a closed job leads to the page of the job, and the browser forgets the job', async ({
    page,
    portal,
  }) => {
    const { id } = await applicant(page, portal)
    const job = await openJob(portal)
    await choose(page, job)
    await closeJob(portal, job.id)
    await page.goto(`/apply?job=${job.id}`)
    await page.waitForURL(`**/jobs/${job.id}`)
    expect((await stored(page)).slice(0, 2)).toEqual([null, null])
    expect(await applications(portal, id)).toEqual([])
  })

  test('S1 §8: what cannot be started says so and can be tried again', async ({ page, portal }) => {
    await applicant(page, portal)
    const job = await openJob(portal)
    await choose(page, job)
    await page.route('**/api/job-applications/**', (route) => route.abort())
    await page.goto(`/apply?job=${job.id}`)
    await expect(page.getByText('Failed to start application. Please try again.')).toBeVisible()
    await expectAccessible(page, 'apply, failed')
    await page.unroute('**/api/job-applications/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
  })
})

/** Closes a job and waits until the portal says so. */
async function closeJob({ db, clock, url }: Portal, id: number) {
  await db.run(sql`update jobs set expiry_date = ${new Date(clock.now().getTime() - DAY)} where id = ${id}`)
  await expect.poll(async () => (await (await fetch(`${url}/api/jobs/${id}/`)).json()).is_expired).toBe(true)
}

test('axe finds nothing and nothing scrolls sideways, logged in, in every appearance and between a phone and a desk', async ({
  page,
  portal,
}) => {
  await applicant(page, portal, { hasQuestion: false })
  const job = await openJob(portal)
  await choose(page, job)
  for (const [path, words] of [
    ['/dashboard', 'days left'],
    ['/dashboard/profile', 'Member since'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await inEveryAppearance(page, path)
    await page.setViewportSize({ width: 768, height: 800 })
    await expectAccessible(page, `${path}, 768 px`)
    await page.setViewportSize({ width: 360, height: 740 })
  }
})
