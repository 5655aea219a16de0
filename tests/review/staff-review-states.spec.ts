import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { filtersOf, caseTitle, rowLink, rows, SENT, table } from '../support/officers-table.ts'

// The officers' table of applications in special states: hidden names, failures, a phone, shared work.
// `table` gives the path of the table of a job with 120 applications; `filtersOf` reads the table's query
// from the address.

const NAMES = '.review-table td.column-name'

test('who they are is hidden until an officer says why they must see it and another agrees; only roles with the right are asked', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const path = await table(portal)
  await page.goto(path)
  await expect(page.getByText('Identities are hidden')).toBeVisible()
  await expect(page.locator(NAMES)).toHaveCount(0)
  await page.getByRole('button', { name: 'Person' }).click()
  await expect(page.getByRole('dialog', { name: 'Person' })).toContainText(
    'these filters find only applications whose decision list has taken effect',
  )
  await expectAccessible(page, 'the panel of the person, while blind')
  await page.getByRole('checkbox', { name: 'Woman' }).check()
  await expect.poll(() => filtersOf(page).get('gender')).toBe('F')
  // Applications of women whose identity the officers may see.
  const open = await portal.db.row<{ count: number }>(
    sql`select count(*)::int as count from application_facts where is_open and gender = 'F' and job_id = ${Number(path.split('/')[3])}`,
  )
  if (open?.count) await expect(rows(page)).toHaveCount(open.count)
  else await expect(page.getByText('None of the applications match.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()

  const ask = page.getByRole('button', { name: 'Ask to see who they are' })
  await ask.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ask another officer' }).click()
  await expect(dialog).toContainText(/Give a (?:short )?reason/)
  await inEveryAppearance(page, 'lifting the blind')
  await dialog.getByLabel('Why').fill('I wonder')
  await dialog.getByRole('button', { name: 'Ask another officer' }).click()
  await expect(page.getByText('You asked to see names.')).toBeVisible()
  await expect(page.locator(NAMES)).toHaveCount(0)
  await inEveryAppearance(page, 'a request to see names waits')
  await page.getByRole('button', { name: 'Take back' }).press('Enter')
  await ask.press('Enter')
  await dialog.getByLabel('Why').fill('The panel compares names with its list')
  await dialog.getByRole('button', { name: 'Ask another officer' }).press('Enter')
  await expect(page.getByText('You asked to see names.')).toBeVisible()

  const second = await officerPage(portal, browser, 'approver')
  await second.page.goto('/staff')
  await second.page
    .getByRole('listitem')
    .filter({ hasText: 'Request to see names' })
    .getByRole('link')
    .press('Enter')
  const request = second.page.getByRole('article', { name: /^Officer recruiter/ })
  await expect(request).toContainText('The panel compares names with its list')
  await request.getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(request.getByRole('alert')).toContainText('Give a reason')
  await inEveryAppearance(second.page, 'requests to see names')
  await request.getByRole('button', { name: 'Agree' }).press('Enter')
  await expect(second.page.getByText('No request waits.')).toBeVisible()
  second.quiet()
  await page.reload()
  await expect(page.getByText('Names are shown to you until 25 Nov 2026, 2:02 a.m.')).toBeVisible()
  await expect(page.locator(NAMES).first()).not.toBeEmpty()
  const name = (await page.locator(NAMES).first().textContent()) ?? ''
  await rowLink(page, 0).click()
  await expect(caseTitle(page)).toContainText(name)
  await expect(page.locator('.review-facts')).toContainText('Phone')
  await inEveryAppearance(page, 'who it is, is shown')
  quiet()

  const reviewer = await officerPage(portal, browser, 'reviewer')
  await reviewer.page.goto(path)
  await expect(reviewer.page.getByText('Identities are hidden')).toBeVisible()
  await expect(reviewer.page.getByRole('button', { name: 'Ask to see who they are' })).toHaveCount(0)
  // An auditor can read an application, but not move it to another stage.
  const auditor = await officerPage(portal, browser, 'auditor')
  await auditor.page.goto(path)
  await rowLink(auditor.page, 0).click()
  await expect(auditor.page.getByRole('heading', { name: 'Work experience' })).toBeVisible()
  await expect(auditor.page.getByRole('button', { name: 'Shortlist' })).toHaveCount(0)
  await auditor.page.getByLabel('Select all on this page').check()
  await expect(auditor.page.getByRole('region', { name: 'Selected' })).toContainText('50 selected')
  await expect(auditor.page.getByRole('button', { name: /Shortlist|Reject/ })).toHaveCount(0)
  auditor.quiet()
})

test('the table says when nothing matches, a filter is invalid or rows could not be loaded; the old rows stay', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'reviewer')
  const path = await table(portal)
  await page.goto(`${path}?search=nobodyiscalledthis`)
  await expect(page.getByText('None of the applications match.')).toBeVisible()
  await inEveryAppearance(page, 'none match')
  await page.goto(`${path}?age=young`)
  await expect(page.getByRole('alert')).toContainText('is not valid')
  await page.getByRole('alert').getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows(page)).toHaveCount(50)

  await page.route('**/applications/?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('nothing is lost')
  await expect(rows(page)).toHaveCount(50)
  await inEveryAppearance(page, 'the next page is lost')
  await page.unroute('**/applications/?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(`51–100 of ${SENT}`)
  await page.route('**/api/staff/applications/**', (route) => route.abort())
  await rowLink(page, 0).click()
  await expect(page.getByRole('complementary').getByRole('alert')).toContainText('could not be loaded')
  await page.unroute('**/api/staff/applications/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Work experience' })).toBeVisible()

  // An officer's note is visible to all officers. An empty note is refused.
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Write the note first')).toBeVisible()
  await page.getByLabel('Add a note').fill('The panel should ask about 2019.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.locator('.review-note')).toHaveText('The panel should ask about 2019.')
  await page.goto(`${path}?open=999999`)
  await expect(page.getByRole('heading', { name: 'There is no such application' })).toBeVisible()
  await page.goto('/staff/jobs/999999/applications')
  await expect(page.getByRole('heading', { name: 'There is no such job' })).toBeVisible()

  const [empty = 0] = await postJobs(portal, { title: 'A job nobody has found yet' })
  await page.goto(`/staff/jobs/${empty}/applications`)
  await expect(page.getByText('No application has been sent for this job yet.')).toBeVisible()
  await inEveryAppearance(page, 'no application yet')

  await page.goto(`${path}?stage=received`)
  await expect(rows(page)).toHaveCount(50)
  await portal.db.run(sql`delete from staff_sessions`)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Your session has ended')
  await expect(rows(page)).toHaveCount(50)
  await page.getByRole('link', { name: 'Log in again' }).click()
  await expect(page).toHaveURL(/\/staff\/login$/)
  expect(await page.evaluate(() => sessionStorage.getItem('staffPage'))).toContain(
    `${path}?stage=received&after=`,
  )
  quiet()
})

