import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { expectStep, drafted, next, saved, withDraft } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { done, submit } from '../support/submitting.ts'

// The documents of an application. W1: they are added at the fourth step of the form and never block Next.
// `drafted` opens the form at a step, with the steps before it complete. `expectStep` waits for the heading
// of a step, `saved` until the server has what was typed.

/** A new person at step 4 of the form. They return from step 5, so all steps before are complete. */
async function atDocuments(page: Page, portal: Portal, over: Record<string, unknown> = {}) {
  const person = await drafted(page, portal, 5, over)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Referees')
  return person
}
const cv = (page: Page) => page.getByRole('group', { name: 'CV' })
const coverLetter = (page: Page) => page.getByRole('group', { name: 'Cover letter' })
const file = (bytes: Buffer, name = 'Wanjiku CV.pdf', mimeType = 'application/pdf') => ({
  name,
  mimeType,
  buffer: bytes,
})
/** The documents of a person's application that the server stores. */
const rows = (portal: Portal, userId: number) =>
  portal.db.rows<{ kind: string; name: string; type: string; size: number }>(sql`
    select kind, name, type, size from application_documents where application_id in (select id from job_applications where user_id = ${userId}) order by kind`)

/** A photo like one from a phone, drawn by the browser itself. */
const photo = async (page: Page, width: number, height: number) => {
  const data = await page.evaluate(
    async ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h })
      const on = canvas.getContext('2d')
      // The photo has thousands of coloured rectangles, so that it does not compress well.
      for (let n = 0; on && n < 4_000; n++) {
        on.fillStyle = `hsl(${(n * 47) % 360} 60% 50%)`
        on.fillRect((n * 7919) % (w ?? 1), (n * 104_729) % (h ?? 1), 90, 60)
      }
      return canvas.toDataURL('image/jpeg', 0.97)
    },
    [width, height],
  )
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64')
}

test('W1, W23: documents can be added, replaced and removed; their size is shown, and no document is needed to continue', async ({
  page,
  portal,
}) => {
  const { id } = await atDocuments(page, portal)
  await expect(page.getByText('You can continue now and add them later, before you submit.')).toBeVisible()
  // This job does not require documents, but it asks for both.
  const lacking = page.locator('.lacking')
  const tab = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').nth(3)
  await expect(lacking).toHaveText('!Not added yet: CV, Cover letter. You can submit without them.')
  await expect(tab).toContainText('incomplete')
  await expectAccessible(page, 'documents, none')
  await cv(page)
    .locator('#document-cv-file')
    .setInputFiles(file(pdf('', 300_000)))
  await expect(cv(page).getByText('PDF, 293 KB')).toBeVisible()
  await coverLetter(page).locator('#document-cover_letter-file').setInputFiles(file(pdf(), 'letter.pdf'))
  await expect(coverLetter(page).getByText('letter.pdf')).toBeVisible()
  await expectAccessible(page, 'documents, both')
  await expect(lacking).toHaveCount(0)
  await expect(tab).not.toContainText('incomplete')
  await cv(page)
    .locator('#document-cv-file')
    .setInputFiles(file(pdf('% new'), 'better.pdf'))
  await expect(cv(page).getByText('better.pdf')).toBeVisible()
  await expect(cv(page).getByText('Received')).toBeVisible()
  await cv(page).getByRole('button', { name: 'Remove CV' }).click()
  await expect(cv(page).getByText('better.pdf')).toBeHidden()
  expect((await rows(portal, id)).map(({ name }) => name)).toEqual(['letter.pdf'])
  await expectAccessible(page, 'documents, one removed')
  await expect(lacking).toHaveText('!Not added yet: CV. You can submit without it.')
  await expect(tab).toContainText('incomplete')
  await next(page)
  await expectStep(page, 'Review')
})

