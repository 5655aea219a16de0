import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { STORED } from '#contract/browser.ts'
import { inKiswahili } from '#contract/language/paths.ts'
import { applicant, drafted, openJob } from '../support/applying.ts'
import { alive, expect, test } from '../support/browser.ts'
import { setLevel } from '../support/brownout.ts'
import { keepsItsLayout } from '../support/longer-texts.ts'
import { sendApplication } from '../support/sent.ts'
import { PROGRAM_ID, type Program } from '../../web/starter/program.ts'

// A translation may be longer than English. `keepsItsLayout` makes all texts of a page 40 % longer and
// fails if a text is cut off or a button is out of reach. The pages are the Kiswahili ones.

test.use({ serviceWorkers: 'block' })
test.describe.configure({ mode: 'parallel' })
// The note about the assistant lies over the page from two seconds on, until a person closes it.
test.beforeEach(({ page }) =>
  page.addInitScript((key) => localStorage.setItem(key, '1'), STORED.assistantSeen),
)

const HELP = readdirSync(join(import.meta.dirname, '../../content/help')).map(
  (name) => `/resources/${name.replace('.md', '')}`,
)

/**
 * Opens a page, and waits for its program if that starts by itself. The program would otherwise start on
 * changed texts, and refuse the page.
 */
async function open(page: Page, path: string) {
  await page.goto(inKiswahili(path))
  const program = page.locator(`#${PROGRAM_ID}`)
  const { start }: Partial<Program> =
    (await program.count()) > 0 ? JSON.parse((await program.textContent()) ?? '') : {}
  if (start && start !== 'when-used') await alive(page)
}

/** Checks a page that is complete without its program. */
async function checkPage(page: Page, path: string) {
  await open(page, path)
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw-KE')
  await keepsItsLayout(page, path)
}

/**
 * Checks a page that its program draws. `press`: the selector of a button that leads to the state to check.
 */
async function lookAlive(page: Page, path: string, press?: string, state = path) {
  await page.goto(inKiswahili(path))
  await alive(page)
  await expect(page.locator('main h1, main h2').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  if (press !== undefined) await page.locator(press).filter({ visible: true }).first().click()
  await keepsItsLayout(page, state)
}

test('texts that are 40 % longer keep the layout of public pages', async ({ page }) => {
  for (const path of [
    '/',
    '/jobs',
    '/jobs?search=nothing-like-it',
    '/jobs?include_expired=1&page=4',
    '/jobs/1',
    '/jobs/3',
    '/transparency',
    '/selections',
    '/selections/sample',
    '/verify',
    '/status',
    '/no/such/page',
  ])
    await checkPage(page, path)
})

test('texts that are 40 % longer keep the layout of written pages', async ({ page }) => {
  for (const path of [
    '/about',
    '/services',
    '/resources',
    '/contact',
    '/complaints',
    '/privacy',
    '/terms',
    ...HELP,
  ])
    await checkPage(page, path)
})

test('texts that are 40 % longer keep the layout of accounts', async ({ page }) => {
  for (const path of ['/register/plain', '/register/plain?county=47', '/verify-email/again']) {
    await checkPage(page, path)
    await open(page, path)
    await page.locator('main button').last().click()
    await keepsItsLayout(page, `${path}, with errors`)
  }
  for (const path of ['/login', '/register', '/register?part=2', '/register?part=3', '/forgot-password']) {
    await lookAlive(page, path)
    await lookAlive(page, path, 'main form .btn:not(.btn-2)', `${path}, with errors`)
  }
  for (const path of [
    '/register?part=4',
    '/forgot-password#code',
    '/verify-email/x.y',
    '/not-me/x',
    '/confirm-email/x',
    '/undo-email/x',
    '/newsletter/confirm/x',
    '/newsletter/stop/x',
  ])
    await lookAlive(page, path)
})

test('texts that are 40 % longer keep the layout of the line', async ({ page, portal }) => {
  await setLevel(portal, 3, { behind: 1_200_000 })
  await checkPage(page, '/line')
  await setLevel(portal, 0)
  await checkPage(page, '/line')
})

test('texts that are 40 % longer keep the layout of the dashboard', async ({ page, portal }) => {
  const { account, job } = await drafted(page, portal, 3)
  const { id } = await sendApplication(portal, account.email, (await openJob(portal)).id)
  for (const path of [
    '/dashboard',
    '/dashboard/jobs',
    '/dashboard/applications',
    `/dashboard/applications/${id}`,
    '/dashboard/profile',
    '/dashboard/profile?edit',
    '/dashboard/notifications',
    '/dashboard/settings',
    '/security-setup',
    `/jobs/${job.id}`,
  ])
    await lookAlive(page, path)
  await lookAlive(page, '/dashboard', 'header summary', 'the menu')
})

test('texts that are 40 % longer keep the layout of the form', async ({ page, portal }) => {
  const { job } = await drafted(page, portal, 5)
  const path = `/apply?job=${job.id}`
  const step = (number: number) => `ol.steps li:nth-child(${number}) button`
  for (const number of [1, 2, 3, 4]) await lookAlive(page, path, step(number), `step ${number}`)
  await lookAlive(page, path, step(5), 'step 5')
  await lookAlive(page, path, '.bar .btn:not(.btn-2)', 'confirmation')
})

test('texts that are 40 % longer keep the layout of an empty form', async ({ page, portal }) => {
  const job = await openJob(portal)
  await applicant(page, portal)
  await lookAlive(page, '/dashboard')
  await lookAlive(page, '/dashboard/applications')
  await lookAlive(page, '/dashboard/notifications')
  await lookAlive(page, `/apply?job=${job.id}`)
})