test('on a phone: a list, filters in a dialog, the application a page of its own', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', {
    viewport: { width: 360, height: 740 },
  })
  await page.goto(await table(portal))
  await expect(rows(page)).toHaveCount(50)
  await inEveryAppearance(page, 'the list')
  const targets = await page
    .locator('.review-table label:visible, .review-tools button:visible, .review-foot button:visible')
    .evaluateAll((all) => all.map((target) => target.getBoundingClientRect().height))
  expect(Math.min(...targets), 'targets on a phone').toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: 'Filters' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('summary', { hasText: 'Documents' }).click()
  await dialog.getByRole('checkbox', { name: 'CV and cover letter' }).check()
  await dialog.getByLabel('Order').selectOption({ label: 'Years, highest first' })
  await expectAccessible(page, 'filters in a dialog')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect
    .poll(() => [filtersOf(page).get('documents'), filtersOf(page).get('sort'), filtersOf(page).get('down')])
    .toEqual(['both', 'experience', '1'])
  await expect(page.getByRole('button', { name: 'Filters: 1' })).toBeFocused()
  // The table shows the old rows until the rows in the new order have arrived.
  await expect(page.locator('.review-scroll.is-waiting')).toHaveCount(0)
  await rowLink(page, 3).click()
  await expect(page.getByRole('heading', { name: 'Work experience' })).toBeVisible()
  await expect(page.locator('.review-list')).toBeHidden()
  await expectAccessible(page, 'an application on a phone')
  await page.getByRole('button', { name: 'All applications' }).click()
  await expect(rowLink(page, 3)).toBeFocused()
  await rows(page).nth(1).getByRole('checkbox').check()
  await expectAccessible(page, 'one is selected on a phone')
  quiet()
})

