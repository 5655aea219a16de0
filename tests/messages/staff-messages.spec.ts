import type { Page } from '@playwright/test'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { good, sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { officerPage } from '../support/officer-page.ts'

// What a page of messages does after a lost reply, after Back, and after a refusal. `officerPage` gives a
// logged-in officer: `page` in the browser, `visitor` for calls.

const WORDS = { subject: 'Come on Monday', body: 'Come at nine.' }

/** Previews the typed message and sends it. */
async function sendTyped(page: Page, action: string) {
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: action }).click()
  await page.getByRole('dialog').getByRole('button', { name: action }).click()
}

test('a corrected message does not pass for the earlier version, whose reply was lost', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Presiding Officer' })
  await sentOnes(portal, job, 2)
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  await page.goto(`/staff/jobs/${job}/messages`)
  await page.getByRole('textbox', { name: 'Subject' }).fill(WORDS.subject)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(WORDS.body)
  const sendCall = `**/api/staff/jobs/${job}/messages/`
  await page.route(sendCall, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    // The server stores the message, but its reply does not arrive.
    await route.fetch()
    await route.abort()
  })
  await sendTyped(page, 'Send to 2 applicants')
  await expect(page.getByRole('alert')).toContainText('No reply from the server')
  await page.unroute(sendCall)
  await message.fill('Come at ten.')
  await sendTyped(page, 'Send to 2 applicants')
  await expect(page.getByRole('alert')).toContainText(MESSAGE_WORDS.earlierWritten)
  await expectAccessible(page, 'an earlier version was written')
  await expect(message).toHaveValue('Come at ten.')
  await expect(page.getByRole('link', { name: WORDS.subject })).toHaveCount(1)
  // The officer decides to send the corrected version too.
  await sendTyped(page, 'Send to 2 applicants')
  await expect(page.getByText(/^Written to 2 applicants\./)).toBeVisible()
  await expect(page.getByRole('link', { name: WORDS.subject })).toHaveCount(2)
  quiet()
})

test('Back from the pages of one job to those of another shows the other job, whatever the address asks for', async ({
  browser,
  portal,
}) => {
  const [first = 0, second = 0] = await postJobs(portal, { title: 'First Clerk' }, { title: 'Second Clerk' })
  await sentOnes(portal, first, 1)
  await sentOnes(portal, second, 2)
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const main = page.getByRole('main')
  const pages = [
    ['Messages', `messages?county=47`, 'Everyone who applied: 2.'],
    ['Exports', 'exports?put=reference', 'Export 2 applications'],
  ] as const
  for (const [tab, path, words] of pages) {
    await page.goto(`/staff/jobs/${first}/${path}`)
    await expect(main.getByText('First Clerk').first()).toBeVisible()
    await page.getByRole('link', { name: 'Jobs', exact: true }).first().click()
    await page.getByRole('link', { name: 'Second Clerk', exact: true }).click()
    await page.getByRole('link', { name: tab, exact: true }).click()
    await expect(page.getByText(words)).toBeVisible()
    await page.evaluate(() => history.go(-3))
    await expect(page).toHaveURL(`/staff/jobs/${first}/${path}`)
    await expect(main.getByText('First Clerk').first()).toBeVisible()
    await expect(main.getByText('Second Clerk')).toHaveCount(0)
  }
  quiet()
})

test('older messages keep the recipients; a failure is red; the form says what it could not take over', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Poll Clerk' })
  const applications = await sentOnes(portal, job, 2)
  const { page, visitor, quiet } = await officerPage(portal, browser, 'recruiter')
  const other = await officerPage(portal, browser, 'recruiter')
  const messages = `/api/staff/jobs/${job}/messages/`
  const chosen = good(await visitor.post(messages, { ...WORDS, applications, expected: 2, key: 'chosen' }))
  good(await visitor.post(`/api/staff/messages/${chosen.id}/stop/`, { reason: 'Wrong day' }))
  // The search words of an application: the job's id, then `#` and its reference.
  await portal.db.run(sql`
    insert into application_words (application_id, words) values (${applications[0]}, array_to_tsvector(array[${`${job}#first`}]::text[]))`)
  const found = { subject: 'Found by a search', body: WORDS.body, filter: { county: '47', search: 'first' } }
  const searched = good(await visitor.post(messages, { ...found, expected: 1, key: 'searched' }))
  good(await visitor.post(`/api/staff/messages/${searched.id}/stop/`, { reason: 'Wrong day' }))
  const template = good(await visitor.post('/api/staff/templates/', { ...WORDS, name: 'Training' }))

  await page.goto(`/staff/jobs/${job}/messages?county=47&sent=${chosen.id + 1}`)
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(`/staff/jobs/${job}/messages?county=47`)

  // Recipients who were chosen one by one are not stored with the message for another one.
  await page.getByRole('button', { name: `Write it again “${WORDS.subject}”` }).click()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue(WORDS.subject)
  await expect(page.getByText('Choose the recipients again')).toBeVisible()
  await expectAccessible(page, 'writing a message again')
  // The text of a search is not stored either, so it is not searched for by its mark.
  await page.goto(`/staff/jobs/${job}/messages`)
  await page.getByRole('button', { name: 'Write it again “Found by a search”' }).click()
  await expect(page).toHaveURL(`/staff/jobs/${job}/messages?county=47`)
  await expect(page.getByText('Choose the recipients again')).toBeVisible()

  await page.route('**/archive/', (route) => route.abort())
  await page.getByRole('button', { name: 'Archive Training' }).click()
  await expect(page.locator('.callout.is-red')).toBeVisible()
  await page.unroute('**/archive/')

  // Another officer saves the template meanwhile. Whoever takes their version does not keep their own.
  await page.getByRole('button', { name: 'Rewrite Training' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Come at ten.')
  // Versions of a template differ by their time.
  portal.clock.advance(60_000)
  const rewritten = { ...template, body: 'Come at noon.' }
  good(await other.visitor.request('PUT', `/api/staff/templates/${template.id}/`, { body: rewritten }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Come at noon.')
  await expect(dialog.getByRole('button', { name: 'Keep mine' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('“Training” is saved.')).toBeVisible()
  quiet()
})
