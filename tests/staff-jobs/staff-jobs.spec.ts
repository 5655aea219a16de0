import type { Page } from '@playwright/test'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { jobContent } from '../support/staff-jobs.ts'

// The life of a job among officers: a draft, its publication, an edit and a longer deadline. A recruiter
// proposes each of them, and another officer approves.

const editor = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Pastes HTML at the focus, as if copied from another program. */
const paste = (page: Page, html: string) =>
  page.evaluate((markup) => {
    const data = new DataTransfer()
    data.setData('text/html', markup)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, html)

test('staff jobs: written, proposed, approved by someone else, public; an edit and an extension say why', async ({
  browser,
  page: reader,
  portal,
}) => {
  const recruiter = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver')
  const { page } = recruiter

  // By keyboard alone, an officer opens the list, makes a new draft and types its text.
  await page.goto('/staff/jobs')
  await expect(page.getByRole('table', { name: 'Jobs' })).toBeVisible()
  await inEveryAppearance(page, 'staff, all jobs')
  await page.getByRole('button', { name: 'New job' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.getByLabel('Reference', { exact: true }).focus()
  await page.keyboard.type('TEST/UI/1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Title is required')
  await expectAccessible(page, 'new job, refused')
  await page.getByLabel('Title', { exact: true }).fill('Ballot Paper Checker')
  await page.getByLabel('Job type').selectOption('External')
  await page.getByRole('button', { name: 'Start the draft' }).press('Enter')
  await page.waitForURL(/\/staff\/jobs\/\d+$/)
  const path = new URL(page.url()).pathname

  const description = editor(page, 'Description')
  await description.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Bold' }).first()).toBeFocused()
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(description).toBeFocused()
  await page.keyboard.type('The work')
  await page.keyboard.press('Enter')
  await page.keyboard.type('You check ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('every')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' paper.')
  await page.keyboard.press('Enter')
  await paste(
    page,
    '<p>Pasted<script>document.title = "taken"</script><img src="/x" onerror="document.title = 1"></p><ul><li>One</li><li><i>Two</i></li></ul>',
  )
  await expect(description.locator('h3')).toHaveText('The work')
  await expect(description.locator('li')).toHaveCount(2)
  await expect(description.locator('img, script')).toHaveCount(0)
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('.prose strong')).toHaveText('every')
  await expect(preview.locator('.card-text')).toContainText('You check every paper. Pasted One Two')

  // Each field says what is missing, and a reload loses nothing.
  await page.getByRole('button', { name: 'Propose to publish' }).click()
  await page.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Department is required')
  await expect(page.getByRole('alert').first()).toContainText('Say what is required')
  await inEveryAppearance(page, 'draft, faults')
  // A filled field loses its error, even after a paste, which gives the page no input event.
  const wanting = page.locator('.field.bad')
  await expect(wanting.getByText('Say what is required')).toBeVisible()
  await editor(page, 'Requirements').focus()
  await paste(page, '<p>A steady eye</p>')
  await expect(wanting.getByText('Say what is required')).toHaveCount(0)
  await page.getByLabel('Department').fill('Ballot Logistics')
  await expect(wanting.getByText('Department is required')).toHaveCount(0)
  await page.getByLabel('Place, as the public reads it').fill('Nairobi')
  await page.reload()
  await expect(page.getByText('We restored what you typed in this tab')).toBeVisible()
  await expect(page.getByLabel('Department')).toHaveValue('Ballot Logistics')

  // Meanwhile another officer saves the draft. The page shows both versions.
  const id = Number(path.split('/').at(-1))
  const found = (await recruiter.visitor.get(`/api/staff/jobs/${id}/`)).json
  portal.clock.advance(60_000)
  const other = { content: { ...found.content, terms: 'Three months' }, updated_at: found.updated_at }
  expect((await recruiter.visitor.request('PUT', `/api/staff/jobs/${id}/`, { body: other })).status).toBe(200)
  await page.getByLabel('Posts').fill('12')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('Someone else changed this job after you opened it')).toBeVisible()
  await expect(page.getByRole('row', { name: /Terms/ })).toContainText('Three months')
  await expectAccessible(page, 'draft, conflict')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  portal.clock.advance(60_000)
  await page.getByLabel('Terms', { exact: true }).fill('Three months')
  await page.getByLabel('Title in Kiswahili').fill('Mkaguzi wa Karatasi za Kura')
  await editor(page, 'Description in Kiswahili').focus()
  await page.keyboard.type('Utakagua kila karatasi.')
  await preview.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(preview.locator('.card-text')).toHaveText('Utakagua kila karatasi.')
  await expect(preview).toContainText('Mkaguzi wa Karatasi za Kura')
  await expectAccessible(page, 'draft, with Kiswahili texts')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()

  for (const name of ['National identity card', 'Certificate']) {
    await page.getByRole('button', { name: 'Name a document' }).click()
    await page.keyboard.type(name)
  }
  await page.getByRole('checkbox', { name: 'Required: document 1' }).check()
  await expect(preview).toContainText('You need these to apply:')
  await page.getByLabel('Day', { exact: true }).fill('2026-12-10')
  await expect(page.getByText('Thursday, 10 December 2026 at 11:59 p.m. EAT').first()).toBeVisible()
  await page.getByRole('button', { name: 'Propose to publish' }).click()
  await expectAccessible(page, 'proposing to publish')
  await page.getByRole('button', { name: 'Propose it' }).press('Enter')
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await expect(page.getByText('You cannot approve your own proposal')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await inEveryAppearance(page, 'own proposal')

  await approver.page.goto('/staff')
  await approver.page.getByRole('link', { name: 'Ballot Paper Checker', exact: true }).press('Enter')
  await expect(
    approver.page.getByRole('heading', { name: 'Waits for a second person: publish' }),
  ).toBeVisible()
  await expect(approver.page.locator('.st-proposal .prose').first()).toContainText('You check every paper.')
  await approver.page.getByRole('button', { name: 'Return' }).click()
  await expect(approver.page.getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('Approved. It has taken effect.')).toBeVisible()
  const approved = Date.now()
  await expect(async () => {
    await reader.goto('/jobs?search=Checker')
    await expect(reader.locator('article')).toHaveCount(1, { timeout: 100 })
  }).toPass({ timeout: 2_000, intervals: [100] })
  expect(Date.now() - approved).toBeLessThan(2_000)
  await reader.goto(`/jobs/${id}`)
  await expect(reader.locator('.prose').getByText('National identity card')).toBeVisible()
  await reader.goto('/sw/jobs?search=karatasi')
  const card = reader.getByRole('article')
  await expect(card.getByRole('heading', { name: 'Mkaguzi wa Karatasi za Kura' })).not.toHaveAttribute('lang')
  await expect(card.locator('.card-text')).toHaveText('Utakagua kila karatasi.')
  await card.getByRole('link').click()
  await expect(reader.locator('h1')).toHaveText('Mkaguzi wa Karatasi za Kura')
  await expect(reader.locator('[lang="en"]', { hasText: 'A steady eye' })).toBeVisible()

  // At an edit, the second officer sees the old and the new text. The public page says why the job changed.
  await page.goto(path)
  await page.getByRole('link', { name: 'Edit' }).click()
  await editor(page, 'Requirements').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and good light')
  await page.getByLabel('Pay', { exact: true }).fill('KES 1,500 a day')
  await page.getByLabel('Name of document 2').fill('KCSE certificate')
  await page.getByRole('button', { name: 'Remove document 1' }).click()
  await expectAccessible(page, 'editing a public job')
  await page.getByRole('button', { name: 'Propose this edit' }).click()
  await page.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await page.getByLabel('Why').fill('The pay was settled')
  await page.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()

  await approver.page.goto(path)
  const changes = approver.page.getByRole('table', { name: 'What changes' })
  await expect(changes.getByRole('row', { name: /Pay/ })).toContainText('KES 1,500 a day')
  await expect(
    changes
      .getByRole('row', { name: /Other documents/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('KCSE certificate')
  await expect(
    changes
      .getByRole('row', { name: /Requirements/ })
      .locator('.prose')
      .first(),
  ).toHaveText('A steady eye')
  await expect(
    changes
      .getByRole('row', { name: /Requirements/ })
      .locator('.prose')
      .last(),
  ).toHaveText('A steady eye and good light')
  await expect(changes.locator('tbody tr')).toHaveCount(3)
  await inEveryAppearance(approver.page, 'an edit to decide')
  await approver.page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(approver.page.getByText('Approved. It has taken effect.')).toBeVisible()
  await reader.goto(`/jobs/${id}`)
  await expect(reader.getByText('Updated on 24 November 2026: The pay was settled')).toBeVisible()
  await alive(reader)
  await expectAccessible(reader, 'the public page after a change')

  await page.goto(path)
  await page.getByRole('button', { name: 'Extend' }).click()
  await page.getByRole('dialog').getByLabel('Day', { exact: true }).fill('2026-12-01')
  await page.getByLabel('Why').fill('Floods in two counties')
  await page.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'The new deadline must be later than the announced one',
  )
  await expectAccessible(page, 'extending, refused')
  await page.getByRole('dialog').getByLabel('Day', { exact: true }).fill('2026-12-15')
  await page.getByRole('dialog').getByLabel('Hour in Nairobi').fill('17:00')
  await page.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await approver.page.goto(path)
  await expect(changes.getByRole('row', { name: /Deadline/ })).toContainText(
    'Tuesday, 15 December 2026 at 5:00 p.m. EAT',
  )
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('Approved. It has taken effect.')).toBeVisible()
  await expect(
    approver.page
      .getByRole('listitem')
      .filter({ hasText: 'Extend the deadline, approved by Officer approver' }),
  ).toBeVisible()

  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inEveryAppearance(page, 'a public job')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByLabel('Reference', { exact: true })).toHaveValue('TEST/UI/1 (copy)')
  await page.goto('/staff/jobs?state=draft')
  await expect(page.getByRole('table', { name: 'Jobs' }).getByRole('link')).toHaveCount(1)
  // The browser may log that it did not run the script in the pasted HTML. That is not an error.
  recruiter.quiet(/^Executing inline event handler violates/)
  approver.quiet()
  await page.context().close()
  await approver.page.context().close()
})

test('T22 T32 a draft keeps what was cleared, is published later only on a day, and only as its officer read it', async ({
  browser,
  portal,
}) => {
  const { page, visitor, quiet } = await officerPage(portal, browser, 'recruiter')
  const other = await officerPage(portal, browser, 'recruiter')
  const { json: draft } = await visitor.post('/api/staff/jobs/', { content: jobContent() })
  /** The other officer saves the draft. */
  const saveMeanwhile = async (changes: object) => {
    const { content, updated_at } = (await other.visitor.get(`/api/staff/jobs/${draft.id}/`)).json
    portal.clock.advance(60_000)
    const body = { content: { ...content, ...changes }, updated_at }
    const saved = await other.visitor.request('PUT', `/api/staff/jobs/${draft.id}/`, { body })
    expect(saved.status).toBe(200)
  }
  await page.goto(`/staff/jobs/${draft.id}`)
  const [posts, day] = [page.getByLabel('Posts'), page.getByLabel('Day', { exact: true })]
  await expect(posts).toHaveValue('12')
  await posts.fill('')
  await day.fill('2026-12-10')
  await page.getByLabel('Hour in Nairobi').fill('17:00')
  await day.fill('')
  await expect(page.getByLabel('Hour in Nairobi')).toHaveValue('17:00')
  await day.fill('2026-12-11')
  await expect(page.getByText('Friday, 11 December 2026 at 5:00 p.m. EAT').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('We restored what you typed in this tab')).toBeVisible()
  await expect(posts).toHaveValue('')
  await posts.fill('9')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText(/^Saved at/)).toBeVisible()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Propose to publish' }).click()
  await dialog.getByLabel('At a time').check()
  await dialog.getByRole('button', { name: 'Propose it' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Choose a day')
  await expectAccessible(page, 'publishing later, without a day')
  await saveMeanwhile({ terms: 'Two months' })
  await dialog.getByLabel('As soon as it is approved').check()
  await dialog.getByRole('button', { name: 'Propose it' }).click()
  await expect(page.getByText('Someone else changed this job after you opened it')).toBeVisible()
  await page.getByRole('button', { name: 'Take theirs' }).click()

  // What the other officer proposed meanwhile is not announced as this officer's own proposal.
  await page.getByLabel('Terms', { exact: true }).fill('One month')
  await saveMeanwhile({ terms: 'Six months' })
  const proposal = await other.visitor.post(`/api/staff/jobs/${draft.id}/changes/`, { kind: 'publish' })
  expect(proposal.status).toBe(200)
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('heading', { name: 'Waits for a second person: publish' })).toBeVisible()
  await expect(page.getByText('Proposed. A second person decides.')).toHaveCount(0)
  quiet()
})
