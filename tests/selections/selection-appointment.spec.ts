import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { canonical } from '#contract/canonical.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { enter, expect, expectAccessible, test } from '../support/browser.ts'
import { CHAIN } from '../support/ceremony.ts'
import { good, ownerOf } from '../support/decisions.ts'
import { officerPage } from '../support/officer-page.ts'
import type { Portal } from '../support/portal.ts'
import { drawSelection } from '../support/published.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { jobContent } from '../support/staff-jobs.ts'

// A whole selection of applicants by points, by officers with different roles. `officerPage` gives a
// logged-in officer: `page` in the browser, `visitor` for calls.

type OfficerPage = Awaited<ReturnType<typeof officerPage>>
const PHONE = { viewport: { width: 360, height: 740 } }
/** A decision list takes effect this long after its approval. */
const UNDO_MS = 600_000

/**
 * In the rule of a job, replaces the public randomness beacon (quicknet) by the tests' own, whose key they
 * have. The draw of a selection uses a round of the beacon.
 */
async function useOwnChain({ db }: Portal, job: number): Promise<void> {
  const row = await db.row<{ document: string }>(
    sql`select document from selection_rules where job_id = ${job}`,
  )
  const document = canonical({ ...JSON.parse(row?.document ?? '{}'), beacon: CHAIN })
  const digest = createHash('sha256').update(document).digest()
  await db.run(
    sql`update selection_rules set document = ${document}, digest = ${digest} where job_id = ${job}`,
  )
}

/** A recruiter writes the rule of a new job, and an approver approves it and the job. */
async function openJobWithRule(
  portal: Portal,
  recruiter: OfficerPage,
  approver: OfficerPage,
): Promise<number> {
  const content = jobContent({ vacancies: 2 })
  const { id } = good(await recruiter.visitor.post('/api/staff/jobs/', { content }))
  const { page } = recruiter
  await page.goto(`/staff/jobs/${id}/selection-rule`)
  await page.getByRole('button', { name: 'Add a criterion' }).click()
  const criterion = page.getByRole('group', { name: 'Criterion 1' })
  await criterion.getByLabel('from').selectOption({ index: 1 })
  await criterion.getByLabel('points').fill('40')
  await page.getByLabel('The shares hold in').selectOption('Each county')
  await page.getByLabel('Seats are counted in').selectOption('Each ward')
  await page.getByRole('textbox', { name: 'Seats of each place', exact: true }).fill('131,2')
  for (const name of ['Limit the share of one gender', 'Keep a least share']) {
    const box = page.getByRole('checkbox', { name })
    if ((await box.count()) > 0) await box.uncheck()
  }
  await page.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await useOwnChain(portal, id)
  await approver.page.goto(`/staff/jobs/${id}/selection-rule`)
  await approver.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(approver.page.getByText('Approved. Its digest is in the public log.')).toBeVisible()
  const change = good(
    await recruiter.visitor.post(`/api/staff/jobs/${id}/changes/`, { kind: 'publish', reason: '' }),
  ).changes[0].id
  good(await approver.visitor.post(`/api/staff/jobs/${id}/changes/${change}/decide/`, { approve: true }))
  return id
}

/** Approves a decision list on its page, and confirms the approval in the dialog. */
async function approveList(page: Page, list: number): Promise<void> {
  await page.goto(`/staff/decisions/${list}`)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /\d applications?/ })
    .click()
  await expect(page.getByText(/^Takes effect at /)).toBeVisible()
}

test('a whole selection, from the rule to the appointment, by recruiter, approver and auditor; the applicant follows it on a phone', async ({
  browser,
  page: person,
  portal,
}) => {
  // Officers log in again after the draw, because the clock moves so far that sessions end.
  const officerPages = async () =>
    [
      await officerPage(portal, browser, 'recruiter'),
      await officerPage(portal, browser, 'approver', PHONE),
    ] as const
  let [recruiter, approver] = await officerPages()
  const job = await openJobWithRule(portal, recruiter, approver)
  const people = await sendCrowd(portal, job, ...Array.from({ length: 5 }, () => ({})))
  await drawSelection(portal, job)

  const takeEffect = async () => {
    portal.clock.advance(UNDO_MS)
    await applyDueLists(portal.deps)
    await publishResults(portal.deps)
  }
  ;[recruiter, approver] = await officerPages()
  await recruiter.page.goto(`/staff/jobs/${job}/selection`)
  await recruiter.page.getByRole('button', { name: 'Propose the lists' }).click()
  await expect(recruiter.page.getByRole('status')).toContainText('A second person approves each list.')
  const { lists } = good(await recruiter.visitor.get(`/api/staff/jobs/${job}/selection/outcome/`))
  for (const { id } of lists) await approveList(approver.page, id)
  await expectAccessible(approver.page, 'a list of a selection, approved on a phone')
  await takeEffect()

  // Officers must check the documents of selected people before these can be hired.
  const taken = await portal.db.rows<{ id: number }>(
    sql`
      select application_id as id from selection_results join job_applications on job_applications.id = application_id
      where job_id = ${job} and result = 'taken' order by rank`,
  )
  expect(taken).toHaveLength(2)
  const { page } = recruiter
  await page.goto(`/staff/jobs/${job}/selection/documents`)
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const toCheck = (await rows.count()) - 1
  for (let left = toCheck; left > 0; left--) {
    await expect(rows).toHaveCount(left + 1)
    await rows.nth(1).getByRole('button', { name: 'Right', exact: false }).first().click()
    await expect(rows).toHaveCount(left > 1 ? left : 0)
  }
  const ids = taken.map(({ id }) => id)
  const made = good(
    await recruiter.visitor.post(`/api/staff/jobs/${job}/move/`, {
      applications: ids,
      to_stage: 'hired',
      reason: 'Chosen by the rule',
    }),
  )
  await page.goto(`/staff/decisions/${made.list.id}`)
  await page.getByRole('button', { name: /^Propose to / }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Propose to / })
    .click()
  await expect(page.getByText('Proposed. A second person decides.')).toBeVisible()
  await approveList(approver.page, made.list.id)
  await takeEffect()

  const [first = 0] = ids
  const owner = await ownerOf(portal, first)
  await person.setViewportSize(PHONE.viewport)
  await enter(person, owner.email)
  await person.goto(`/dashboard/applications/${first}/selection`)
  await expect(person.getByText(/^You were number 1 of 5 in Waberi ward with /)).toBeVisible()
  await expect(person.getByText('You were taken. Officers check your documents')).toBeVisible()
  await expect(person.getByText('a seat was free when it was your turn')).toBeVisible()
  await inEveryAppearance(person, 'one’s own place, taken')
  await person.goto('/dashboard/applications')
  await expect(person.getByRole('main')).toContainText('Hired')

  const auditor = await officerPage(portal, browser, 'auditor')
  await auditor.page.goto(`/staff/jobs/${job}/selection`)
  await expect(auditor.page.getByRole('button', { name: 'Propose the lists' })).toHaveCount(0)
  await auditor.page.goto('/staff/audit-log?kind=selection.published')
  await expect(auditor.page.getByRole('row').nth(1)).toBeVisible()
  await expectAccessible(auditor.page, 'the audit log of a selection')
  expect(people).toHaveLength(5)
  for (const staff of [recruiter, approver, auditor]) staff.quiet()
})
