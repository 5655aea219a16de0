import { chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../chromium.ts'
import { applicant, apply, fillAll, openJob } from '../support/applying.ts'
import { alive, expect, test } from '../support/browser.ts'
import { sendApplication } from '../support/sent.ts'

// Pages for people who read in other ways: with large type, on paper, without JavaScript, or by a screen
// reader.

const PAGES = [
  '/',
  '/jobs',
  '/jobs?include_expired=1&page=4',
  '/jobs/1',
  '/login',
  '/register',
  '/register?part=2',
  '/forgot-password',
  '/privacy',
  '/api-docs',
  '/nope',
]

/**
 * Opens a page in a browser whose default text size is 32 px, twice the usual one. People can set this for a
 * whole device.
 */
async function withLargeType(baseURL: string, use: (page: Page) => Promise<void>) {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
  })
  await use(await browser.newPage({ baseURL })).finally(() => browser.close())
}

test('with text of twice the size nothing scrolls sideways, and Login and Menu are in reach', async ({
  portal,
}) => {
  await withLargeType(portal.url, async (page) => {
    /** Counts the lines over which these words are spread. */
    const linesOf = (words: string) =>
      page.evaluate((wanted) => {
        const texts = document.createTreeWalker(
          document.querySelector('main') ?? document.body,
          NodeFilter.SHOW_TEXT,
        )
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const from = text.textContent?.indexOf(wanted) ?? -1
          if (from < 0) continue
          const range = document.createRange()
          range.setStart(text, from)
          range.setEnd(text, from + wanted.length)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        }
        return 0
      }, words)
    for (const [path, words] of [
      ['/', 'elections'],
      ['/resources', '0712 345 678'],
    ] as const) {
      await page.goto(`${portal.url}${path}`)
      await page.setViewportSize({ width: 360, height: 740 })
      expect(await linesOf(words), `lines of “${words}”`).toBe(1)
    }
    for (const path of PAGES) {
      await page.goto(`${portal.url}${path}`)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${width} ${path}`,
          )
          .toBeLessThanOrEqual(0)
        await expect(
          page.getByRole('banner').getByRole('link', { name: 'Login' }),
          `${width} ${path}`,
        ).toBeInViewport({ ratio: 1 })
      }
    }
  })
})

const LONG_TITLE =
  'Constituency Election Coordinator for Voter Registration (Taita-Taveta and Elgeyo-Marakwet)'

test('with text of twice the size, logged in: nothing of the dashboard or the form scrolls sideways', async ({
  portal,
}) => {
  const [sent, open] = [await openJob(portal), await openJob(portal, { title: LONG_TITLE })]
  await withLargeType(portal.url, async (page) => {
    /** Checks that the page does not scroll sideways. */
    const fits = async (state: string) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${width} ${state}`,
          )
          .toBeLessThanOrEqual(0)
      }
    }
    const me = await applicant(page, portal, {
      first_name: "Ng'ang'a-Wambui",
      last_name: 'Kiplagat-Cheruiyot',
    })
    const { id } = await sendApplication(portal, me.email, sent.id)
    await apply(page, open)
    await fillAll(page, fits)
    for (const [path, words] of [
      ['/dashboard', /^Your application is not finished|^All four parts/],
      ['/dashboard/jobs', 'View Details'],
      ['/dashboard/applications', /^Applied/],
      [`/dashboard/applications/${id}`, 'What you sent'],
      ['/dashboard/profile', 'Member since'],
      ['/dashboard/profile?edit', 'Compared with your documents'],
      ['/dashboard/notifications', 'Mark as read'],
      ['/dashboard/settings', 'What happens then'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
      await fits(path)
    }
  })
})

