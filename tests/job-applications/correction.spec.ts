import { readFileSync } from 'node:fs'
import { sql } from '../../server/database/connect.ts'
import { expectStep, onDashboard, openJob } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { educationEntry } from '../support/answers.ts'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import {
  expectKiswahili,
  kiswahiliJob,
  learnOfficersWords,
  KISWAHILI_ANSWERS,
} from '../support/in-kiswahili.ts'
import { officerPage } from '../support/officer-page.ts'
import { deriveFacts } from '../support/review.ts'
import { sendApplication } from '../support/sent.ts'
import type { Portal } from '../support/portal.ts'
import { done, UPDATE } from '../support/submitting.ts'

// Until the job closes, a person may correct an application that they sent (W15). The sent version is valid
// until the correction is sent. `officerPage` gives a logged-in officer's page.

const HOUR = 3_600_000
/** Changes the school in the draft of the correction, as the person's other device would. */
const changeSchool = (portal: Portal, id: number, institution: string) =>
  portal.db.run(sql`
    update job_applications set version = version + 1, education = ${JSON.stringify([
      { ...educationEntry({ institution }), qualification_level_name: 'Degree' },
    ])}::jsonb where id = ${id}`)

test('W15 a person corrects what they sent, by keyboard: what changed, offline, the new receipt; officers see the last version', async ({
  page,
  portal,
  browser,
}) => {
  const job = await openJob(portal)
  const { email } = await onDashboard(page, portal)
  const { id, reference } = await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await alive(page)
  const open = page.getByRole('button', { name: 'Correct this application' })
  const dialog = page.getByRole('dialog', { name: 'Correct your application?' })
  await open.press('Enter')
  await expect(dialog).toContainText('What you sent keeps counting until you send the correction.')
  await inEveryAppearance(page, 'correct, asked')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await open.press('Enter')
  await page.route('**/reopen/', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Yes, Correct' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Failed to open the application. Please try again.')
  await expectAccessible(page, 'correct, failed')
  await page.unroute('**/reopen/')
  await dialog.getByRole('button', { name: 'Yes, Correct' }).press('Enter')

  await page.waitForURL(`**/apply?job=${job.id}`)
  await expect(page.getByText('You are correcting what you sent on')).toBeVisible()
  await inEveryAppearance(page, 'correction, opened')
  await expect(page.getByText('Nothing is changed yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Education' }).press('Enter')
  await expectStep(page, 'Education')
  await page.getByRole('button', { name: /^Edit/ }).first().press('Enter')
  await page.getByLabel('Institution').fill('Makerere University')
  await page.getByRole('button', { name: 'Keep the change' }).press('Enter')
  await expect(page.getByText('Changed: ')).toBeVisible()
  await inEveryAppearance(page, 'correction, a step')
  await page.getByRole('button', { name: /Review/ }).press('Enter')
  const changes = page.getByRole('region', { name: 'What changed' })
  await expect(changes.locator('del')).toContainText('Moi University')
  await expect(changes.locator('ins')).toContainText('Makerere University')
  await inEveryAppearance(page, 'what changed')

  // Until the correction is sent, the sent version counts, and the pages say so.
  await page.goto('/dashboard/applications')
  await expect(page.getByText('Correction not sent yet')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('main')).toContainText('Correction not sent yet')
  await inEveryAppearance(page, 'dashboard, a correction that is not sent')
  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByText('Your correction is not sent yet.')).toBeVisible()
  await expect(page.getByText('Moi University')).toBeVisible()
  await inEveryAppearance(page, 'correction, not sent')
  await page.getByRole('link', { name: 'Continue the correction' }).click()
  await expect(changes.locator('ins')).toContainText('Makerere University')

  const send = page.getByRole('button', { name: 'Send the correction' })
  const confirm = page.getByRole('dialog', { name: 'Send the correction?' })
  await send.press('Enter')
  await expect(confirm).toContainText('It replaces what you sent before.')
  await expect(confirm).not.toContainText('you will not be able to make any changes')
  await expectAccessible(page, 'correction, asked')
  // The answer to the correction is lost. The page repeats the call and gets the same answer.
  let lost = 0
  await page.route(UPDATE, async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await confirm.getByRole('button', { name: 'Yes, Send' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Correction Sent Successfully!' })).toContainText(reference)
  await page.unroute(UPDATE)
  await page.getByRole('button', { name: 'See my receipt' }).click()
  await expect(page.getByText('Version 2')).toBeVisible()
  await inEveryAppearance(page, 'correction, sent')
  expect(
    await portal.db.rows(sql`select from superseded_submissions where application_id = ${id}`),
  ).toHaveLength(1)

  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByRole('heading', { name: 'Earlier versions' })).toBeVisible()
  await expect(page.getByText('Makerere University')).toBeVisible()
  await alive(page)
  await inEveryAppearance(page, 'corrected')

  // The fact worker prepares the application for the officers' table.
  await deriveFacts(portal)
  const staff = await officerPage(portal, browser, 'recruiter')
  await staff.page.goto(`/staff/jobs/${job.id}/applications?open=${id}`)
  await expect(staff.page.getByText('The applicant corrected this application.')).toBeVisible()
  await expect(staff.page.getByText('Version 2, shown here')).toBeVisible()
  await expectAccessible(staff.page, 'officer, corrected application')
})

test('W15 the receipt of an earlier version can be saved, as it was signed', async ({ page, portal }) => {
  const job = await openJob(portal)
  const { email } = await onDashboard(page, portal)
  const { id, reference, receipt } = await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Correct this application' }).click()
  await page.getByRole('button', { name: 'Yes, Correct' }).click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await alive(page)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save this receipt/ }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`receipt-${reference}.json`)
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toEqual(receipt)
})

