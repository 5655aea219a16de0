import type { Page } from '@playwright/test'
import { axe, expect, expectAccessible, tooWide } from './browser.ts'

const FRAMES = 6
/** How often a script takes its turn while nobody does anything, in so many frames. */
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
 * One state of a page on the smallest phone, a common one and a desk, by day and by night: axe, and nothing that scrolls
 * sideways. The common phone shows what the smallest does, with more room; night changes colours and nothing else, so only contrast is
 * asked again. And it stands still: no page draws itself anew at every turn because of what the turn before drew.
 */
export async function inEveryLook(page: Page, state: string) {
  // A clock of the test's own takes one turn a frame.
  await expect.poll(() => turnsAtRest(page), `turns at rest: ${state}`).toBeLessThan(2 * FRAMES)
  const before = page.viewportSize() ?? { width: 360, height: 740 }
  const byNight = async (width: number) => {
    const violations = await axe(page, ['color-contrast'])
    const faults = violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
    expect(faults, `contrast by night: ${state}, ${width} px`).toEqual([])
  }
  // In an order that changes little from one to the next: each change lays out and paints the page anew.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, `${state}, 320 px`)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}, 360 px`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await byNight(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  await byNight(1280)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, `${state}, 1280 px`)
  await page.setViewportSize(before)
}
