import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test as base } from '@playwright/test'
import { builtPages } from '../../server/app.ts'
import { importJobs } from '../../server/jobs/import.ts'
import { openPortal, type Portal } from './portal.ts'

const SAMPLE = join(import.meta.dirname, '../../server/database/reference/sample-jobs.json')

/** A portal with pages and the sample jobs for the tests of one file; each page fails its test on an error or a blocked thing. */
export const test = base.extend<{ quiet: undefined }, { portal: Portal }>({
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      const portal = await openPortal({ app: { pages: builtPages } })
      await importJobs(portal.deps, readFileSync(SAMPLE, 'utf8'), { announce: false })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  quiet: [
    async ({ page }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      // A refusal that a page shows to its reader is no fault of the page.
      page.on('console', (line) => line.type() === 'error' && !/Failed to load resource/.test(line.text()) && faults.push(line.text()))
      await use(undefined)
      expect(faults, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** What axe finds, of all its rules or of these. No page of ours has a frame, so it need not open a second page to gather them: three times as quick. */
export async function axe(page: Page, rules: string[] = []) {
  const builder = new AxeBuilder({ page }).setLegacyMode(true)
  return (await (rules.length > 0 ? builder.withRules(rules) : builder).analyze()).violations
}

/** WCAG 2.2 AA by axe, and nothing that scrolls sideways. */
export async function expectAccessible(page: Page, state: string) {
  const violations = await axe(page)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    `axe: ${state}`,
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `sideways scroll: ${state}`).toBeLessThanOrEqual(0)
}

/** Waits until React has taken the page over. */
export const alive = (page: Page) => page.waitForFunction(() => '__reactRouterDataRouter' in window)

let people = 0
export const newEmail = () => `achieng${++people}.${process.pid}@example.com`
export const PASSWORD = 'Violet7inkpot'

/** The four parts of the registration form, by hand; ends when the account is created. */
export async function register(
  page: Page,
  email: string,
  onEach: (part: string) => Promise<void> = async () => {},
  prove: () => Promise<void> = async () => {},
) {
  await page.goto('/register')
  await alive(page)
  await onEach('You')
  await page.getByLabel('First name').fill('achieng')
  await page.getByLabel('Last name').fill("ng'ang'a")
  await page.getByLabel('ID Card', { exact: true }).check()
  await page.getByLabel('ID Card number').fill(String(10_000_000 + ((people * 7919 + process.pid * 31) % 89_999_999)))
  await page.getByLabel('Female').check()
  await page.getByLabel('Date of birth').fill('1999-05-06')
  await page.getByLabel('Yes').check()
  await page.getByLabel('Type of disability').selectOption('Visual')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await onEach('Reach and place')
  await page.getByLabel('Phone').fill('0712345678')
  for (const [label, typed] of [
    ['County', 'kilif'],
    ['Constituency', 'kalo'],
    ['Ward', 'kaya'],
  ] as const) {
    const box = page.getByRole('combobox', { name: label })
    await box.fill(typed)
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD)
  await onEach('Your password')
  await page.getByRole('button', { name: 'Next' }).click()
  await prove()
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await onEach('Check and create')
  await page.getByRole('button', { name: 'Create Account' }).click()
}

export async function login(page: Page, email: string, password = PASSWORD) {
  if (!page.url().includes('/login')) await page.goto('/login')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
