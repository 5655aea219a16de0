import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The folder of the pages that browser tests saved. At the end of the run, their HTML is checked. */
export const MARKUP = join(import.meta.dirname, '../../node_modules/.markup')

/** Saves the present page. Pages that differ only in numbers are saved once. */
export async function keepMarkup(page: Page, state: string): Promise<void> {
  const whole = await page.evaluate(() => `<!doctype html>\n${document.documentElement.outerHTML}`)
  // Leave out style sheets: they are most of a page, and the checker supports less CSS than browsers do.
  const html = whole.replace(/(<style[^>]*>)[^<]*/g, '$1')
  const kind = createHash('sha256').update(html.replace(/\d+/g, '')).digest('hex').slice(0, 12)
  mkdirSync(MARKUP, { recursive: true })
  writeFileSync(
    join(
      MARKUP,
      `${state
        .replace(/, \d+ px$/, '')
        .replace(/[^\w]+/g, '-')
        .slice(0, 60)}-${kind}.html`,
    ),
    html,
  )
}