test('T13 S2 §9: a refused file has its error at its field, and the next accepted file removes the error', async ({
  page,
  portal,
}) => {
  const { id } = await atDocuments(page, portal)
  const input = cv(page).locator('#document-cv-file')
  await input.setInputFiles(file(Buffer.from('MZ'), 'cv.exe', 'application/x-msdownload'))
  await expect(cv(page).getByText('Please choose a PDF, DOC, DOCX, JPG or PNG file.')).toBeVisible()
  await input.setInputFiles(file(pdf('', 5_242_881)))
  await expect(
    cv(page).getByText(
      'This file is larger than 5 MB. Choose a smaller one, or take the photo again at a lower size.',
    ),
  ).toBeVisible()
  await expectAccessible(page, 'documents, fault')
  await input.setInputFiles(file(Buffer.from('no document'), 'cv.pdf'))
  await expect(cv(page).getByText('Please choose a PDF, DOC, DOCX, JPG or PNG file.')).toBeVisible()
  await input.setInputFiles(file(pdf(), 'cv.pdf'))
  await expect(cv(page).getByText('Received')).toBeVisible()
  await expect(cv(page).getByText('Please choose')).toBeHidden()
  expect(await rows(portal, id)).toHaveLength(1)
})

test('W1: a photo is made smaller before it is sent', async ({ page, portal }) => {
  const { id } = await atDocuments(page, portal)
  const large = await photo(page, 4_000, 3_000)
  await cv(page)
    .locator('#document-cv-file')
    .setInputFiles(file(large, 'IMG_2041.jpg', 'image/jpeg'))
  await expect(cv(page).getByText('Received')).toBeVisible()
  const [row] = await rows(portal, id)
  expect(row?.type).toBe('jpg')
  expect(row?.size).toBeLessThan(large.length / 3)
})

test('W1: an upload shows its progress, continues while the person is at another step, and waits while there is no network', async ({
  page,
  portal,
  context,
}) => {
  const { id } = await atDocuments(page, portal)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/documents/cv/', async (route) => {
    await held
    await route.continue()
  })
  await cv(page)
    .locator('#document-cv-file')
    .setInputFiles(file(pdf('', 400_000)))
  await expect(cv(page).getByRole('progressbar')).toBeVisible()
  await expectAccessible(page, 'documents, on its way')
  await next(page)
  await expectStep(page, 'Review')
  release()
  await expect.poll(() => rows(portal, id)).toHaveLength(1)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(cv(page).getByText('Wanjiku CV.pdf')).toBeVisible()
  await context.setOffline(true)
  await coverLetter(page).locator('#document-cover_letter-file').setInputFiles(file(pdf(), 'letter.pdf'))
  await expect(coverLetter(page).getByText('will be sent when the network is back')).toBeVisible()
  await expectAccessible(page, 'documents, offline')
  await context.setOffline(false)
  await expect(coverLetter(page).getByText('PDF, ')).toBeVisible()
  expect(await rows(portal, id)).toHaveLength(2)
})

test('W1: a file is sent seconds after the network is back, also when it was away for long and the first try fails', async ({
  page,
  portal,
  context,
}) => {
  await page.clock.install()
  const { id } = await atDocuments(page, portal)
  await page.clock.pauseAt(Date.now() + 60_000)
  await context.setOffline(true)
  await coverLetter(page).locator('#document-cover_letter-file').setInputFiles(file(pdf(), 'letter.pdf'))
  const waits = coverLetter(page).getByText('will be sent when the network is back')
  await expect(waits).toBeVisible()
  // The pauses between tries of the upload grow.
  for (const pause of [5_000, 15_000, 30_000]) {
    await page.clock.runFor(pause + 1_000)
    await expect(waits).toBeVisible()
  }
  // After the network is back, the first try still fails.
  let early = 0
  await page.route('**/documents/cover_letter/', (route) =>
    early++ === 0 ? route.abort() : route.continue(),
  )
  await context.setOffline(false)
  await expect.poll(() => early).toBe(1)
  await expect(waits).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(coverLetter(page).getByText('PDF, ')).toBeVisible()
  expect(await rows(portal, id)).toHaveLength(1)
})

