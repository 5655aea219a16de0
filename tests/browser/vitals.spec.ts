import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { educationEntry, experienceEntry, refereeEntry } from '../support/answers.ts'
import { applicationOf } from '../support/applications.ts'
import { applicant, at, next, openJob } from '../support/applying.ts'
import { alive, expect, test } from '../support/browser.ts'
import type { Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'

const MOST_SHIFT = 0.02
const MOST_MS = 200
const FIRST_MS = 400

type Watched = Window & { moved: string[]; waiting: number; longest: number }

/** Answers of the portal come late and one by one: what each of them changes is drawn before the next. */
function lateAndWatched() {
  const watched = Object.assign(window as unknown as Watched, { moved: [] as string[], waiting: 0 })
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const real = window.fetch
  let before: Promise<unknown> = drawn()
  window.fetch = (...asked) => {
    const [address] = asked
    if (typeof address !== 'string' || !address.includes('/api/')) return real(...asked)
    watched.waiting++
    const answer = real(...asked)
    const mine = before
      .then(drawn)
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
    for (const it of list.getEntries() as Shift[]) {
      const what = it.sources
        .map(({ node }) => node?.textContent?.slice(0, 40) || node?.parentElement?.className)
        .join(' | ')
      if (!it.hadRecentInput) watched.moved.push(`${it.value.toFixed(4)} ${what}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

async function expectSteady(page: Page, name: string) {
  // The line has no script.
  if (name !== '/line') await alive(page)
  await page.waitForFunction(() => (window as unknown as Watched).waiting === 0)
  await drawn(page)
  const moved = await page.evaluate(() => (window as unknown as Watched).moved)
  const sum = moved.reduce((all, it) => all + Number.parseFloat(it), 0)
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
  ].map((it) => JSON.stringify([it]))
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
        await at(page, step)
        await page.reload()
        await at(page, step)
        await expectSteady(page, step)
      }
    })
  }
})

/**
 * What the person waited until the press could be seen: the longest of the events that it was made of, as the
 * browser measures it.
 */
const watchPresses = () => {
  const watched = Object.assign(window as unknown as Watched, { longest: 0 })
  new PerformanceObserver((list) => {
    for (const it of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (it.interactionId > 0) watched.longest = Math.max(watched.longest, it.duration)
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}

const SLOWER = 6
/** How long a fixed piece of work takes: the quickest of several. */
const work = (page: Page) =>
  page.evaluate(() => {
    const spans = Array.from({ length: 7 }, () => {
      const from = performance.now()
      let sum = 0
      for (let turn = 0; turn < 1_000_000; turn++) sum += Math.sqrt(turn)
      return sum > 0 ? performance.now() - from : 0
    })
    return Math.min(...spans)
  })

async function longestOf(page: Page, press: () => Promise<unknown>) {
  await drawn(page)
  await page.evaluate(() => void ((window as unknown as Watched).longest = 0))
  await press()
  // The browser tells of a press after the frame that showed it, and nothing of one that was quicker than a
  // frame.
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
  const { draft } = await busyPerson(page, portal)
  const alone = await work(page)
  // What other tests take of the machine at this moment is not the page's: time counts as on a processor that
  // is six times slower, not more.
  const counted = async (how: () => Promise<number>) => {
    const before = await work(page)
    return (await how()) / Math.max(1, Math.min(before, await work(page)) / (SLOWER * alone))
  }
  await page.addInitScript(watchPresses)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const took = new Map<string, number>()
  // A machine that is busy with something else only adds: the quickest of a few rounds is nearest to the
  // truth.
  const press = async (name: string, how: () => Promise<unknown>) =>
    took.set(name, Math.min(took.get(name) ?? Infinity, await counted(() => longestOf(page, how))))
  const menu = page.locator('summary', { hasText: 'Menu' })
  const admin = page.getByRole('navigation', { name: 'Admin' })
  const starts: number[] = []
  const overdue = () => [...took].filter(([, ms]) => ms > MOST_MS)
  const isSlow = () => Math.min(...starts) > FIRST_MS || overdue().length > 0
  for (let round = 0; round === 0 || (round < 4 && isSlow()); round++) {
    // In a browser that was never here.
    const fresh = await browser.newContext({ baseURL: portal.url })
    const first = await fresh.newPage()
    await first.addInitScript(watchPresses)
    await (await fresh.newCDPSession(first)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await first.goto('/jobs', { waitUntil: 'commit' })
    starts.push(
      await counted(() => longestOf(first, () => first.locator('summary', { hasText: 'Menu' }).click())),
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
    await at(page, 'Personal Details')
    for (const step of ['Education', 'Work Experience', 'Referees', 'Review']) {
      await press(`Next to ${step}`, () => next(page))
      await at(page, step)
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
      const kept = () =>
        page.evaluate(async () => {
          const caught = await Promise.all(
            (await caches.keys()).map(async (name) =>
              (await (await caches.open(name)).keys()).map(({ url }) => url),
            ),
          )
          return caught.flat().filter((url) => /\/assets\/wizard-[^/]*\.(js|css)$/.test(url)).length
        })
      await expect.poll(kept).toBe(wanted * 2)
      // No style of it is on the page: some of its names are also the dashboard's.
      await expect(page.locator('link[href*="/assets/wizard-"]')).toHaveCount(0)
    })
  }
})
