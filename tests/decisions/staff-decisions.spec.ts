import { SENDING } from '#contract/messages/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { spreadBatch } from '../../server/messages/spread.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'

// Officers decide on applications by decision lists, and send messages to many applicants. One officer
// proposes, another approves (T32). A list takes effect ten minutes later. `officerPage` gives a logged-in
// officer: `page` in the browser, `visitor` for calls. `atItsHour`: the browser has the portal's clock.

test('T32 lists of decisions: drafted, proposed, refused to its author, returned by a conflict, approved, undone, in effect', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Ballot Sorter' })
  const ids = await sentOnes(portal, job, 12)
  const recruiter = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  const approver = await officerPage(portal, browser, 'approver', { atItsHour: true })
  const { page } = recruiter

  // On an older page of all decision lists, Newest leads to their first page, with the same filter.
  await page.goto('/staff/decisions?state=&before=9')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL(/\/staff\/decisions\?state=$/)

  // Make a new decision list by keyboard.
  await page.goto(`/staff/decisions?job=${job}`)
  await expect(page.getByText('No list yet.')).toBeVisible()
  await inEveryAppearance(page, 'lists of a job, none')
  await page.getByRole('button', { name: 'New list' }).press('Enter')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Not this time')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Choose a stage')
  await expectAccessible(page, 'new list, refused')
  await page.getByLabel('New stage').selectOption('Rejected')
  await page.getByRole('button', { name: 'Start the list' }).press('Enter')
  await page.waitForURL(/\/staff\/decisions\/\d+$/)
  await expect(page.getByText('This list has no applications yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Propose/ })).toBeHidden()
  const list = Number(new URL(page.url()).pathname.split('/').at(-1))
  await recruiter.visitor.post(`/api/staff/decisions/${list}/entries/`, { applications: ids.slice(1) })
  await recruiter.visitor.post(`/api/staff/decisions/${list}/entries/`, {
    applications: ids.slice(0, 1),
    reason_kind: 'not_resident',
    reason_value: 'Garissa',
  })
  await page.reload()
  await expect(page.getByRole('table', { name: 'The first on it' })).toBeVisible()
  await inEveryAppearance(page, 'list, drafted')

  // A rejection needs a reason. Without one, the page opens the field for it.
  await page.getByRole('button', { name: 'Propose to reject 12 applications' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Propose to reject 12 applications?')
  await expectAccessible(page, 'proposing a list')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Propose to reject 12 applications' })
    .press('Enter')
  await expect(page.getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await expect(page.getByText('(optional)'), 'what is missing is not called optional').toBeHidden()
  await page.getByLabel('Reason').fill('The notice asks for KCSE')
  await expectAccessible(page, 'list without a reason')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The email, as it will be' })).toContainText(
    'The reason: The notice asks for KCSE',
  )
  await page.getByRole('button', { name: 'Propose to reject 12 applications' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to reject 12 applications' }).click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()

  // The author cannot approve their own list, by the page or by a call, even with the role of an approver.
  await expect(page.getByText(STAFF_WORDS.secondPerson)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await portal.db.run(
    sql`update staff set role = 'approver' where id = (select made_by from decisions where id = ${list})`,
  )
  const { digest } = (await recruiter.visitor.get(`/api/staff/decisions/${list}/`)).json
  const own = await recruiter.visitor.post(`/api/staff/decisions/${list}/decide/`, {
    approve: true,
    note: '',
    digest,
  })
  expect([own.status, own.json.code]).toEqual([409, 'second_person'])
  await page.reload()
  await expect(page.getByText(STAFF_WORDS.secondPerson)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await portal.db.run(
    sql`update staff set role = 'recruiter' where id = (select made_by from decisions where id = ${list})`,
  )
  await inEveryAppearance(page, 'own proposal of a list')

  // The second officer finds the list on the start page. While they write a note, the author withdraws the
  // list. The note is not lost.
  const { page: second } = approver
  await second.goto('/staff')
  await second
    .getByRole('region', { name: 'Waits for your decision' })
    .getByRole('link', { name: 'Not this time' })
    .press('Enter')
  await expect(second.getByRole('heading', { name: 'Approve or return' })).toBeVisible()
  // Before the decision, the page shows every reason with the number of its applications.
  await expect(second.getByText('2 different reasons:')).toBeVisible()
  await expect(second.getByRole('listitem').filter({ hasText: 'You do not live in Garissa.' })).toContainText(
    '1 application',
  )
  await expect(second.getByRole('table', { name: 'The first on it' })).toContainText(
    'You do not live in Garissa.',
  )
  await expect(second.getByText('None is given')).toHaveCount(0)
  await expect(second.getByText('Too few to say')).toHaveCount(2)
  await inEveryAppearance(second, 'deciding on a list')
  // The table shows the reason for each application, and so does the page of each.
  await second.getByRole('link', { name: 'All 12 applications in the table' }).press('Enter')
  await expect(second.getByRole('columnheader', { name: 'Reason' })).toBeVisible()
  const away = second.getByRole('row').filter({ hasText: 'You do not live in Garissa.' })
  await expect(away).toHaveCount(1)
  await expect(second.getByRole('row').filter({ hasText: 'The notice asks for KCSE' })).toHaveCount(11)
  await inEveryAppearance(second, 'the applications of a list, with their reasons')
  await away.getByRole('link').press('Enter')
  await expect(second.getByRole('complementary').getByText('You do not live in Garissa.')).toBeVisible()
  await expectAccessible(second, 'a case on a list, with its reason')
  await second.goto(`/staff/decisions/${list}`)
  await expect(second.getByRole('heading', { name: 'Approve or return' })).toBeVisible()
  await second.getByLabel('Note').fill('Read with care')
  await page.reload()
  await page.getByRole('button', { name: 'Take the proposal back' }).press('Enter')
  await expect(page.getByText('Taken back, to be changed.')).toBeVisible()
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByRole('dialog')).toContainText('each applicant reads Rejected')
  await second.getByRole('dialog').getByRole('button', { name: 'Reject 12 applications' }).press('Enter')
  await expect(second.getByRole('alert')).toContainText('Your note, not sent: “Read with care”')
  await expectAccessible(second, 'a list taken back meanwhile')

  await page.getByRole('button', { name: 'Propose to reject 12 applications' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to reject 12 applications' }).click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await second.goto(`/staff/decisions/${list}`)
  await second.getByRole('button', { name: 'Approve' }).press('Enter')
  await second.getByRole('dialog').getByRole('button', { name: 'Reject 12 applications' }).press('Enter')
  await expect(second.getByText('Takes effect at 2:12 p.m.; you can undo it until then.')).toBeVisible()
  await inEveryAppearance(second, 'a list that takes effect soon')
  // Screen readers do not read the countdown. They hear a sentence only in the last minute.
  await expect(second.locator('[aria-hidden=true]', { hasText: /^\d+:\d\d left$/ })).toBeVisible()
  await expect(second.getByText('Less than a minute is left to undo it.')).toBeHidden()

  await second.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(second.getByLabel('Why do you undo it?')).toBeFocused()
  await second.keyboard.press('Tab')
  await second.keyboard.press('Enter')
  await expect(second.getByRole('alert')).toContainText(/Give a (?:short )?reason/)
  await second.getByLabel('Why do you undo it?').fill('Two had sent it by post')
  await second.getByRole('button', { name: 'Do not reject 12 applications' }).press('Enter')
  await expect(
    second.getByText('The list is undone. No status has changed, and no one was notified.'),
  ).toBeVisible()
  await expectAccessible(second, 'a list undone')
  expect(
    await portal.db.rows(sql`select distinct status from job_applications where job_id = ${job}`),
  ).toEqual([{ status: 'Pending' }])

  // Make another decision list, and wait until it takes effect.
  const made = (
    await recruiter.visitor.post(`/api/staff/jobs/${job}/decisions/`, {
      name: 'Called',
      reason: '',
      to_stage: 'shortlisted',
    })
  ).json.id
  await recruiter.visitor.post(`/api/staff/decisions/${made}/entries/`, { applications: ids.slice(0, 4) })
  const proposed = (await recruiter.visitor.post(`/api/staff/decisions/${made}/propose/`, {})).json
  await approver.visitor.post(`/api/staff/decisions/${made}/decide/`, {
    approve: true,
    note: '',
    digest: proposed.digest,
  })
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await page.goto('/staff/decisions?state=')
  await expect(page.getByRole('link', { name: 'Called' })).toBeVisible()
  await inEveryAppearance(page, 'all lists')
  await page.getByRole('link', { name: 'Called' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Called' })).toBeVisible()
  await expect(page.getByText('In effect')).toBeVisible()
  await expect(page.getByText('Women are more than two thirds')).toBeVisible()
  await expect(page.getByRole('table', { name: 'The first on it' }).getByRole('row')).toHaveCount(5)
  await inEveryAppearance(page, 'list, in effect')
  await page.goto('/staff/decisions/999999')
  await expect(page.getByRole('alert')).toContainText('There is no such list')
  recruiter.quiet()
  approver.quiet()
})

test('messages: an error at its field, a preview without names, sent after ten minutes, counted as its emails leave', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Tally Clerk' })
  await sentOnes(portal, job, 7)
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  await page.goto(`/staff/jobs/${job}/messages`)
  await expect(page.getByText('Everyone who applied: 7.')).toBeVisible()
  await inEveryAppearance(page, 'messages, none')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Come on Monday')
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear {{frist_name}}')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('There is no field {{frist_name}}')
  await inEveryAppearance(page, 'messages, a fault')
  await page.getByRole('textbox', { name: 'Message' }).fill('For {job_title}')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    '{job_title} has one brace on each side. Write {{job_title}}.',
  )
  await page.getByRole('textbox', { name: 'Message' }).fill('Bring ')
  await page.getByRole('button', { name: 'reference_number' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Bring {{reference_number}}')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Come on Monday')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Goes to 7 applicants' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('article').first()).toContainText('Dear [first name],')
  await expect(page.getByRole('article').first().locator('mark')).toContainText(['[first name]', /^D\d+/])
  await inEveryAppearance(page, 'messages, previewed')

  // One more person applies after the preview. The message is not sent, and its typed text stays.
  await sentOnes(portal, job, 1)
  await page.getByRole('button', { name: 'Send to 7 applicants' }).press('Enter')
  await expectAccessible(page, 'sending a message')
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 7 applicants' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('has changed to 8')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  await page.getByRole('button', { name: 'Send to 8 applicants' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to 8 applicants' }).click()
  await expect(
    page.getByText(
      /^Written to 8 applicants\. It goes out at \d+:\d\d [ap]\.m\.; until then you can stop it\.$/,
    ),
  ).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('')
  await expect(page.getByRole('listitem').getByText(/Goes out at \d/)).toBeVisible()
  await inEveryAppearance(page, 'messages, to go out')
  portal.clock.advance(SENDING.stopMinutes * 60_000)
  // Queues the emails of the message in batches until none is left.
  while ((await spreadBatch(portal.deps)) !== undefined);
  await page.clock.fastForward(SENDING.stopMinutes * 60_000)
  await page.clock.runFor(10_000)
  await expect(page.getByText('8 waiting')).toBeVisible()

  // An officer saves a message template, uses it and archives it.
  await page.getByRole('button', { name: 'New template' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).fill('Monday')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Subject' }).fill('On Monday')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill('Come at nine.')
  await expectAccessible(page, 'new template')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('“Monday” is saved.')).toBeVisible()
  await page.getByLabel('Start with a template').selectOption('Monday')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Come at nine.')
  await page.getByRole('button', { name: 'Archive Monday' }).press('Enter')
  await expect(page.getByText('“Monday” is archived.')).toBeVisible()
  await inEveryAppearance(page, 'messages, sent')
  quiet()
})

test('messages to many: proposed by one, read and approved by another, stopped in time; by keyboard', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Polling Clerk' })
  await sentOnes(portal, job, SENDING.maxRecipientsAlone + 1)
  const recruiter = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  const approver = await officerPage(portal, browser, 'approver', { atItsHour: true })
  const { page } = recruiter
  /** Proposes a message to the 21 applicants from Nairobi. */
  const propose = async (subject: string) => {
    await page.goto(`/staff/jobs/${job}/messages?county=47`)
    await page.getByRole('textbox', { name: 'Subject' }).fill(subject)
    await page.getByRole('textbox', { name: 'Message' }).fill('Come on {{deadline}}.')
    await page.getByRole('button', { name: 'Preview' }).press('Enter')
    await page.getByRole('button', { name: 'Propose to send to 21 applicants' }).press('Enter')
    await expect(page.getByRole('dialog')).toContainText(
      'A second person reads and approves the message first.',
    )
    await expectAccessible(page, 'proposing a message')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Propose to send to 21 applicants' })
      .press('Enter')
    await expect(
      page.getByText('Proposed to 21 applicants. A second person reads and approves it.'),
    ).toBeVisible()
  }
  await propose('Training day')
  await expect(page.getByText('Waits for a second person')).toBeVisible()
  await inEveryAppearance(page, 'messages, proposed')
  await page.getByRole('link', { name: 'Training day' }).press('Enter')
  await expect(page.getByText(STAFF_WORDS.secondPerson)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await inEveryAppearance(page, 'a message, its author')

  // The approver finds the waiting message on the start page.
  const other = approver.page
  await other.goto('/staff')
  await other
    .getByRole('region', { name: 'Waits for your decision' })
    .getByRole('link', { name: 'Training day' })
    .press('Enter')
  await expect(other.getByRole('article')).toHaveCount(3)
  await expect(other.getByText('Now in Received 21')).toBeVisible()
  await expect(other.getByText('21 applicants: Area: Nairobi City')).toBeVisible()
  await inEveryAppearance(other, 'a message, to approve')
  await other.getByRole('button', { name: 'Return' }).press('Enter')
  await expect(other.getByRole('alert')).toContainText(STAFF_WORDS.noteRequired)
  await expectAccessible(other, 'returning a message without a note')
  await other.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(other.getByRole('dialog')).toContainText('Send to 21 applicants?')
  await expectAccessible(other, 'approving a message')
  await other.getByRole('dialog').getByRole('button', { name: 'Send to 21 applicants' }).press('Enter')
  await expect(other.getByText('Approved. It can still be stopped.')).toBeVisible()
  await expect(other.getByText(/^Goes out at .+; you can stop it until then\.$/)).toBeVisible()
  await inEveryAppearance(other, 'a message, to go out')

  // The author stops the message before it is sent.
  await page.reload()
  await page.getByRole('button', { name: 'Stop “Training day”' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Stop the message to 21 applicants?')
  await page.keyboard.press('Tab')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the message' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(STAFF_WORDS.reasonRequired)
  await page.getByLabel('Why do you stop it?').fill('Wrong day')
  await expectAccessible(page, 'stopping a message')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Stopped. No one gets it.')).toBeVisible()
  await expect(page.getByText('“Wrong day”')).toBeVisible()
  await inEveryAppearance(page, 'a message, stopped')
  portal.clock.advance(SENDING.stopMinutes * 60_000)
  expect(await spreadBatch(portal.deps)).toBeUndefined()

  // The author can rewrite a returned message. The form has its text.
  await propose('Venue')
  await other.goto(`/staff/jobs/${job}/messages`)
  await other.getByRole('link', { name: 'Read and decide on “Venue”' }).press('Enter')
  await other.getByLabel('Note').fill('Name the venue')
  await other.getByRole('button', { name: 'Return' }).press('Enter')
  await expect(other.getByText('Returned, with your note.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('“Name the venue”')).toBeVisible()
  await inEveryAppearance(page, 'messages, returned')
  await page.getByRole('button', { name: 'Write it again “Venue”' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Subject' })).toHaveValue('Venue')
  await expect(page.getByRole('textbox', { name: 'Subject' })).toBeFocused()
  recruiter.quiet()
  approver.quiet()
})
