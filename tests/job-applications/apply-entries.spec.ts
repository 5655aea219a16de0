import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import {
  expectStep,
  drafted,
  draftOf,
  fillEducation,
  fillExperience,
  fillReferee,
  next,
  saved,
} from '../support/applying.ts'

// The lists of an application: education, work experience and referees. A step has a list and one form that
// adds to it; Next adds a complete form by itself. `drafted` opens the form of an application at a step,
// with the steps before it complete. `expectStep` waits for the heading of a step, `saved` until the server
// has what was typed.

test('W7: an empty list is refused with its sentence; a half-filled entry shows its errors once, and can be discarded', async ({
  page,
  portal,
}) => {
  await drafted(page, portal, 2)
  await next(page)
  await expect(page.getByRole('alert')).toContainText('At least one education entry is required')
  await expectAccessible(page, 'step 2, empty list')
  await fillEducation(page)
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByRole('heading', { level: 3, name: /Mean grade B-/ })).toBeVisible()
  await page.getByLabel('Institution').fill('Half of a school')
  await next(page)
  for (const problem of [
    'Qualification level is required',
    'Area of study is required',
    'Year of graduation/completion is required',
  ])
    await expect(page.getByRole('alert')).toContainText(problem)
  await expectAccessible(page, 'step 2, partial form')
  await page.getByLabel('Year of graduation/completion').fill('1949')
  await next(page)
  await expect(page.getByRole('alert')).toContainText('Year must be between 1950 and 2027')
  await page.getByRole('button', { name: 'Previous' }).click()
  await next(page)
  await expect(page.getByLabel('Institution')).toHaveValue('Half of a school')
  await next(page)
  await page.getByRole('button', { name: 'Discard and continue' }).click()
  await expectStep(page, 'Work Experience')
})

test('S2 §5 step 3, W21: the sentences of dates, Present, and Edit, Remove and Undo', async ({
  page,
  portal,
}) => {
  const { job, id } = await drafted(page, portal, 3)
  await page.getByRole('button', { name: 'Add to my list' }).click()
  for (const problem of [
    'Company is required',
    'Position is required',
    'Start date is required',
    'End date is required',
    'Responsibilities are required',
  ])
    await expect(page.getByRole('alert')).toContainText(problem)
  await fillExperience(page)
  await page.getByLabel('End date').fill('2019-07-01')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByRole('alert')).toContainText('End date cannot be before start date')
  await page.getByLabel('Start date').fill('0022-01-12')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByRole('alert')).toContainText('Start date cannot be before 1940')
  await page.getByLabel('Start date').fill('2030-01-01')
  await page.getByLabel('End date').fill('2031-01-01')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByRole('alert')).toContainText('Start date cannot be in the future')
  await expect(page.getByRole('alert')).toContainText('End date cannot be in the future')
  await page.getByLabel('Start date').fill('2024-01-12')
  await page.getByLabel('I currently work here').check()
  await expect(page.getByLabel('End date')).toBeDisabled()
  await expect(page.getByLabel('End date')).toHaveValue('Present')
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByText('Jan 2024 to Present').first()).toBeVisible()
  await page.getByRole('button', { name: 'Edit Enumerator' }).click()
  await page.getByLabel('Position').fill('Supervisor')
  await expectAccessible(page, 'step 3, an entry being changed')
  await page.getByRole('button', { name: 'Keep the change' }).click()
  await page.getByRole('button', { name: 'Remove Supervisor' }).click()
  await expect(page.getByRole('button', { name: 'Remove Supervisor' })).toHaveCount(0)
  await expectAccessible(page, 'step 3, an entry removed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove Supervisor' })).toBeVisible()
  await expect
    .poll(async () => JSON.stringify((await draftOf(portal, id, job.id))?.experience))
    .toContain('Supervisor')
})

test('W5: where no experience is asked for, one may say that there is none yet', async ({ page, portal }) => {
  await drafted(page, portal, 3, { experience_required: false })
  await page.getByLabel('I have no work experience yet').check()
  await expectAccessible(page, 'step 3, no experience')
  await next(page)
  await expectStep(page, 'Referees')
  await fillReferee(page)
  await next(page)
  await expectStep(page, 'Review')
  await expect(page.getByText('I have no work experience yet').first()).toBeVisible()
})

