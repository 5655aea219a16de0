import type { Page } from '@playwright/test'
import { ASSISTANT } from '../../contract/assistant/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { signPlace } from '../../server/line/ticket.ts'
import { member } from '../support/accounts.ts'
import { openJob, withDraft } from '../support/applying.ts'
import { letAllIn, setLevel } from '../support/brownout.ts'
import { alive, expect, newEmail, newIdNumber, PASSWORD, test } from '../support/browser.ts'
import { emailsTo, linkTo } from '../support/emails.ts'
import {
  atStep,
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

// Errors, waiting lines and lost networks for a person who reads only Kiswahili. `expectKiswahili` fails
// if a page in this state has English words, except what officers wrote in English.

test.beforeEach(({ portal }) => learnOfficersWords(portal))

test.afterEach(({ portal }) => setLevel(portal, 0))

/** Waits until the service worker of the Kiswahili pages has stored the page. */
const untilStored = async (page: Page, path: string) => {
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(new URL(scope).pathname).toBe('/sw')
  await expect
    .poll(() => page.evaluate(async (stored) => Boolean(await caches.match(stored)), path))
    .toBe(true)
}

test('after a visit in English, the service worker of the Kiswahili pages is registered and stores them', async ({
  page,
}) => {
  await page.goto('/jobs')
  await alive(page)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await page.goto('/sw/jobs')
  await alive(page)
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL))
    .toMatch(/\/sw\/sw\.js$/)
  await page.goto('/sw/jobs')
  await untilStored(page, '/sw/jobs')
})

