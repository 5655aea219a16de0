import type { Page } from '@playwright/test'
import { DROPDOWN_MAX_HEIGHT } from '../../contract/browser.ts'
import { alive, expect, test, tooWide } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { keepMarkup } from '../support/markup.ts'

// Every public page: its accessibility, links and content policy, and text that is typed before its program
// runs. Tests block fonts, program files and the index of wards. The service worker would fetch them despite
// the block.
test.use({ serviceWorkers: 'block' })

const PAGES = [
  '/',
  '/jobs',
  '/jobs?search=nothing-like-it',
  '/jobs/3',
  '/login',
  '/register',
  '/register?part=2',
  '/register?part=3',
  '/forgot-password',
  '/forgot-password#code',
  '/verify-email/x',
  '/not-me/x',
  '/confirm-email/x',
  '/undo-email/x',
  '/about',
  '/services',
  '/resources',
  '/contact',
  '/complaints',
  '/privacy',
  '/terms',
  '/api-docs',
  '/transparency',
  '/selections',
  '/verify',
  '/newsletter/confirm/x',
  '/newsletter/stop/x',
  '/no/such/page',
]

/**
 * Leaves one call under each heading of the API page. The same code draws all calls, and the tool axe would
 * need a minute for 13,000 elements. Quicker checks run on the whole page before.
 */
async function leaveOneCallOfEachTopic(page: Page, state: string) {
  await keepMarkup(page, state)
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
  expect(repeated).toEqual([])
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate(tooWide), `${state}, ${width} px`).toEqual([])
  }
  const calls = await page.locator('.call').count()
  await page.locator('.call ~ .call').evaluateAll((all) => {
    for (const call of all) call.remove()
  })
  expect(await page.locator('.call').count()).toBeLessThan(calls / 2)
}

/**
 * Takes the portal's fonts from the page, so that it has the device's own font, as when ours come late. The
 * rules that adjust the device's font stay. Returns how many fonts were taken.
 */
async function takeFonts() {
  let taken = 0
  const takeFrom = (holder: CSSStyleSheet | CSSGroupingRule) => {
    for (let index = holder.cssRules.length - 1; index >= 0; index--) {
      const rule = holder.cssRules[index]
      if (rule instanceof CSSGroupingRule) takeFrom(rule)
      if (!(rule instanceof CSSFontFaceRule) || !rule.cssText.includes('url(')) continue
      holder.deleteRule(index)
      taken++
    }
  }
  for (const sheet of document.styleSheets) takeFrom(sheet)
  document.body.getBoundingClientRect()
  await document.fonts.ready
  return taken
}

/** Checks that nothing scrolls sideways in the device's own font, which a page keeps when ours come late. */
async function expectFitsInDeviceFont(page: Page, path: string) {
  const before = page.viewportSize() ?? { width: 360, height: 740 }
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(takeFonts), `fonts of ${path}`).toBe(2)
  expect(await page.evaluate(tooWide), `${path}, the device’s font`).toEqual([])
  await page.setViewportSize(before)
}

test('axe finds nothing and nothing scrolls sideways, in every appearance, and in the device’s own font too, which the page keeps when our font comes late', async ({
  page,
}) => {
  for (const path of PAGES) {
    await page.goto(path)
    await alive(page)
    if (path === '/api-docs') await leaveOneCallOfEachTopic(page, 'all calls')
    await inEveryAppearance(page, path)
    // The check in the device's font needs all calls.
    if (path === '/api-docs') {
      await page.reload()
      await alive(page)
    }
    await expectFitsInDeviceFont(page, path)
    // The next address may differ only after its #, and would not be loaded with our fonts again.
    await page.goto('about:blank')
  }
})