test('W5: who said that there is no experience, before the job asked for it, can remove that, and real work replaces it', async ({
  page,
  portal,
}) => {
  const { job } = await drafted(page, portal, 3, { experience_required: false })
  await page.getByLabel('I have no work experience yet').check()
  await saved(page)
  await portal.db.run(sql`update jobs set experience_required = true where id = ${job.id}`)
  // Route the call, because the browser would else answer from its cache for half a minute.
  await page.route('**/api/jobs/*/', (route) => route.continue())
  await page.reload()
  await expectStep(page, 'Work Experience')
  await expect(page.getByLabel('I have no work experience yet')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove I have no work experience yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit I have no work experience yet' }).click()
  await fillExperience(page)
  await page.getByRole('button', { name: 'Keep the change' }).click()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveText(['Remove Enumerator'])
})

test('W7: Undo of Remove goes away when another entry is edited or left, and Remove takes old errors away', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await drafted(page, portal, 3)
  await saved(page)
  // The clock stands still, so that no message goes away by itself.
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const position of ['Clerk', 'Driver']) {
    await fillExperience(page, position)
    await page.getByRole('button', { name: 'Add to my list' }).click()
  }
  const undo = page.getByRole('button', { name: 'Undo' })
  const entries = page.getByRole('button', { name: /^Remove/ })
  // Edit adds the complete form to the list. Undo would put back the list without it.
  await fillExperience(page, 'Guard')
  await page.getByRole('button', { name: 'Remove Clerk' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Edit Driver' }).click()
  await expect(undo).toHaveCount(0)
  await expect(entries).toHaveText(['Remove Driver', 'Remove Guard'])
  await page.getByRole('button', { name: 'Remove Guard' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Leave it as it was' }).click()
  await expect(undo).toHaveCount(0)
  await page.getByLabel('Company').fill('Half of an entry')
  await page.getByRole('button', { name: 'Edit Driver' }).click()
  const discard = page.getByRole('button', { name: 'Discard and continue' })
  await expect(discard).toBeVisible()
  await page.getByRole('button', { name: 'Remove Driver' }).click()
  await expect(discard).toHaveCount(0)
})

test('W7: Remove empties the form that was changing the entry; it asks first if the form has other text', async ({
  page,
  portal,
}) => {
  const { job, id } = await drafted(page, portal, 4)
  await fillReferee(page)
  await page.getByRole('button', { name: 'Add to my list' }).click()
  const name = page.getByLabel('Name', { exact: true })
  const remove = page.getByRole('button', { name: /^Remove Walter/ })
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await page.getByRole('button', { name: /^Edit Walter/ }).click()
  await expect(name).toHaveValue('Walter Ouma Odhiambo')
  await remove.click()
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(remove).toBeVisible()
  await name.fill('Walter Ouma')
  await remove.click()
  await expectAccessible(page, 'step 4, discard typed text')
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(question).toHaveCount(0)
  await expect(name).toHaveValue('Walter Ouma')
  await remove.click()
  await question.getByRole('button', { name: 'Discard and continue' }).click()
  await expect(remove).toHaveCount(0)
  await expect(name).toHaveValue('')
  await next(page)
  await expect(page.getByText('One thing is missing')).toBeVisible()
  await saved(page)
  await expect.poll(async () => (await draftOf(portal, id, job.id))?.referees).toEqual([])
})

test('W5, W7: the tick for no experience asks before it discards typed work', async ({ page, portal }) => {
  await drafted(page, portal, 3, { experience_required: false })
  const tick = page.getByLabel('I have no work experience yet')
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await fillExperience(page)
  await tick.click()
  await question.getByRole('button', { name: 'Keep writing' }).click()
  await expect(tick).not.toBeChecked()
  await expect(page.getByLabel('Position')).toHaveValue('Enumerator')
  await tick.click()
  await question.getByRole('button', { name: 'Discard and continue' }).click()
  await expect(tick).toBeChecked()
  await expect(page.getByLabel('Position')).toHaveCount(0)
  await next(page)
  await expectStep(page, 'Referees')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(tick).toBeChecked()
  await tick.press('Space')
  await expect(page.getByLabel('Position')).toHaveValue('')
})

test('W5, W7: the tick for no experience takes away the message that something is missing', async ({
  page,
  portal,
}) => {
  await drafted(page, portal, 3, { experience_required: false })
  const message = page.getByText('One thing is missing')
  await next(page)
  await expect(message).toBeVisible()
  await page.getByLabel('I have no work experience yet').click()
  await expect(message).toHaveCount(0)
  await next(page)
  await expectStep(page, 'Referees')
})

test('W5, W7: work that was typed elsewhere is shown, also beside the tick for no experience', async ({
  page,
  portal,
}) => {
  const { id } = await drafted(page, portal, 3, { experience_required: false })
  await page.getByLabel('I have no work experience yet').check()
  await page.getByRole('button', { name: 'Save Progress' }).click()
  await expect(page.getByText('Progress saved successfully!')).toBeVisible()
  await portal.db.run(
    sql`update job_applications set unfinished = unfinished || '{"experience":{"company":"KNBS"}}', version = version + 1 where user_id = ${id}`,
  )
  await page.reload()
  await expect(page.getByLabel('Company')).toHaveValue('KNBS')
  await next(page)
  await page.getByRole('alert').getByText('Position is required').click()
  await expect(page.getByLabel('Position')).toBeFocused()
})

test('W25: a complete phone number is rewritten when its field is left; other text stays, with its error', async ({
  page,
  portal,
}) => {
  await drafted(page, portal, 4)
  const phone = page.getByLabel('Phone')
  for (const typed of ['none', '0722018344 or 0733123456']) {
    await phone.fill(typed)
    await phone.blur()
    await expect(page.getByText('Phone must be in Kenyan format (+254XXXXXXXXX)')).toBeVisible()
    await expect(phone).toHaveValue(typed)
  }
  await phone.fill('254 20 3344556')
  await phone.blur()
  await expect(phone).toHaveValue('+254203344556')
  await expect(page.getByText('Phone must be in Kenyan format (+254XXXXXXXXX)')).toBeHidden()
})

test('S2 §5 step 4: email and phone are checked while a person types them; W8 a doubtful referee gets a warning', async ({
  page,
  portal,
}) => {
  const { account } = await drafted(page, portal, 4)
  await expect(page.getByRole('group', { name: 'Add New Referee' })).toBeVisible()
  const overview = page.getByRole('complementary', { name: 'Your application so far' })
  await expect(overview).toContainText('At least one referee is required')
  await expect(overview.getByRole('heading')).toHaveText(['Needed', 'You may add'])
  await expect(overview.getByRole('listitem')).toHaveText([
    /At least one referee is required/,
    'CV',
    'Cover letter',
  ])
  await page.getByLabel('Email').fill('walter')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Phone').fill('0722')
  await expect(page.getByText('Phone must be in Kenyan format (+254XXXXXXXXX)')).toBeVisible()
  await fillReferee(page)
  await page.getByLabel('Email').fill(account.email)
  await expect(page.getByText('Invalid email format')).toBeHidden()
  await page.getByLabel('Organization').focus()
  await expect(page.getByLabel('Phone')).toHaveValue('+254722018344')
  // The form has a complete referee that is not yet added to the list. The page says so, without a warning.
  await expect(overview.getByRole('listitem')).toHaveText([
    'Referee: typed, Next adds it',
    'CV',
    'Cover letter',
  ])
  await page.getByRole('button', { name: 'Add to my list' }).click()
  await expect(page.getByText('has your own email or phone')).toBeVisible()
  await expect(overview.getByRole('heading')).toHaveText(['Nothing is missing', 'You may add'])
  // The page shows email and phone as two elements. In one line, they could break after the mark between
  // them.
  await expect(page.locator('.records li p.quiet')).toHaveText([account.email, '+254 722 018 344'])
  const saveProgress = page.getByRole('button', { name: 'Save Progress' })
  // Each line of the button's text has another top, so count the tops.
  const lines = await saveProgress.evaluate((button) => {
    const range = document.createRange()
    range.selectNodeContents(button)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })
  expect(lines, 'the lines of Save Progress').toBe(1)
  await expectAccessible(page, 'step 4, doubtful referee')
})

test('W22: a level that is no longer offered stays what it was', async ({ page, portal }) => {
  const { job, id } = await drafted(page, portal, 2)
  await saved(page)
  // An education entry with a level that was later removed from the list of levels.
  const school = {
    institution: 'Kisumu Polytechnic',
    qualification_level: 9_999,
    qualification_level_name: 'Ordinary Technician',
    area_of_study: 'Wiring',
    year_of_completion: '1988',
  }
  await portal.db.run(
    sql`update job_applications set education = ${JSON.stringify([school])}::jsonb, version = version + 1 where user_id = ${id}`,
  )
  await page.reload()
  await page.getByRole('button', { name: /^Edit Ordinary Technician/ }).click()
  await expect(page.getByLabel('Qualification level').locator('option:checked')).toHaveText(
    'Ordinary Technician (retired)',
  )
  await page.getByLabel('Area of study').fill('House wiring')
  await next(page)
  await expect
    .poll(async () => (await draftOf(portal, id, job.id))?.education[0])
    .toMatchObject({ qualification_level: 9_999, area_of_study: 'House wiring' })
})

test('W22: while the list of levels cannot be loaded, no level is called retired', async ({
  page,
  portal,
}) => {
  await page.route('**/api/qualification-levels/', (route) => route.fulfill({ status: 503, json: {} }))
  await drafted(page, portal, 3)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expectStep(page, 'Education')
  await page.getByRole('button', { name: /^Edit / }).click()
  const chosen = page.getByLabel('Qualification level').locator('option:checked')
  await expect(chosen).not.toHaveText('')
  await expect(chosen).not.toContainText('retired')
})
