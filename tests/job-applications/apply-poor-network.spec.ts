import { sql } from '../../server/database/connect.ts'
import { expect, test as base } from '../support/browser.ts'
import { expectStep, drafted, draftOf, fillAll, fillEducation, next, saved } from '../support/applying.ts'
import { type Fate, poorNetwork } from '../support/poor-network.ts'
import { pdf } from '../support/sample-files.ts'

// The application form over a poor network: a proxy loses, cuts or delays calls. W4: no typed text is lost,
// and the page never claims that something arrived when it did not. `drafted` opens the form at a step,
// with all steps before it complete. `expectStep` waits for the heading of a step, `saved` until the server
// has what was typed.

/** The fate of the next `times` calls whose first line matches the pattern `call`. */
type Trouble = { call: RegExp; fate: Fate; times: number }
/** `told`: the first lines of the calls that failed or were delayed. */
type Network = { trouble: Trouble[]; told: string[] }
const test = base.extend<{ network: Network }>({
  // The page loads from the proxy's address, so every call passes through the proxy.
  network: async ({ portal }, use) => {
    const trouble: Trouble[] = []
    const proxy = await poorNetwork(Number(new URL(portal.url).port), (line) => {
      const found = trouble.find(({ call, times }) => times > 0 && call.test(line))
      if (found) found.times--
      return found?.fate
    })
    await use(Object.assign({ trouble, told: proxy.told }, { url: proxy.url }))
    await proxy.close()
  },
  baseURL: async ({ portal, network, baseURL }, use) => {
    expect(baseURL).toBe(portal.url)
    await use((network as Network & { url: string }).url)
  },
  viewport: { width: 360, height: 740 },
})

const SAVE = /^POST \/api\/job-applications\/partial-save\//
const PUT = /^PUT \/api\/job-applications\/update\//
const UPLOAD = /^PUT \/api\/job-applications\/\d+\/documents\/cv\//

test('R3, R14, W4: with late saves, a cut upload and lost answers of a submit, nothing is typed again and nothing is stored twice', async ({
  page,
  portal,
  network,
}) => {
  await page.clock.install()
  const { job, id } = await drafted(page, portal, 1)
  network.trouble.push(
    { call: SAVE, fate: { lateMs: 300 }, times: 1 },
    { call: SAVE, fate: 'answer lost', times: 1 },
  )
  await fillAll(page)
  await saved(page)
  expect(network.told.filter((line) => SAVE.test(line))).toHaveLength(2)
  const draft = await draftOf(portal, id, job.id)
  expect([draft?.education.length, draft?.experience.length, draft?.referees.length]).toEqual([1, 1, 1])

  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Referees')
  // Cut the upload 20 times, because the browser repeats it over each open connection.
  const cut: Trouble = { call: UPLOAD, fate: 'cut at nine tenths', times: 20 }
  network.trouble.push(cut)
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf('', 300_000) })
  await expect(page.getByText('will be sent when the network is back')).toBeVisible()
  cut.times = 0
  // The upload has not arrived, and the page does not claim that it has.
  expect(
    await portal.db.rows(sql`select 1 from application_documents where application_id = ${draft?.id ?? 0}`),
  ).toHaveLength(0)
  await expect(page.getByText('Received')).toBeHidden()
  // The browser has no event for a change of this network, so the page must retry by itself.
  const arrived = async () =>
    (await portal.db.rows(sql`select 1 from application_documents where application_id = ${draft?.id ?? 0}`))
      .length
  await expect(async () => {
    await page.clock.runFor(5_000)
    await expect.poll(arrived, { timeout: 1_000 }).toBe(1)
  }).toPass({ timeout: 20_000 })
  await expect(page.getByRole('heading', { name: 'cv.pdf' })).toBeVisible()

  await next(page)
  await expectStep(page, 'Review')
  network.trouble.push({ call: PUT, fate: 'answer lost', times: 3 })
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByText('Waiting for the network')).toBeVisible()
  const done = page.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(async () => {
    await page.clock.runFor(8_000)
    await expect(done).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  expect(network.told.filter((line) => PUT.test(line))).not.toHaveLength(0)
  const sent = await draftOf(portal, id, job.id)
  await expect(done).toContainText(sent?.reference_number ?? 'none')
  expect(
    await portal.db.rows(sql`select 1 from submissions where application_id = ${sent?.id ?? 0}`),
  ).toHaveLength(1)
})

test('R14, W4: a save without an answer is given up after a while and sent again; until then the page never says that it arrived', async ({
  page,
  portal,
  network,
}) => {
  await page.clock.install()
  const { job, id } = await drafted(page, portal, 2)
  network.trouble.push({ call: SAVE, fate: 'silence', times: 1 })
  await fillEducation(page, 'Said into silence')
  await page.clock.runFor(3_000)
  await expect.poll(() => network.told.length).toBe(1)
  await expect(page.getByText(/on the server \d\d:\d\d$/)).toBeHidden()
  // From here on, only the test moves the clock. The page repeats a save three seconds after giving it up,
  // which a busy machine could miss.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // The page gives up a save after 90 seconds without an answer.
  await page.clock.runFor(91_000)
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await page.clock.runFor(4_000)
  await saved(page)
  const draft = await draftOf(portal, id, job.id)
  expect(JSON.stringify(draft?.unfinished)).toContain('Said into silence')
})

test('T22, W4: two tabs, one offline for ten minutes while the other writes: both versions are shown, and both are kept', async ({
  page,
  context,
  portal,
  network,
}) => {
  const { job, id } = await drafted(page, portal, 1)
  const other = await context.newPage()
  await other.clock.install()
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Personal Details')
  // From here on, all calls of this tab fail, but no calls of the other one.
  await next(other)
  await other.route('**/api/**', (route) => route.abort())
  await fillEducation(other, 'School of the tab without a network')
  await other.getByRole('button', { name: 'Add to my list' }).click()
  await next(page)
  network.trouble.push({ call: SAVE, fate: { lateMs: 500 }, times: 1 })
  await fillEducation(page, 'School of the tab that was heard')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await saved(page)
  await other.clock.runFor(600_000)
  await expect(other.getByText('You seem to be offline')).toBeVisible()
  await expect(other.getByText('School of the tab without a network')).toBeVisible()
  await other.unroute('**/api/**')
  await other.clock.runFor(61_000)
  await expect(other.getByText('Changed in two places.')).toBeVisible()
  await other.getByRole('button', { name: 'Choose a version' }).click()
  const dialog = other.getByRole('dialog', { name: 'Changed in two places' })
  await dialog.getByLabel('Both').check()
  await dialog.getByRole('button', { name: 'Keep what is ticked' }).click()
  await other.clock.runFor(5_000)
  await expect
    .poll(async () =>
      (await draftOf(portal, id, job.id))?.education.map(({ institution }) => institution).sort(),
    )
    .toEqual(['School of the tab that was heard', 'School of the tab without a network'])
})
