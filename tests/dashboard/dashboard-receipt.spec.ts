import { readFileSync } from 'node:fs'
import { generate, correction } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { applicationOf } from '../support/applications.ts'
import { applicant, openJob } from '../support/applying.ts'
import { alive, expect, test } from '../support/browser.ts'
import { sendApplication } from '../support/sent.ts'

// The receipt on the page of an application: shown, shared, saved and printed.

test.describe('the receipt', () => {
  test('shows the reference in a comb, says it aloud, and carries its QR code, stamp and fingerprint', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const { id, receipt } = await sendApplication(portal, me.email, (await openJob(portal)).id)
    await page.goto(`/dashboard/applications/${id}`)
    const article = page.getByRole('article', { name: 'Receipt of application' })
    await expect(
      page.getByText('We have your application.').locator('xpath=ancestor::div[1]'),
      'good news',
    ).toHaveClass(/is-green/)
    await expect(
      article.getByRole('link').locator('wbr'),
      'the address may break here and nowhere else',
    ).not.toHaveCount(0)
    await expect(article.locator('.comb i')).toHaveText(
      Array.from(receipt.reference_number.replaceAll('-', '')),
    )
    // A code of nine characters in words: `K for Kisumu, seven – four, …`.
    await expect(article).toContainText(/On the phone say: (?:\w+(?: for [\w -]+)?[, –.]+){9}/)
    await expect(article.getByRole('img', { name: 'Received, 24 Nov 2026' })).toBeVisible()
    const clock = new Date(receipt.submitted_at)
      .toLocaleTimeString('en-US', { timeZone: 'Africa/Nairobi' })
      .replace(/\s/u, ' ')
      .replace('AM', 'a.m.')
      .replace('PM', 'p.m.')
    await expect(article).toContainText(`${clock} by our clock, EAT`)
    expect((await article.locator('.hex').innerText()).replace(/\s/g, '').toLowerCase()).toBe(receipt.digest)
    const qrText = `${receipt.verify_url}#r=${receipt.reference_number}&d=${receipt.digest}`
    await expect(article.getByRole('img', { name: /^QR code/ }).locator('path')).toHaveAttribute(
      'd',
      toSvgPath(generate(qrText, { minCorrectionLevel: correction.M })),
    )
  })

  test('can be shared as a picture if the browser shares files, and saved as a complete file, as it was signed', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const { id, receipt } = await sendApplication(portal, me.email, (await openJob(portal)).id)
    await page.goto(`/dashboard/applications/${id}`)
    await alive(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the file for checking' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`receipt-${receipt.reference_number}.json`)
    expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toEqual(receipt)
    const share = page.getByRole('button', { name: 'Share', exact: true })
    await expect(share, 'this one shares none').toHaveCount(0)
    // From here on, the browser claims that it can share files. The test records what the page shares.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'canShare', { value: ({ files }: ShareData) => files?.length === 1 })
      Object.defineProperty(navigator, 'share', {
        value: async (data: ShareData) => Object.assign(window, { shared: data.files?.[0] }),
      })
    })
    await page.reload()
    await share.click()
    await page.waitForFunction(() => 'shared' in window)
    const [name, data] = await page.evaluate(async () => {
      const { shared } = window as never as { shared: File }
      const reader = new FileReader()
      await new Promise((done) => {
        reader.onload = done
        reader.readAsDataURL(shared)
      })
      return [shared.name, reader.result as string]
    })
    expect(name).toBe(`receipt-${receipt.reference_number}.png`)
    const picture = Buffer.from(data?.replace('data:image/png;base64,', '') ?? '', 'base64')
    // A PNG has its width at byte 16 and its height at byte 20.
    expect(picture.readUInt32BE(16), 'px wide').toBe(1080)
    expect(picture.readUInt32BE(20), 'px high').toBeGreaterThan(1_000)
    await test.info().attach('receipt.png', { body: picture, contentType: 'image/png' })
  })

  test('prints alone, on one A4 page', async ({ page, portal }) => {
    const me = await applicant(page, portal)
    const { id } = await sendApplication(portal, me.email, (await openJob(portal)).id)
    await page.goto(`/dashboard/applications/${id}`)
    await expect(page.locator('.qr-code path')).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article', { name: 'Receipt of application' })).toBeVisible()
    await expect(
      page.getByText('Independent Electoral and Boundaries Commission').filter({ visible: true }),
    ).toHaveCount(1)
    for (const gone of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('What you sent', { exact: true }),
      page.getByRole('banner'),
      page.getByText('Print or save as PDF'),
    ])
      await expect(gone).toBeHidden()
    const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(printed.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)
  })
})

test('a draft prints from the top of the page, without the menus', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const me = await applicant(page, portal)
  const job = await openJob(portal)
  const id = await applicationOf(portal, me.id, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  const title = page.getByRole('heading', { level: 1, name: job.title })
  await expect(title).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const gone of await page.getByText(/^(Admin|Notifications|Account)$/).all())
    await expect(gone).toBeHidden()
  expect((await title.boundingBox())?.x).toBeLessThan(10)
  expect(await page.locator('.dash').evaluate((dashboard) => getComputedStyle(dashboard).display)).toBe(
    'block',
  )
})
