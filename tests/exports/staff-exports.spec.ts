import { readFileSync } from 'node:fs'
import { EXPORT_WORDS } from '#contract/exports/words.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { pressInOneGo } from '../support/by-keyboard.ts'
import { good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { readCsv, readSheet } from '../support/xlsx.ts'

// Officers export applications of a job as a file, and publish lists. A file with names or phones needs a
// second officer. `sendCrowd` inserts applications; stage 1 is received, 3 is shortlisted.

const NAIROBI = {
  county: { code: 47, name: 'Nairobi' },
  constituency: { code: 274, name: 'Westlands' },
  ward: { code: 1366, name: 'Kitisuru' },
}

test('staff exports: a plain file at once; a file with identities by two officers; a published list', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Polling Clerk', expiry_date: '2026-12-03' })
  // 34 applicants: every third is shortlisted, every second lives in Nairobi.
  const crowd = Array.from({ length: 34 }, (_, n) => ({
    stage: n % 3 === 0 ? 3 : 1,
    is_open: n % 3 === 0,
    phone: '0712000001',
    ...(n % 2 ? NAIROBI : {}),
  }))
  await sendCrowd(portal, job, ...crowd)
  const recruiter = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver')
  const { page } = recruiter

  // The export from the table has the table's filter. The officer uses only the keyboard.
  await page.goto(`/staff/jobs/${job}/applications?county=47`)
  await page.getByRole('link', { name: 'Export', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/exports\?county=47$/)
  await expect(page.getByRole('heading', { name: 'Export 17 applications' })).toBeVisible()
  await expect(page.getByText('County: Nairobi')).toBeVisible()
  await inEveryAppearance(page, 'exports')
  await page.getByLabel('Flags', { exact: true }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/put=reference%2C.*documents$/)
  await page.getByLabel('XLSX').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByLabel('CSV')).toBeChecked()
  const plain = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 17 applications' }).press('Enter')
  const csv = readCsv(readFileSync(await (await plain).path(), 'utf8'))
  expect([csv.length, csv[0]?.includes('Flags'), csv[0]?.includes('County')]).toEqual([18, false, true])
  expect((await plain).suggestedFilename()).toMatch(/^TEST-\d+-applications-2026-11-24\.csv$/)
  await expect(page.getByText(/The file is saved: /)).toBeVisible()

  // An officer must request a file with identities.
  await page.getByLabel('XLSX').check()
  await pressInOneGo(page, 'Name', 'Phone')
  await expect(page.getByRole('checkbox', { name: /^(Name|Phone)$/, checked: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Ask for 17 applications' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Give a reason. The log keeps it.')
  await expectAccessible(page, 'exports, refused')
  await page.getByLabel('Why').fill('Interviews are called by phone')
  await page.getByLabel('Why').press('Enter')
  await expect(page.getByText('Requested. A second person decides.')).toBeVisible()
  const card = page.getByRole('article', { name: '17 applications, XLSX' })
  await expect(card).toContainText('Waits for a second person')
  await expect(card.getByRole('button')).toHaveText(['Take back'])
  await inEveryAppearance(page, 'exports, asked for')

  const other = approver.page.getByRole('article', { name: '17 applications, XLSX' })
  await approver.page.goto(`/staff/jobs/${job}/exports`)
  await expect(other.getByText('Interviews are called by phone')).toBeVisible()
  await other.getByRole('button', { name: 'Return' }).press('Enter')
  await expect(other.getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await inEveryAppearance(approver.page, 'exports, to decide')
  await other.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(approver.page.getByText('can download it for 24 hours')).toBeVisible()
  await expect(other.getByRole('button')).toHaveCount(0)

  await page.reload()
  const file = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Download' }).press('Enter')
  const { rows } = readSheet(readFileSync(await (await file).path()))
  expect(rows.length).toBe(18)
  expect(Object.values(rows[1] ?? {})).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Wanjiru Kamau/), '0712000001']),
  )
  await expect(card).toContainText('Downloaded once')
  await inEveryAppearance(page, 'exports, downloaded')

  // The published list shows reference numbers. Names require a law that allows them.
  await page.getByRole('link', { name: 'Published list', exact: true }).press('Enter')
  const sheet = page.getByRole('article', { name: 'References of those shortlisted' })
  await expect(sheet.getByRole('listitem')).toHaveCount(12)
  await expect(sheet).not.toContainText('Wanjiru')
  await inEveryAppearance(page, 'notice')
  await page.getByLabel('County').selectOption('47')
  await expect(page).toHaveURL(/county=47/)
  await expect(sheet.getByRole('listitem')).toHaveCount(6)
  await page.getByText('With names').press('Enter')
  await page.getByRole('button', { name: 'Show names' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Choose the law that allows names')
  await expectAccessible(page, 'notice, refused')
  await page.getByLabel('Law that allows it').selectOption({ index: 1 })
  await page.getByLabel('Why').fill('Resolution 7 of the commission')
  await page.getByRole('button', { name: 'Show names' }).press('Enter')
  const names = page.getByRole('article', { name: 'Names of those shortlisted' })
  await expect(names.getByText(/Wanjiru Kamau/)).toHaveCount(6)
  await inEveryAppearance(page, 'notice with names')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Staff' })).toBeHidden()
  await expect(names).toBeVisible()
  recruiter.quiet()
  approver.quiet()
})

test('a request keeps its place while a file arrives, and after a refusal the form names the new number', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Store Clerk' })
  await sendCrowd(portal, job, { stage: 3, is_open: true }, { stage: 3, is_open: true })
  const { page, visitor, quiet } = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver')
  const requested = good(
    await visitor.post(`/api/staff/jobs/${job}/exports/`, {
      filter: {},
      columns: ['reference', 'name'],
      format: 'csv',
      reason: 'The interviews',
      expected: 2,
    }),
  )
  good(
    await approver.visitor.post(`/api/staff/exports/${requested.id}/decide/`, {
      approve: true,
      note: '',
      digest: requested.digest,
    }),
  )
  let letFileArrive = () => {}
  const mayArrive = new Promise<void>((resolve) => {
    letFileArrive = resolve
  })
  await page.route('**/api/staff/exports/*/file/', async (route) => {
    await mayArrive
    await route.continue()
  })
  await page.goto(`/staff/jobs/${job}/exports`)
  await page.getByRole('button', { name: 'Download', exact: true }).click()

  // One more person applies, so the number that the page shows is refused.
  await sendCrowd(portal, job, { stage: 3, is_open: true })
  await page.getByLabel('Name', { exact: true }).check()
  await page.getByLabel('Why').fill('The training')
  await page.getByRole('button', { name: 'Ask for 2 applications' }).click()
  await expect(page.getByRole('alert')).toContainText(EXPORT_WORDS.changed)
  await page.getByRole('button', { name: 'Ask for 3 applications' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)

  letFileArrive()
  await expect(page.getByText('Downloaded once')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  quiet()
})
