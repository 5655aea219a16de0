import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { STAFF_DOCUMENT_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { expect, test } from '../support/browser.ts'
import { press, tabTo } from '../support/by-keyboard.ts'
import { sentCase } from '../support/case.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { docx, exif, pdf } from '../support/sample-files.ts'
import { damagedPdf, hostilePdf, lockedPdf, pdfOf, scannedPdf } from '../support/sample-pdf.ts'
import {
  caseWith,
  view,
  shown,
  sheet,
  pages,
  canvases,
  colour,
  ink,
  widthOf,
  CV,
} from '../support/document-viewer.ts'

// The viewer in which officers read an applicant's documents inside the portal's pages. `caseWith` opens an
// application with these files. `fetchedUrls`: addresses that the browser fetched. `auditEntries`: openings
// in the audit log. `fetched()` counts downloads. `sheet` is a page of the document, and `ink` counts its
// dark pixels.

// Tests block viewer files and count all requests. The service worker would fetch them despite the block.
test.use({ serviceWorkers: 'block' })

test('a PDF is viewed by keyboard alone: its words, its pages as they arrive, larger, turned, saved as it was sent; one audit entry', async ({
  browser,
  portal,
}) => {
  const files = {
    cv: { name: 'Wanjiku.pdf', data: CV },
    cover_letter: { name: 'Wanjiku.docx', data: docx() },
  }
  const { page, quiet, reference, fetchedUrls, auditEntries, fetched } = await caseWith(
    portal,
    browser,
    files,
  )
  await expect(page.getByText('The log keeps each opening.')).toBeVisible()
  expect(
    fetchedUrls.filter((url) => /pdfjs|vendor-pdf|viewer/.test(url)),
    'nothing of it before somebody looks',
  ).toEqual([])
  expect(fetched()).toBe(0)
  // A Word file cannot be viewed, only saved.
  await expect(view(page, 'Cover letter')).toHaveCount(0)
  await expect(page.getByText('A Word file cannot be shown safely here')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Save Cover letter' })).toBeVisible()

  await press(page, view(page))
  await expect(shown(page).getByRole('heading', { name: `CV of ${reference}` })).toBeVisible()
  await expect(pages(page)).toBeFocused()
  await expect(sheet(page, 1)).toContainText('Deputy Presiding Officer, 2022')
  expect(await ink(page, 1)).toBeGreaterThan(200)
  // The text of later pages is in the document before anyone scrolls there, for searches and screen readers.
  await expect(sheet(page, 3)).toContainText('On request')
  await expect(shown(page)).toContainText('Page 1 of 3')
  await inEveryAppearance(page, 'a PDF is viewed')

  await tabTo(page, pages(page))
  await page.keyboard.press('End')
  await expect(shown(page)).toContainText('Page 3 of 3')
  await expect.poll(() => ink(page, 3)).toBeGreaterThan(100)
  await page.keyboard.press('Home')
  await expect(shown(page)).toContainText('Page 1 of 3')
  const before = await widthOf(page)
  await page.keyboard.press('-')
  await expect.poll(() => widthOf(page)).toBeLessThan(before)
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(() => widthOf(page)).toBeGreaterThan(before)
  const fit = shown(page).getByRole('button', { name: 'Fit width' })
  await press(page, fit)
  await expect(fit).toHaveAttribute('aria-pressed', 'true')
  expect(await widthOf(page)).toBeGreaterThan(1_100)
  await press(page, shown(page).getByRole('button', { name: 'Turn' }))
  await expect.poll(() => sheet(page, 1).evaluate((node) => node.clientWidth > node.clientHeight)).toBe(true)
  await expect
    .poll(() =>
      canvases(page)
        .first()
        .evaluate((canvas: HTMLCanvasElement) => canvas.width > canvas.height),
    )
    .toBe(true)
  await expect(sheet(page, 1)).toContainText('Curriculum vitae')

  const saving = page.waitForEvent('download')
  await press(page, shown(page).getByRole('button', { name: 'Save' }))
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`${reference}-cv.pdf`)
  expect(readFileSync(await saved.path()).equals(CV)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)
  await expect(view(page)).toBeFocused()
  expect(fetched(), 'what is saved is what was shown').toBe(1)
  expect(await auditEntries()).toEqual([{ kind: 'cv', blind: true }])
  // The worker process that read the document has ended as well.
  await expect.poll(() => page.workers().length).toBe(0)
  quiet()
})

test('on a wide screen, facts, document and decision are shown beside each other, and the next case shows its own', async ({
  browser,
  portal,
}) => {
  const [jobId = 0] = await postJobs(portal, {})
  const cvOf = (words: string) => ({ cv: { name: 'a.pdf', data: pdfOf({ pages: [[words]] }) } })
  const firstCase = await sentCase(portal, { jobId, files: cvOf('The first of them') })
  const two = await sentCase(portal, { jobId, files: cvOf('The second of them') })
  const three = await sentCase(portal, { jobId })
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const name = page.locator('#case-title')
  const documentOf = (reference: string) => page.getByRole('region', { name: `CV of ${reference}` })
  await page.goto(`/staff/jobs/${jobId}/applications?open=${firstCase.id}`)
  await press(page, view(page))
  await expect(documentOf(firstCase.reference)).toContainText('The first of them')
  await expect(page.getByRole('region', { name: 'CV, its pages' })).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const places = ['.review-case-facts', '.viewer', '.review-case footer']
  const boxes = await Promise.all(
    places.map(
      async (place) => (await page.locator(place).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 },
    ),
  )
  // No parts of the viewer overlap: each starts where the one before it ends.
  boxes.reduce((left, right) => {
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width - 1)
    return right
  })
  expect(
    boxes.every(({ x, y, width, height }) => width > 250 && x + width <= 1280 && y + height <= 900),
  ).toBe(true)
  await inEveryAppearance(page, 'a document beside its application')

  // The next application, by a key and by a button, shows its own document of this kind. Its name has the
  // focus.
  await page.keyboard.press('j')
  await expect(name).toBeFocused()
  await expect(name).toHaveText(two.reference)
  await expect(documentOf(two.reference)).toContainText('The second of them')
  await page.getByRole('button', { name: 'Next J' }).click()
  await expect(name).toHaveText(three.reference)
  await expect(page.getByText('CV: none was sent with this application.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous K' }).click()
  await expect(documentOf(two.reference)).toContainText('The second of them')
  await page.keyboard.press('Escape')
  await expect(page.locator('.viewer')).toHaveCount(0)
  await expect(view(page)).toBeFocused()
  await expect(page.getByRole('table', { name: 'Applications' })).toBeVisible()
  quiet()
})

