import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { alive, enter, expect, expectAccessible, login, test } from '../support/browser.ts'
import {
  expectStep,
  drafted,
  draftOf,
  fillEducation,
  fillExperience,
  fillReferee,
  next,
  saved,
} from '../support/applying.ts'

// The draft of an application is saved on the device and on the server. W4: no typed text is lost. T22: the
// person chooses between two versions. W16: a logout deletes the draft from the device. `drafted` opens the
// form at a step, with all steps before it complete. `expectStep` waits for the heading of a step, `saved`
// until the server has what was typed.

/** Each step with a half-filled form, and how to complete the step. */
const STEPS: [heading: string, label: string, complete: (page: Page) => Promise<void>][] = [
  ['Personal Details', 'Address', async () => {}],
  ['Education', 'Institution', (page) => fillEducation(page)],
  ['Work Experience', 'Company', (page) => fillExperience(page)],
  ['Referees', 'Organization', (page) => fillReferee(page)],
]

test('W4: a reload at every step comes back to the same words in the same step', async ({ page, portal }) => {
  await drafted(page, portal, 1)
  for (const [heading, label, complete] of STEPS) {
    await expectStep(page, heading)
    await page.getByLabel(label).fill(`Half of ${heading}`)
    // The device stores typed text at once, before the server can have it.
    await expect(page.getByText(/^Saved on this device/)).toBeVisible()
    await page.reload()
    await expectStep(page, heading)
    await expect(page.getByLabel(label)).toHaveValue(`Half of ${heading}`)
    await complete(page)
    await next(page)
  }
  await expectStep(page, 'Review')
  await page.reload()
  await expectStep(page, 'Review')
})

test('R14, W4: the network is cut at every step and comes back: nothing is typed again, and the page says truly what is saved', async ({
  page,
  context,
  portal,
}) => {
  const { job, id } = await drafted(page, portal, 1)
  for (const [heading, label, complete] of STEPS) {
    await expectStep(page, heading)
    await context.setOffline(true)
    await page.getByLabel(label).fill(`Offline ${heading}`)
    await page.getByRole('heading', { level: 2 }).first().click()
    await expect(
      page.getByText(/^Saved on this device \d\d:\d\d\. You seem to be offline; we will try again\.$/),
    ).toBeVisible()
    await expect(page.getByText('You are offline. Keep writing')).toBeVisible()
    if (heading === 'Education') await expectAccessible(page, 'offline')
    await context.setOffline(false)
    await saved(page)
    await complete(page)
    await next(page)
  }
  await expectStep(page, 'Review')
  await saved(page)
  const draft = await draftOf(portal, id, job.id)
  expect(draft?.education).toHaveLength(1)
  expect(draft?.experience).toHaveLength(1)
  expect(draft?.referees).toHaveLength(1)
})

test('W4: another device shows the same words in the same step', async ({ page, browser, portal }) => {
  const { job, account } = await drafted(page, portal, 2)
  await page.getByLabel('Institution').fill('Half of a school')
  await saved(page)
  const other = await (await browser.newContext({ baseURL: portal.url })).newPage()
  await enter(other, account.email)
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Education')
  await expect(other.getByLabel('Institution')).toHaveValue('Half of a school')
  await other.context().close()
})

test('T22: when two tabs changed the draft, the later tab shows both versions and the person chooses; nothing is lost', async ({
  page,
  context,
  portal,
}) => {
  const { job, id } = await drafted(page, portal, 1)
  const other = await context.newPage()
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Personal Details')
  await next(page)
  await fillEducation(page, 'School of the first tab')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await saved(page)
  await expect.poll(async () => (await draftOf(portal, id, job.id))?.education.length).toBe(1)
  await next(other)
  await fillEducation(other, 'School of the second tab')
  await other.getByRole('button', { name: 'Add to my list' }).click()
  // At first the page only shows a line about the two versions. No dialog interrupts a person who types.
  await expect(other.getByText('Changed in two places.')).toBeVisible()
  await expect(other.getByText('on the server after you choose a version')).toBeVisible()
  await expectAccessible(other, 'conflict, said')
  await next(other)
  const dialog = other.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog).toContainText('School of the first tab')
  await expect(dialog).toContainText('School of the second tab')
  await expectAccessible(other, 'conflict')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await other.getByRole('button', { name: 'Choose a version' }).click()
  await dialog.getByLabel('Both').check()
  await dialog.getByRole('button', { name: 'Keep what is ticked' }).click()
  await expect
    .poll(async () => (await draftOf(portal, id, job.id))?.education.map(({ institution }) => institution))
    .toEqual(['School of the first tab', 'School of the second tab'])
  await saved(other)
})

