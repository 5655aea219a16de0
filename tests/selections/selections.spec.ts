import { expect, expectAccessible, test } from '../support/browser.ts'

// The list of selections and the sample that explains one, as the public sees them.

/** Each page of a PDF file has one such entry. */
const onePage = /\/Type\s*\/Page\b/g

test('the sample of a selection says so, on a phone and a desktop, in both languages', async ({ page }) => {
  for (const [path, words, rank] of [
    [
      '/selections/sample',
      'This is a sample.',
      'You were number 6 of 13 in Uriri with 46 points (25 + 15 + 6).',
    ],
    [
      '/sw/selections/sample',
      'Huu ni mfano.',
      'Ulikuwa nambari 6 kati ya 13 katika Uriri kwa alama 46 (25 + 15 + 6).',
    ],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText(rank)).toBeVisible()
    await expectAccessible(page, path)
  }
})

test('from the list of selections to the sample by keyboard, without script, and each link leads somewhere', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url })
  const page = await context.newPage()
  await page.goto('/selections')
  await page.getByRole('link', { name: 'See a sample' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A sample of a selection')
  for (const href of await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
    expect(`${(await fetch(portal.url + href)).status} ${href}`).toBe(`200 ${href}`)
  await context.close()
})

test('the minutes of the ceremony print on one page', async ({ page }) => {
  await page.goto('/selections/sample')
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(onePage)).toHaveLength(1)
})

test('there is no selection of another name', async ({ page }) => {
  const response = await page.goto('/selections/no-such')
  expect(response?.status()).toBe(404)
})
