import type { Page, Request } from '@playwright/test'
import { alive, drawn, expect } from './browser.ts'
import { checkOrder, holdCalls, type LaterCall } from './held-calls.ts'

/** A page, how a test opens it, and the API calls that it makes. */
export type OpenedPage = {
  path: string
  /** How to open the page by a link: the page that has the link, and the link. */
  from: string
  link: (page: Page) => ReturnType<Page['getByRole']>
  heading: string | RegExp
  /** The API calls that start together, as soon as the page is opened. */
  calls: string[]
  later?: LaterCall[]
}

const keyOf = (request: Request) =>
  `${request.method()} ${new URL(request.url()).pathname.replace(/\/\d+(?=\/)/g, '/{id}')}`

/** Records the API calls of a page from now on, and can hold their answers. */
export async function watchCalls(page: Page) {
  const held = holdCalls()
  const unanswered = new Set<Request>()
  page.on('requestfinished', (request) => unanswered.delete(request))
  page.on('requestfailed', (request) => unanswered.delete(request))
  await page.route('**/api/**', async (route) => {
    unanswered.add(route.request())
    await held.wait(keyOf(route.request()))
    await route.continue()
  })
  return { page, held, areAnswered: () => unanswered.size === 0 }
}
export type Watched = Awaited<ReturnType<typeof watchCalls>>

/** Waits until all calls are answered, and the effects of the page have made their calls too. */
const settled = async ({ page, areAnswered }: Watched) => {
  await alive(page)
  // A new document is idle when it has made no request for half a second.
  await page.waitForLoadState('networkidle')
  await expect.poll(areAnswered, { intervals: [20] }).toBe(true)
  await drawn(page)
}

/**
 * Opens a page while every answer is held. All its first calls must start nevertheless. Then the answers
 * come, and each may start only the calls of `later` that name it.
 */
export async function expectNoWaterfall(
  watched: Watched,
  opened: OpenedPage,
  open: () => Promise<unknown>,
  atStart: string[] = [],
) {
  const { page, held } = watched
  const first = [...new Set([...opened.calls, ...atStart])]
  held.hold()
  await open()
  const all = await checkOrder(held, first, opened.later ?? [], async (calls, when) => {
    const message = `${opened.path}: its calls ${when}`
    await expect.poll(held.sorted, { message, intervals: [20, 20, 50, 100] }).toEqual(calls)
    // An extra call may start a moment later.
    await drawn(page)
    expect(held.sorted(), message).toEqual(calls)
  })
  await page.waitForURL(`**${opened.path}`)
  await expect(page.getByRole('heading', { level: 1, name: opened.heading })).toBeVisible()
  await settled(watched)
  expect(held.sorted(), `${opened.path}: all its calls`).toEqual(all)
}

/** Opens a page by its address, and checks its calls. `atStart`: the calls that every first page makes. */
export const expectNoneByAddress = (watched: Watched, opened: OpenedPage, atStart: string[] = []) =>
  expectNoWaterfall(watched, opened, () => watched.page.goto(opened.path, { waitUntil: 'commit' }), atStart)

type WithRouter = { __reactRouterDataRouter: { navigate: (path: string) => Promise<void> } }
/** Opens a page within the site, as a link would. A full load takes longer. */
export async function goWithin(watched: Watched, path: string) {
  await watched.page.evaluate(
    (to) => (window as unknown as WithRouter).__reactRouterDataRouter.navigate(to),
    path,
  )
  await settled(watched)
}

/** Opens the same page by its address and by a link. */
export async function expectNoWaterfalls(watched: Watched, opened: OpenedPage, atStart: string[]) {
  await expectNoneByAddress(watched, opened, atStart)
  await goWithin(watched, opened.from)
  await expectNoWaterfall(watched, opened, () => opened.link(watched.page).click())
}
