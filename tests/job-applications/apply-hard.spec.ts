import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { alive, expect, test } from '../support/browser.ts'
import { onDashboard, expectStep, draftOf, openJob } from '../support/applying.ts'
import { pdf } from '../support/sample-files.ts'

// One applicant under the worst conditions: a small screen, only a keyboard, a slow device, and a network
// that fails at every step. W15: the receipt can be saved and printed.

/**
 * Presses Tab until the element with this name has the focus. It is searched again only after the page has
 * replaced it, because on a slow device a search by role takes long.
 */
async function reach(page: Page, wanted: ReturnType<Page['getByRole']>, most = 60) {
  const find = () => wanted.elementHandle().catch(() => null)
  let found = await find()
  /** Undefined if the page has no such element any more. */
  const hasFocus = () =>
    found
      ?.evaluate((element) => (element.isConnected ? element === document.activeElement : undefined))
      .catch(() => undefined)
  for (let presses = 0; presses < most; presses++) {
    let isReached = await hasFocus()
    if (isReached === undefined) {
      found = await find()
      isReached = await hasFocus()
    }
    if (isReached) return
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

/** The keys to type in each step. A space ticks a checkbox; a date is typed as month, day and year. */
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

const DOCUMENTS: [kind: string, name: string][] = [
  ['CV', 'cv.pdf'],
  ['Cover letter', 'letter.pdf'],
]

test('S2 §2, W15: 360 x 740, keyboard only, six times slower, 400 kbit/s, the network cut at every step and back, from the list of jobs to the printed receipt: one application, nothing retyped', async ({
  page,
  context,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() =>
    Object.assign(window, { printed: 0, print: () => (window as unknown as { printed: number }).printed++ }),
  )
  // The job is the first in the list, because it closes soonest.
  const job = await openJob(portal, {
    expiry_date: new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString(),
  })
  const { id } = await onDashboard(page, portal, {
    middle_name: 'Achieng',
    is_pwd: 'Yes',
    disability_type: 'Visual',
  })
  const devtools = await context.newCDPSession(page)
  const network = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 300,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    })
  await devtools.send('Network.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await network(false)

  await page.goto('/jobs')
  await alive(page)
  await reach(page, page.getByRole('link', { name: job.title }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/jobs/${job.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(job.title)
  const start = page.getByRole('button', { name: 'Apply Now', exact: true }).filter({ visible: true }).first()
  await reach(page, start)
  await network(true)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Failed to start application. Please try again.').first()).toBeVisible()
  await network(false)
  await reach(page, start)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/apply?job=${job.id}`)

  for (const [step, fields] of FIELDS) {
    await expectStep(page, step)
    await network(true)
    for (const [label, words] of fields) await type(page, label, words)
    if (step === 'Referees') {
      for (const [kind, name] of DOCUMENTS) {
        const choosing = page.waitForEvent('filechooser')
        await press(page, `Choose a file for ${kind}`)
        await (await choosing).setFiles({ name, mimeType: 'application/pdf', buffer: pdf() })
        await expect(
          page.getByRole('group', { name: kind }).getByText('will be sent when the network is back'),
        ).toBeVisible()
      }
    }
    await network(false)
    if (step === 'Referees')
      for (const [, name] of DOCUMENTS) await expect(page.getByRole('heading', { name })).toBeVisible()
    await press(page, 'Next')
  }
  await expectStep(page, 'Review')
  for (const [name, value] of [
    ['Name', "Wanjiku Achieng Ng'ang'a"],
    ['Kind of ID', 'ID Card'],
  ] as const)
    await expect(page.locator('.fact').filter({ has: page.getByText(name, { exact: true }) })).toHaveText(
      name + value,
    )
  // The form sends the disability too, but never shows it, because others may use the device.
  await expect(page.getByText('Visual', { exact: true })).toHaveCount(0)
  await network(true)
  await press(page, 'Submit application')
  const confirmation = page.getByRole('dialog', { name: 'Submit your application?' })
  await expect(confirmation).toContainText(
    'Are you sure you want to submit your job application? Once submitted, you will not be able to make any changes to your application.',
  )
  await expect(confirmation.getByRole('button')).toHaveText(['Yes, Submit', 'Cancel'])
  await expect(confirmation).toContainText(job.title)
  await press(page, 'Yes, Submit')
  await expect(page.getByText('The time when it reaches our server counts').first()).toBeVisible()
  // If the page has noticed that it is offline, it asks whether to wait for the network.
  const queue = page.getByRole('button', { name: 'Send it when the network is back' })
  if (await queue.isVisible()) await press(page, 'Send it when the network is back')
  await network(false)
  const done = page.getByRole('dialog', { name: 'Application Submitted Successfully!' })
  await expect(done).toBeVisible({ timeout: 45_000 })
  await expect(done).toContainText((await draftOf(portal, id, job.id))?.reference_number ?? 'none')

  // The device has the whole receipt. So the person can read and print it without a network.
  await network(true)
  await press(page, 'See my receipt')
  const typo = page.getByRole('article', { name: 'Receipt of application' })
  const draft = await draftOf(portal, id, job.id)
  await expect(typo).toContainText(draft?.reference_number ?? 'none')
  await press(page, 'Print or save as PDF')
  expect(await page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1)
  await expect(typo.getByRole('img', { name: /^QR code/ }).locator('path')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(typo).toBeVisible()
  // The receipt prints on one page.
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1)

  expect(draft).toMatchObject({
    is_completed: true,
    address: 'Box 12, Oyugis',
    education: [{ institution: 'Agoro Sare', area_of_study: 'B-', year_of_completion: '2016' }],
    experience: [
      {
        company: 'KNBS',
        position: 'Enumerator',
        start_date: '2019-08-01',
        currently_working: true,
        responsibilities: 'Counted households.',
      },
    ],
    referees: [
      {
        name: 'Walter Ouma',
        position: 'Principal',
        organization: 'Kosele',
        email: 'w@example.ac.ke',
        phone: '+254722018344',
      },
    ],
  })
  expect(await portal.db.rows(sql`select from job_applications where user_id = ${id}`)).toHaveLength(1)
  expect(
    await portal.db.rows(sql`select from submissions where application_id = ${draft?.id ?? 0}`),
  ).toHaveLength(1)
  const documents = await portal.db.rows<{ name: string }>(
    sql`select name from application_documents where application_id = ${draft?.id ?? 0} order by kind`,
  )
  expect(documents.map(({ name }) => name).sort()).toEqual(['cv.pdf', 'letter.pdf'])

  await page.emulateMedia({ media: 'screen' })
  await network(false)
  const toDashboard = page.getByRole('link', { name: 'Go to Dashboard' })
  await reach(page, toDashboard)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  // The browser's Back does not return to the steps of a submitted form.
  await page.goBack()
  await expect(
    page.getByText('You have already submitted an application for this position').first(),
  ).toBeVisible()
  await page.goBack()
  await page.waitForURL(`**/jobs/${job.id}`)
})