test('N5: an unknown page is a real 404 with the way on, and Go Back without a history leads home', async ({
  page,
}) => {
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await alive(page)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  for (const name of ['Jobs', 'Dashboard', 'Profile', 'Login'])
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('no link of any public page is dead', async ({ portal }) => {
  const seen = new Set<string>()
  for (const path of PAGES.slice(0, -1)) {
    const from = new URL(path, portal.url)
    const links = [...(await (await fetch(from)).text()).matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
    expect(links.length, path).toBeGreaterThan(3)
    for (const [, written = ''] of links) {
      const { origin, href } = new URL(written.replaceAll('&amp;', '&'), from)
      if (origin === portal.url) seen.add(href.split('#')[0] ?? '')
    }
  }
  expect(seen.size).toBeGreaterThan(PAGES.length / 2)
  for (const href of seen) expect(`${(await fetch(href)).status} ${href}`).toBe(`200 ${href}`)
})

test('T8: injected scripts, foreign requests and strings as markup are stopped by the content policy', async ({
  browser,
  portal,
}) => {
  const page = await browser.newPage()
  await page.goto(`${portal.url}/jobs`)
  const stopped = await page.evaluate(async () => {
    /** Whether the browser stopped this. */
    const isStopped = async (work: () => unknown) => {
      try {
        await work()
        return false
      } catch {
        return true
      }
    }
    const inline = document.createElement('script')
    await isStopped(() => (inline.textContent = 'window.__hit = 1'))
    document.body.append(inline)
    return {
      markup: await isStopped(() =>
        (document.body.lastElementChild as HTMLElement & { innerHTML: string }).insertAdjacentHTML(
          'beforeend',
          '<b>x</b>',
        ),
      ),
      foreign: await isStopped(() => fetch('https://example.com/')),
      inline: !('__hit' in window),
    }
  })
  expect(stopped).toEqual({ markup: true, foreign: true, inline: true })
})

test('J11: the whole form can be filled by keyboard, and a searchable list locks once chosen (S1 §4)', async ({
  page,
}) => {
  await page.goto('/register?part=2')
  await alive(page)
  const county = page.getByRole('combobox', { name: 'County' })
  await county.focus()
  await page.keyboard.type('zzz')
  await expect(page.getByText('No counties found matching "zzz"')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ki')
  await expect(page.getByText(/counties match/)).toBeVisible()
  await expect(page.getByRole('listbox')).toHaveCSS(
    'max-height',
    `${Number.parseFloat(DROPDOWN_MAX_HEIGHT) * 16}px`,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(county).toHaveValue('Kilifi')
  await page.keyboard.type('x')
  await expect(county, 'only deletion is allowed').toHaveValue('Kilifi')
  await page.keyboard.press('Backspace')
  await expect(county).toHaveValue('Kilif')
  await page.keyboard.press('Tab')
  await expect(county, 'the selection stands until the text is cleared').toHaveValue('Kilifi')
  await expect(page.getByRole('combobox', { name: 'Constituency' })).toBeVisible()
  await county.fill('')
  await expect(page.getByLabel('Constituency')).toBeDisabled()
  await expect(page.getByLabel('Constituency')).toHaveValue('Choose a county first')
})

test('J10, S1 §8 counties, constituencies, wards: if a list fails, the built-in one is used; if that fails, the page offers a retry; a late answer is ignored', async ({
  page,
}) => {
  await page.goto('/register?part=2')
  await alive(page)
  await page.route('**/api/constituencies/**', (route) => route.abort())
  const choose = async (name: string) => {
    await page.getByRole('combobox', { name: 'County' }).fill('')
    await page.getByRole('combobox', { name: 'County' }).fill(name)
  }
  await choose('Nairobi')
  await page
    .getByRole('listbox')
    .getByRole('option')
    .first()
    .click()
    .catch(() => {})
  await page.getByRole('combobox', { name: 'Constituency' }).click()
  await expect(page.getByRole('option', { name: 'Westlands' })).toBeVisible()

  await page.route('**/locations-v1.json', (route) => route.abort())
  await choose('Mombasa')
  await page.getByRole('combobox', { name: 'Constituency' }).click()
  await expect(page.getByText('The list could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('combobox', { name: 'Constituency' }).click()
  await expect(page.getByRole('option', { name: 'Nyali' })).toBeVisible()

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/constituencies/?county_id=3', async (route) => {
    await held
    await route.continue()
  })
  await choose('Kilifi')
  await choose('Kwale')
  release()
  await page.getByRole('combobox', { name: 'Constituency' }).click()
  await expect(page.getByRole('option', { name: 'Matuga' })).toBeVisible()
  await expect(page.getByRole('option', { name: 'Malindi' })).toHaveCount(0)
})

test('S1 §8: login without a network says so and keeps what was typed', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill('somebody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('Violet7inkpot')
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to login. Please try again.')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Violet7inkpot')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
})

/** Holds the program of the next page back until the returned function is called. */
async function holdProgram(page: Page) {
  let wake = () => {}
  const woken = new Promise<void>((resolve) => (wake = resolve))
  await page.route('**/assets/entry.client*', async (route) => {
    await woken
    await route.continue()
  })
  return () => wake()
}

test('what is typed before the page wakes up is kept', async ({ page }) => {
  const wake = await holdProgram(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email', { exact: true }).fill('early@example.com')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  wake()
  await alive(page)
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('early@example.com')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('One answer needs you')
})

test('a date typed in its three fields before the page wakes up is kept whole', async ({ page }) => {
  const wake = await holdProgram(page)
  await page.goto('/register', { waitUntil: 'commit' })
  const parts = { Day: '6', Month: '5', Year: '1999' }
  for (const [label, text] of Object.entries(parts)) await page.getByLabel(label, { exact: true }).fill(text)
  wake()
  await alive(page)
  for (const [label, text] of Object.entries(parts))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
})

test('choices made before the page wakes up are kept: the last of a group, and a county', async ({
  page,
}) => {
  const wake = await holdProgram(page)
  await page.goto('/register', { waitUntil: 'commit' })
  for (const gender of ['Female', 'Male', 'Female']) await page.getByLabel(gender, { exact: true }).check()
  wake()
  await alive(page)
  await expect(page.getByLabel('Female')).toBeChecked()

  const wakeAgain = await holdProgram(page)
  await page.goto('/register?part=2', { waitUntil: 'commit' })
  await page.getByLabel('County').selectOption('Kilifi')
  wakeAgain()
  await alive(page)
  await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('Kilifi')
  await expect(page.getByRole('combobox', { name: 'Constituency' })).toBeEnabled()
})
