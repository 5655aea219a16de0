import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { DATA_COST } from '#contract/data-cost.ts'
import { expectStep, next, type Opening } from './applying.ts'
import { PASSWORD } from './browser.ts'
import { countingProxy, type Passed, type PassedRequest } from './counting-proxy.ts'
import { linkTo } from './emails.ts'
import type { Portal } from './portal.ts'

/** The limits for an applicant's whole journey. Bytes include headers, as before encryption. */
export const JOURNEY_LIMITS = {
  homePageBytes: DATA_COST.firstViewBytes,
  bytes: DATA_COST.journeyBytes,
  sentBytes: DATA_COST.journeySentBytes,
  requests: 75,
  keys: 300,
  /** The limit with a password manager, which fills in the email and the password. */
  keysWithManager: 265,
} as const

/** One stage of the journey and its cost. `managedKeys`: the key presses that a password manager saves. */
export type Stage = Passed & { name: string; keys: number; managedKeys: number; answers: PassedRequest[] }

/** Kinds of answers, by a pattern of their path. The last pattern matches every path. */
const KINDS = [
  ['scripts', /^\/(?:assets\/[^?]*|sw)\.js/],
  ['styles', /^\/assets\/[^?]*\.css/],
  ['fonts', /^\/fonts\//],
  ['calls', /^\/api\/|\.data(?:\?|$)/],
  ['pages', /^/],
] as const
type Kind = (typeof KINDS)[number][0]
const kindOf = (path: string) => KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'pages'

/** The bytes of the answers' bodies in a stage, by kind. The other bytes are headers. */
export function bytesByKind({
  down,
  answers,
}: Pick<Stage, 'down' | 'answers'>): Record<Kind | 'headers', number> {
  const weights = { pages: 0, styles: 0, scripts: 0, fonts: 0, calls: 0, headers: down }
  for (const { path, bytes } of answers) {
    weights[kindOf(path)] += bytes
    weights.headers -= bytes
  }
  return weights
}

/** The sum of the costs of all stages. */
export const costOf = (stages: Stage[]) => {
  const sum = (of: 'down' | 'up' | 'requests' | 'keys' | 'managedKeys') =>
    stages.reduce((total, stage) => total + stage[of], 0)
  return {
    homePageBytes: stages[0]?.down ?? 0,
    bytes: sum('down'),
    sentBytes: sum('up'),
    requests: sum('requests'),
    keys: sum('keys'),
    keysWithManager: sum('keys') - sum('managedKeys'),
  }
}

const EMAIL = 'achieng.nganga@example.com'

/** Acts as a person who types, and counts the pressed keys. */
function typist() {
  const typed = { keys: 0, managedKeys: 0 }
  return {
    typed,
    async type(field: Locator, text: string) {
      // Type after the text that the field already has, such as +254.
      await field.press('End')
      await field.pressSequentially(text)
      typed.keys += text.length
      if (text === PASSWORD || text === EMAIL) typed.managedKeys += text.length
    },
  }
}
type Typist = ReturnType<typeof typist>

async function register(page: Page, { type }: Typist) {
  await type(page.getByLabel('First name'), 'Achieng')
  await type(page.getByLabel('Last name'), "Ng'ang'a")
  await page.getByLabel('ID Card', { exact: true }).check()
  await type(page.getByLabel('ID Card number'), '31234567')
  await page.getByLabel('Female').check()
  await type(page.getByLabel('Day', { exact: true }), '6')
  await type(page.getByLabel('Month', { exact: true }), '5')
  await type(page.getByLabel('Year', { exact: true }), '1999')
  await page.getByLabel('No', { exact: true }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await type(page.getByLabel('Email', { exact: true }), EMAIL)
  await type(page.getByLabel('Phone'), '712345678')
  for (const [label, typed] of [
    ['County', 'kili'],
    ['Constituency', 'kal'],
    ['Ward', 'kay'],
  ] as const) {
    await type(page.getByRole('combobox', { name: label }), typed)
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await page.getByRole('button', { name: 'Next' }).click()
  await type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await type(page.getByLabel('Confirm password', { exact: true }), PASSWORD)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Checked: you are not a robot')).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Go to Login' })).toBeVisible()
}