test('T12 T16 a PDF that would run a script, open an address, launch a program or send a form does nothing', async ({
  browser,
  portal,
}) => {
  const elsewhere = 'http://elsewhere.example/'
  const { page, quiet, fetchedUrls } = await caseWith(portal, browser, {
    cv: { name: 'a.pdf', data: hostilePdf(elsewhere) },
  })
  await expect(page.getByText('This file contains a script. The script does not run here.')).toBeVisible()
  const characters: string[] = []
  page.on('dialog', (dialog) => {
    characters.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.context().on('page', () => characters.push('a window'))
  page.on('download', () => characters.push('a download'))
  const address = page.url()
  await view(page).click()
  await expect(sheet(page, 1)).toContainText('and is only read')
  expect(await ink(page, 1)).toBeGreaterThan(200)
  // The document's page is entirely covered by a link, a button and a command that starts a program.
  for (const place of [
    { x: 300, y: 300 },
    { x: 100, y: 500 },
  ])
    await sheet(page, 1).click({ position: place })
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(shown(page)).toContainText('Page 2 of 2')
  await expect(sheet(page, 2).locator('canvas')).toHaveCount(1)
  await expect(
    shown(page).locator('a, form, input, iframe, embed, object, [href], [src], script'),
  ).toHaveCount(0)
  expect(fetchedUrls.filter((url) => !url.startsWith(portal.url))).toEqual([])
  expect(characters).toEqual([])
  expect(page.url()).toBe(address)
  quiet()

  // The worker that reads the PDF can neither send requests nor run text as code.
  const [worker] = page.workers()
  const tried = await worker?.evaluate(async () => {
    const attempt = async (perform: () => unknown) => {
      try {
        await perform()
        return 'done'
      } catch {
        return 'refused'
      }
    }
    // The debugger, which runs this code, may run text as code. One turn later, the worker's own limits
    // apply.
    const later = (perform: () => unknown) =>
      attempt(
        () => new Promise((done, fail) => setTimeout(() => Promise.resolve().then(perform).then(done, fail))),
      )
    return {
      here: await attempt(() => fetch('/api/csrf/')),
      code: await later(() => globalThis.setTimeout.constructor('return 1')()),
      machine: await later(() => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))),
      script: await attempt(() => import(`${'data:'}text/javascript,1`)),
    }
  })
  expect(tried).toEqual({ here: 'refused', code: 'refused', machine: 'refused', script: 'refused' })
})

