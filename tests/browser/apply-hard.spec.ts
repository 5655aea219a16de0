import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { expect, test } from '../support/browser.ts'
import { applicant, apply, at, draftOf, openJob } from '../support/applying.ts'

/** Goes on with Tab until what is wanted has the focus. */
async function reach(page: Page, wanted: ReturnType<Page['getByRole']>, most = 60) {
  for (let presses = 0; presses < most; presses++) {
    if (await wanted.evaluate((it) => it === document.activeElement).catch(() => false)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted.toString()} is not reached by Tab`)
}
async function press(page: Page, name: string) {
  await reach(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}
async function type(page: Page, label: string, words: string) {
  await reach(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(words)
}

const FIELDS: [step: string, fields: [label: string, words: string][]][] = [
  ['Personal Details', [['Address (optional)', 'Box 12, Oyugis']]],
  [
    'Education',
    [
      ['Institution', 'Agoro Sare'],
      ['Qualification level', 'Kenya Certificate of Sec'],
      ['Area of study', 'B-'],
      ['Year of graduation/completion', '2016'],
    ],
  ],
  [
    'Work Experience',
    [
      ['Company', 'KNBS'],
      ['Position', 'Enumerator'],
      ['Start date', '08012019'],
      ['I currently work here', ' '],
      ['Responsibilities', 'Counted households.'],
    ],
  ],
  [
    'Referees',
    [
      ['Name', 'Walter Ouma'],
      ['Position', 'Principal'],
      ['Organization', 'Kosele'],
      ['Email', 'w@example.ac.ke'],
      ['Phone', '0722018344'],
    ],
  ],
]

test('360 x 740, keyboard only, six times slower, 400 kbit/s, the network cut at every step and back: one application, nothing retyped', async ({
  page,
  context,
  portal,
}) => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 360, height: 740 })
  const job = await openJob(portal, { documents: 'none' })
  const { id } = await applicant(page, portal)
  await apply(page, job)
  const devtools = await context.newCDPSession(page)
  const network = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', { offline, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const [step, fields] of FIELDS) {
    await at(page, step)
    await network(true)
    for (const [label, words] of fields) await type(page, label, words)
    await network(false)
    await press(page, 'Next')
  }
  await at(page, 'Review')
  await network(true)
  await press(page, 'Submit application')
  await expect(page.getByRole('dialog')).toBeVisible()
  await press(page, 'Yes, Submit')
  await expect(page.getByText('What counts is when it reaches our server').first()).toBeVisible()
  const queue = page.getByRole('button', { name: 'Send it when the network is back' })
  if (await queue.isVisible()) await press(page, 'Send it when the network is back')
  await network(false)
  const done = page.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(done).toBeVisible({ timeout: 45_000 })
  await press(page, 'See my slip')
  await expect(page.getByRole('article', { name: 'Receipt of application' })).toBeVisible()
  const draft = await draftOf(portal, id, job.id)
  expect(draft).toMatchObject({ is_completed: true, address: 'Box 12, Oyugis' })
  expect(draft?.education[0]?.institution).toBe('Agoro Sare')
  expect(draft?.experience[0]?.position).toBe('Enumerator')
  expect(draft?.referees[0]?.name).toBe('Walter Ouma')
  expect(await portal.db.rows(sql`select 1 from submissions where application_id = ${draft?.id ?? 0}`)).toHaveLength(1)
})
