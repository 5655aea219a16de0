import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { VERIFY_WORDS } from '#contract/transparency/words.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { alive, expect, expectAccessible, test, tooWide } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'

// /verify checks a receipt: by the address in its QR code, by its file, or by typing. A receipt is genuine if
// the portal signed it. After the next checkpoint, it is also in the public log. `fragment` is the address in
// the QR code.

// A test blocks the fonts. The service worker would fetch them despite the block.
test.use({ serviceWorkers: 'block' })

// One checkpoint writer for each portal. A second one would not know what the first has written.
const passes = new WeakMap<Portal, () => Promise<void>>()
/** Writes a checkpoint, so that the submissions so far are in the public log. */
const publishLog = (portal: Portal) => {
  const pass = passes.get(portal) ?? checkpointWriter(portal.deps)
  passes.set(portal, pass)
  return pass()
}

/** Submits an application and returns its receipt. */
async function submitted(portal: Portal): Promise<Receipt> {
  const { visitor, jobId } = await readyToSend(portal)
  return (await visitor.post(SUBMIT, { job_id: jobId })).json.receipt
}
const asFile = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content, null, 2)),
})
const verdict = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const fragment = (receipt: { reference_number: string; digest: string }) =>
  `/verify#r=${receipt.reference_number}&d=${receipt.digest}`

test('the address of a QR code: the receipt is genuine at once and in the public log moments later, and no request contains it', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  const receipt = await submitted(portal)
  // The part of an address after # never leaves the browser. So no request may contain the receipt.
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(fragment(receipt))
  await expect(verdict(page, 'Genuine')).toBeFocused()
  await expect(page.getByText(VERIFY_WORDS.waiting)).toBeVisible()
  await expectAccessible(page, 'waiting')
  await publishLog(portal)
  await page.clock.runFor(2_000)
  await expect(verdict(page, 'Genuine, and in the public log')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Genuine, \d+ \w{3} 2026$/ })).toBeVisible()
  await expect(page.getByText(receipt.reference_number)).toBeVisible()
  await expectAccessible(page, 'included')
  expect(
    requested.filter(
      (url) => url.includes(receipt.reference_number) || url.includes(receipt.digest.slice(0, 16)),
    ),
  ).toEqual([])
  // In the same tab, open the address of another receipt.
  const other = await submitted(portal)
  await publishLog(portal)
  await page.goto(fragment(other))
  await expect(page.getByText(other.reference_number)).toBeVisible()
})

test('the saved file, and the proof that a stranger checks without us', async ({ page, portal }, info) => {
  const receipt = await submitted(portal)
  await publishLog(portal)
  await page.goto('/verify')
  await alive(page)
  await page.getByLabel('Receipt file').setInputFiles(asFile('receipt.json', receipt))
  await expect(verdict(page, 'Genuine, and in the public log')).toBeFocused()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the proof as a file' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe(`proof-${receipt.reference_number}.json`)
  const [proof, own] = [info.outputPath('proof.json'), info.outputPath('receipt.json')]
  await download.saveAs(proof)
  writeFileSync(own, JSON.stringify(receipt))
  expect(JSON.parse(readFileSync(proof, 'utf8')).leaf_index).toBeGreaterThanOrEqual(0)
  const program = join(import.meta.dirname, '../../docs/check-receipt.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program, own, proof, portal.deps.receiptKey.vkey], {
    encoding: 'utf8',
  })
  expect(`${status} ${stderr}`).toBe('0 ')

  await page
    .getByLabel('Receipt file')
    .setInputFiles(asFile('receipt.json', { ...receipt, name: 'Somebody Else' }))
  await expect(verdict(page, 'Not a receipt of ours')).toBeFocused()
  await expect(page.getByText(VERIFY_WORDS.notSigned)).toBeVisible()
  await expectAccessible(page, 'not ours')
  for (const odd of [
    asFile('list.json', [1]),
    asFile('cv.json', { name: 'x' }),
    { name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(20_000, '%PDF') },
  ]) {
    await page.getByLabel('Receipt file').setInputFiles(odd)
    await expect(page.getByRole('alert').getByText(VERIFY_WORDS.notReceipt)).toBeVisible()
  }
  await expectAccessible(page, 'not a receipt')
})

test('typed by keyboard alone: errors are shown at their fields, and an unknown receipt gets one sentence', async ({
  page,
  portal,
}) => {
  const receipt = await submitted(portal)
  await publishLog(portal)
  await page.goto('/verify')
  await alive(page)
  await page.getByLabel('Reference number').focus()
  await page.keyboard.type('K7-4TR9XM-Q')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12ab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([
    VERIFY_WORDS.reference,
    VERIFY_WORDS.digest,
  ])
  await expectAccessible(page, 'faults')
  await page.getByRole('link', { name: VERIFY_WORDS.reference }).press('Enter')
  await expect(page.getByLabel('Reference number')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(receipt.reference_number.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('0123 4567 89ab cdef')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(verdict(page, 'Not a receipt of ours')).toBeFocused()
  await expect(page.getByText(VERIFY_WORDS.notFound)).toBeVisible()
  await page.getByLabel('Fingerprint').fill(receipt.digest.slice(0, 20))
  await page.getByLabel('Fingerprint').press('Enter')
  await expect(verdict(page, 'Genuine, and in the public log')).toBeFocused()
})

test('without a network the page says so and asks again at the press', async ({ page, portal, context }) => {
  const receipt = await submitted(portal)
  await publishLog(portal)
  await page.goto('/verify')
  await alive(page)
  await page.getByLabel('Reference number').fill(receipt.reference_number)
  await page.getByLabel('Fingerprint').fill(receipt.digest)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Check this receipt' }).click()
  await expect(
    page.getByText('We could not be reached. Please check your connection and try again.'),
  ).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Check this receipt' }).click()
  await expect(verdict(page, 'Genuine, and in the public log')).toBeVisible()
})

test('the pages of the public log are in order in every appearance', async ({ page, portal }) => {
  const receipt = await submitted(portal)
  await publishLog(portal)
  for (const path of ['/transparency', fragment(receipt)]) {
    await page.goto(path)
    await alive(page)
    if (path.includes('#')) await expect(verdict(page, 'Genuine, and in the public log')).toBeVisible()
    await inEveryAppearance(page, path)
  }
  // Use the device's fonts, as if the portal's fonts arrived too late.
  await page.route('**/fonts/**', (route) => route.abort())
  await page.setViewportSize({ width: 320, height: 640 })
  await page.reload()
  await expect(verdict(page, 'Genuine, and in the public log')).toBeVisible()
  expect(await page.evaluate(tooWide)).toEqual([])
})

test('/transparency shows checkpoint, key and counts without script, and each of its links leads somewhere', async ({
  browser,
  portal,
}) => {
  await submitted(portal)
  await publishLog(portal)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: portal.url })
  const page = await context.newPage()
  await page.goto('/transparency')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The public log')
  await expect(page.getByText(portal.deps.receiptKey.vkey, { exact: true })).toBeVisible()
  for (const href of await page
    .locator('main a[href^="/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))) {
    expect(`${(await fetch(portal.url + href)).status} ${href}`).toBe(`200 ${href}`)
  }
  await page.goto('/')
  for (const name of ['Check a receipt', 'The public log'])
    await expect(page.getByRole('contentinfo').getByRole('link', { name })).toBeVisible()
  await context.close()
})