test('pictures are drawn the way up their camera says, bounded, and named; scans without words likewise', async ({
  browser,
  portal,
}) => {
  const painter = await (await browser.newContext()).newPage()
  // A blue picture with a red corner at the top left.
  const painted = await painter.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4_000, height: 3_000 })
    const brush = canvas.getContext('2d')
    if (brush) {
      brush.fillStyle = '#0000ff'
      brush.fillRect(0, 0, 4_000, 3_000)
      brush.fillStyle = '#ff0000'
      brush.fillRect(0, 0, 400, 300)
    }
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  await painter.context().close()
  const plain = Buffer.from(painted.slice(painted.indexOf(',') + 1), 'base64')
  // Orientation 6: the camera was upright, so the picture's top is at the right of the stored picture.
  const photo = Buffer.concat([plain.subarray(0, 2), exif(6, 'Garissa'), plain.subarray(2)])
  const files = {
    cv: { name: 'IMG_2041.jpg', data: photo },
    cover_letter: { name: 'scan.pdf', data: scannedPdf() },
  }
  const { page, quiet, fetchedUrls, auditEntries } = await caseWith(portal, browser, files, {
    width: 360,
    height: 740,
  })
  await view(page).click()
  await expect(shown(page).getByRole('img', { name: 'CV, photograph or scan' })).toBeVisible()
  await expect(sheet(page, 1).locator('canvas')).toHaveCount(1)
  expect(await sheet(page, 1).evaluate((node) => node.clientHeight / node.clientWidth)).toBeCloseTo(4 / 3, 1)
  const [red, , blue] = await colour(page, 1, 0.95, 0.05)
  expect([Number(red) > 200, Number(blue) < 60]).toEqual([true, true])
  expect((await colour(page, 1, 0.05, 0.95))[2]).toBeGreaterThan(200)
  await expect(shown(page)).not.toContainText('Page 1')
  await inEveryAppearance(page, 'a picture is viewed')
  for (let n = 0; n < 9; n++) await shown(page).getByRole('button', { name: 'Larger' }).click()
  await expect(shown(page).getByRole('button', { name: 'Larger' })).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => widthOf(page)).toBeGreaterThan(3_000)
  expect(
    await canvases(page).evaluateAll((all) =>
      Math.max(
        ...all.map((canvas) => (canvas as HTMLCanvasElement).width * (canvas as HTMLCanvasElement).height),
      ),
    ),
  ).toBeLessThan(2 ** 23)
  await shown(page).getByRole('button', { name: 'Close' }).click()
  await expect(view(page)).toBeFocused()

  await view(page, 'Cover letter').click()
  await expect(shown(page).getByRole('img', { name: 'Page 1, a picture without words' })).toBeVisible()
  // The scanned page is white, with a black image in JPEG 2000 above and a black fax image below.
  await expect.poll(() => colour(page, 1, 0.3, 0.2)).toEqual([0, 0, 0])
  expect(await colour(page, 1, 0.4, 0.7)).toEqual([0, 0, 0])
  expect(await colour(page, 1, 0.05, 0.05)).toEqual([255, 255, 255])
  expect(fetchedUrls.filter((url) => url.endsWith('_nowasm_fallback.js'))).toHaveLength(2)
  expect(await auditEntries()).toEqual([
    { kind: 'cv', blind: true },
    { kind: 'cover_letter', blind: true },
  ])
  quiet()
})

test('a damaged, locked or lost document says so, and can be saved or fetched again', async ({
  browser,
  portal,
}) => {
  const files = {
    cv: { name: 'a.pdf', data: damagedPdf() },
    cover_letter: { name: 'b.pdf', data: lockedPdf() },
  }
  const { page, quiet, reference, auditEntries, fetched } = await caseWith(portal, browser, files)
  await view(page).click()
  await expect(shown(page).getByRole('alert')).toContainText('This file is damaged and cannot be shown here.')
  await inEveryAppearance(page, 'a damaged file')
  const saving = page.waitForEvent('download')
  await shown(page).getByRole('button', { name: 'Save the file' }).click()
  expect((await saving).suggestedFilename()).toBe(`${reference}-cv.pdf`)
  await page.keyboard.press('Escape')
  await expect(view(page)).toBeFocused()
  expect([fetched(), (await auditEntries()).length]).toEqual([1, 1])

  await view(page, 'Cover letter').click()
  await expect(shown(page).getByRole('alert')).toContainText(
    'This file is locked with a password and cannot be shown here.',
  )
  await page.keyboard.press('Escape')

  await page.route('**/documents/cover_letter/', (route) => route.abort())
  await view(page, 'Cover letter').click()
  await expect(shown(page).getByRole('alert')).toContainText('The document could not be loaded')
  await expect(shown(page).getByRole('button', { name: 'Save' })).toHaveCount(0)
  await inEveryAppearance(page, 'the document did not come')
  await page.unroute('**/documents/cover_letter/')
  await shown(page).getByRole('button', { name: 'Try again' }).click()
  await expect(shown(page).getByRole('alert')).toContainText('locked with a password')
  expect((await auditEntries()).length).toBe(3)
  await page.keyboard.press('Escape')

  // A file of the viewer does not arrive. At a retry, the document itself is not fetched again.
  await page.reload()
  await page.route(/\/assets\/open-pdf-/, (route) => route.abort())
  await view(page).click()
  await expect(shown(page).getByRole('alert')).toContainText('The document viewer did not start')
  await expect(shown(page).getByRole('button', { name: 'Save the file' })).toBeVisible()
  await page.unroute(/\/assets\/open-pdf-/)
  // The worker's file does not arrive either. The page must not say that the browser is too old.
  const before = fetched()
  const noWorker = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/pdf.worker.js'))
  await page.route('**/pdf.worker.js', (route) => route.abort())
  await shown(page).getByRole('button', { name: 'Try again' }).click()
  await noWorker
  await expect(shown(page).getByRole('alert')).toContainText(
    'The document viewer did not start. You can try again, or save the file',
  )
  await expect(shown(page).getByRole('button', { name: 'Save the file' })).toBeVisible()
  await page.unroute('**/pdf.worker.js')
  await shown(page).getByRole('button', { name: 'Try again' }).click()
  await expect(shown(page).getByRole('alert')).toContainText('This file is damaged')
  expect(fetched()).toBe(before)
  await portal.db.run(sql`delete from staff_sessions`)
  await page.keyboard.press('Escape')
  await view(page, 'Cover letter').click()
  await expect(shown(page).getByRole('alert')).toContainText('Your session is over')
  await expect(shown(page).getByRole('link', { name: 'Log in again' })).toBeVisible()
  quiet()
})

