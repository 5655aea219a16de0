import type { Page } from '@playwright/test'
import { axe, expect, expectAccessible } from './browser.ts'

/**
 * One state of a page on the smallest phone, a common one and a desk, by day and by night: axe, and nothing that scrolls
 * sideways. Night changes colours and nothing else, so only contrast is asked again.
 */
export async function inEveryLook(page: Page, state: string) {
  const before = page.viewportSize() ?? { width: 360, height: 740 }
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, `${state}, ${width} px`)
    if (width === 320) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    const violations = await axe(page, ['color-contrast'])
    const faults = violations.flatMap(({ nodes }) => nodes.map((node) => node.html))
    expect(faults, `contrast by night: ${state}, ${width} px`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(before)
}
