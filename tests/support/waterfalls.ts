import type { Page, Request } from '@playwright/test'
import { alive, drawn, expect } from './browser.ts'

/** A page, how a test opens it, and the API calls that it makes. */
export type OpenedPage = {
  path: string
  /** How to open the page by a link: the page that has the link, and the link. */
  from: string
  link: (page: Page) => ReturnType<Page['getByRole']>
  heading: string | RegExp
  /** The API calls that start together, as soon as the page is opened. */
  calls: string[]
  /** API calls that can only start after another call: the call, the one before, and the reason. */
  later?: [call: string, after: string, reason: string][]
}

const keyOf = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replace(/\/\d+(?=\/)/g, '/{id}')}`

/** Records the API calls of a page. It delays every answer between `hold` and `release`. */
export async function watchCalls(page: Page) {
  let calls: string[] = []
  let barrier = Promise.resolve()
  let release = () => {}
  await page.route('**/api/**', async (route) => {
    calls.push(keyOf(route.request()))
    await barrier
    await route.continue()
  })
  return {
    sorted: () => calls.toSorted(),
    hold: () => {
      calls = []
      barrier = new Promise((resolve) => (release = resolve))
    },
    release: () => release(),
  }
}
type Calls = Awaited<ReturnType<typeof watchCalls>>

/** Waits until the effects of the page have made their calls too. */
const settled = async (page: Page) => {
  await alive(page)
  await page.waitForLoadState('networkidle')
  await drawn(page)
}

/**
 * Opens a page while every answer is delayed. All its calls must start nevertheless, so that none waits for
 * another. Then the answers come, and only the calls that `opened` names may follow.
 */
export async function expectNoWaterfall(
  page: Page,
  calls: Calls,
  opened: OpenedPage,
  open: () => Promise<unknown>,
  atStart: string[] = [],
) {
  const first = [...new Set([...opened.calls, ...atStart])].toSorted()
  const all = [...first, ...(opened.later ?? []).map(([call]) => call)].toSorted()
  calls.hold()
  await open()
  await expect.poll(calls.sorted, `${opened.path}: calls that wait for no answer`).toEqual(first)
  calls.release()
  await page.waitForURL(`**${opened.path}`)
  await expect(page.getByRole('heading', { level: 1, name: opened.heading })).toBeVisible()
  await settled(page)
  expect(calls.sorted(), `${opened.path}: all its calls`).toEqual(all)
}

/** Opens the same page by its address and by a link. `atStart`: the calls that every first page makes. */
export async function expectNoWaterfalls(page: Page, opened: OpenedPage, atStart: string[]) {
  const calls = await watchCalls(page)
  await expectNoWaterfall(page, calls, opened, () => page.goto(opened.path, { waitUntil: 'commit' }), atStart)
  await page.goto(opened.from)
  await settled(page)
  await expectNoWaterfall(page, calls, opened, () => opened.link(page).click())
}