test('T17 hundreds of pages, and pages of absurd size, take bounded memory', async ({ browser, portal }) => {
  const many = pdfOf({ pages: Array.from({ length: 620 }, (_, index) => [`Sheet ${index + 1}`]) })
  const vast = pdfOf({ pages: [['Vast'], ['Vast too']], size: [2_000_000, 1_500_000] })
  const { page, quiet } = await caseWith(portal, browser, {
    cv: { name: 'a.pdf', data: many },
    cover_letter: { name: 'b.pdf', data: vast },
  })
  await view(page).click()
  await expect(shown(page)).toContainText('Page 1 of 620')
  await expect(sheet(page, 1)).toContainText('Sheet 1')
  await pages(page).focus()
  await page.keyboard.press('End')
  await expect(sheet(page, 500)).toContainText('Sheet 500')
  await expect(shown(page)).toContainText(
    'The first 500 of 620 pages are shown. Save the file to read the rest.',
  )
  await expect(shown(page).locator('.viewer-page')).toHaveCount(500)
  await expect.poll(() => canvases(page).count()).toBeLessThan(6)
  await expect(sheet(page, 1).locator('canvas')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await view(page, 'Cover letter').click()
  await expect(sheet(page, 1).locator('canvas')).toHaveCount(1)
  await shown(page).getByRole('button', { name: 'Larger' }).click()
  await expect(shown(page).locator('.viewer-failed')).toHaveCount(0)
  const areas = await canvases(page).evaluateAll((all) =>
    all.map((canvas) => (canvas as HTMLCanvasElement).width * (canvas as HTMLCanvasElement).height),
  )
  expect(Math.max(...areas)).toBeLessThanOrEqual(2 ** 23)
  quiet()
})

test('an empty page is shown as it is, and the keys of the table do nothing while a document is shown', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await caseWith(portal, browser, { cv: { name: 'a.pdf', data: pdf() } })
  await view(page).click()
  await expect(shown(page).getByRole('img', { name: 'Page 1, a picture without words' })).toBeVisible()
  await page.keyboard.press('x')
  await page.keyboard.press('s')
  await page.keyboard.press('Escape')
  await expect(shown(page)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Selected' })).toHaveCount(0)
  await expect(page.locator('.review-outcome')).not.toContainText('list')
  quiet()
})

test('a document that could not be taken is listed as left out, beside those that are here', async ({
  browser,
  portal,
}) => {
  const data = pdf('% here')
  const files = { cv: 'a'.repeat(64), cover_letter: createHash('sha256').update(data).digest('hex') }
  const staff = await caseWith(portal, browser, { cover_letter: { name: 'letter.pdf', data } }, undefined, {
    files,
    files_left_out: ['cv'],
  })
  const { page } = staff
  await expect(page.getByRole('listitem').filter({ hasText: STAFF_DOCUMENT_WORDS.leftOut })).toHaveText(/^CV/)
  await expect(view(page, 'Cover letter')).toBeVisible()
  await expect(page.getByText('None was sent.')).toBeHidden()
  await inEveryAppearance(page, 'a document is left out')
  staff.quiet()
  await page.context().close()
})