test('without a network: an old page says so, a page never seen too, and the form is filled in and sent later', async ({
  page,
  context,
  portal,
}) => {
  const { job } = await withDraft(page, portal, 1, kiswahiliJob())
  await page.goto('/sw/jobs')
  await alive(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.goto('/sw/jobs')
  await untilStored(page, '/sw/jobs')
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Taarifa za kibinafsi')
  await untilStored(page, '/sw/apply')
  await context.setOffline(true)
  await page.goto('/sw/jobs')
  await expect(page.getByText(/^Huna mtandao\. (?:Unaona|Bado)/)).toBeVisible()
  await expectKiswahili(page, 'kazi, bila mtandao')
  await page.goto('/sw/privacy')
  await expect(page.getByRole('heading', { name: 'Huna mtandao' })).toBeVisible()
  await expectKiswahili(page, 'ukurasa usiopo, bila mtandao')
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Taarifa za kibinafsi')
  await expect(page.getByText('Huna mtandao. Endelea kuandika')).toBeVisible()
  await nextStep(page)
  await fillElimu(page)
  await expect(page.getByText(/Inaonekana huna mtandao; tutajaribu tena\.$/)).toBeVisible()
  await expectKiswahili(page, 'fomu, bila mtandao')
  await nextStep(page)
  await fillUzoefu(page)
  await nextStep(page)
  await fillMdhamini(page)
  await nextStep(page)
  await atStep(page, 'Ukaguzi')
  await page.getByRole('button', { name: 'Tuma ombi' }).click()
  await page.getByRole('button', { name: 'Ndiyo, Tuma' }).click()
  await expect(page.getByRole('dialog', { name: 'Huna mtandao' })).toBeVisible()
  await expectKiswahili(page, 'tuma, bila mtandao')
  await page.getByRole('button', { name: 'Litume mtandao ukirudi' }).click()
  await expect(page.getByText('Linasubiri mtandao')).toBeVisible()
  await expectKiswahili(page, 'linasubiri mtandao')
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Ombi Limetumwa!' })).toBeVisible()
})

test('the line: on its page without script, and at the login', async ({ page, browser, portal }) => {
  const { email } = await member(portal)
  await setLevel(portal, 3, { behind: 1_200_000 })
  const plain = await browser.newContext({
    baseURL: portal.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const still = await plain.newPage()
  await still.goto('/sw/login')
  await still.getByRole('link', { name: 'Ona foleni ni ndefu kiasi gani' }).click()
  await expect(still.getByRole('heading', { name: 'Foleni' })).toBeVisible()
  await expect(still.getByText(/^Zamu yako itafika baada ya .+ hivi\.$/)).toBeVisible()
  expect(new URL(still.url()).pathname).toBe('/sw/line')
  await expectKiswahili(still, 'foleni')

  // A place in the line from three hours ago, which has expired.
  await page.context().addCookies([
    {
      name: 'line',
      value: signPlace(portal.deps.secrets, portal.clock.now().getTime() - 10_800_000),
      url: portal.url,
    },
  ])
  await page.clock.install()
  await page.goto('/sw/login')
  await alive(page)
  await loginInKiswahili(page, email)
  await expect(page.getByRole('button', { name: 'Unasubiri kwenye foleni' })).toBeDisabled()
  await expect(page.getByText('Nafasi yako ilihifadhiwa kwa saa 2.')).toBeVisible()
  await expectKiswahili(page, 'ingia, foleni')
  await letAllIn(portal)
  await page.clock.runFor(15_000)
  await page.waitForURL('**/sw/security-setup', { timeout: 40_000 })
  await still.goto('/sw/line')
  await expect(still.getByRole('link', { name: 'Ingia' })).toBeVisible()
  await expectKiswahili(still, 'zamu yako')
  await plain.close()
})

test('a busy portal, a lost network and wrong answers, at the login and in the form', async ({
  page,
  portal,
}) => {
  const { job } = await withDraft(page, portal, 2, kiswahiliJob())
  const answer = (path: string, status: number, json: object) =>
    page.route(path, (route) => route.fulfill({ status, headers: { 'retry-after': '20' }, json }))
  const busy = { code: 'busy', message: 'Very many people are here at once. Please try again in a moment.' }
  await answer('**/api/job-applications/partial-save/', 503, busy)
  await page.goto(`/sw/apply?job=${job.id}`)
  await atStep(page, 'Elimu')
  await fillElimu(page)
  await page.getByRole('button', { name: 'Hifadhi Ulichojaza' }).click()
  await expectKiswahili(page, 'hifadhi, shughuli nyingi')
  await page.unroute('**/api/job-applications/partial-save/')
  await answer('**/api/job-applications/', 503, busy)
  await page.goto('/sw/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Watu wengi sana wako hapa' })).toBeVisible()
  await expectKiswahili(page, 'dashibodi, shughuli nyingi')
  await page.route('**/api/job-applications/', (route) => route.abort())
  await page.goto('/sw/dashboard/applications')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectKiswahili(page, 'maombi, mtandao umepotea')
  await page.evaluate(() => localStorage.clear())

  await page.goto('/sw/login')
  await alive(page)
  await page.getByRole('button', { name: 'Ingia', exact: true }).click()
  await expectKiswahili(page, 'ingia, tupu')
  await answer('**/api/login/', 503, busy)
  await loginInKiswahili(page, 'mtu@example.com')
  await expectKiswahili(page, 'ingia, shughuli nyingi')
  await page.unroute('**/api/login/')
  await page.route('**/api/login/', (route) => route.abort())
  await page.goto('/sw/login')
  await alive(page)
  await loginInKiswahili(page, 'mtu@example.com')
  await expect(page.getByRole('alert')).toContainText('Hukuweza kuingia. Tafadhali jaribu tena.')
  await expectKiswahili(page, 'ingia, mtandao umepotea')
  await page.unroute('**/api/login/')
  for (let attempt = 0; attempt < 6; attempt++) {
    await page.getByLabel('Nenosiri', { exact: true }).fill(`si hilo ${attempt}`)
    const answered = page.waitForResponse('**/api/login/')
    await page.getByRole('button', { name: 'Ingia', exact: true }).click()
    await answered
  }
  await expect(page.getByRole('alert')).toBeVisible()
  await expectKiswahili(page, 'ingia, mara nyingi mno')
  await page.goto('/sw/forgot-password')
  await alive(page)
  await expectKiswahili(page, 'umesahau nenosiri')
})

test('an email that has an account: the dialog, and the email to its owner', async ({ page, portal }) => {
  const { email } = await member(portal)
  await portal.db.run(sql`update users set language = 'sw' where email = ${email}`)
  await page.goto('/sw/register')
  await alive(page)
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await expectKiswahili(page, 'jisajili, makosa')
  await page.goto('/sw/register')
  await alive(page)
  await registerInKiswahili(page, email, async () => {})
  await expect(page.getByRole('dialog', { name: 'Akaunti tayari ipo' })).toBeVisible()
  await expectKiswahili(page, 'akaunti tayari ipo')
  expect((await emailsTo(portal, email)).at(-1)?.subject).toMatch(/^Tayari una akaunti/)
})

test('without script: an account is created, and the email is asked for again', async ({
  browser,
  portal,
}) => {
  const email = newEmail()
  const plain = await browser.newContext({
    baseURL: portal.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const page = await plain.newPage()
  await page.goto('/sw/login')
  await expectKiswahili(page, 'ingia, bila JavaScript')
  await page.getByRole('main').getByRole('link', { name: 'Fungua akaunti bila malipo' }).click()
  await expectKiswahili(page, 'jisajili, bila JavaScript')
  await page.getByRole('link', { name: 'kufungua akaunti yako bila JavaScript' }).click()
  expect(new URL(page.url()).pathname).toBe('/sw/register/plain')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectKiswahili(page, 'fomu rahisi, kaunti')
  await page.getByLabel('Kaunti').selectOption('Kilifi')
  await page.getByRole('button', { name: 'Endelea', exact: true }).click()
  // Wait before sending the form, because the portal takes a form that returns at once for one from a
  // program.
  portal.clock.advance(60_000)
  await page.getByRole('button', { name: 'Fungua akaunti' }).click()
  await expect(page.getByRole('alert')).toContainText('Tafadhali chagua wadi')
  await expectKiswahili(page, 'fomu rahisi, makosa')
  await page.getByLabel('Jina la kwanza').fill('achieng')
  await page.getByLabel('Jina la mwisho').fill('otieno')
  await page.getByLabel('Kitambulisho', { exact: true }).check()
  await page.getByLabel('Nambari ya hati').fill(newIdNumber())
  await page.getByLabel('Mwanamke').check()
  await page.getByLabel('Siku', { exact: true }).fill('6')
  await page.getByLabel('Mwezi', { exact: true }).fill('5')
  await page.getByLabel('Mwaka', { exact: true }).fill('1999')
  await page.getByLabel('Hapana').check()
  await page.getByLabel('Barua pepe', { exact: true }).fill(email)
  await page.getByLabel('Simu').fill('0712345678')
  await page.getByLabel('Wadi').selectOption({ index: 3 })
  await page.getByLabel('Nenosiri', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Thibitisha nenosiri', { exact: true }).fill(PASSWORD)
  const question = page.getByLabel(/^Je, /)
  await question.fill(answerInKiswahili((await page.locator('label[for="answer"]').textContent()) ?? ''))
  await page.getByRole('button', { name: 'Fungua akaunti' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Angalia barua pepe yako' })).toBeVisible()
  await expectKiswahili(page, 'fomu rahisi, akaunti imefunguliwa')
  await page.goto('/sw/verify-email/again')
  await expectKiswahili(page, 'barua pepe tena')
  await page.getByLabel('Barua pepe').fill('achieng')
  await page.getByRole('button', { name: 'Tuma barua pepe mpya' }).click()
  await expectKiswahili(page, 'barua pepe tena, kosa')
  await page.getByLabel('Barua pepe').fill(email)
  await page.getByRole('button', { name: 'Tuma barua pepe mpya' }).click()
  await expect(page.getByRole('status')).toContainText('barua pepe mpya iko njiani')
  await expectKiswahili(page, 'barua pepe tena, imetumwa')
  await page.goto('/sw/verify-email/x.y')
  await page.getByRole('button', { name: 'Thibitisha barua pepe yangu' }).click()
  await expectKiswahili(page, 'kiungo kibaya')
  await page.goto(await linkTo(portal, email, 'sw/verify-email'))
  await page.getByRole('button', { name: 'Thibitisha barua pepe yangu' }).click()
  await expect(page.getByText('Barua pepe yako imethibitishwa.')).toBeVisible()
  await expectKiswahili(page, 'imethibitishwa, bila JavaScript')
  await plain.close()
})

/** The numbers from 0 to 17 in Kiswahili words. */
const NUMBERS =
  'sifuri moja mbili tatu nne tano sita saba nane tisa kumi kumi_na_moja kumi_na_mbili kumi_na_tatu kumi_na_nne kumi_na_tano kumi_na_sita kumi_na_saba'
    .split(' ')
    .map((word) => word.replaceAll('_', ' '))
/** The answer in digits to a question such as "Je, saba jumlisha nne ni ngapi?" (seven plus four). */
function answerInKiswahili(question: string): string {
  const [, left = '', sign, right = ''] = /Je, (.+) (jumlisha|toa) (.+) ni ngapi\?/.exec(question) ?? []
  const [first, second] = [NUMBERS.indexOf(left), NUMBERS.indexOf(right)]
  return String(sign === 'jumlisha' ? first + second : first - second)
}

test('the assistant: its note after two seconds, its own words, and its answer in Kiswahili', async ({
  page,
  portal,
}) => {
  await openJob(portal, kiswahiliJob())
  await page.clock.install()
  await page.goto('/sw')
  await alive(page)
  await expect(page.locator('.ask > div')).toBeAttached()
  await page.clock.runFor(ASSISTANT.popupAfterMs + 100)
  await expect(page.getByText('Una maswali? Muulize msaidizi.')).toBeVisible()
  await expectKiswahili(page, 'ujumbe wa msaidizi')
  await page.clock.resume()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Omba usaidizi' }).click()
  const panel = page.getByRole('dialog', { name: 'Msaidizi' })
  await expect(panel).toContainText('Ninajibu maswali kuhusu kufungua akaunti')
  await expect(page.getByRole('button', { name: 'Nimesahau nenosiri langu' })).toBeVisible()
  await expectKiswahili(page, 'msaidizi')
  const log = page.getByRole('log', { name: 'Mazungumzo' })
  for (const [count, question] of ['Ninahitaji wadhamini wangapi?', 'Kuna kazi gani?'].entries()) {
    await page.getByLabel('Swali lako').fill(question)
    await page.keyboard.press('Enter')
    await expect(log.locator('ol > li')).toHaveCount(3 + 2 * count)
    await expect(page.getByText('Msaidizi anaandika')).toHaveCount(0)
    await expectKiswahili(page, `msaidizi, ${question}`)
  }
  // The assistant answers a question in an unknown language in the language of the page.
  await page.getByLabel('Swali lako').fill('xyzzy')
  await page.keyboard.press('Enter')
  await expect(log.locator('ol > li')).toHaveCount(7)
  await expect(page.getByText('Msaidizi anaandika')).toHaveCount(0)
  await expectKiswahili(page, 'msaidizi, swali lisiloeleweka')
  await page.route('**/api/assistant/', (route) => route.abort())
  await page.getByLabel('Swali lako').fill('Kuna nafasi ngapi?')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('Mtandao ulikatika, kwa hivyo jibu halikufika.')
  await expectKiswahili(page, 'msaidizi, mtandao umepotea')
})
