import type { Page } from '@playwright/test'
import { axe, expect, expectAccessible, test, tooWide } from './browser.ts'

const FRAMES = 6
/** How many turns of the event loop a page's scripts take in `FRAMES` frames, while no one uses it. */
const turnsAtRest = (page: Page) =>
  page.evaluate(async (frames) => {
    const { postMessage } = MessagePort.prototype
    let turns = 0
    MessagePort.prototype.postMessage = function count(this: MessagePort, ...sent: unknown[]) {
      turns++
      return Reflect.apply(postMessage, this, sent)
    }
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
    MessagePort.prototype.postMessage = postMessage
    return turns
  }, FRAMES)

/**
 * What the help button covers at any scroll position. It must cover nothing that can be pressed on a desktop,
 * or where the button is fixed in the page. On a phone it floats over text, and must cover no form field.
 */
export function underHelp(): string[] {
  const button = document.querySelector<HTMLElement>('.ask>form>button')
  const holder = button?.closest<HTMLElement>('.ask')
  if (
    !button ||
    !holder ||
    getComputedStyle(button).visibility === 'hidden' ||
    document.querySelector('dialog[open]')
  )
    return []
  const { position, bottom } = getComputedStyle(holder)
  const floats = position === 'fixed' || position === 'sticky'
  const box = holder.getBoundingClientRect()
  // The largest scroll position, and the lower edge of the button in the window.
  const most = document.documentElement.scrollHeight - innerHeight
  const under = floats ? innerHeight - Number.parseFloat(bottom) : box.bottom
  const stays = (part: Element | null): boolean =>
    part !== null && (/fixed|sticky/.test(getComputedStyle(part).position) || stays(part.parentElement))
  const pressed = 'a[href],button,input,select,textarea,summary,label'
  const parts = document.querySelectorAll(
    floats && innerWidth < 1280 ? 'form *,input,select,textarea,label' : pressed,
  )
  return [...parts]
    .filter(
      (part) =>
        !holder.contains(part) && !part.closest('.toast') && getComputedStyle(part).visibility !== 'hidden',
    )
    .filter((part) => {
      const { left, right, top, bottom: end, width, height } = part.getBoundingClientRect()
      if (width < 4 || height < 4 || right <= box.left || left >= box.right) return false
      if (!floats || stays(part)) return end > box.top && top < box.bottom
      // A sticky button stops before the content that follows it.
      if (position === 'sticky' && holder.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING)
        return false
      // At some scroll position between 0 and the largest one, the button is over this part.
      return end + scrollY > under - box.height && top + scrollY < most + under
    })
    .map((part) => `${position} over ${part.outerHTML.slice(0, 100)}`)
}

const inspected = new Set<string>()
/** True once in a test file for each page, whatever the numbers in its address. */
const isFirstState = (page: Page) => {
  const key = `${test.info().file} ${new URL(page.url()).pathname.replace(/\d+/g, 'N')}`
  return !inspected.has(key) && inspected.add(key) !== undefined
}

/**
 * Inspects a page with axe on the smallest phone, a common phone and a desktop, in light and dark mode. It
 * must not scroll sideways. Only the first state of each page in a test file is inspected in full. Further
 * states differ in a part of the page: they are inspected at the width of the journey, and laid out on the
 * smallest phone. Dark mode changes colours only, so only contrast is inspected again, once. The page must
 * also be idle: no page may render on every turn because of its own last render.
 */
export async function inEveryAppearance(page: Page, state: string) {
  // Playwright's clock takes one turn per frame.
  await expect.poll(() => turnsAtRest(page), `turns at rest: ${state}`).toBeLessThan(2 * FRAMES)
  const before = page.viewportSize() ?? { width: 360, height: 740 }
  const isDesktop = before.width >= 1024
  const isFirst = isFirstState(page)
  const fitsWidth = (width: number) =>
    expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}, ${width} px`).toEqual([])
  const inspect = (width: number, wanted: boolean) =>
    wanted ? expectAccessible(page, `${state}, ${width} px`) : fitsWidth(width)
  const inspectByNight = async (width: number) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const violations = await axe(page, ['color-contrast'])
    const unreadable = violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
    expect(unreadable, `contrast by night: ${state}, ${width} px`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const isHelpClear = async (width: number) =>
    expect(await page.evaluate(underHelp), `under the button for help: ${state}, ${width} px`).toEqual([])
  // Ordered so that little changes between steps: each change causes a new layout and paint.
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  await inspect(320, isFirst || !isDesktop)
  if (isFirst || !isDesktop) {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsWidth(360)
    await isHelpClear(360)
  }
  if (!isDesktop) await inspectByNight(360)
  if (isFirst || isDesktop) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await isHelpClear(1280)
    await inspect(1280, true)
  }
  if (isDesktop) await inspectByNight(1280)
  await page.setViewportSize(before)
}
