import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { BYTES_PER_KB, DATA_COST } from '#contract/data-cost.ts'
import { HELP_NUMBERS } from '#contract/site/help-numbers.ts'
import { alive, expect, test } from '../support/browser.ts'
import { countingProxy } from '../support/counting-proxy.ts'
import type { Portal } from '../support/portal.ts'

// The footer shows how many KB were loaded for the page (N8). The browser counts them, and a proxy before the
// portal checks the number.

/**
 * A phone with an empty cache, behind a proxy that counts bytes. `received`: the bytes since its last call.
 */
async function countedPhone(browser: Browser, portal: Portal, options: BrowserContextOptions = {}) {
  const proxy = await countingProxy(Number(new URL(portal.url).port))
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 360, height: 740 },
    ...options,
  })
  let before = 0
  return {
    page: await context.newPage(),
    received() {
      const { down } = proxy.passed()
      const bytes = down - before
      before = down
      return bytes
    },
    paths: () => proxy.passedRequests.map(({ path }) => path),
    async close() {
      await context.close()
      proxy.close()
    },
  }
}

/** The footer's sentence about the size of the page. */
const line = (page: Page) => page.locator('#page-cost')

async function shownKb(page: Page) {
  await expect(line(page)).toBeVisible()
  const [, kb] = /^This page cost (\d+) KB$/.exec((await line(page).textContent()) ?? '') ?? []
  return Number(kb)
}

/**
 * Checks the shown KB of a page that was loaded with this many requests. They may differ from the bytes that
 * the proxy counted, in either direction. The limit is 1 KB, and 300 bytes more for each request. The shown
 * number is rounded up. The browser assumes 300 bytes of headers for each request, where the portal sends up
 * to 1,160.
 */
const expectClose = (kb: number, bytes: number, requests: number) =>
  expect(Math.abs(kb * BYTES_PER_KB - bytes), `${kb} KB shown, ${bytes} bytes`).toBeLessThan(
    BYTES_PER_KB + requests * 300,
  )

test('N8 the footer says what the page cost: as much as a proxy counts, and less at the second view', async ({
  browser,
  portal,
}) => {
  const phone = await countedPhone(browser, portal)
  const { page, received } = phone
  await page.goto('/')
  const first = await shownKb(page)
  await page.waitForLoadState('networkidle')
  expectClose(first, received(), 4)
  expect(first * BYTES_PER_KB).toBeLessThanOrEqual(DATA_COST.firstViewBytes)

  await page.goto('/')
  const second = await shownKb(page)
  await page.waitForLoadState('networkidle')
  expectClose(second, received(), 1)
  expect(second).toBeLessThan(first / 10)

  await page.goto('/about')
  const other = await shownKb(page)
  await page.waitForLoadState('networkidle')
  expectClose(other, received(), 2)
  await phone.close()
})

test('N8 when the page is used, the line includes the program, and React does not draw the line again', async ({
  browser,
  portal,
}) => {
  const phone = await countedPhone(browser, portal, { serviceWorkers: 'block' })
  const { page, received } = phone
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()))
  await page.goto('/about')
  const before = await shownKb(page)
  await line(page).evaluate((element) => Object.assign(element, { isFirst: true }))
  await page.keyboard.press('ArrowDown')
  await alive(page)
  await page.waitForLoadState('networkidle')
  await expect.poll(() => shownKb(page)).toBeGreaterThan(before + 50)
  expectClose(await shownKb(page), received(), phone.paths().length)
  // The footer is still the same element. After a mismatch, React would have drawn the whole page again.
  expect(await line(page).evaluate((element) => 'isFirst' in element)).toBe(true)
  expect(errors).toEqual([])
  await phone.close()
})

test('N8 a page that the router opens says nothing, and neither does one from the service worker', async ({
  browser,
  portal,
}) => {
  const phone = await countedPhone(browser, portal)
  const { page } = phone
  await page.goto('/about')
  await shownKb(page)
  await page.keyboard.press('ArrowDown')
  await alive(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.waitForURL('**/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/privacy/i)
  await page.waitForLoadState('networkidle')
  await expect(line(page)).toBeHidden()
  expect(await page.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toContain('/about')

  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto('/jobs')
  await page.waitForLoadState('networkidle')
  await expect(line(page)).toBeHidden()
  await phone.close()
})

test('N8 without JavaScript, and where the browser counts nothing, there is no line', async ({
  browser,
  portal,
}) => {
  const withoutScript = await countedPhone(browser, portal, { javaScriptEnabled: false })
  await withoutScript.page.goto('/')
  await expect(withoutScript.page.getByRole('contentinfo')).toBeVisible()
  await expect(line(withoutScript.page)).toBeHidden()
  await withoutScript.close()

  // A browser that does not count transferred bytes reports 0 or nothing.
  for (const value of [0, undefined]) {
    const uncounted = await countedPhone(browser, portal)
    await uncounted.page.addInitScript((size) => {
      Object.defineProperty(PerformanceResourceTiming.prototype, 'transferSize', { get: () => size })
    }, value)
    await uncounted.page.goto('/')
    await uncounted.page.waitForLoadState('networkidle')
    await expect(line(uncounted.page)).toBeHidden()
    await uncounted.close()
  }
})

test('N8 the line is announced to no one, moves nothing, and leads to the limits of an application', async ({
  page,
}) => {
  // Records how far the layout moved after the page was drawn.
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: (entry as PerformanceEntry & { value: number }).value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/privacy')
  await shownKb(page)
  expect(
    await line(page).evaluate((element) => element.closest('[aria-live], [role=status], [role=alert]')),
  ).toBeNull()
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0)
  await line(page).click()
  await page.waitForURL('**/resources/data')
  const limits = page.getByRole('main')
  await expect(limits).toContainText(`receives at most ${DATA_COST.journeyBytes / BYTES_PER_KB} KB`)
  await expect(limits).toContainText(`sends at most ${DATA_COST.journeySentBytes / BYTES_PER_KB} KB`)
  await expect(limits).toContainText(`at most ${HELP_NUMBERS.journey_mb} MB`)
  await expect(limits).toContainText(`The home page is at most ${DATA_COST.firstViewBytes / BYTES_PER_KB} KB`)
})
