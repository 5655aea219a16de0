import { inEveryAppearance } from '../support/appearances.ts'
import { SAVED_MS } from '#contract/job-applications/limits.ts'
import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import {
  applicant,
  apply,
  expectStep,
  drafted,
  draftOf,
  fillEducation,
  fillExperience,
  fillReferee,
  next,
  onDashboard,
  openJob,
  saved,
} from '../support/applying.ts'

// The steps of the application form: personal details, education, work experience, referees, review. W
// numbers are rules of docs/spec/decisions.md; S2 is docs/spec/signed-in-area.md. `drafted` opens the form
// of an application at a step, with the steps before it complete. `expectStep` waits for the heading of a
// step, `saved` until the server has what was typed.

/** A step's button, such as `2 ! Education`. The sign `!` marks an incomplete step. */
const stepName = (name: string) => new RegExp(`^\\d ?!? ?${name}`)

test('S2 §2 step 1, W13: what the profile has is read-only, and is changed there, and one comes back to the same step', async ({
  page,
  portal,
}) => {
  const { job } = await drafted(page, portal, 1)
  for (const label of ['First name', 'Last name', 'Email', 'Phone', 'ID number'])
    await expect(page.getByLabel(label)).toHaveAttribute('readonly', '')
  await expect(page.getByLabel('Phone')).toHaveValue('+254712345678')
  await page.getByRole('link', { name: 'Change in my profile' }).click()
  await page.waitForURL(`**/dashboard/profile?job=${job.id}`)
  await page.goBack()
  await expectStep(page, 'Personal Details')
})

test('S2 §2: a bar shows which of the five steps is open; a dialog shows what the job asks for, as rich text', async ({
  page,
  portal,
}) => {
  const { job } = await drafted(page, portal, 1, {
    qualification_html: `<ul><li>KCSE, <strong>mean grade C</strong></li></ul><script>alert(1)</script>${'<p>Of good conduct.</p>'.repeat(40)}`,
  })
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveJSProperty('position', 0.2)
  await next(page)
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveJSProperty('position', 0.4)
  // After the first step, the page's head shows the job in one line. A press on the remaining time opens the
  // rest.
  const requirements = page.getByRole('button', { name: 'What this job asks for' })
  await expect(
    page.getByRole('heading', { level: 1, name: `You are applying for ${job.title}` }),
  ).toBeVisible()
  await expect(requirements).toHaveCount(0)
  expect((await page.locator('.wiz-head').boundingBox())?.height, 'one line').toBeLessThan(60)
  await page.getByRole('button', { name: /^9 days left/ }).click()
  await expect(page.getByText(/, \d+:\d\d [ap]\.m\. EAT/)).toBeVisible()
  await requirements.click()
  const modal = page.getByRole('dialog', { name: 'What this job asks for' })
  await expect(modal.getByRole('listitem')).toHaveText('KCSE, mean grade C')
  await expect(modal.locator('strong')).toHaveText('mean grade C')
  await expect(modal.getByRole('button')).toHaveText(['Open the job', 'Got it'])
  // The dialog is longer than the screen, and opens at its start.
  await expect(modal.getByRole('heading')).toBeFocused()
  expect(
    await modal.evaluate(({ scrollTop, scrollHeight, clientHeight }) => [
      scrollTop,
      scrollHeight > clientHeight,
    ]),
  ).toEqual([0, true])
  await expectAccessible(page, 'notification modal')
  await modal.getByRole('button', { name: 'Got it' }).click()
  await expect(modal).toHaveCount(0)
  await expect(requirements).toBeFocused()
  await requirements.click()
  await modal.getByRole('button', { name: 'Open the job' }).click()
  await page.waitForURL(`**/jobs/${job.id}`)
})

