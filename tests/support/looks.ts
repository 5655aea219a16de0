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
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light' })
    if (width === 360) await expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}, ${width} px`).toEqual([])
    else await expectAccessible(page, `${state}, ${width} px`)
    if (width === 320) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    const violations = await axe(page, ['color-contrast'])
    const faults = violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
    expect(faults, `contrast by night: ${state}, ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
