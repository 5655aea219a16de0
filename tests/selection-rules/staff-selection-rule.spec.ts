import type { Page } from '@playwright/test'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { officerPage } from '../support/officer-page.ts'
import { jobContent } from '../support/staff-jobs.ts'

// The rule by which a selection gives points and seats. A recruiter writes it, another officer approves it,
// and the job's page shows it.

/** Adds a criterion to the rule. Returns it with the two fields of its first line. */
async function addCriterion(page: Page, number: number) {
  await page.getByRole('button', { name: 'Add a criterion' }).press('Enter')
  const criterion = page.getByRole('group', { name: `Criterion ${number}` })
  return { criterion, from: criterion.getByLabel('from'), points: criterion.getByLabel('points') }
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

test('a selection rule: written, refused at its fields, proposed, returned, approved by someone else', async ({
  browser,
  page: reader,
  portal,
}) => {
  const recruiter = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver', { viewport: { width: 360, height: 740 } })
  const { page } = recruiter
  const { id } = (await recruiter.visitor.post('/api/staff/jobs/', { content: jobContent() })).json
  const path = `/staff/jobs/${id}/selection-rule`

  await page.goto(`/staff/jobs/${id}`)
  await page.getByRole('link', { name: 'Selection rule' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Write the rule' })).toBeVisible()
  await press(page, 'Propose')
  await expect(page.getByRole('alert')).toContainText(WORDS.criteriaMissing)
  await expectAccessible(page, 'a rule, refused')

  const qualification = await addCriterion(page, 1)
  await qualification.from.selectOption('Artisan Certificate / Trade Test')
  await qualification.points.fill('40')
  const { criterion: years, ...line } = await addCriterion(page, 2)
  await years.getByLabel('What counts').selectOption('Whole years of work')
  await line.from.fill('2')
  await line.points.fill('many')
  await page.getByLabel('The shares hold in').selectOption('Each county')
  await page.getByLabel('Seats are counted in').selectOption('Each constituency')
  await page
    .getByRole('textbox', { name: 'Seats of each place', exact: true })
    .fill('Garissa Township,7\nNowhere,5')
  await expect(page.getByText('Together: 12 of 12 posts.')).toBeVisible()
  await press(page, 'Propose')
  await expect(years.getByText(WORDS.pointsWhole)).toBeVisible()
  await years.getByLabel('points').fill('15')
  await page.getByRole('checkbox', { name: 'Keep a least share' }).uncheck()
  await press(page, 'Propose')
  await expect(page.getByRole('alert')).toContainText('Nowhere')
  await page
    .getByRole('textbox', { name: 'Seats of each place', exact: true })
    .fill('Garissa Township,7\n28,5')
  await press(page, 'Save and preview')
  await expect(page.getByText('There are fewer than 100 applications.')).toBeVisible()
  await expectAccessible(page, 'a rule, previewed')
  await press(page, 'Propose')
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await expectAccessible(page, 'a rule, proposed')

  const second = approver.page
  await second.goto(path)
  await second.getByLabel('Note').fill('Balambala has six')
  await press(second, 'Return')
  await expect(second.getByText('Returned, with your note.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Returned by Officer approver: “Balambala has six”')).toBeVisible()
  await press(page, 'Propose')
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await second.reload()
  await expect(second.getByRole('heading', { name: /^Waits for a second person/ })).toBeVisible()
  await expectAccessible(second, 'a rule, to decide on')
  await press(second, 'Approve')
  await expect(second.getByText('Approved. Its digest is in the public log.')).toBeVisible()

  const { json } = await recruiter.visitor.post(`/api/staff/jobs/${id}/changes/`, {
    kind: 'publish',
    reason: '',
  })
  await approver.visitor.post(`/api/staff/jobs/${id}/changes/${json.changes[0].id}/decide/`, {
    approve: true,
  })
  await reader.goto(`/jobs/${id}`)
  const words = reader.getByRole('heading', { name: 'How people are chosen' })
  await expect(words).toBeVisible()
  await expect(
    reader.getByText('Highest qualification: from Artisan Certificate / Trade Test: 40'),
  ).toBeVisible()
  await expect(reader.getByText('Whole years of work: from 2: 15')).toBeVisible()
  await expectAccessible(reader, 'a job with a selection rule')
  await reader.goto(`/sw/jobs/${id}`)
  await expect(reader.getByRole('heading', { name: 'Watu wanavyochaguliwa' })).toBeVisible()
  recruiter.quiet()
  approver.quiet()
})