test('W15 a person keeps what they sent; a second device has sent; after the deadline nothing is offered', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + HOUR / 6).toISOString(),
  })
  const { email } = await onDashboard(page, portal)
  const { id } = await sendApplication(portal, email, job.id)
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Correct this application' }).click()
  await page.getByRole('button', { name: 'Yes, Correct' }).click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await changeSchool(portal, id, 'Makerere University')
  await page.goto(`/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Keep what I sent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keep what you sent?' })
  await expectAccessible(page, 'keep, asked')
  await dialog.getByRole('button', { name: 'Yes, Keep It' }).click()
  await expect(page.getByText('Your application stays as you sent it.')).toBeFocused()
  await expect(page.getByText('Moi University')).toBeVisible()

  // Another device sends the correction while this one shows the form.
  await page.getByRole('button', { name: 'Correct this application' }).click()
  await page.getByRole('button', { name: 'Yes, Correct' }).click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await expect(page.getByText('You are correcting what you sent on')).toBeVisible()
  await sendApplication(portal, email, job.id, { address: 'From another device' })
  await page.getByRole('button', { name: 'Edit Personal details' }).click()
  await page.waitForURL('**/dashboard')
  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByText('From another device')).toBeVisible()

  await page.getByRole('button', { name: 'Correct this application' }).click()
  await page.getByRole('button', { name: 'Yes, Correct' }).click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  portal.clock.advance(HOUR / 5)
  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByText('The job closed before you sent your correction.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue the correction' })).toBeHidden()
  await inEveryAppearance(page, 'correction, closed')
})

test('the same in Kiswahili', async ({ page, portal }) => {
  await learnOfficersWords(portal)
  const job = await openJob(portal, kiswahiliJob())
  await learnOfficersWords(portal)
  const { email } = await onDashboard(page, portal)
  const { id } = await sendApplication(portal, email, job.id, KISWAHILI_ANSWERS)
  await page.goto(`/sw/dashboard/applications/${id}`)
  await page.getByRole('button', { name: 'Sahihisha ombi hili' }).click()
  await expectKiswahili(page, 'kusahihisha')
  await page.getByRole('button', { name: 'Ndiyo, Sahihisha' }).click()
  await page.waitForURL(`**/sw/apply?job=${job.id}`)
  await changeSchool(portal, id, 'Chuo Kikuu cha Makerere')
  await page.reload()
  await expect(page.locator('ins')).toContainText('Makerere')
  await expectKiswahili(page, 'kilichobadilika')
  // The form's fixed choices must be translated even if the form is the first page in the browser.
  for (const word of ['Kitambulisho', 'Mwanamke'])
    await expect(page.getByText(word, { exact: true })).toBeVisible()
  await page.goto(`/sw/dashboard/applications/${id}`)
  await expectKiswahili(page, 'masahihisho bado hayajatumwa')
  await page.goto(`/sw/apply?job=${job.id}`)
  await page.getByRole('button', { name: 'Tuma masahihisho' }).click()
  await expectKiswahili(page, 'tuma masahihisho')
  await page.getByRole('button', { name: 'Ndiyo, Tuma' }).click()
  await expect(done(page).or(page.getByRole('dialog', { name: 'Masahihisho Yametumwa!' }))).toBeVisible()
  await expectKiswahili(page, 'masahihisho yametumwa')
  await page.goto(`/sw/dashboard/applications/${id}`)
  await expect(page.getByRole('heading', { name: 'Matoleo ya awali' })).toBeVisible()
  await expectKiswahili(page, 'limesahihishwa')
})
