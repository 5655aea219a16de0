import { sql } from '../../server/database/connect.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { officerPage } from '../support/officer-page.ts'

// What the page of a decision list says in each state. `decisionStaff` gives two officers who work by calls,
// `officerPage` another officer: `page` in the browser, `visitor` for calls.

test('T32 an ended list names who returned it, a draft is not counted again, and only who may undo reads so', async ({
  browser,
  portal,
}) => {
  const staff = await decisionStaff(portal)
  const job = await staff.job({ title: 'Registration Clerk' })
  const ids = await sentOnes(portal, job, 26)
  const { page, quiet } = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  const facts = page.locator('.st-facts')

  // The draft of a list that was proposed and shortened since.
  const { id: returned } = await staff.proposed(job, 'rejected', ids.slice(0, 24))
  const { digest } = good(await staff.view(returned))
  good(await staff.decide(returned, { approve: false, note: 'Too many', digest }))
  good(await staff.take(returned, ids.slice(0, 1)))
  await page.goto(`/staff/decisions/${returned}`)
  await expect(page.getByText('Of the 24 applications proposed on')).toBeVisible()
  await expect(page.getByText('We count only when the list is proposed.')).toBeVisible()
  await expect(page.getByText('Too few have changed')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'The email, as it will be' })).toBeVisible()

  good(await staff.withdraw(returned))
  await page.goto(`/staff/decisions/${returned}`)
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
  await expect(facts.getByText('Returned', { exact: true })).toBeVisible()
  await expect(facts.getByText('Approved', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'The email, as it will be' })).toHaveCount(0)
  await expectAccessible(page, 'a list returned and withdrawn')

  // A list of one officer, read by an officer who has no part in it.
  const alone = await staff.approved(job, 'screening', ids.slice(24))
  await page.goto(`/staff/decisions/${alone}`)
  await expect(page.getByText(/^Takes effect at \d+:\d\d [ap]\.m\.$/)).toBeVisible()
  await expect(facts.getByText('The log has it too.')).toBeVisible()
  await expect(facts.getByText('proves that')).toHaveCount(0)
  quiet()
})

test('T32 a typed reason stays to be copied, a closed form shows no error, and a new list says when two decide', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Voter Educator', expiry_date: '2026-12-03' })
  const ids = await sentOnes(portal, job, 3)
  const { page, visitor, quiet } = await officerPage(portal, browser, 'recruiter', { atItsHour: true })
  const drafted = async (to_stage: string, applications: number[]) => {
    const body = { name: `To ${to_stage}`, reason: 'Because', to_stage }
    const { id } = good(await visitor.post(`/api/staff/jobs/${job}/decisions/`, body))
    good(await visitor.post(`/api/staff/decisions/${id}/entries/`, { applications }))
    return Number(id)
  }

  const early = await drafted('rejected', ids.slice(0, 1))
  await page.goto(`/staff/decisions/${early}`)
  await page.getByLabel('Why decide before the deadline?').fill('The ward has no clerk')
  good(await visitor.post(`/api/staff/decisions/${early}/withdraw/`, {}))
  await page.getByRole('button', { name: 'Propose to reject 1 application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Propose to reject 1 application' }).click()
  await expect(page.getByRole('alert')).toContainText('not sent: “The ward has no clerk”')

  const own = await drafted('screening', ids.slice(1))
  good(await visitor.post(`/api/staff/decisions/${own}/propose/`, {}))
  await page.goto(`/staff/decisions/${own}`)
  await expect(page.getByText(/^Takes effect at .+; you can undo it until then\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^Do not / }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Leave it' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)

  await page.goto(`/staff/decisions?job=${job}`)
  await page.getByRole('button', { name: 'New list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New stage').selectOption('Rejected')
  await expect(dialog.getByText('A second person approves it before anyone is notified.')).toBeVisible()
  await dialog.getByLabel('New stage').selectOption('Screening')
  await expect(dialog.getByText('You can decide this alone.', { exact: true })).toHaveCount(0)
  await expect(dialog.getByText('unless it takes back')).toBeVisible()
  quiet()
})

test('T32 a list waits for its approver, however many newer lists there are', async ({ browser, portal }) => {
  const staff = await decisionStaff(portal)
  const job = await staff.job({ title: 'Warehouse Clerk' })
  await staff.proposed(job, 'rejected', await sentOnes(portal, job, 1), { name: 'The oldest' })
  await portal.db.run(sql`
    insert into decisions (job_id, name, to_stage, needs_second, made_by, made_at, updated_at)
    select ${job}, 'Newer ' || n, 3, true, ${staff.author.id}, ${portal.clock.now()}, ${portal.clock.now()} from generate_series(1, 51) n`)
  const { page, quiet } = await officerPage(portal, browser, 'approver')
  await page.goto('/staff/decisions')
  await expect(
    page.getByRole('table', { name: 'To approve or return' }).getByRole('link', { name: 'The oldest' }),
  ).toBeVisible()
  quiet()
})
