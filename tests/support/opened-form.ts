import type { Browser, BrowserContext, CDPSession, Locator } from '@playwright/test'
import { member } from './accounts.ts'
import { openJob } from './applying.ts'
import { expect, login } from './browser.ts'
import type { Portal } from './portal.ts'

const RUNS = 5
/** The limits for opening the form: from the tap until it can be used, and the number of requests. */
export const FORM_LIMITS = { ms: 2_000, requests: 8 } as const

/** A slow phone on a slow network: 400 kbit/s, 400 ms round trip, a sixth of the processor's speed. */
async function slowDown(devtools: CDPSession) {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
}

/** Milliseconds from the tap to the frame in which the form's first step can be used. */
const openForm = (link: Locator) =>
  link.evaluate(
    (element: HTMLElement) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        new MutationObserver((_changes, observer) => {
          const buttons = [...document.querySelectorAll('main button')]
          if (!buttons.some(({ textContent }) => textContent.trim() === 'Next')) return
          observer.disconnect()
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
        }).observe(document.documentElement, { childList: true, subtree: true })
        element.click()
      }),
  )

/** A person logs in and taps the dashboard's link once the phone has fetched the form's files. */
async function logInAndTap(context: BrowserContext, portal: Portal) {
  const page = await context.newPage()
  const [{ email }, job] = await Promise.all([member(portal), openJob(portal)])
  await page.goto(`/jobs/${job.id}`)
  await page.getByRole('button', { name: 'Apply Now', exact: true }).filter({ visible: true }).first().click()
  await page.waitForURL('**/login')
  await login(page, email)
  await page.getByRole('radio').first().check()
  await page.getByLabel('Answer').fill('Ol Kalou')
  await page.getByRole('button', { name: 'Save and Continue' }).click()
  const link = page.getByRole('link', { name: 'Continue Application', exact: true })
  await expect(link).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await caches.match('/apply')) !== undefined), { timeout: 30_000 })
    .toBe(true)
  // Bring the page to the front: a busy machine draws no frames of other pages.
  await page.bringToFront()
  await slowDown(await context.newCDPSession(page))
  const requests: string[] = []
  // Do not count what the service worker answers from the phone, because it does not use the network.
  page.on('response', (response) => {
    if (!response.fromServiceWorker()) requests.push(`${response.request().method()} ${response.url()}`)
  })
  return { ms: await openForm(link), requests }
}

/** The median time after the tap, and the highest number of requests in a run. */
export async function timeForm(
  browser: Browser,
  portal: Portal,
): Promise<{ ms: number; requests: string[] }> {
  const taken: number[] = []
  let requests: string[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 360, height: 740 } })
    const opened = await logInAndTap(context, portal)
    taken.push(opened.ms)
    if (opened.requests.length > requests.length) requests = opened.requests
    await context.close()
  }
  return { ms: taken.sort((left, right) => left - right)[(RUNS - 1) / 2] ?? Infinity, requests }
}
