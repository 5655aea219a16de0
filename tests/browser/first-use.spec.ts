import type { Page } from '@playwright/test'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { sql } from '../../server/database/connect.ts'
import { STORED } from '#contract/browser.ts'
import { alive, enter, expect, test } from '../support/browser.ts'
import { member, PASSWORD } from '../support/accounts.ts'

// A page arrives without its program, only with a small script, the starter. The starter loads the program at
// the first use: a press, a key or a focused field.

/** The addresses of the scripts in a page. Those that the page loads are in its head. */
const scripts = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
        'script[src], link[rel=modulepreload]',
      ),
    ].map((element) => new URL('src' in element ? element.src : element.href).pathname),
  )
// On a busy machine, a page of Chromium sometimes hangs. This short timeout detects it within a minute.
test.describe.configure({ timeout: 60_000 })

const STARTER_ALONE = [expect.stringMatching(/^\/assets\/starter-/)]

/**
 * Waits until the page is loaded and was idle once. A program that starts by itself then runs. A page that
 * draws nothing may never call back without a timeout.
 */
async function settled(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 2_000 })))
}

test('a public page has its program only when it is used: until then the starter is its only script', async ({
  page,
}) => {
  for (const path of ['/', '/jobs', '/jobs/1', '/about', '/resources', '/privacy']) {
    await page.goto(path)
    await settled(page)
    expect(await scripts(page), path).toEqual(STARTER_ALONE)
  }
})

for (const [name, use] of [
  ['a press', (page: Page) => page.mouse.click(5, 400)],
  ['a key', (page: Page) => page.keyboard.press('ArrowDown')],
  ['the focus on a field', (page: Page) => page.getByLabel('New jobs by email').focus()],
] as const)
  test(`${name} starts the program`, async ({ page }) => {
    await page.goto('/about')
    await settled(page)
    expect(await scripts(page)).toEqual(STARTER_ALONE)
    await use(page)
    await alive(page)
  })

test('a finger that scrolls starts nothing, and a link is followed without the program', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    hasTouch: true,
    isMobile: true,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await page.goto('/jobs')
  await settled(page)
  const session = await context.newCDPSession(page)
  // Chromium handles a touch at the next frame, and may ignore it if a page draws nothing. So let the page
  // draw continuously.
  await page.bringToFront()
  await page.evaluate(() => {
    const draw = () => requestAnimationFrame(draw)
    draw()
    const scrolled = new Promise((done) => addEventListener('scrollend', () => done(true), { once: true }))
    Object.assign(window, { scrolled })
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: 100, y: 600 })
  for (let y = 580; y >= 260; y -= 20) await touch('touchMove', { x: 100, y })
  await touch('touchEnd')
  // The page rolls on after the finger has left. A touch would only stop it.
  await page.evaluate('scrolled')
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(await scripts(page)).toEqual(STARTER_ALONE)
  await page.getByRole('article').getByRole('link').first().tap()
  await page.waitForURL(/\/jobs\/\d+$/)
  await settled(page)
  expect(await scripts(page)).toEqual(STARTER_ALONE)
  await context.close()
})

/** Holds the program back, while the person already uses the page. The returned function lets it arrive. */
async function holdProgram(page: Page) {
  let letGo = () => {}
  const isReleased = new Promise<void>((release) => (letGo = release))
  await page.route('**/assets/vendor-*', async (route) => {
    await isReleased
    await route.continue()
  })
  return letGo
}

test('what a person presses and types before the program runs is done when the program runs', async ({
  page,
}) => {
  const letGo = await holdProgram(page)
  await page.goto('/jobs')
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await expect(page.locator('html')).toHaveClass('is-starting')
  const turns = () =>
    page.evaluate(() => getComputedStyle(document.documentElement, '::before').animationIterationCount)
  expect(await turns()).toBe('infinite')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await turns(), 'for a person who does not want motion').toBe('1')
  letGo()
  await expect(page.getByRole('button', { name: 'Search and filter' })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  await expect(page.locator('html')).not.toHaveClass('is-starting')
})

test('S1 §4 a login that is typed and pressed before the program runs continues when it runs', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  const letGo = await holdProgram(page)
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.locator('html')).toHaveClass('is-starting')
  letGo()
  await page.waitForURL('**/security-setup')
})

test('a file that is chosen before the program runs is read when the program runs', async ({ page }) => {
  const letGo = await holdProgram(page)
  await page.goto('/verify')
  const file = { name: 'receipt.json', mimeType: 'application/json', buffer: Buffer.from('not a receipt') }
  await page.locator('input[type=file]').setInputFiles(file)
  letGo()
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a choice and a word from before the program runs filter the list', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const letGo = await holdProgram(page)
  await page.goto('/jobs')
  await page.getByLabel('Job type').selectOption({ index: 1 })
  await page.getByLabel('Search by title').pressSequentially('officer')
  letGo()
  await page.waitForURL(/search=officer/)
  expect(new URL(page.url()).searchParams.get('job_type')).not.toBe('')
})

test('with a token the program starts at once; with Save-Data only when the page is used', async ({
  page,
  portal,
}) => {
  const { email } = await member(portal)
  await enter(page, email)
  await page.goto('/')
  await expect(page.getByText('Logout').first()).toBeAttached()
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  await page.goto('/about')
  await settled(page)
  expect(await scripts(page)).toEqual(STARTER_ALONE)
})

test('a page with a form starts its program as soon as the browser is idle, on 2G only when it is used', async ({
  page,
}) => {
  await page.goto('/login')
  await expect.poll(() => scripts(page)).toContainEqual(expect.stringMatching(/vendor-/))
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: 'slow-2g' } }),
  )
  await page.goto('/register')
  await settled(page)
  expect(await scripts(page)).toEqual(STARTER_ALONE)
  await page.getByLabel('First name').fill('Achieng')
  await alive(page)
  await expect(page.getByLabel('First name')).toHaveValue('Achieng')
})

test('S2 §2 the note about the assistant comes without the program, and goes for good', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Dismiss this note' }).click()
  await expect(page.getByText('Questions? Ask the assistant.')).toBeHidden()
  expect(await page.evaluate((key) => localStorage.getItem(key), STORED.assistantSeen)).not.toBeNull()
})

test('S1 §2 a deadline that passes on an open page shows Expired without the program, and as before with it', async ({
  page,
  portal,
}) => {
  const soon = new Date(portal.clock.now().getTime() + 60_000).toISOString()
  const [job] = await portal.db.rows<{ id: number }>(sql`
    update jobs set expiry_date = ${soon} where id = (select min(id) from jobs where is_active) returning id`)
  await page.clock.install()
  await page.goto(`/jobs/${job?.id}`)
  await settled(page)
  await page.clock.runFor(61_000)
  await expect(page.getByText(JOB_WORDS.expired, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: JOB_WORDS.apply }).first()).toBeHidden()
  expect(await scripts(page)).toEqual(STARTER_ALONE)
  await page.keyboard.press('ArrowDown')
  await alive(page)
  await expect(page.getByRole('img', { name: /^Expired, / })).toBeVisible()
})
