import { sql } from '../../server/database/connect.ts'
import { applicant, openJob, withDraft } from '../support/applying.ts'
import { alive, expect, passMinutes, PASSWORD, test } from '../support/browser.ts'
import {
  atStep,
  expectKiswahili,
  fillElimu,
  kiswahiliJob,
  KISWAHILI_ANSWERS,
  learnOfficersWords,
  loginInKiswahili,
  nextStep,
} from '../support/in-kiswahili.ts'
import { sendApplication } from '../support/sent.ts'

// The pages of an account for a person who reads only Kiswahili. `expectKiswahili` fails if a page in
// this state has English words, except what officers wrote in English.

const MINUTE = 60_000

// Read the jobs' texts first, because English words of existing jobs are allowed.
test.beforeEach(({ portal }) => learnOfficersWords(portal))

test('the pages of an account that has nothing yet', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.goto('/sw/dashboard')
  await expect(page.getByRole('heading', { name: /^Habari, / })).toBeVisible()
  await expectKiswahili(page, 'dashibodi, tupu')
  for (const [path, heading] of [
    ['applications', 'Maombi yangu'],
    ['applications?status=hired', 'Maombi yangu'],
    ['notifications', 'Arifa'],
    ['profile', /Wanjiku/],
    ['applications/999999', 'Ombi halikupatikana'],
  ] as const) {
    await page.goto(`/sw/dashboard/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectKiswahili(page, `${path}, tupu`)
  }
})

test('applications, one application in each status, jobs and notifications', async ({ page, portal }) => {
  const { account } = await withDraft(page, portal, 3, kiswahiliJob())
  const job = await openJob(portal, kiswahiliJob())
  const { id } = await sendApplication(portal, account.email, job.id, KISWAHILI_ANSWERS)
  await page.goto('/sw/dashboard')
  await expect(page.getByRole('link', { name: 'Endelea na ombi' }).first()).toBeVisible()
  await expectKiswahili(page, 'dashibodi')
  await page.goto('/sw/dashboard/applications')
  await expect(page.getByText('Yaliyotumwa: 1, ambayo hayajatumwa: 1')).toBeVisible()
  await expectKiswahili(page, 'maombi')
  for (const [status, word] of [
    ['Pending', 'Linasubiri'],
    ['Under Review', 'Linakaguliwa'],
    ['Shortlisted', 'Umeorodheshwa'],
    ['Rejected', 'Hukuchaguliwa'],
    ['Hired', 'Umekubaliwa'],
  ] as const) {
    await portal.db.run(sql`update job_applications set status = ${status} where id = ${id}`)
    await page.goto(`/sw/dashboard/applications/${id}`)
    await expect(page.getByText(word, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('article', { name: 'Risiti ya ombi' })).toBeVisible()
    await expectKiswahili(page, `ombi, ${word}`)
  }
  await page.goto('/sw/dashboard/jobs')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expectKiswahili(page, 'kazi zilizopo')
  await page.goto('/sw/dashboard/notifications')
  await expect(page.getByText(/Tumepokea ombi lako/).first()).toBeVisible()
  await expectKiswahili(page, 'arifa')
})

test('the profile is changed, and its errors are shown', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.goto('/sw/dashboard/profile?edit=1')
  await alive(page)
  await expectKiswahili(page, 'wasifu, hariri')
  await page.getByLabel('Simu', { exact: true }).fill('12')
  await page.getByRole('button', { name: 'Futa Kaunti' }).click()
  await page.getByLabel('Ndiyo').check()
  await page.getByRole('button', { name: 'Hifadhi wasifu' }).click()
  await expect(page.getByRole('alert')).toContainText('Tafadhali andika nambari sahihi ya simu')
  await expectKiswahili(page, 'wasifu, makosa')
  await page.getByLabel('Simu', { exact: true }).fill('0712440918')
  for (const [name, typed] of [
    ['Kaunti', 'Homa Ba'],
    ['Eneo bunge', 'Ndhiw'],
    ['Wadi', 'Kanyadot'],
  ] as const) {
    await page.getByRole('combobox', { name }).fill(typed)
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await page.getByLabel('Aina ya ulemavu').selectOption('Hearing')
  await page.getByRole('button', { name: 'Hifadhi wasifu' }).click()
  await expect(page.getByText('Wasifu wako umehifadhiwa.')).toBeFocused()
  await expectKiswahili(page, 'wasifu')
})

test('the settings: the password is changed, and the sessions are listed', async ({ page, portal }) => {
  await applicant(page, portal)
  await page.goto('/sw/dashboard/settings')
  await alive(page)
  await expectKiswahili(page, 'mipangilio')
  const change = page.getByRole('button', { name: 'Badilisha nenosiri' })
  await change.click()
  await expect(page.getByRole('alert')).toContainText('Nenosiri jipya ni lazima')
  await expectKiswahili(page, 'mipangilio, makosa')
  const fill = async (current: string, next: string) => {
    await page.getByLabel('Nenosiri la sasa', { exact: true }).fill(current)
    await page.getByLabel('Nenosiri jipya', { exact: true }).fill(next)
    await page.getByLabel('Thibitisha nenosiri jipya', { exact: true }).fill(next)
    await change.click()
  }
  await fill('si hilo kabisa', 'quiet river stone')
  await expect(page.locator('#current_password-error')).toContainText('Nenosiri la sasa si sahihi')
  await expectKiswahili(page, 'mipangilio, nenosiri si sahihi')
  await fill(PASSWORD, 'quiet river stone')
  await expect(page.getByText('Nenosiri limebadilishwa!')).toBeVisible()
  await expectKiswahili(page, 'mipangilio, limebadilishwa')
})

test('the session: the warning on a page and in the form, and the words after its end', async ({
  page,
  portal,
}) => {
  await page.goto('/sw/login')
  await page.clock.install()
  const { job, account } = await withDraft(page, portal, 2, kiswahiliJob())
  // Opening the page extends the session. Move the clock only after that.
  const before = await page.evaluate(() => localStorage.getItem('session'))
  await page.goto('/sw/jobs')
  await alive(page)
  await page.waitForFunction((old) => localStorage.getItem('session') !== old, before)
  portal.clock.advance(56 * MINUTE)
  await passMinutes(page, 56)
  await expect(page.getByRole('alertdialog', { name: 'Kipindi chako kinakaribia kuisha' })).toBeVisible()
  await expectKiswahili(page, 'kipindi, onyo')
  await page.getByRole('button', { name: 'Endelea kubaki ndani' }).click()
  await page.clock.runFor(2_000)
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Elimu')
  portal.clock.advance(56 * MINUTE)
  await passMinutes(page, 56)
  const dialog = page.getByRole('dialog', { name: 'Kipindi chako kinakaribia kuisha' })
  await expect(dialog).toBeVisible()
  await expectKiswahili(page, 'kipindi, onyo kwenye fomu')
  portal.clock.advance(6 * MINUTE)
  await page.clock.runFor(6 * MINUTE)
  await page.waitForURL('**/sw/login')
  await expect(page.getByText('Ulitolewa baada ya saa moja, ili kulinda akaunti yako.')).toBeVisible()
  await expectKiswahili(page, 'kipindi, kimeisha')
  await loginInKiswahili(page, account.email)
  await page.waitForURL(`**/sw/apply?job=${job.id}`)
  await atStep(page, 'Elimu')
})

test('two tabs that changed one list: both versions, and the choice', async ({ page, context, portal }) => {
  const { job } = await withDraft(page, portal, 1, kiswahiliJob())
  const add = page.getByRole('button', { name: 'Ongeza kwenye orodha yangu' })
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Taarifa za kibinafsi')
  const other = await context.newPage()
  await other.goto(`/sw/apply?job=${job.id}`)
  await atStep(other, 'Taarifa za kibinafsi')
  await nextStep(page)
  await fillElimu(page, 'Shule ya kwanza')
  await add.click()
  await expect(page.getByText(/^Imehifadhiwa kwenye kifaa hiki \S+ \/ kwenye seva \S+$/)).toBeVisible()
  await expectKiswahili(page, 'elimu iliyoongezwa')
  await nextStep(other)
  await fillElimu(other, 'Shule ya pili')
  await other.getByRole('button', { name: 'Ongeza kwenye orodha yangu' }).click()
  await expect(other.getByText('Ombi limebadilishwa mahali pawili.')).toBeVisible()
  await expectKiswahili(other, 'mahali pawili, imesemwa')
  await nextStep(other)
  const dialog = other.getByRole('dialog', { name: 'Ombi limebadilishwa mahali pawili' })
  await expect(dialog).toContainText('Shule ya kwanza')
  await expectKiswahili(other, 'mahali pawili')
  await dialog.getByLabel('Yote mawili').check()
  await dialog.getByRole('button', { name: 'Hifadhi ulichochagua' }).click()
  await expect(dialog).toBeHidden()
})

test('the language is changed in the middle of the form and of the login: place, query and typed words stay, a password does not', async ({
  page,
  portal,
}) => {
  const { job } = await withDraft(page, portal, 2, kiswahiliJob())
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Elimu')
  await page.getByLabel('Taasisi').fill('Shule ya msingi ya Kosele')
  await page.getByRole('link', { name: 'English', exact: true }).click()
  await page.waitForURL(`${portal.url}/apply?job=${job.id}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-KE')
  await expect(page.getByRole('heading', { level: 2, name: 'Education' })).toBeVisible()
  await expect(page.getByLabel('Institution')).toHaveValue('Shule ya msingi ya Kosele')
  await page.getByLabel('Area of study').fill('Gredi B-')
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL(`${portal.url}/sw/apply?job=${job.id}`)
  await atStep(page, 'Elimu')
  await expect(page.getByLabel('Taasisi')).toHaveValue('Shule ya msingi ya Kosele')
  await expect(page.getByLabel('Somo', { exact: true })).toHaveValue('Gredi B-')
  await expectKiswahili(page, 'elimu, lugha imebadilishwa')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/login?from=sms#main')
  await alive(page)
  await page.getByLabel('Email', { exact: true }).fill('achieng@example.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL(`${portal.url}/sw/login?from=sms#main`)
  await alive(page)
  await expect(page.getByLabel('Barua pepe', { exact: true })).toHaveValue('achieng@example.com')
  await expect(page.getByLabel('Nenosiri', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(PASSWORD)
  await expectKiswahili(page, 'ingia, lugha imebadilishwa')
})

test('the language is changed on the page of receipts: both words of the receipt stay', async ({
  page,
  portal,
}) => {
  await page.goto('/verify')
  await alive(page)
  await page.getByLabel('Reference number').fill('K7-4TR9XM-P')
  await page.getByLabel('Fingerprint').fill('5f8a 11c0')
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL(`${portal.url}/sw/verify`)
  await alive(page)
  await expect(page.getByLabel('Nambari ya kumbukumbu')).toHaveValue('K7-4TR9XM-P')
  await expect(page.locator('#digest')).toHaveValue('5f8a 11c0')
})

test('the language is changed on pages that ask for their data first: what was typed and chosen stays', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  await page.goto('/dashboard/profile?edit=1')
  await alive(page)
  await page.getByLabel('Phone').fill('0798765432')
  const choices = page.getByRole('radio')
  await choices.last().check()
  await page.getByRole('link', { name: /^Kiswahili/ }).click()
  await page.waitForURL(`${portal.url}/sw/dashboard/profile?edit=1`)
  await expect(page.getByLabel('Simu')).toHaveValue('+254798765432')
  await expect(choices.last()).toBeChecked()
})