test('T22: text that a closed tab stored on the device but did not send is shown beside the present version', async ({
  page,
  context,
  portal,
}) => {
  const { job } = await drafted(page, portal, 2)
  const other = await context.newPage()
  await other.route('**/api/job-applications/partial-save/', (route) => route.abort())
  // Without these events, the tab cannot send its text when it closes, as when a browser crashes.
  await other.addInitScript(() => {
    for (const name of ['pagehide', 'visibilitychange'])
      addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await other.goto(`/apply?job=${job.id}`)
  await expectStep(other, 'Education')
  await other.getByLabel('Institution').fill('Typed in the tab that was closed')
  await expect(other.getByText(/^Saved on this device/)).toBeVisible()
  await other.close()
  await page.getByLabel('Institution').fill('Typed in the first tab')
  await saved(page)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Changed in two places' })
  await expect(dialog).toContainText('Typed in the tab that was closed')
  await expectAccessible(page, 'conflict on this device')
  await dialog.getByLabel('In another tab').check()
  await dialog.getByRole('button', { name: 'Keep what is ticked' }).click()
  await expect(page.getByLabel('Institution')).toHaveValue('Typed in the tab that was closed')
})

test('W16: a logout deletes the drafts from the device; if some text is not on the server, the page asks first', async ({
  page,
  portal,
}) => {
  const { job, account } = await drafted(page, portal, 2)
  await page.route('**/api/job-applications/partial-save/', (route) => route.abort())
  await page.getByLabel('Institution').fill('Not on the server')
  await expect(page.getByText('You seem to be offline')).toBeVisible()
  await page.getByText('Menu').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Some changes are not on the server' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'logout held back')
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()
  await page.unroute('**/api/job-applications/partial-save/')
  await page.getByLabel('Institution').fill('Now it is on the server')
  await saved(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  // The drafts that the device still stores.
  const left = await page.evaluate(async () => {
    const opening = indexedDB.open('applications')
    await new Promise((done) => (opening.onsuccess = done))
    const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((done) => (all.onsuccess = done))
    return all.result.length
  })
  expect(left).toBe(0)
  await enter(page, account.email)
  await page.goto(`/apply?job=${job.id}`)
  await expect(page.getByLabel('Institution')).toHaveValue('Now it is on the server')
})

test('S2 §4, T22: Save Progress and a logout succeed although the version of the draft was raised elsewhere', async ({
  page,
  portal,
}) => {
  const { id, job } = await drafted(page, portal, 2)
  // A device that adds a document raises the version, and changes none of the answers.
  const raiseVersion = () =>
    portal.db.run(sql`update job_applications set version = version + 1 where user_id = ${id}`)
  await fillEducation(page)
  await saved(page)
  await raiseVersion()
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Progress saved successfully!')).toBeVisible()
  expect((await draftOf(portal, id, job.id))?.education).toHaveLength(1)
  await page.getByText('Menu').click()
  await raiseVersion()
  await page.getByLabel('Institution').fill('Half of a school')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  expect(JSON.stringify((await draftOf(portal, id, job.id))?.unfinished)).toContain('Half of a school')
})

test('S2 §4: Save Progress: Saving..., the server message, and 401 leads to /login and back to the same words', async ({
  page,
  portal,
}) => {
  const { job, account } = await drafted(page, portal, 2)
  await fillEducation(page)
  await page.route('**/api/job-applications/partial-save/', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Failed to save progress. Please try again.')).toBeVisible()
  await expectAccessible(page, 'progress not saved')
  await page.unroute('**/api/job-applications/partial-save/')
  await page.route('**/api/job-applications/partial-save/', (route) =>
    route.fulfill({ status: 404, json: { code: 'job_not_found' } }),
  )
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Invalid job ID. Please try again.')).toBeVisible()
  await page.unroute('**/api/job-applications/partial-save/')
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  await page.route('**/api/job-applications/partial-save/', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  release()
  await expect(page.getByText('Progress saved successfully!')).toBeVisible()
  await page.unroute('**/api/job-applications/partial-save/')
  await portal.db.run(sql`delete from sessions where user_id = ${account.id}`)
  await page.getByLabel('Institution').fill('Typed after the session had ended')
  await page.waitForURL('**/login')
  await alive(page)
  await login(page, account.email)
  await page.waitForURL(`**/apply?job=${job.id}`)
  await expectStep(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Typed after the session had ended')
})