async function fillSteps(page: Page, { type }: Typist) {
  await next(page)
  await expectStep(page, 'Education')
  await type(page.getByLabel('Institution'), 'Agoro Sare High School')
  await page.getByLabel('Qualification level').selectOption({ index: 2 })
  await type(page.getByLabel('Area of study'), 'Mean grade B-')
  await type(page.getByLabel('Year of graduation/completion'), '2016')
  await next(page)
  await expectStep(page, 'Work Experience')
  await type(page.getByLabel('Company'), 'Kenya Bureau of Statistics')
  await type(page.getByLabel('Position'), 'Enumerator')
  await page.getByLabel('Start date').fill('2019-08-01')
  await page.getByLabel('End date').fill('2019-09-30')
  await type(page.getByLabel('Responsibilities'), 'Counted households.')
  await next(page)
  await expectStep(page, 'Referees')
  await type(page.getByLabel('Name', { exact: true }), 'Walter Odhiambo')
  await type(page.getByLabel('Position'), 'Principal')
  await type(page.getByLabel('Organization'), 'Kosele School')
  await type(page.getByLabel('Email'), 'walter@kosele.ac.ke')
  await type(page.getByLabel('Phone'), '722018344')
  await next(page)
  await expectStep(page, 'Review')
}

/**
 * Walks from the home page to the receipt on a phone with an empty cache, and counts the cost of each stage.
 * The job requires no uploaded documents.
 */
export async function walkWholeJourney(browser: Browser, portal: Portal, job: Opening): Promise<Stage[]> {
  const proxy = await countingProxy(Number(new URL(portal.url).port))
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  const person = typist()
  const stages: Stage[] = []
  let before = { ...proxy.passed(), ...person.typed }
  const stage = async (name: string, walk: () => Promise<unknown>) => {
    await walk()
    await page.waitForLoadState('networkidle')
    const now = { ...proxy.passed(), ...person.typed }
    stages.push({
      name,
      down: now.down - before.down,
      up: now.up - before.up,
      requests: now.requests - before.requests,
      keys: now.keys - before.keys,
      managedKeys: now.managedKeys - before.managedKeys,
      answers: proxy.passedRequests.slice(before.requests),
    })
    before = now
  }
  await stage('Home page', () => page.goto('/'))
  await stage('Job', async () => {
    await page.getByRole('link', { name: job.title }).first().click()
    await page.waitForURL(`**/jobs/${job.id}`)
    await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/login')
  })
  await stage('Registration', async () => {
    await page.getByRole('link', { name: 'Create a free account' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/register')
    await register(page, person)
  })
  await stage('Verification', async () => {
    await page.goto((await linkTo(portal, EMAIL, 'verify-email')) ?? '')
    await page.waitForURL('**/login')
  })
  await stage('Login', async () => {
    const field = page.getByLabel('Email', { exact: true })
    if ((await field.inputValue()) === '') await person.type(field, EMAIL)
    await person.type(page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/security-setup')
    await page.getByRole('radio').first().check()
    await person.type(page.getByLabel('Answer'), 'Ol Kalou')
    await page.getByRole('button', { name: 'Save and Continue' }).click()
    await page.waitForURL('**/dashboard')
  })
  await stage('Application form', async () => {
    const link = page.getByRole('link', { name: 'Continue Application' }).first()
    await expect(link).toBeVisible()
    // A person reads before the tap. Meanwhile the phone fetches the files of the application form.
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/apply')) !== undefined))
      .toBe(true)
    await link.click()
    await expectStep(page, 'Personal Details')
  })
  await stage('Five steps', () => fillSteps(page, person))
  await stage('Submission and receipt', async () => {
    await page.getByRole('button', { name: 'Submit application' }).click()
    await page.getByRole('button', { name: 'Yes, Submit' }).click()
    await page.getByRole('button', { name: 'See my receipt' }).click()
    await expect(page.getByRole('article', { name: 'Receipt of application' })).toBeVisible()
  })
  await context.close()
  proxy.close()
  return stages
}