test('W1: after a person leaves the step, the page no longer asks whether the file was checked', async ({
  page,
  portal,
}) => {
  const { id } = await atDocuments(page, portal)
  await page.locator('#document-cv-file').setInputFiles(file(pdf('', 3_000)))
  await expect(cv(page).getByText('Received')).toBeVisible()
  await saved(page)
  await portal.db.run(sql`
    update application_documents set state = 'unscanned'
    where application_id = (select id from job_applications where user_id = ${id})`)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: requested, resolve: isAsked } = Promise.withResolvers<void>()
  let calls = 0
  await page.clock.install()
  await page.reload()
  await expectStep(page, 'Referees')
  await expect(cv(page).getByText('Wanjiku CV.pdf')).toBeVisible()
  await page.route(/\/api\/job-applications\/\d+\/(?:\?|$)/, async (route) => {
    calls++
    isAsked()
    await held
    await route.continue()
  })
  await page.clock.runFor(2_000)
  await requested
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Work Experience')
  const answered = page.waitForResponse(/\/api\/job-applications\/\d+\/(?:\?|$)/)
  release()
  await (await answered).finished()
  // Move the clock twice: a timer that the answer starts in the first run fires in the second.
  await page.clock.runFor(45_000)
  await page.clock.runFor(45_000)
  expect(calls).toBe(1)
})

test('W1: for a job that asks for no documents, the form has no part for documents', async ({
  page,
  portal,
}) => {
  await atDocuments(page, portal, { documents: 'none' })
  await expect(page.getByRole('heading', { name: 'Supporting documents' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Steps' })).not.toContainText('incomplete')
})

test('W1: a document that a job names and does not require leaves the step done', async ({
  page,
  portal,
}) => {
  await atDocuments(page, portal, { documents: 'none', wanted_documents: [{ name: 'Driving licence' }] })
  await expect(page.getByRole('group', { name: 'Driving licence' })).toBeVisible()
  await expect(page.locator('.lacking')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Steps' })).not.toContainText('incomplete')
})

test('W1: a required document that is missing or was refused is named with its reason, and the refusal leads to its field', async ({
  page,
  portal,
}) => {
  const named = [
    { name: 'National identity card', required: true },
    { name: 'A letter from the chief or assistant chief of the place where you live' },
  ]
  const { id, job } = await atDocuments(page, portal, { documents: 'required', wanted_documents: named })
  const card = page.getByRole('group', { name: 'National identity card Required' })
  await expect(card).toBeVisible()
  await expect(page.getByRole('group', { name: /^A letter from the chief .* If you have it$/ })).toBeVisible()
  await inEveryAppearance(page, 'documents that the job names')
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf('', 3_000) })
  await expect(page.getByRole('group', { name: 'CV' }).getByText('Received')).toBeVisible()
  await next(page)
  await expectStep(page, 'Review')
  await saved(page)
  // The virus scanner refuses the CV after the page has read that the server received it.
  await portal.db.run(sql`
    update application_documents set state = 'refused', fault = 'macros'
    where application_id = (select id from job_applications where user_id = ${id})`)
  // Meanwhile, officers ask for another document. Route the call, because the browser would else answer from
  // its cache for half a minute.
  await portal.db.run(
    sql`update jobs set wanted_documents = wanted_documents || '[{"kind":"document_3","name":"Certificate","required":true}]' where id = ${job.id}`,
  )
  await page.route('**/api/jobs/*/', (route) => route.continue())
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'It is not submitted' })
  const macros = 'This document contains macros or hidden parts. Save it as PDF and choose the PDF.'
  await expect(failure).toContainText('Please add: CV, Cover letter, National identity card, Certificate')
  await expect(failure).toContainText(`CV: ${macros}`)
  await expect(failure.getByRole('button', { name: 'Choose a file: Certificate' })).toBeVisible()
  await inEveryAppearance(page, 'a required document was refused')
  await failure.getByRole('button', { name: 'Choose a file: CV' }).click()
  const field = page.getByRole('group', { name: 'CV' })
  await expect(field).toBeFocused()
  await expect(field).toContainText(macros)
  await expect(field).toContainText('Not kept')
  await expect(page.getByRole('group', { name: 'Cover letter' })).toContainText(
    'You must add this document to apply for this job.',
  )
  await inEveryAppearance(page, 'the fields of refused documents')
  for (const [kind, name] of Object.entries({
    cv: 'CV',
    cover_letter: 'Cover letter',
    document_1: 'National identity card',
    document_3: 'Certificate',
  })) {
    await page
      .locator(`#document-${kind}-file`)
      .setInputFiles({ name: `${kind}.pdf`, mimeType: 'application/pdf', buffer: pdf(`% ${kind}`, 3_000) })
    await expect(page.getByRole('group', { name }).getByText('Received')).toBeVisible()
  }
  await expect(page.getByText(macros)).toBeHidden()
  await next(page)
  await expect(page.getByText('National identity card: document_1.pdf')).toBeVisible()
  await inEveryAppearance(page, 'the review of named documents')
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByRole('dialog', { name: 'Application Submitted Successfully!' })).toBeVisible()
})

