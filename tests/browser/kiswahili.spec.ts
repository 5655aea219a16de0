import type { Page } from '@playwright/test'
import { REDIRECT_MS } from '../../contract/accounts/limits.ts'
import { alive, expect, newEmail, PASSWORD, test } from '../support/browser.ts'
import { openJob } from '../support/applying.ts'
import { emailsTo, linkTo } from '../support/emails.ts'
import { englishIn } from '../support/english-words.ts'
import { pdf } from '../support/sample-files.ts'
import {
  atStep,
  expectErrorsOnce,
  expectKiswahili,
  fillElimu,
  fillMdhamini,
  fillUzoefu,
  kiswahiliJob,
  learnOfficersWords,
  loginInKiswahili,
  nextStep,
  registerInKiswahili,
} from '../support/in-kiswahili.ts'

// The whole journey of a person who reads only Kiswahili. `expectKiswahili` fails if a page in this state
// has English words; names and what officers wrote stay as they are. `fillElimu`, `fillUzoefu` and
// `fillMdhamini` fill education, experience and referee.

test.beforeEach(({ portal }) => learnOfficersWords(portal))

/** Presses Next with an empty list and then Add with an empty form. Expects the errors of both. */
async function expectErrors(page: Page, step: number, empty: string, problems: string[]) {
  await nextStep(page)
  await expect(page.locator('.errors')).toContainText(empty)
  await expectKiswahili(page, `hatua ya ${step}, orodha tupu`)
  await page.getByRole('button', { name: 'Ongeza kwenye orodha yangu' }).click()
  await expectErrorsOnce(page, problems)
  await expectKiswahili(page, `hatua ya ${step}, makosa`)
}

/** Fills all steps of the form, and causes every error on the way. The review is then open. */
async function fillSteps(page: Page) {
  await atStep(page, 'Taarifa za kibinafsi')
  await expectKiswahili(page, 'hatua ya 1')
  await nextStep(page)
  await atStep(page, 'Elimu')
  await expectErrors(page, 2, 'Lazima uongeze angalau kiwango kimoja cha elimu', [
    'Taasisi ni lazima',
    'Kiwango cha masomo ni lazima',
    'Somo ni lazima',
    'Mwaka wa kuhitimu/kumaliza ni lazima',
  ])
  await fillElimu(page)
  await expectKiswahili(page, 'hatua ya 2')
  await nextStep(page)
  await atStep(page, 'Uzoefu wa kazi')
  await expectErrors(page, 3, 'Lazima uongeze angalau uzoefu mmoja wa kazi', [
    'Kampuni ni lazima',
    'Cheo ni lazima',
    'Tarehe ya kuanza ni lazima',
    'Tarehe ya kumaliza ni lazima',
    'Majukumu ni lazima',
  ])
  await fillUzoefu(page)
  await expectKiswahili(page, 'hatua ya 3')
  await nextStep(page)
  await atStep(page, 'Wadhamini')
  await expectErrors(page, 4, 'Lazima uongeze angalau mdhamini mmoja', [
    'Jina ni lazima',
    'Cheo ni lazima',
    'Shirika ni lazima',
    'Barua pepe ni lazima',
    'Simu ni lazima',
  ])
  await fillMdhamini(page)
  await expectKiswahili(page, 'hatua ya 4')
  await page.getByRole('button', { name: 'Ongeza kwenye orodha yangu' }).click()
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('si hati') })
  await expect(page.getByText('Tafadhali chagua faili', { exact: false }).first()).toBeVisible()
  await expectKiswahili(page, 'hati, faili mbaya')
  await page
    .locator('#document-cv-file')
    .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: pdf('', 3_000) })
  await expect(page.getByRole('button', { name: /^Ondoa CV/ })).toBeVisible()
  await expectKiswahili(page, 'hati')
  await nextStep(page)
  await atStep(page, 'Ukaguzi')
}

