import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { educationEntry, experienceEntry, refereeEntry } from '../support/answers.ts'
import { applicationOf } from '../support/applications.ts'
import { applicant, expectStep, next, openJob } from '../support/applying.ts'
import { alive, drawn, expect, test } from '../support/browser.ts'
import type { Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'

// Speed as people feel it. Late answers must not move anything on a page, and a slow phone must show the
// effect of a press soon. The files of the application form are fetched in advance.

/** The limit for the browser's measure of how far the layout moves. 0 means that nothing moves. */
const MOST_SHIFT = 0.02
/** The limits for the time until a press has a visible effect: normally, and while the page still starts. */
const MOST_MS = 200
const FIRST_MS = 400

/** What the scripts below record in the page: moves of the layout, waiting calls, and the slowest press. */
type Watched = Window & { moved: string[]; waiting: number; longest: number }

/**
 * Runs in the page. The portal's answers arrive late and one by one, and each change is drawn before the next
 * answer. Records each move of the layout that the person did not cause.
 */
function lateAndWatched() {
  const watched = Object.assign(window as unknown as Watched, { moved: [] as string[], waiting: 0 })
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const real = window.fetch
  let before: Promise<unknown> = nextFrame()
  window.fetch = (...parameters) => {
    const [address] = parameters
    if (typeof address !== 'string' || !address.includes('/api/')) return real(...parameters)
    watched.waiting++
    const answer = real(...parameters)
    const mine = before
      .then(nextFrame)
      .then(() => answer)
      .finally(() => watched.waiting--)
    before = mine.catch(() => {})
    return mine
  }
  type Shift = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Element | null }[]
  }
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as Shift[]) {
      const what = shift.sources
        .map(({ node }) => node?.textContent?.slice(0, 40) || node?.parentElement?.className)
        .join(' | ')
      if (!shift.hadRecentInput) watched.moved.push(`${shift.value.toFixed(4)} ${what}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

async function expectSteady(page: Page, name: string) {
  // The page of the waiting line has no script, so do not wait for one.
  if (name !== '/line') await alive(page)
  await page.waitForFunction(() => (window as unknown as Watched).waiting === 0)
  await drawn(page)
  const moved = await page.evaluate(() => (window as unknown as Watched).moved)
  const sum = moved.reduce((total, shift) => total + Number.parseFloat(shift), 0)
  expect.soft(sum, `${name}\n${moved.join('\n')}`).toBeLessThanOrEqual(MOST_SHIFT)
}

/** A person with a complete draft, a sent application and a notification. */
async function busyPerson(page: Page, portal: Portal) {
  const me = await applicant(page, portal)
  const draft = await openJob(portal)
  const id = await applicationOf(portal, me.id, draft.id)
  const [education, experience, referees] = [
    educationEntry(),
    experienceEntry({ no_experience: false }),
    refereeEntry(),
  ].map((entry) => JSON.stringify([entry]))
  await portal.db.run(
    sql`update job_applications set education = ${education}::jsonb, experience = ${experience}::jsonb, referees = ${referees}::jsonb where id = ${id}`,
  )
  const sent = await sendApplication(portal, me.email, (await openJob(portal)).id)
  await portal.db.run(sql`
    insert into notifications (user_id, type, message, created_at) values (${me.id}, 'profile', 'Your profile was changed.', ${portal.clock.now()})`)
  return { me, draft, sent }
}

test.describe('nothing moves that is there already, however late the answers are', () => {
  test.use({ serviceWorkers: 'block' })

  for (const width of [360, 1280]) {
    test(`every page at ${width} px: layout shift of at most ${MOST_SHIFT}`, async ({
      page,
      portal,
      context,
    }) => {
      await page.setViewportSize({ width, height: width === 360 ? 740 : 900 })
      await page.addInitScript(lateAndWatched)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 100,
        downloadThroughput: 100_000,
        uploadThroughput: 100_000,
      })
      const visit = async (path: string, words: string | RegExp) => {
        await page.goto(path)
        await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
        await expectSteady(page, path)
      }
      await visit('/', 'Latest jobs')
      await visit('/jobs', 'Open jobs')
      await visit('/jobs/1', 'Description')
      await visit('/register', 'Create Your Account')
      await visit('/login', 'Password')
      await visit('/status', /portal/)
      await visit('/line', 'The line')
      const { draft, sent } = await busyPerson(page, portal)
      await visit('/dashboard', draft.title)
      await visit('/dashboard/jobs', /days? left|Closes today|No deadline/)
      await visit('/dashboard/applications', sent.reference)
      await visit(`/dashboard/applications/${sent.id}`, sent.reference)
      await visit('/dashboard/notifications', 'Your profile was changed.')
      await visit('/dashboard/profile', 'ID number')
      await visit(`/jobs/${draft.id}`, 'Continue Application')
      await visit(`/apply?job=${draft.id}`, 'Personal Details')
      for (const step of ['Education', 'Work Experience', 'Referees', 'Review']) {
        await next(page)
        await expectStep(page, step)
        await page.reload()
        await expectStep(page, step)
        await expectSteady(page, step)
      }
    })
  }
})

/**
 * Runs in the page. Records the time from a press to its visible effect: the longest event of the press, as
 * the browser measures it.
 */
const watchPresses = () => {
  const watched = Object.assign(window as unknown as Watched, { longest: 0 })
  new PerformanceObserver((list) => {
    for (const event of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (event.interactionId > 0) watched.longest = Math.max(watched.longest, event.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

const SLOWER = 6
/** How many ms a fixed computation takes now: the fastest of several tries. */
const fixedWorkMs = (page: Page) =>
  page.evaluate(() => {
    const spans = Array.from({ length: 7 }, () => {
      const from = performance.now()
      let sum = 0
      for (let turn = 0; turn < 500_000; turn++) sum += Math.sqrt(turn)
      return sum > 0 ? performance.now() - from : 0
    })
    return Math.min(...spans)
  })

/** How many ms the slowest event of a press took. 0 means less than a frame. */
async function longestOf(page: Page, press: () => Promise<unknown>) {
  await drawn(page)
  await page.evaluate(() => void ((window as unknown as Watched).longest = 0))
  await press()
  // The browser reports a press after the frame that shows its effect. It does not report a press that takes
  // less than a frame.
  await page
    .waitForFunction(() => (window as unknown as Watched).longest > 0, undefined, { timeout: 2_000 })
    .catch(() => {})
  return page.evaluate(() => (window as unknown as Watched).longest)
}

test(`a press is seen within ${MOST_MS} ms on a processor six times slower, ${FIRST_MS} ms while the page starts`, async ({
  page,
  portal,
  context,
  browser,
}) => {
  // On a machine that shares its processor, Chromium slows a page down far more than it was asked to.
  test.setTimeout(480_000)
  const { draft } = await busyPerson(page, portal)
  const usualMs = await fixedWorkMs(page)
  // Other tests may slow the machine down to less than a sixth of its speed. The fixed computation shows by
  // how much, and the measured time is divided by that.
  const corrected = async (measure: () => Promise<number>) => {
    const before = await fixedWorkMs(page)
    const measuredMs = await measure()
    const slowedMs = Math.min(before, await fixedWorkMs(page))
    return measuredMs / Math.max(1, slowedMs / (SLOWER * usualMs))
  }
  await page.addInitScript(watchPresses)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const took = new Map<string, number>()
  // A busy machine only adds time. So the fastest of a few rounds is closest to the truth.
  const press = async (name: string, doPress: () => Promise<unknown>) => {
    const ms = await corrected(() => longestOf(page, doPress))
    took.set(name, Math.min(took.get(name) ?? Infinity, ms))
  }
  const menu = page.locator('summary', { hasText: 'Menu' })
  const admin = page.getByRole('navigation', { name: 'Admin' })
  const starts: number[] = []
  const overdue = () => [...took].filter(([, ms]) => ms > MOST_MS)
  const isSlow = () => Math.min(...starts) > FIRST_MS || overdue().length > 0
  for (let round = 0; round === 0 || (round < 4 && isSlow()); round++) {
    // The first press on a page in a browser with an empty cache, while the page's program still starts.
    const fresh = await browser.newContext({ baseURL: portal.url })
    const first = await fresh.newPage()
    await first.addInitScript(watchPresses)
    await (await fresh.newCDPSession(first)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await first.goto('/jobs', { waitUntil: 'commit' })
    starts.push(
      await corrected(() => longestOf(first, () => first.locator('summary', { hasText: 'Menu' }).click())),
    )
    await fresh.close()
    await page.goto('/jobs')
    await alive(page)
    await press('the menu opens', () => menu.click())
    await press('the menu closes', () => menu.click())
    await press('the filters open', () => page.getByRole('button', { name: 'Search and filter' }).click())
    await press('a letter in the search', () => page.getByLabel('Search by title').pressSequentially('c'))
    await page.waitForURL(/search=c/)
    await press('the results are led to', () => page.getByRole('button', { name: /^Show \d/ }).click())
    await page.goto('/dashboard')
    await alive(page)
    for (const name of ['My Applications', 'Notifications', 'My Profile', 'Dashboard']) {
      await press('the menu opens', () => menu.click())
      await press(`to ${name}`, () => admin.getByRole('link', { name }).click())
      await expect(admin, 'the menu closes where it led').toBeHidden()
    }
    if (round > 0) continue
    await page.goto(`/apply?job=${draft.id}`)
    await expectStep(page, 'Personal Details')
    for (const step of ['Education', 'Work Experience', 'Referees', 'Review']) {
      await press(`Next to ${step}`, () => next(page))
      await expectStep(page, step)
    }
    for (const step of ['Referees', 'Personal'])
      await press(`the tab ${step}`, () =>
        page.getByRole('button', { name: new RegExp(`^\\d.*${step}`) }).click(),
      )
  }
  expect(Math.min(...starts), 'while the page starts').toBeLessThanOrEqual(FIRST_MS)
  expect(overdue()).toEqual([])
  expect([...took].filter(([, ms]) => ms > 0).length, 'presses that were measured').toBeGreaterThan(9)
})

test.describe('the files of the wizard', () => {
  for (const [words, connection, wanted] of [
    ['are on the device before it is opened', undefined, 1],
    ['are not fetched ahead where data is saved', { saveData: true, effectiveType: '4g' }, 0],
    ['are not fetched ahead on 2G', { saveData: false, effectiveType: '2g' }, 0],
  ] as const) {
    test(words, async ({ page, portal }) => {
      const me = await applicant(page, portal)
      await applicationOf(portal, me.id, (await openJob(portal)).id)
      await page.addInitScript((value) => {
        if (value) Object.defineProperty(navigator, 'connection', { value })
        const { postMessage } = ServiceWorker.prototype
        // Counts how often the page asks the service worker to fetch the form's files.
        const told = Object.assign(window, { told: 0 })
        ServiceWorker.prototype.postMessage = function count(this: ServiceWorker, ...sent: unknown[]) {
          if ((sent[0] as { wizard?: boolean }).wizard) told.told++
          return Reflect.apply(postMessage, this, sent)
        }
      }, connection)
      await page.clock.install()
      await page.goto('/dashboard')
      await expect(page.getByRole('link', { name: 'Continue Application' })).toBeVisible()
      await page.evaluate(() => navigator.serviceWorker.ready)
      await page.clock.runFor(5_000)
      await page.evaluate(() => navigator.serviceWorker.ready)
      expect(await page.evaluate(() => (window as unknown as { told: number }).told)).toBe(wanted)
      // The application form's script and style sheet in the service worker's cache.
      const storedFiles = () =>
        page.evaluate(async () => {
          const urls = await Promise.all(
            (await caches.keys()).map(async (name) =>
              (await (await caches.open(name)).keys()).map(({ url }) => url),
            ),
          )
          return urls.flat().filter((url) => /\/assets\/wizard-[^/]*\.(js|css)$/.test(url)).length
        })
      await expect.poll(storedFiles).toBe(wanted * 2)
      // The dashboard does not load the form's style sheet, because both use some of the same class names.
      await expect(page.locator('link[href*="/assets/wizard-"]')).toHaveCount(0)
    })
  }
})