test('W1: in Kiswahili, a form that learns of a new document from a refusal still shows the job in Kiswahili', async ({
  page,
  portal,
}) => {
  const { job } = await withDraft(page, portal, 5, { title_sw: 'Karani wa Ghala' })
  await page.goto(`/sw/apply?job=${job.id}`)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toContainText('Karani wa Ghala')
  await portal.db.run(
    sql`update jobs set wanted_documents = '[{"kind":"document_1","name":"Certificate","required":true}]' where id = ${job.id}`,
  )
  // Route the call, because the browser would else answer from its cache for half a minute.
  await page.route('**/api/jobs/*/*', (route) => route.continue())
  await page.getByRole('button', { name: 'Tuma ombi' }).click()
  await page.getByRole('button', { name: 'Ndiyo, Tuma' }).click()
  // The button has the document's name once the job is loaded again.
  await expect(page.getByRole('button', { name: 'Chagua faili: Certificate' })).toBeVisible()
  await expect(title).toContainText('Karani wa Ghala')
})

test('W1: a submit waits for a photo that is still being made smaller, and sends it', async ({
  page,
  portal,
}) => {
  const { id } = await atDocuments(page, portal)
  await saved(page)
  const picture = await photo(page, 800, 600)
  // Holds the photo while the page makes it smaller.
  await page.evaluate(() => {
    const make = window.createImageBitmap.bind(window)
    const { promise, resolve } = Promise.withResolvers<void>()
    addEventListener('photo-is-small', () => resolve())
    const held = async (image: Blob) => {
      await promise
      return make(image)
    }
    Object.assign(window, { createImageBitmap: held })
  })
  await cv(page)
    .locator('#document-cv-file')
    .setInputFiles(file(picture, 'IMG_2041.jpg', 'image/jpeg'))
  await expect(cv(page).getByText('Making IMG_2041.jpg ready to send...')).toBeVisible()
  await next(page)
  await expectStep(page, 'Review')
  await submit(page)
  await page.evaluate(() => dispatchEvent(new Event('photo-is-small')))
  await expect(done(page)).toBeVisible()
  expect(await rows(portal, id)).toMatchObject([{ kind: 'cv', name: 'IMG_2041.jpg' }])
})

test('W1: the review lists the documents that will be sent: no refused one, and none that was removed elsewhere', async ({
  page,
  portal,
}) => {
  const { id } = await atDocuments(page, portal)
  await saved(page)
  await coverLetter(page).locator('#document-cover_letter-file').setInputFiles(file(pdf(), 'letter.pdf'))
  await expect(coverLetter(page).getByText('Received')).toBeVisible()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/documents/cv/', async (route) => {
    await held
    await route.continue()
  })
  await cv(page).locator('#document-cv-file').setInputFiles(file(pdf()))
  await expect(cv(page).getByRole('progressbar')).toBeVisible()
  await next(page)
  await expectStep(page, 'Review')
  await saved(page)
  const listed = page.locator('.files li')
  await expect(listed).toHaveText([/^Cover letter: letter\.pdf/])
  const comeBack = async () => {
    const read = page.waitForResponse(/\/api\/job-applications\/\d+\/\?/)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await (await read).finished()
  }
  const own = sql`application_id = (select id from job_applications where user_id = ${id})`
  await portal.db.run(
    sql`update application_documents set state = 'refused', fault = 'macros' where kind = 'cover_letter' and ${own}`,
  )
  await comeBack()
  await expect(listed).toHaveCount(0)
  await portal.db.run(sql`delete from application_documents where kind = 'cover_letter' and ${own}`)
  await comeBack()
  release()
  await expect(listed).toHaveText([/^CV: Wanjiku CV\.pdf/])
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Referees')
  await expect(coverLetter(page).getByText('letter.pdf')).toBeHidden()
})