test('a printed job page names who posted the job and where to apply, and does not count the days left', async ({
  page,
  portal,
}) => {
  const { id } = await openJob(portal)
  await page.goto(`/jobs/${id}`)
  await expect(page.getByText('Read and apply at')).toBeHidden()
  await expect(page.getByText('days left').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(
    page.getByText(`Read and apply at ${new URL(portal.deps.config.publicUrl).host}/jobs/${id}`),
  ).toBeVisible()
  await expect(
    page.getByRole('main').getByText('Independent Electoral and Boundaries Commission'),
  ).toBeVisible()
  await expect(page.getByText('Application deadline')).toBeVisible()
  for (const gone of [
    page.getByText('days left').first(),
    page.getByRole('button', { name: 'Apply Now' }).first(),
    page.getByRole('banner'),
  ]) {
    await expect(gone).toBeHidden()
  }
})

test('Share copies the address to the clipboard; without a clipboard the address is shown', async ({
  page,
  portal,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  for (const clipboard of [true, false]) {
    await page.addInitScript(
      (works) =>
        Object.defineProperty(navigator, 'clipboard', {
          value: works
            ? { writeText: async (text: string) => Object.assign(window, { copied: text }) }
            : undefined,
          configurable: true,
        }),
      clipboard,
    )
    await page.goto('/jobs/1')
    await alive(page)
    await page.getByRole('button', { name: 'Share this job' }).click()
    const address = `${portal.deps.config.publicUrl}/jobs/1`
    await expect(page.getByText(clipboard ? 'The address is copied' : address, { exact: true })).toBeVisible()
    if (clipboard)
      expect(await page.evaluate(() => (window as never as { copied: string }).copied)).toBe(address)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('no page says that it is loading what only JavaScript could load', async ({ page }) => {
    for (const [path, words] of [
      ['/verify-email/x.y', 'Checking the link from your email'],
      ['/dashboard', 'Opening your pages'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(words)).toBeHidden()
      await expect(page.locator('main noscript p').first()).toBeVisible()
    }
    await page.goto('/verify-email/x.y')
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(
      page.getByText('Failed to verify email. The link may be expired or invalid.').first(),
    ).toBeVisible()
    for (const path of ['/dashboard', '/apply']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page needs JavaScript')
      await page.getByRole('main').getByRole('link', { name: 'Browse Jobs' }).click()
      await expect(page).toHaveURL(/\/jobs$/)
    }
  })
  test('J11: a searchable list is a plain select', async ({ page }) => {
    await page.goto('/register/plain')
    await expect(page.getByLabel('County').locator('option')).toHaveCount(48)
    await page.goto('/register/plain?county=47')
    await expect(page.getByLabel('Ward').locator('optgroup')).toHaveCount(17)
  })
})

test('the menu closes by Escape, and the focus stays with it', async ({ page }) => {
  await page.goto('/jobs')
  await alive(page)
  await page.locator('summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'About Us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'About Us' })).toBeHidden()
  await expect(page.locator('summary')).toBeFocused()
})

test.describe('by ear', () => {
  test('S1 §2: a live region that was there before says what a searchable list found, or did not find', async ({
    page,
  }) => {
    await page.goto('/register?part=2')
    await alive(page)
    const county = page.getByRole('combobox', { name: 'County' })
    const live = page.locator('.field', { has: county }).getByRole('status')
    await expect(live).toBeAttached()
    await expect(live).toHaveText('')
    await county.fill('ki')
    await expect(live).toHaveText(/^\d+ counties match\. Up and down to move, Enter to choose\.$/)
    await county.fill('kili')
    await expect(live).toHaveText(/^1 county matches\./)
    await county.fill('ki')
    await page.keyboard.press('ArrowDown')
    const active = page.locator(
      `#${(await county.getAttribute('aria-activedescendant'))?.replace(/([^\w-])/g, '\\$1')}`,
    )
    await expect(active).toHaveAttribute('aria-selected', 'true')
    await expect(active).toHaveRole('option')
    await county.fill('zzz')
    await expect(live).toHaveText('No counties found matching "zzz"')
    await expect(county).not.toHaveAttribute('aria-activedescendant')
  })

  test('each part of the registration says which part it is, and the list of errors stays with its own part', async ({
    page,
  }) => {
    await page.goto('/register?part=2')
    await alive(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: /answers need you/ })).toBeVisible()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByText('Part 1 of 4')).toBeVisible()
    await expect(page.getByText('Next: Reach and place')).toBeVisible()
    await expect(page.getByRole('heading', { name: /answers need you/ })).toBeHidden()
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeFocused()
    await expect(heading).toHaveAccessibleDescription(/^Part 1 of 4 Who you are/)
  })

  test('S1 §5 Normalisation: an address is tidied when its field is left, as names and numbers are', async ({
    page,
  }) => {
    await page.goto('/register?part=2')
    await alive(page)
    await page.getByLabel('Email', { exact: true }).fill(' Achieng@Example.COM ')
    await page.getByLabel('Phone').fill('0712 345 678')
    await page.getByLabel('Phone').blur()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('achieng@example.com')
    await expect(page.getByLabel('Phone')).toHaveValue('+254712345678')
  })
})
