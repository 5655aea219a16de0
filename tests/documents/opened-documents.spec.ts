import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { pdf, png, pngChunk } from '../support/sample-files.ts'
import { applicantWith } from '../support/uploads.ts'

// When a person opens an uploaded document, the browser saves it as a file (T16). A script hidden in it never
// runs.

/** The page title that the hidden script would set. */
const MARK = 'the script has run'
const PAGE = `<html><body><script>document.title = '${MARK}'; fetch('/was-run'); alert(1)</script>`

/**
 * A page whose requests all carry this person's token, so that a document's address works alone. The portal's
 * own pages do not send it like this. `signs` lists traces of the hidden script.
 */
async function withToken(context: BrowserContext, token: string) {
  await context.setExtraHTTPHeaders({ authorization: `Token ${token}` })
  const page = await context.newPage()
  const characters: string[] = []
  page.on('dialog', (dialog) => {
    characters.push('dialog')
    void dialog.dismiss()
  })
  page.on('request', (request) => request.url().includes('was-run') && characters.push('request'))
  return { page, signs: characters }
}

// For each file: its name before and after the upload, its type, and whether the stored file still has the
// script. The portal removes bytes after the end of a PNG.
for (const [what, sent, name, saved, type, isScriptStored] of [
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
    const { page, signs: characters } = await withToken(context, person.token)
    await page.goto('/robots.txt')
    const before = await page.content()

    const saving = page.waitForEvent('download')
    const answered = page.waitForResponse(address)
    await expect(page.goto(address)).rejects.toThrow('Download is starting')
    const download = await saving
    expect(download.suggestedFilename()).toBe(saved)
    const stored = readFileSync(await download.path())
    expect(stored.includes(MARK), 'the script is in what is kept').toBe(isScriptStored)
    const headers = (await answered).headers()
    expect(headers).toMatchObject({
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; /)
    expect(page.url()).toBe(`${portal.url}/robots.txt`)
    expect(await page.content()).toBe(before)

    // A frame does not show the document either, even in a page of the portal's own origin.
    await page.route('**/framing', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${person.path()}"></iframe>` }),
    )
    const framed = page.waitForEvent('download')
    await page.goto('/framing')
    await framed
    expect(await page.frames()[1]?.evaluate(() => document.documentElement.outerHTML)).not.toContain('%PDF')
    expect(characters).toEqual([])

    // Shows that this test can fail: as an HTML page, the same bytes run the script.
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html', body: isScriptStored ? stored : sent }),
    )
    await page.goto(address)
    await expect(page).toHaveTitle(MARK)
    expect(characters).toContain('dialog')
  })
}
