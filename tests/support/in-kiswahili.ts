import type { Page } from '@playwright/test'
import { sql } from '../../server/database/connect.ts'
import { educationEntry, experienceEntry, refereeEntry } from './answers.ts'
import { expect, newIdNumber, PASSWORD, tooWide } from './browser.ts'
import { englishIn } from './english-words.ts'
import type { Portal } from './portal.ts'

let jobs = 0
/**
 * A job that officers wrote in Kiswahili. The portal shows officers' texts unchanged, even inside sentences.
 */
export const kiswahiliJob = () => ({
  title: `Karani wa Uchaguzi ${++jobs}`,
  department: 'Usajili wa Wapiga Kura',
  description_html: '<p>Utasajili wapiga kura.</p>',
})

let officersWords: string[] = []
/** Reads the titles and locations of all present jobs. The checks for English ignore them later. */
export async function learnOfficersWords({ db }: Portal): Promise<void> {
  const jobs = await db.rows<{ title: string; location: string }>(sql`select title, location from jobs`)
  officersWords = jobs
    .flatMap(({ title, location }) => [title, location])
    .map((words) => words.replaceAll('&', '&amp;'))
    .sort((left, right) => right.length - left.length)
}
const withoutJobs = (html: string) => officersWords.reduce((text, words) => text.replaceAll(words, '…'), html)

/** Answers in the application form, written in Kiswahili. */
export const KISWAHILI_ANSWERS = {
  education: [educationEntry({ institution: 'Chuo Kikuu cha Moi', area_of_study: 'Takwimu' })],
  experience: [
    experienceEntry({
      company: 'Kaunti ya Garissa',
      position: 'Karani',
      responsibilities: 'Nilitunza daftari.',
    }),
  ],
  referees: [refereeEntry({ position: 'Mkuu wa Kumbukumbu', organization: 'Kaunti ya Garissa' })],
}

/**
 * Links on the page that lead to the other language. The language switch, files and other sites are left out.
 * A receipt has the portal's public address, `localhost`.
 */
const leavingAddresses = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], form[action]')]
      .filter((element) => !element.closest('.language'))
      .map(
        (element) =>
          new URL(element.getAttribute('href') ?? element.getAttribute('action') ?? '', document.baseURI),
      )
      .filter(({ origin }) => origin === location.origin || /^http:\/\/localhost\b/.test(origin))
      .filter(({ pathname }) => !/^\/sw(?:\/|$)/.test(pathname))
      .filter(({ pathname }) => !/^\/(?:log|api)\/|\.\w+$/.test(pathname))
      .map(({ pathname }) => pathname),
  )

/**
 * Checks a page for a person who reads only Kiswahili. The words, the title and the names for screen readers
 * contain no English. The page states its language, no link leaves the language, and nothing is cut off at
 * the side.
 */
export async function expectKiswahili(page: Page, state: string): Promise<void> {
  await expect.soft(page.locator('html'), `language: ${state}`).toHaveAttribute('lang', 'sw-KE')
  expect.soft(englishIn(withoutJobs(await page.content())), `English words: ${state}`).toEqual([])
  expect.soft(await page.title(), `title: ${state}`).not.toBe('')
  expect.soft(new URL(page.url()).pathname, `address: ${state}`).toMatch(/^\/sw(?:\/|$)/)
  expect.soft(await leavingAddresses(page), `addresses that leave the language: ${state}`).toEqual([])
  await expect.poll(() => page.evaluate(tooWide), `sideways scroll: ${state}`).toEqual([])
}

/** Checks that the page shows exactly these errors: each once above the form, and once at its field. */
export async function expectErrorsOnce(page: Page, problems: string[]): Promise<void> {
  await expect(page.locator('.errors').getByRole('listitem')).toHaveText(problems)
  await expect(page.locator('.err')).toHaveText(problems.map((problem) => `Kosa: ${problem}`))
}

/** Fills in the four parts of the Kiswahili registration form, and sends it. */
export const registerInKiswahili = async (
  page: Page,
  email: string,
  onEach: (part: string) => Promise<void>,
) => {
  await page.getByLabel('Jina la kwanza').fill('Achieng')
  await page.getByLabel('Jina la mwisho').fill("Ng'ang'a")
  await page.getByLabel('Kitambulisho', { exact: true }).check()
  await page.getByLabel('Nambari ya kitambulisho').fill(newIdNumber())
  await page.getByLabel('Mwanamke').check()
  await page.getByLabel('Siku', { exact: true }).fill('6')
  await page.getByLabel('Mwezi', { exact: true }).fill('5')
  await page.getByLabel('Mwaka', { exact: true }).fill('1999')
  await page.getByLabel('Hapana', { exact: true }).check()
  await onEach('Kukuhusu')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await page.getByLabel('Barua pepe', { exact: true }).fill(email)
  await page.getByLabel('Simu', { exact: true }).fill('0712345678')
  for (const [label, typed] of [
    ['Kaunti', 'kilif'],
    ['Eneo bunge', 'kalo'],
    ['Wadi', 'kaya'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).fill(typed)
    await onEach(label)
    await page.getByRole('listbox').getByRole('option').first().click()
  }
  await onEach('Mahali')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await page.getByLabel('Nenosiri', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Thibitisha nenosiri', { exact: true }).fill(PASSWORD)
  await onEach('Nenosiri')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await expect(page.getByText('Imekaguliwa: wewe si roboti')).toBeVisible()
  await onEach('Kagua')
  await page.getByRole('button', { name: 'Fungua akaunti' }).click()
}

export async function loginInKiswahili(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Barua pepe', { exact: true }).fill(email)
  await page.getByLabel('Nenosiri', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Ingia', exact: true }).click()
}

/** Waits until the step of the application form with this heading is open. */
export const atStep = (page: Page, heading: string) =>
  expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()
export const nextStep = (page: Page) => page.getByRole('button', { name: 'Endelea', exact: true }).click()

export async function fillElimu(page: Page, institution = 'Agoro Sare') {
  await page.getByLabel('Taasisi').fill(institution)
  await page.getByLabel('Kiwango cha masomo').selectOption({ index: 2 })
  await page.getByLabel('Somo', { exact: true }).fill('Gredi B-')
  await page.getByLabel('Mwaka wa kuhitimu/kumaliza').fill('2016')
}
export async function fillUzoefu(page: Page) {
  await page.getByLabel('Kampuni').fill('KNBS')
  await page.getByLabel('Cheo').fill('Karani')
  await page.getByLabel('Tarehe ya kuanza').fill('2019-08-01')
  await page.getByLabel('Tarehe ya kumaliza').fill('2019-09-30')
  await page.getByLabel('Majukumu').fill('Nilihesabu kaya.')
}
export async function fillMdhamini(page: Page) {
  await page.getByLabel('Jina', { exact: true }).fill('Walter Odhiambo')
  await page.getByLabel('Cheo').fill('Mwalimu Mkuu')
  await page.getByLabel('Shirika').fill('Shule ya Kosele')
  await page.getByLabel('Barua pepe').fill('walter@kosele.ac.ke')
  await page.getByLabel('Simu').fill('0722018344')
}
