import { sql } from '../../server/database/connect.ts'
import { applicant, onDashboard, openJob } from '../support/applying.ts'
import { applicationOf } from '../support/applications.ts'
import { alive, expect, expectAccessible, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'

// The profile of a logged-in person. W12: the person may change some fields, but not those that officers
// compare with documents. W13: a person who came from the application form returns to it.

test('S2 §9: the profile counts seven fields, and A21 lists other useful entries apart', async ({
  page,
  portal,
}) => {
  const { id } = await applicant(page, portal)
  await page.goto('/dashboard/profile')
  await expect(page.getByText('Your profile is complete: 100%')).toBeVisible()
  // Two entries of the profile have no value: the address and the education.
  await expect(page.getByText('Not provided')).toHaveCount(2)
  await expect(page.getByText('Member since 24 November 2026')).toBeVisible()
  const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewis'
  const diploma = {
    institution: 'Moi University',
    qualification_level: 5,
    qualification_level_name: 'Diploma',
    area_of_study: 'Statistics',
    year_of_completion: '2021',
  }
  const draft = await applicationOf(portal, id, (await openJob(portal)).id)
  await portal.db.run(
    sql`update job_applications set education = ${JSON.stringify([diploma])}::jsonb where id = ${draft}`,
  )
  await portal.db.run(
    sql`update users set first_name = ${long}, last_name = ${long}, id_number = ${''} where id = ${id}`,
  )
  await page.reload()
  await expect(page.getByText('Your profile is 86% complete. Missing: ID number.')).toBeVisible()
  await expect(page.getByText('Diploma, Statistics, Moi University')).toBeVisible()
  await inEveryAppearance(page, 'profile, long names')
  await page.route('**/api/user/profile/', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('Failed to load profile')
  await inEveryAppearance(page, 'profile, failed')
})

test('W12: some fields can be changed; those that officers compare with documents are shown but cannot be edited', async ({
  page,
  portal,
}) => {
  await onDashboard(page, portal)
  await page.getByRole('link', { name: 'Update Profile' }).click()
  await page.waitForURL('**/dashboard/profile?edit=1')
  await expect(page.getByLabel('First name')).not.toBeEditable()
  await expect(page.getByLabel('ID number')).not.toBeEditable()
  await expect(
    page.getByText('We compare this with your documents. To change it, write to us.'),
  ).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Ward' })).toHaveValue('Kitisuru')
  await page.getByLabel('Phone').fill('12')
  await page.getByRole('button', { name: 'Clear county' }).click()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Please enter a valid phone number with country code (e.g., +254XXXXXXXXX)',
  )
  await expect(page.getByRole('alert')).toContainText('Please select a county')
  await inEveryAppearance(page, 'profile, faults')
  await page.getByLabel('Phone').fill('0712 440 918')
  await page.getByLabel('Address').fill('P.O. Box 7, Kasipul')
  for (const [name, typed] of [
    ['County', 'Homa Bay'],
    ['Constituency', 'Ndhiwa'],
    ['Ward', 'Kanyadoto'],
  ] as const) {
    await page.getByRole('combobox', { name }).fill(typed.slice(0, -1))
    await page.getByRole('option', { name: typed }).click()
  }
  await expect(page.getByLabel('Phone')).toHaveValue('+254712440918')
  await page.getByLabel('Yes').check()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('alert')).toContainText('Please specify the type of disability')
  await page.getByLabel('Type of disability').selectOption('Hearing')
  await inEveryAppearance(page, 'profile, changing')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await page.waitForURL('**/dashboard/profile')
  await expect(page.getByText('Your profile is saved.')).toBeFocused()
  for (const words of ['+254 712 440 918', 'P.O. Box 7, Kasipul', 'Homa Bay', 'Ndhiwa', 'Kanyadoto'])
    await expect(page.getByRole('main')).toContainText(words)
  await inEveryAppearance(page, 'profile, saved')
  await page.getByRole('link', { name: 'Update Profile' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: 'Update Profile' })).toBeVisible()
  await expect(page.getByText('Your profile is saved.'), 'nothing was saved now').toBeHidden()
})

test('W12: an empty field can be filled in once; errors of the server are shown at the field, and a lost network loses no text', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  // An empty ID number must be unique. So first give everyone else a number.
  await portal.db.run(sql`update users set id_number = (90000000 + id)::text where id_number = ''`)
  await portal.db.run(sql`update users set id_number = '' where id = ${me.id}`)
  await page.goto('/dashboard/profile?edit=1')
  await alive(page)
  await page.getByLabel('ID number').fill('123')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('alert')).toContainText('ID Card number must be 8 or 9 digits')
  await expect(page.getByLabel('ID number')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('ID number').fill('31415926')
  await page.route('**/api/user/profile/', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByRole('alert')).toContainText('What you typed is still here')
  await expectAccessible(page, 'profile, not saved')
  await page.unroute('**/api/user/profile/')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Your profile is complete: 100%')).toBeVisible()
  await page.goto('/dashboard/profile?edit=1')
  await expect(page.getByLabel('ID number')).not.toBeEditable()
})

test.describe('W13: the way back to the application', () => {
  test('a person who came from the form is back there after saving or cancelling', async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    const job = await openJob(portal)
    await page.goto(`/jobs/${job.id}`)
    await alive(page)
    await page.getByRole('button', { name: 'Apply Now' }).filter({ visible: true }).first().click()
    await page.waitForURL(`**/apply?job=${job.id}`)
    for (const [from, leave] of [
      [`/dashboard/profile?job=${job.id}`, 'Save and go back'],
      [`/dashboard/profile?back=${encodeURIComponent(`/apply?job=${job.id}`)}`, 'Cancel'],
    ] as const) {
      await page.goto(from)
      await expect(page.getByText('you return to the same step of your application')).toBeVisible()
      await expectAccessible(page, `profile on the way back: ${leave}`)
      await page.getByRole('button', { name: leave }).click()
      await page.waitForURL(`**/apply?job=${job.id}`)
    }
  })

  test('T37: only an address of the form is gone back to', async ({ page, portal }) => {
    await applicant(page, portal)
    for (const evil of [
      '//evil.example',
      'https://evil.example/apply',
      '/apply//evil.example',
      '/apply/../login',
      '/jobs',
      'javascript:alert(1)',
      '/apply?x=//evil',
    ]) {
      await page.goto(`/dashboard/profile?edit=1&back=${encodeURIComponent(evil)}`)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.waitForURL(`${portal.url}/dashboard/profile`)
    }
  })
})
