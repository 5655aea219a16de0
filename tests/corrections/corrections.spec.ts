import { applicant } from '../support/applying.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { alive, expect, test } from '../support/browser.ts'
import { officerPage } from '../support/officer-page.ts'
import { pdf } from '../support/sample-files.ts'

// A person asks officers to correct their name or date of birth. Two officers must agree (A26). `officerPage`
// is the page of a logged-in officer; its `quiet` fails after page errors.

test('A26 issue 19: a person asks for a correction with a document, two officers decide it, and the person reads so', async ({
  page,
  portal,
  browser,
}) => {
  await applicant(page, portal)
  await page.goto('/dashboard/profile')
  await alive(page)
  await page.getByRole('link', { name: 'ask us to correct it' }).click()
  await page.waitForURL('**/dashboard/corrections')
  await expect(page.getByRole('heading', { level: 1, name: 'Correct my details' })).toBeVisible()
  // The page shows the profile's present value beside each field.
  await expect(page.getByText('Now: 6 May 1999')).toBeVisible()
  await page.getByLabel('What is wrong, and why').focus()
  await page.getByRole('button', { name: 'Ask for the correction' }).press('Enter')
  for (const sentence of [
    'Change at least one of these fields',
    'Write what is wrong, and why',
    'Add a photo or a scan of your document',
  ])
    await expect(page.getByRole('alert').getByRole('link', { name: sentence })).toBeVisible()
  await inEveryAppearance(page, 'correction, with errors')
  await page.getByLabel('Last name').fill('Otieno')
  await page.getByLabel('Date of birth').fill('1998-05-06')
  await page.getByLabel('What is wrong, and why').fill('My ID card says Otieno, and 1998.')
  await page
    .getByLabel('Your document')
    .setInputFiles({ name: 'my id.pdf', mimeType: 'application/pdf', buffer: pdf('/JavaScript (/Launch (') })
  await page.getByRole('button', { name: 'Ask for the correction' }).press('Enter')
  await expect(page.getByText('We have your request.')).toBeFocused()
  const request = page.getByRole('listitem').filter({ hasText: 'Waits for two people to decide' })
  await expect(request).toContainText('Date of birth: 6 May 1999 → 6 May 1998')
  // A line separates the requests. Its style must not depend on the style sheet of the passkeys page.
  await expect(request).toHaveCSS('border-bottom-style', 'solid')
  await inEveryAppearance(page, 'correction, waiting')

  const first = await officerPage(portal, browser, 'recruiter')
  await first.page.goto('/staff')
  await expect(first.page.getByRole('region', { name: 'Waits for your decision' })).toContainText(
    '1 correction · the oldest',
  )
  await first.page.getByRole('link', { name: 'Corrections that applicants asked for' }).click()
  await expect(first.page.getByText('6 May 1998')).toBeVisible()
  await expect(
    first.page.getByText('Careful: the document contains a script, a command that starts a program.'),
  ).toBeVisible()
  const download = first.page.waitForEvent('download')
  await first.page.getByRole('button', { name: /^Save the document/ }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^correction-\d+\.pdf$/)
  await inEveryAppearance(first.page, 'corrections, waiting')
  await first.page.getByRole('button', { name: /^Refuse/ }).press('Enter')
  await expect(first.page.getByRole('alert')).toContainText('Write why. The person reads it.')
  await first.page.getByRole('button', { name: /^Agree/ }).press('Enter')
  await expect(first.page.getByText('It waits for a second officer.')).toBeVisible()
  await expect(first.page.getByRole('button', { name: /^Agree/ })).toHaveCount(0)
  first.quiet()

  const second = await officerPage(portal, browser, 'administrator')
  await second.page.goto('/staff/corrections')
  await expect(second.page.getByText(/^First officer: .+ agreed, /)).toBeVisible()
  await second.page.getByRole('button', { name: /^Agree/ }).press('Enter')
  await expect(second.page.getByText('The correction is made, and the person is notified.')).toBeVisible()
  await expect(second.page.getByText('No correction waits.')).toBeVisible()
  await inEveryAppearance(second.page, 'corrections, none')
  second.quiet()

  await page.reload()
  await expect(page.getByRole('listitem').getByText('Made', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').getByText(', decided')).toBeVisible()
  await page.goto('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Otieno')
})
