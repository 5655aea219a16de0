import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { pdf, png, pngChunk } from '../support/sample-files.ts'
import { applicantWith } from '../support/uploads.ts'

const MARK = 'the script has run'
const PAGE = `<html><body><script>document.title = '${MARK}'; fetch('/was-run'); alert(1)</script>`

/**
 * A page in the browser of the person whose token it is: each of its requests carries it, as no page of ours
 * lets it.
 */
async function withToken(context: BrowserContext, token: string) {
  await context.setExtraHTTPHeaders({ authorization: `Token ${token}` })
  const page = await context.newPage()
  const signs: string[] = []
  page.on('dialog', (dialog) => {
    signs.push('dialog')
    void dialog.dismiss()
  })
  page.on('request', (request) => request.url().includes('was-run') && signs.push('request'))
  return { page, signs }
}

for (const [what, sent, name, saved, type, still] of [
  ['a page dressed as a PDF', pdf(PAGE), 'cv.html', 'cv.html.pdf', 'application/pdf', true],
  ['a PNG with a page behind it', png({ after: Buffer.from(PAGE) }), 'cv.png', 'cv.png', 'image/png', false],
  [
    'a PNG with a page among its colours',
    png({ extra: [pngChunk('iCCP', Buffer.from(PAGE))] }),
    'cv.svg',
    'cv.svg.png',
    'image/png',
    true,
  ],
] as const) {
  test(`T16 ${what}, opened at its address by its owner, is saved, runs nothing and shows nothing`, async ({
    context,
    portal,
  }) => {
    const person = await applicantWith(portal)
    expect((await person.upload(sent, name)).status).toBe(200)
    const address = portal.url + person.path()
    const { page, signs } = await withToken(context, person.token)
    await page.goto('/robots.txt')
    const before = await page.content()

    const saving = page.waitForEvent('download')
    const heads = page.waitForResponse(address)
    await expect(page.goto(address)).rejects.toThrow('Download is starting')
    const download = await saving
    expect(download.suggestedFilename()).toBe(saved)
    const kept = readFileSync(await download.path())
    expect(kept.includes(MARK), 'the script is in what is kept').toBe(still)
    const headers = (await heads).headers()
    expect(headers).toMatchObject({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(page.url()).toBe(`${portal.url}/robots.txt`)
    expect(await page.content()).toBe(before)

    // In a frame no more, though a page of this very origin should come to hold one.
    await page.route('**/framing', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${person.path()}"></iframe>` }),
    )
    const framed = page.waitForEvent('download')
    await page.goto('/framing')
    await framed
    expect(await page.frames()[1]?.evaluate(() => document.documentElement.outerHTML)).not.toContain('%PDF')
    expect(signs).toEqual([])

    // That it could have run: the same bytes, said to be a page.
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: still ? kept : sent }),
    )
    await page.goto(address)
    await expect(page).toHaveTitle(MARK)
    expect(signs).toContain('dialog')
  })
}