test('W12, W25: a person types what the profile lacks into the form, and Next stores it in the profile', async ({
  page,
  portal,
}) => {
  // Accounts that were imported may have no phone, although registration asks for one.
  await page.route('**/api/user/profile/', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), phone: '' } })
  })
  const { id } = await drafted(page, portal, 1)
  await expect(page.getByLabel('Phone')).toHaveValue('+254')
  await page.getByLabel('Phone').fill('0712 440 918')
  await page.getByLabel('Phone').blur()
  await expect(page.getByLabel('Phone')).toHaveValue('+254712440918')
  await page.getByLabel('Address').fill('Box 12, Oyugis')
  await next(page)
  await expectStep(page, 'Education')
  const storedProfile = () =>
    portal.db.row<{ phone: string; address: string }>(sql`select phone, address from users where id = ${id}`)
  await expect.poll(storedProfile).toEqual({ phone: '+254712440918', address: 'Box 12, Oyugis' })
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByLabel('Phone')).toHaveAttribute('readonly', '')
  await expect(page.getByLabel('Address')).toHaveValue('Box 12, Oyugis')
})

test('W3, S2 §5: step 1 of an internal job stops no one at Next, and Save Progress says what is missing', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  // A job of type 1 is internal.
  await drafted(page, portal, 1, { job_type_id: 1 })
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Please fill all required fields before saving progress.')).toBeVisible()
  await expect(
    page.getByText('Employment number is required for internal job applications').first(),
  ).toBeVisible()
  await expectAccessible(page, 'step 1, fault')
  await next(page)
  await expectStep(page, 'Education')
  await expect(page.getByText('1!', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await page.getByLabel('Employment number').fill('7')
  await page.getByLabel('Employment number').blur()
  await expect(page.getByText('Employment number must be at least 2 characters')).toBeVisible()
  await page.getByLabel('Employment number').fill('EC 0071')
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Progress saved successfully!')).toBeVisible()
  await expectAccessible(page, 'progress saved')
  await page.clock.runFor(SAVED_MS.progress)
  await expect(page.getByText('Progress saved successfully!')).toBeHidden()
})

test('S2 §2: Huduma centres and by-election areas are searched, and no match says so', async ({
  page,
  portal,
}) => {
  await applicant(page, portal)
  // Jobs of type 3 are in a Huduma centre, those of type 4 in a by-election area.
  for (const [job_type_id, label, none, wanted] of [
    [
      3,
      'Huduma Centre',
      'No Huduma Centres found matching "zzz"',
      'Huduma Centre location is required for IEBC Huduma Centre Jobs',
    ],
    [
      4,
      'By-Election Area',
      'No By-Election Areas found matching "zzz"',
      'By-Election Area is required for By-Election Temporary Jobs',
    ],
  ] as const) {
    await apply(page, await openJob(portal, { job_type_id }))
    const box = page.getByRole('combobox', { name: label })
    await box.fill('zzz')
    await expect(page.getByText(none)).toBeVisible()
    await expectAccessible(page, `no ${label}`)
    await box.fill('')
    await page.getByRole('heading', { name: 'Personal Details' }).click()
    await expect(page.getByText(wanted)).toBeVisible()
    await box.click()
    const option = page.getByRole('listbox').getByRole('option').first()
    await expectAccessible(page, `${label}, open`)
    const name = await option.innerText()
    await option.click()
    await expect(box).toHaveValue(name.trim())
    await expect(page.getByText(wanted)).toBeHidden()
    // A person who lives outside the by-election area sees a warning, but may apply (J9). A Huduma centre has
    // no such rule.
    await expect(page.getByText('You can still apply; officers will see this too.')).toHaveCount(
      label === 'By-Election Area' ? 1 : 0,
    )
  }
})

test('S2 §2 step 1: a ward and a constituency of one name have different lines', async ({ page, portal }) => {
  const namesake = {
    area_name: 'Kasipul',
    county_name: 'Homa Bay',
    constituency_name: 'Kasipul',
    county: 43,
    constituency: 245,
  }
  const areas = [
    { ...namesake, id: 1, position_type: 'MNA', ward: null },
    { ...namesake, id: 2, position_type: 'MCA', ward: 1221 },
    { ...namesake, id: 3, position_type: 'MCA', area_name: 'Central Kasipul', ward: 1222 },
  ]
  await page.route('**/api/by-election-areas/*', (route) => route.fulfill({ json: areas }))
  await applicant(page, portal)
  await apply(page, await openJob(portal, { job_type_id: 4 }))
  await page.getByRole('combobox', { name: 'By-Election Area' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
    'Kasipul, Homa Bay (constituency)',
    'Kasipul, Homa Bay (ward)',
    'Central Kasipul, Kasipul, Homa Bay',
  ])
})

test('S2 §2: the open step is marked as open, and as incomplete too', async ({ page, portal }) => {
  await drafted(page, portal, 2)
  const open = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').nth(1)
  await expect(open).toHaveClass('here miss')
  await expect(open).toContainText('2!')
  await inEveryAppearance(page, 'an incomplete open step')
  await fillEducation(page)
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(open).toHaveClass('here')
})

test('a new step moves the focus to its heading, and Tab continues from there', async ({ page, portal }) => {
  await drafted(page, portal, 1)
  await page.getByRole('button', { name: 'Next', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Education' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Institution')).toBeFocused()
  await page.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Personal Details' })).toBeFocused()
})

test('the browser’s Back and Forward move between the steps, also after a reload; Back leaves the form only from the first step', async ({
  page,
  portal,
}) => {
  const job = await openJob(portal)
  const { id } = await onDashboard(page, portal)
  await apply(page, job)
  await next(page)
  await expectStep(page, 'Education')
  await fillEducation(page)
  await page.goBack()
  await expectStep(page, 'Personal Details')
  await page.goForward()
  await expectStep(page, 'Education')
  await expect(page.getByLabel('Institution')).toHaveValue('Agoro Sare High School')
  await next(page)
  await expectStep(page, 'Work Experience')
  // The alert about one step must disappear when the person returns to another step.
  await next(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.reload()
  await expectStep(page, 'Work Experience')
  await next(page)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goBack()
  await expectStep(page, 'Education')
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The draft stores the current step, so that another device opens the form there.
  await expect.poll(async () => (await draftOf(portal, id, job.id))?.unfinished?.step).toBe(2)
  await page.goForward()
  await expectStep(page, 'Work Experience')
  // The button Previous adds nothing to the browser's history. So Back leaves the form from its first step.
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Education')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Personal Details')
  await page.goBack()
  await page.waitForURL(`**/jobs/${job.id}`)
})

test('W18, W19, W1: the steps become buttons once the review was reached; incomplete steps say so in a word; the review is never marked', async ({
  page,
  portal,
}) => {
  await drafted(page, portal, 1)
  const steps = page.getByRole('navigation', { name: 'Steps' })
  await expect(steps.getByRole('button')).toHaveCount(0)
  await expect(steps.getByRole('listitem').nth(1)).toContainText('incomplete')
  await expect(steps.getByRole('listitem').nth(4)).not.toContainText('incomplete')
  await next(page)
  await fillEducation(page)
  await next(page)
  await fillExperience(page)
  await next(page)
  await fillReferee(page)
  await next(page)
  await expectStep(page, 'Review')
  // The review shows all data to be sent, with complete dates.
  const papers = page.locator('.papers')
  for (const words of [
    'Counted households in two locations.',
    '1 August 2019 to 30 September 2019',
    'Female',
    'w.odhiambo@example.ac.ke',
  ])
    await expect(papers).toContainText(words)
  // The job asks for a CV and a cover letter, so their step is marked without them (W1).
  await expect(steps.getByRole('listitem').nth(3)).toContainText('incomplete')
  await expect(steps.getByText('!')).toHaveCount(1)
  await steps.getByRole('button', { name: stepName('Education') }).click()
  await expectStep(page, 'Education')
  await saved(page)
  await page.reload()
  await expectStep(page, 'Education')
  await expect(steps.getByRole('button')).toHaveCount(4)
})

test('W20: the pre-check says every line, and each leads to its step', async ({ page, portal }) => {
  const { job, id } = await drafted(page, portal, 5)
  await page.getByRole('button', { name: 'Edit Education' }).click()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Review/ })
    .click()
  await page.getByRole('button', { name: 'Submit application' }).click()
  const lines = page.getByRole('alert').getByRole('listitem')
  await expect(lines).toHaveText([
    'Education section is incomplete',
    'At least one education entry is required',
  ])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessible(page, 'review, pre-check')
  await lines.nth(1).getByRole('button').click()
  await expectStep(page, 'Education')
  expect((await draftOf(portal, id, job.id))?.is_completed).toBe(false)
})