test('from the home page to the receipt and the logout, in Kiswahili alone', async ({ page, portal }) => {
  const job = await openJob(portal, kiswahiliJob())
  const email = newEmail()
  await page.goto('/sw')
  await alive(page)
  await expectKiswahili(page, 'mwanzo')
  await page.getByRole('link', { name: job.title }).first().click()
  await page.waitForURL(`**/sw/jobs/${job.id}`)
  await expectKiswahili(page, 'kazi')
  await page.getByRole('button', { name: 'Omba Sasa' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/sw/login')
  await expectKiswahili(page, 'ingia')
  await page
    .getByRole('link', { name: 'Fungua akaunti bila malipo' })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL('**/sw/register')
  await alive(page)
  await registerInKiswahili(page, email, (part) => expectKiswahili(page, `jisajili, ${part}`))
  await expect(page.getByRole('dialog')).toContainText('Usajili umefaulu!')
  await expectKiswahili(page, 'umejisajili')
  await page.getByRole('dialog').getByRole('link', { name: 'Nenda kuingia' }).click()
  await page.waitForURL('**/sw/login')
  await loginInKiswahili(page, email)
  await expect(page.getByRole('alert')).toContainText('Tafadhali thibitisha barua pepe yako kwanza.')
  await expectKiswahili(page, 'ingia, bado haijathibitishwa')

  const [verification] = await emailsTo(portal, email)
  expect(verification?.subject).toMatch(/^Thibitisha barua pepe yako/)
  expect(englishIn(verification?.html ?? '')).toEqual([])
  expect(englishIn(`<p>${verification?.text?.replaceAll('<', '')}</p>`)).toEqual([])
  const link = await linkTo(portal, email, 'sw/verify-email')
  expect(link).not.toBe('')
  await page.clock.install()
  await page.goto(link)
  await expect(page.getByText('Barua pepe yako imethibitishwa. Sasa unaweza kuingia.')).toBeVisible()
  await expectKiswahili(page, 'imethibitishwa')
  await page.clock.runFor(REDIRECT_MS.afterVerification)
  await page.waitForURL('**/sw/login')
  await loginInKiswahili(page, email)
  await page.waitForURL('**/sw/security-setup')
  await page.getByRole('button', { name: 'Hifadhi na uendelee' }).click()
  await expect(page.getByRole('alert')).toContainText('Swali na jibu, yote mawili, ni lazima')
  await expectKiswahili(page, 'swali la usalama, makosa')
  await page.getByRole('radio').first().check()
  await page.getByLabel('Jibu', { exact: true }).fill('Mwalimu Wafula')
  await page.getByRole('button', { name: 'Hifadhi na uendelee' }).click()
  await page.waitForURL('**/sw/dashboard')
  await expect(page.getByRole('heading', { name: 'Habari, Achieng' })).toBeVisible()
  await expectKiswahili(page, 'dashibodi, kazi iliyochaguliwa')

  await page.getByRole('link', { name: 'Endelea na ombi' }).first().click()
  await page.waitForURL(`**/sw/apply?job=${job.id}`)
  await fillSteps(page)
  await expectKiswahili(page, 'ukaguzi')
  await page.getByRole('button', { name: 'Tuma ombi' }).click()
  await expectKiswahili(page, 'ungependa kutuma')
  await page.getByRole('button', { name: 'Ndiyo, Tuma' }).click()
  await expect(page.getByRole('dialog', { name: 'Ombi Limetumwa!' })).toBeVisible()
  await expectKiswahili(page, 'limetumwa')
  await page.getByRole('button', { name: 'Tazama risiti yangu' }).click()
  await expect(page.getByRole('article', { name: 'Risiti ya ombi' })).toBeVisible()
  await expectKiswahili(page, 'risiti')

  await page.goto('/sw/dashboard')
  await alive(page)
  await page.getByText('Menyu').click()
  await expectKiswahili(page, 'menyu')
  await page.getByRole('button', { name: 'Toka' }).click()
  await page.waitForURL('**/sw/login')
  await expectKiswahili(page, 'umetoka')
  await loginInKiswahili(page, email, `${PASSWORD}x`)
  await expect(page.getByRole('alert')).toContainText('Barua pepe au nenosiri si sahihi')
  await expectKiswahili(page, 'nenosiri si sahihi')
})
