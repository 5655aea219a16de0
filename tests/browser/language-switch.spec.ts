import { expect, test } from '../support/browser.ts'

// The link to the other language, pressed at bad moments, at odd addresses, and on a shared device.

for (const path of ['/sw//evil.example/x', '//sw/jobs'])
  test(`from ${path}, the link to the other language stays on the portal`, async ({ page, portal }) => {
    await page.goto(portal.url + path)
    await page.getByRole('link', { name: 'English', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', /^(?:en|sw)-KE$/)
    expect(new URL(page.url()).origin).toBe(portal.url)
  })
