import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { builtPages } from '../../server/app.ts'
import { importJobs } from '../../server/jobs/import.ts'
import { keepMarkup } from './markup.ts'
import { A_TUESDAY, openPortal, type Portal } from './portal.ts'

const SAMPLE = join(import.meta.dirname, '../../server/database/reference/sample-jobs.json')

/** Collects the errors of a page from now on. A refusal by the API that the page shows is not its error. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on(
    'console',
    (line) =>
      line.type() === 'error' && !/Failed to load resource/.test(line.text()) && errors.push(line.text()),
  )
  return errors
}

/**
 * A portal with pages and sample jobs, for one test file. An error or a blocked resource in a page fails its
 * test.
 */
export const test = base.extend<
  { checksConsole: boolean; startsOnTuesday: undefined; closesContexts: undefined },
  { portal: Portal; alone: string }
>({
  // Files that give a name here share their portal only with files of the same name.
  alone: ['', { scope: 'worker', option: true }],
  // A test that provokes errors in the console sets it to false.
  checksConsole: [true, { option: true }],
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
  // Every test starts at the same time of the clock, even if another test moved it.
  startsOnTuesday: [
    async ({ portal }, use) => {
      portal.clock.set(A_TUESDAY)
      await use(undefined)
    },
    { auto: true },
  ],
  // A context that a test made itself lives until the worker ends, and its pages go on working.
  closesContexts: [
    async ({ browser }, use) => {
      const earlier = browser.contexts()
      await use(undefined)
      const left = browser.contexts().filter((context) => !earlier.includes(context))
      await Promise.all(left.map((context) => context.close()))
    },
    { auto: true },
  ],
  baseURL: async ({ portal }, use) => use(portal.url),
  page: async ({ page, checksConsole }, use) => {
    const errors = errorsOf(page)
    await use(page)
    if (checksConsole) expect(errors, 'errors in the console').toEqual([])
  },
})

export { expect }

// Use the minified file of axe, because the browser parses it again in every document.
const AXE = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/**
 * Returns the violations that the tool axe finds, with all its rules or with these. It is injected once per
 * document and reports only violations, which is three times as fast. It does not preload style sheets,
 * because only a disabled rule needs them.
 */
export async function axe(page: Page, rules: string[] = []) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as {
      axe: { run: (on: Document, options: RunOptions) => Promise<AxeResults> }
    }
    const { violations } = await inPage.run(document, {
      resultTypes: ['violations'],
      preload: { assets: ['media'] },
      ...(only.length > 0 ? { runOnly: only } : {}),
    })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }))
  }, rules)
}

/** The elements beyond the window's edge, if the page scrolls sideways. */
export function tooWide(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const wide = [...document.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > innerWidth,
  )
  return [
    `${document.documentElement.scrollWidth} of ${innerWidth} px`,
    ...wide.slice(0, 8).map((element) => `${element.tagName}.${element.className}`),
  ]
}

/** Checks a page with axe against WCAG 2.2 AA, and checks that it does not scroll sideways. */
export async function expectAccessible(page: Page, state: string) {
  const violations = await axe(page)
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`),
    `axe: ${state}`,
  ).toEqual([])
  await keepMarkup(page, state)
  // After a change of the window's size, the page needs a moment for its layout.
  await expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}`).toEqual([])
}

type Root = { stateNode: { current: { memoizedState: { isDehydrated?: boolean } | null } } }

/** How often a page is asked whether its program runs. */
const ASKED_EVERY_MS = 30

/**
 * Uses the page, so that its program starts, and waits until React has hydrated it and has run all effects. A
 * ready router would not be enough.
 */
export async function alive(page: Page): Promise<void> {
  const isAlive = () => {
    document.dispatchEvent(new Event('focusin'))
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    const root = key === undefined ? undefined : (document as unknown as Record<string, Root>)[key]
    return root?.stateNode.current.memoizedState?.isDehydrated === false
  }
  // By default, Playwright asks at each frame. A page that changes nothing may draw no frame for a minute.
  await page.waitForFunction(isAlive, undefined, { polling: ASKED_EVERY_MS })
  // React queues its effects as messages. This one runs after them, even if the page's timers are paused.
  const messages = page.evaluate(() => {
    const { port1, port2 } = new MessageChannel()
    return new Promise<void>((done) => {
      port1.onmessage = () => done()
      port2.postMessage(null)
    })
  })
  // If a reload aborts a script of the previous page, the router loads the page a second time.
  await messages.catch((error: unknown) =>
    /context was destroyed/.test(String(error)) ? alive(page) : Promise.reject(error),
  )
}

/** Waits until the page has drawn its next frame. */
export const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

const MINUTE_MS = 60_000
const TICKING_MINUTES = 7
/** Moves the browser's clock. Only the last minutes tick: in them, the page warns, sends and logs out. */
export async function passMinutes(page: Page, minutes: number): Promise<void> {
  await page.clock.fastForward((minutes - TICKING_MINUTES) * MINUTE_MS)
  await page.clock.runFor(TICKING_MINUTES * MINUTE_MS)
}

let people = 0
let documents = 0
export const newEmail = () => `achieng${++people}.${process.pid}@example.com`
export const PASSWORD = 'Violet7inkpot'
/** An identity document number that no other account of this portal has. */
export const newIdNumber = () => String(10_000_000 + ((++documents * 7919 + process.pid * 31) % 89_999_999))

/**
 * Fills the four parts of the registration form by hand, and sends it. `onEach` runs at each part, and
 * `prove` runs before the captcha.
 */
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
  await page.getByLabel('ID Card number').fill(newIdNumber())
  await page.getByLabel('Female').check()
  await page.getByLabel('Day', { exact: true }).fill('6')
  await page.getByLabel('Month', { exact: true }).fill('5')
  await page.getByLabel('Year', { exact: true }).fill('1999')
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

type LoggedIn = {
  token: string
  user: { email: string }
  require_security_setup: boolean
  expires_at: string
  server_time: string
}

/** Logs in without the login page, for tests of something else. A simple page is then open. */
export async function enter(page: Page, email: string, password = PASSWORD) {
  await page.goto('/robots.txt')
  const headers = { origin: new URL(page.url()).origin, 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post('/api/login/', { data: { email, password }, headers })
  if (!answer.ok()) throw new Error(`not signed in: ${await answer.text()}`)
  await page.evaluate(
    (session: LoggedIn) => {
      // Computes the time by the browser's clock, which may differ from the portal's.
      const expiresAt = Date.parse(session.expires_at) + Date.now() - Date.parse(session.server_time)
      localStorage.setItem('token', session.token)
      localStorage.setItem(
        'session',
        JSON.stringify({
          email: session.user.email,
          expiresAt,
          requireSecuritySetup: session.require_security_setup,
        }),
      )
    },
    (await answer.json()) as LoggedIn,
  )
}
