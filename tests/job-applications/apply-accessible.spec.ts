import { expect, expectAccessible, test } from '../support/browser.ts'
import {
  applicant,
  apply,
  expectStep,
  drafted,
  fillAll,
  fillEducation,
  fillExperience,
  next,
  openJob,
} from '../support/applying.ts'
import { inEveryAppearance, underHelp } from '../support/appearances.ts'

// The application form, called the wizard here, for people with assistive devices, small screens or slow
// networks. `drafted` opens the form of an application at a step, with the steps before it complete. `at`
// waits for the heading of a step, `saved` until the server has what was typed.

/** A job title that is too long for one line on any screen. */
const LONG =
  'Deputy County Coordinator of Voter Registration, Continuous Voter Education and Electoral Operations for the Counties of the Lower Eastern and Coast Regions'

test('axe finds nothing and nothing scrolls sideways in the wizard, in every appearance', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal, { title: LONG, job_type_id: 4 })
  await applicant(page, portal, {
    first_name: 'wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
    last_name: 'keihagoromonotogatarinokimi',
  })
  await apply(page, job)
  const checkAppearances = (state: string) => inEveryAppearance(page, state)
  await fillAll(page, checkAppearances)
  // A job of type 4 needs a by-election area. Without one, the check before the submit fails.
  await page.getByRole('button', { name: 'Submit application' }).click()
  await expect(page.getByRole('alert')).toContainText('Personal details section is incomplete')
  await checkAppearances('pre-check')
  await page.getByRole('button', { name: 'Personal details section is incomplete' }).click()
  await page.getByRole('combobox', { name: 'By-Election Area' }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Education/ })
    .click()
  await expectStep(page, 'Education')
  await checkAppearances('list')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await checkAppearances('faults')
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Review/ })
    .click()
  await page.getByRole('button', { name: 'Submit application' }).click()
  await checkAppearances('confirmation')
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
  await expect(page.getByRole('dialog', { name: 'Application Submitted Successfully!' })).toBeVisible()
  await checkAppearances('success')
  await page.getByRole('button', { name: 'See my receipt' }).click()
  await checkAppearances('slip')
})

test('on a desktop the help button never covers the buttons of the bar, also after the page has become shorter', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await drafted(page, portal, 3)
  await fillExperience(page)
  await page.getByLabel('Start date').fill('')
  await next(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Start date').fill('2019-08-01')
  await expect(page.getByRole('alert')).toHaveCount(0)
  for (const width of [1600, 1280, 960]) {
    await page.setViewportSize({ width, height: 900 })
    // The text of the element that a press on the bar's last button would reach.
    const hit = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      const last = [...document.querySelectorAll('.bar button')].at(-1)?.getBoundingClientRect()
      return (
        last &&
        document.elementFromPoint(last.x + last.width / 2, last.y + last.height / 2)?.textContent.trim()
      )
    })
    expect(await page.evaluate(underHelp), `${width} wide`).toEqual([])
    expect(hit).toBe('Next')
  }
})

test('the bar stays above a phone’s keyboard; in a low and wide window it scrolls with the page', async ({
  page,
  portal,
}) => {
  await drafted(page, portal, 1)
  const nextButton = page.getByRole('button', { name: 'Next', exact: true })
  const topOf = (selector: string) =>
    page.locator(selector).evaluate((part) => part.getBoundingClientRect().top)
  expect(
    await topOf('.ask'),
    'the assistant’s trigger stands beside Menu, not over the form (S2 §2)',
  ).toBeLessThan(await topOf('main'))
  // The part of a phone's screen above the on-screen keyboard.
  await page.setViewportSize({ width: 360, height: 430 })
  await page.getByLabel('Address').focus()
  await expect(nextButton).toBeInViewport()
  await expect(page.getByLabel('Address')).toBeInViewport()
  // The page size in a window of 1280 x 900 with a zoom of 250 %.
  await page.setViewportSize({ width: 512, height: 360 })
  await expect(page.locator('.bar')).toHaveCSS('position', 'static')
  await expectAccessible(page, '250 %')
})

test('first load of /apply is at most 150 KB of script, of /jobs at most 110', async ({
  page,
  context,
  portal,
}) => {
  const { job, account } = await drafted(page, portal, 2)
  await fillEducation(page)
  /** How many bytes of scripts the first load of a page fetches. */
  const weigh = async (path: string, ready: () => Promise<void>) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    // Simulate a first visit, because the service worker would answer from its cache.
    await session.send('Network.setBypassServiceWorker', { bypass: true })
    const scripts = new Map<string, number>()
    const types = new Map<string, string>()
    session.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
    // Count the compressed bytes without headers, as the limits for scripts do.
    session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
      if (types.get(requestId) === 'Script')
        scripts.set(requestId, (scripts.get(requestId) ?? 0) + encodedDataLength)
    })
    await page.goto(path)
    await ready()
    await page.waitForLoadState('networkidle')
    await session.detach()
    return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
  const wizard = await weigh(`/apply?job=${job.id}`, () => expectStep(page, 'Education'))
  const jobs = await weigh('/jobs', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
  expect(wizard, 'something was measured').toBeGreaterThan(50 * 1_024)
  expect(wizard).toBeLessThanOrEqual(150 * 1_024)
  expect(jobs).toBeLessThanOrEqual(110 * 1_024)
  expect(account.id).toBeGreaterThan(0)
})
