import { nairobiDate } from '#contract/dates.ts'
import { builtPages } from '../../server/app.ts'
import { applicationOf } from '../support/applications.ts'
import { member } from '../support/accounts.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { expect, test } from '../support/browser.ts'
import { sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { officerPage } from '../support/officer-page.ts'
import { openPortal } from '../support/portal.ts'
import { daysAfter } from '../support/retention.ts'

// Personal data of a recruitment is deleted after some time (T35). The page Retention says what and when; two
// officers can hold a recruitment, for instance for a court case.

test('T35 issue 19: an auditor reads the page and changes nothing; a reviewer does not have it', async ({
  browser,
}) => {
  // A new portal with no job that has data to delete.
  const portal = await openPortal({ app: { pages: builtPages } })
  const auditor = await officerPage(portal, browser, 'auditor', { viewport: { width: 360, height: 740 } })
  await auditor.page.goto('/staff/retention')
  await expect(auditor.page.getByText('Nothing of a job is deleted in this time.')).toBeVisible()
  await expect(auditor.page.getByRole('region', { name: 'How long each is kept' })).toContainText(
    'Employment Act, 2007',
  )
  await expect(auditor.page.getByRole('button', { name: 'Propose a hold' })).toHaveCount(0)
  auditor.quiet()
  const reviewer = await officerPage(portal, browser, 'reviewer')
  await reviewer.page.goto('/staff/retention')
  await expect(reviewer.page.getByRole('link', { name: 'Retention' })).toHaveCount(0)
  await expect(reviewer.page.getByRole('region', { name: 'How long each is kept' })).toHaveCount(0)
  await portal.close()
})

test('T35 issue 19: officers see what will go and when; two hold a recruitment and two lift the hold, by keyboard', async ({
  portal,
  browser,
}) => {
  const now = portal.clock.now()
  const [closing = 0, old = 0] = await postJobs(
    portal,
    { title: 'Presiding Officer, polling station', expiry_date: daysAfter(now, -30).toISOString() },
    { title: 'Registration Assistant', expiry_date: daysAfter(now, -500).toISOString() },
  )
  const { id } = await member(portal)
  await applicationOf(portal, id, closing)
  await sentOnes(portal, old, 3)

  const first = await officerPage(portal, browser, 'recruiter')
  await first.page.goto('/staff')
  await first.page.getByRole('link', { name: 'Retention' }).press('Enter')
  await expect(first.page.getByRole('heading', { level: 1, name: 'Retention' })).toBeVisible()
  const going = first.page.getByRole('region', { name: 'What will be deleted' })
  await expect(going).toContainText('Presiding Officer')
  await expect(going).toContainText('Drafts that were never sent')
  await expect(first.page.getByRole('region', { name: 'Closed without an end' })).toContainText(
    'Registration Assistant',
  )
  await expect(first.page.getByText('No recruitment was held.')).toBeVisible()
  await inEveryAppearance(first.page, 'retention, no hold')

  await first.page.getByRole('button', { name: 'Propose a hold' }).press('Enter')
  await first.page.getByRole('button', { name: 'Propose the hold' }).press('Enter')
  await expect(first.page.getByRole('alert')).toContainText('Choose the recruitment')
  await first.page.getByLabel('Recruitment', { exact: true }).selectOption(String(closing))
  await first.page.getByRole('button', { name: 'Propose the hold' }).press('Enter')
  for (const sentence of ['Choose the day on which the hold ends', 'Give a reason'])
    await expect(first.page.getByRole('alert')).toContainText(sentence)
  await inEveryAppearance(first.page, 'retention, hold with errors')
  await first.page.getByLabel('Last day of the hold').fill(nairobiDate(daysAfter(now, 200)))
  await first.page.getByLabel('Why').fill('Election petition 7 of 2026, High Court at Garissa')
  await first.page.getByRole('button', { name: 'Propose the hold' }).press('Enter')
  await expect(
    first.page.getByRole('status').filter({ hasText: 'A second officer must agree.' }),
  ).toBeVisible()
  await expect(first.page.getByText('You proposed this, so another officer must decide.')).toBeVisible()
  await inEveryAppearance(first.page, 'retention, hold waits')

  const second = await officerPage(portal, browser, 'approver')
  await second.page.goto('/staff/retention')
  await expect(second.page.getByText('Waits for a second officer')).toBeVisible()
  await second.page.getByRole('button', { name: /^Return/ }).press('Enter')
  await expect(second.page.getByRole('alert')).toContainText('Write the note first')
  await inEveryAppearance(second.page, 'retention, to decide')
  await second.page.getByRole('button', { name: /^Approve/ }).press('Enter')
  await expect(second.page.getByText('The hold is in force.')).toBeVisible()
  await expect(second.page.getByText('In force', { exact: true })).toBeVisible()

  await first.page.reload()
  await first.page.getByRole('button', { name: /^Lift the hold/ }).press('Enter')
  // The link of an error leads to its field.
  await first.page.getByRole('button', { name: 'Propose to lift it' }).press('Enter')
  await first.page.getByRole('alert').getByRole('link').press('Enter')
  await expect(first.page.getByLabel('Why')).toBeFocused()
  await first.page.getByLabel('Why').fill('The petition was withdrawn')
  await inEveryAppearance(first.page, 'retention, lifting')
  await first.page.getByRole('button', { name: 'Propose to lift it' }).press('Enter')
  await expect(first.page.getByText('The hold stays until a second officer agrees.').first()).toBeVisible()
  first.quiet()

  await second.page.reload()
  await second.page.getByRole('button', { name: /^Approve/ }).press('Enter')
  await expect(second.page.getByText('The hold is lifted.')).toBeVisible()
  await expect(second.page.getByText('Lifted', { exact: true })).toBeVisible()
  await inEveryAppearance(second.page, 'retention, lifted')
  second.quiet()
})