test('the number of applications leads to their table, for those who read applications', async ({
  browser,
  portal,
}) => {
  const path = await table(portal)
  const { page } = await officerPage(portal, browser, 'approver')
  // Other tests have added more than one page of jobs.
  await page.goto('/staff/jobs?search=Polling')
  await page.getByRole('link', { name: /^120 sent for Polling and Counting Clerk/ }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(
    page.getByRole('navigation', { name: 'This job' }).getByRole('link', { name: 'Applications' }),
  ).toHaveAttribute('aria-current', 'page')
  await expect(
    page.getByRole('navigation', { name: 'This job' }).getByRole('link', { name: 'Messages' }),
  ).toBeVisible()
  const administrator = await officerPage(portal, browser, 'administrator')
  await administrator.page.goto('/staff/jobs')
  await expect(administrator.page.getByRole('table', { name: 'Jobs' })).toBeVisible()
  await expect(administrator.page.getByRole('link', { name: / sent for / })).toHaveCount(0)
  await administrator.page.goto(path)
  await expect(
    administrator.page.getByRole('heading', { name: 'Your role does not read applications' }),
  ).toBeVisible()
})

test('the work is shared out: the lead officer gives counties and parts, each officer finds their share on the start page and in the table', async ({
  browser,
  portal,
}) => {
  const path = await table(portal)
  const [lead, reader] = [
    await officerPage(portal, browser, 'recruiter'),
    await officerPage(portal, browser, 'reviewer'),
  ]
  await portal.db.run(sql`update staff set name = 'Wanjiru Njoroge' where id = ${reader.id}`)
  const { page } = lead
  await page.goto(path)
  await page
    .getByRole('navigation', { name: 'This job' })
    .getByRole('link', { name: 'Sharing' })
    .press('Enter')
  await expect(page.getByText('The applications of this job are not shared out.')).toBeVisible()
  await page.getByRole('button', { name: 'Share out' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Choose at least one reviewer')
  await page.getByLabel('Wanjiru Njoroge').check()
  await page.getByRole('button', { name: 'Spread evenly' }).press('Enter')
  await page.getByLabel(/^Nairobi/).selectOption('No one')
  await page.getByLabel('Only applications that no one has read yet').uncheck()
  await inEveryAppearance(page, 'sharing out by county')
  await page.getByRole('button', { name: 'Share out' }).press('Enter')
  await expect(page.getByText('Each reviewer finds their share on their start page.')).toBeVisible()
  const shares = page.getByRole('region', { name: 'Shares' })
  await expect(shares.getByRole('row').filter({ hasText: 'No one' })).toHaveCount(1)
  const total =
    (await shares
      .getByRole('row')
      .filter({ hasText: 'Wanjiru Njoroge' })
      .getByRole('cell')
      .nth(2)
      .textContent()) ?? ''
  await inEveryAppearance(page, 'shares by county')

  await reader.page.goto('/staff')
  await expect(reader.page.getByRole('region', { name: 'Shared with you' })).toContainText('unread')
  await inEveryAppearance(reader.page, 'start page of a reviewer')
  await reader.page.getByRole('region', { name: 'Shared with you' }).getByRole('link').press('Enter')
  await expect(reader.page).toHaveURL(/share=mine&unread=anyone$/)
  await reader.page.goto(`${path}?share=mine`)
  await expect(reader.page.locator('.review-tools')).toContainText('my share')
  await expect(reader.page.getByText(`of ${total}`).first()).toBeVisible()

  await page.getByLabel('In equal parts').check()
  await page.getByRole('button', { name: 'Share out' }).press('Enter')
  await expect(shares.getByRole('row').filter({ hasText: 'Wanjiru Njoroge' })).toContainText(`${SENT}`)
  // An officer who no longer reviews has no checkbox, and does not stay among those who are chosen.
  await portal.db.run(sql`update staff set role = 'auditor' where id = ${reader.id}`)
  await page.reload()
  await page.getByRole('button', { name: 'Share out' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Choose at least one reviewer')
  await portal.db.run(sql`update staff set role = 'reviewer' where id = ${reader.id}`)
  await page.getByLabel('Not shared out').check()
  await page.getByRole('button', { name: 'Remove the shares' }).press('Enter')
  await expect(page.getByText('The shares are removed.')).toBeVisible()
  lead.quiet()
  reader.quiet()
})

test('a second action waits for the first, and a reply concerns only the dialog and the application that were sent', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const path = await table(portal)
  /** Holds requests to an address. Returns the function that lets them continue. */
  const hold = async (address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(address, (route) => promise.then(() => route.continue()))
    return resolve
  }
  const moves = '**/api/staff/jobs/*/move/'
  const pane = page.getByRole('complementary')
  const dialog = page.getByRole('dialog')
  const outcome = page.locator('.review-outcome')
  await page.goto(`${path}?stage=received&list=0`)
  await expect(rows(page)).toHaveCount(50)
  await rowLink(page, 0).click()
  await pane.getByLabel('Reason').fill('This is about the first person')
  await pane.getByRole('button', { name: 'Next', exact: false }).first().click()
  await expect(caseTitle(page)).toHaveText((await rowLink(page, 1).textContent()) ?? '')
  await expect(pane.getByLabel('Reason')).toHaveValue('')

  await pane.getByLabel('Reason').fill('Experience in three elections')
  const sendFirst = await hold(moves)
  await pane.getByRole('button', { name: 'Shortlist' }).click()
  await pane.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('button', { name: 'Put on your list' }).click()
  await expect(dialog).toContainText('The last action is still being sent. Please try again.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(pane.getByLabel('Reason')).toHaveValue('Experience in three elections')
  sendFirst()
  await expect(outcome).toContainText('1 added')
  await expect(pane.locator('.review-facts')).toContainText('Experience in three elections')

  for (const note of ['The older note', 'The newer note']) {
    await pane.getByLabel('Add a note').fill(note)
    await pane.getByRole('button', { name: 'Save note' }).click()
    await expect(pane.getByLabel('Add a note')).toHaveValue('')
  }
  await expect(pane.locator('.review-note').first()).toHaveText('The newer note')

  await rowLink(page, 2).click()
  await expect(caseTitle(page)).toHaveText((await rowLink(page, 2).textContent()) ?? '')
  await pane.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByLabel('Reason').last().fill('No certificate')
  const sendSecond = await hold(moves)
  await dialog.getByRole('button', { name: 'Put on your list' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await pane.getByRole('button', { name: 'Other stage' }).click()
  await expect(dialog).toBeVisible()
  sendSecond()
  await expect(outcome).toContainText('1 added')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  // The next page is entered when its rows arrive, not when the reply to the move changes these rows.
  await rowLink(page, 49).click()
  await expect(caseTitle(page)).toHaveText((await rowLink(page, 49).textContent()) ?? '')
  const [first, last] = [await rowLink(page, 0).textContent(), await rowLink(page, 49).textContent()]
  const sendThird = await hold(moves)
  const sendRows = await hold('**/api/staff/jobs/*/applications/?**')
  await pane.getByRole('button', { name: 'Shortlist' }).click()
  await page.keyboard.press('j')
  await expect(page.locator('.review-scroll.is-waiting')).toHaveCount(1)
  sendThird()
  await expect(pane.locator('footer')).toContainText('On a list to Shortlisted')
  await expect(caseTitle(page)).toHaveText(last ?? '')
  sendRows()
  await expect(rowLink(page, 0)).not.toHaveText(first ?? '')
  await expect(caseTitle(page)).toHaveText((await rowLink(page, 0).textContent()) ?? '')
  quiet()
})

test('a condition that is cleared does not come back from its open panel, and an order that hides applications offers no choice of all', async ({
  browser,
  portal,
}) => {
  const { page, quiet } = await officerPage(portal, browser, 'recruiter')
  const path = await table(portal)
  await page.goto(`${path}?documents=cv&experience=1-`)
  await page.getByRole('button', { name: /^Experience/ }).click()
  await page.getByRole('dialog').getByLabel('to', { exact: false }).last().fill('9')
  await page.getByRole('button', { name: /^Without Experience/ }).click()
  await expect
    .poll(() => [filtersOf(page).get('documents'), filtersOf(page).get('experience')])
    .toEqual(['cv', null])

  const job = Number(path.split('/')[3])
  await portal.db.run(
    sql`update application_facts set is_open = true where application_id in (
      select application_id from application_facts where job_id = ${job} and not is_open limit 3)`,
  )
  await page.goto(`${path}?sort=age`)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByRole('button', { name: /^Select all/ })).toBeVisible()
  quiet()
})
