import type { Page } from '@playwright/test'
import { axe, expect, expectAccessible, test, tooWide } from './browser.ts'

const FRAMES = 6
/** Counts a page's turns of the event loop in `FRAMES` frames, while no one uses the page. */
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
 * Returns what the help button covers at any scroll position. On a desktop, or where the button has a fixed
 * place in the page, it must cover nothing that can be pressed. On a phone it floats over text, but must
 * cover no form field.
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
  // `lowerEdge`: the lower edge of the help button in the window.
  const maxScroll = document.documentElement.scrollHeight - innerHeight
  const lowerEdge = floats ? innerHeight - Number.parseFloat(bottom) : box.bottom
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
      // A sticky help button stops before the content that follows it.
      if (position === 'sticky' && holder.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING)
        return false
      // True if the help button is over this part at any possible scroll position.
      return end + scrollY > lowerEdge - box.height && top + scrollY < maxScroll + lowerEdge
    })
    .map((part) => `${position} over ${part.outerHTML.slice(0, 100)}`)
}

const inspected = new Set<string>()
/** True for the first state of a page in a test file. Numbers in the page's address make no difference. */
const isFirstState = (page: Page) => {
  const key = `${test.info().file} ${new URL(page.url()).pathname.replace(/\d+/g, 'N')}`
  const isFirst = !inspected.has(key)
  inspected.add(key)
  return isFirst
}

/**
 * Inspects a page with the tool axe on a small phone, a common phone and a desktop, in light and dark mode.
 * The page must not scroll sideways. Only the first state of a page in a test file is inspected in full.
 * Later states are inspected at 320 pixels on a phone's journey, and at 1280 on a desktop's. They must also
 * fit the width of 360 on a phone's journey, and of 320 on a desktop's. Dark mode is inspected only for
 * contrast, once. The page must also be idle: no render may cause the next one.
 */
export async function inEveryAppearance(page: Page, state: string) {
  // An idle page still has one turn of the event loop per frame, because Playwright's clock takes it.
  await expect.poll(() => turnsAtRest(page), `turns at rest: ${state}`).toBeLessThan(2 * FRAMES)
  const before = page.viewportSize() ?? { width: 360, height: 740 }
  const isDesktop = before.width >= 1024
  const isFirst = isFirstState(page)
  const fitsWidth = (width: number) =>
    expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}, ${width} px`).toEqual([])
  const inspect = (width: number, wanted: boolean) =>
    wanted ? expectAccessible(page, `${state}, ${width} px`) : fitsWidth(width)
  const expectContrastByNight = async (width: number) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const violations = await axe(page, ['color-contrast'])
    const unreadable = violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
    expect(unreadable, `contrast by night: ${state}, ${width} px`).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  }
  const expectHelpClear = async (width: number) =>
    expect(await page.evaluate(underHelp), `under the button for help: ${state}, ${width} px`).toEqual([])
  // Each change of the window costs a new layout and paint. So each step changes little.
  await page.setViewportSize({ width: 320, height: 640 })
  await inspect(320, isFirst || !isDesktop)
  if (isFirst || !isDesktop) {
    await page.setViewportSize({ width: 360, height: 740 })
    await fitsWidth(360)
    await expectHelpClear(360)
  }
  if (!isDesktop) await expectContrastByNight(360)
  if (isFirst || isDesktop) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectHelpClear(1280)
    await inspect(1280, true)
  }
  if (isDesktop) await expectContrastByNight(1280)
  await page.setViewportSize(before)
}
