import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { good } from '../support/decisions.ts'
import { postJobs } from '../support/jobs.ts'
import { officerPage } from '../support/officer-page.ts'
import type { Portal } from '../support/portal.ts'
import { selected } from '../support/selected.ts'

// Officers check the documents of people whom a selection has chosen. If a document does not prove the
// points, one officer proposes a change of points and another decides. `selected` computes a selection among
// people with these points.

type OfficerPage = Awaited<ReturnType<typeof officerPage>>

/** Publishes the computed result: one officer proposes its decision lists, another approves them. */
async function publish(portal: Portal, job: number, recruiter: OfficerPage, approver: OfficerPage) {
  const { lists } = good(await recruiter.visitor.post(`/api/staff/jobs/${job}/selection/lists/`, {}))
  for (const { id } of lists) {
    const { digest } = good(await approver.visitor.get(`/api/staff/decisions/${id}/`))
    good(await approver.visitor.post(`/api/staff/decisions/${id}/decide/`, { approve: true, digest }))
  }
  // A decision list takes effect ten minutes after its approval.
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)
}

test('staff selection documents: right or not, a change proposed for what is not, and decided by another', async ({
  browser,
  portal,
}) => {
  const [job = 0] = await postJobs(portal, { title: 'Polling Clerk' })
  const recruiter = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver', { viewport: { width: 360, height: 740 } })
  await selected(portal, job, [90, 80, 70, 60, 50])
  await publish(portal, job, recruiter, approver)
  const address = `/staff/jobs/${job}/selection/documents`
  const { page } = recruiter

  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'Documents of taken and reserve' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(5)
  await inEveryAppearance(page, 'documents to check')
  const first = page.getByRole('row').nth(1)
  const reference = (await first.getByRole('link').textContent()) ?? ''
  await first.getByRole('button', { name: 'Right', exact: false }).first().click()
  await expect(page.getByRole('status')).toContainText(`the documents of ${reference} are right`)
  await expect(page.getByRole('row')).toHaveCount(4)

  await page.getByRole('row').nth(1).getByRole('button', { name: 'Not right' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Give a reason. It is kept with the selection.').first()).toBeVisible()
  await expectAccessible(page, 'documents without a reason')
  await page.getByLabel('What is not right?').fill('The certificate is of another person')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status')).toContainText('are not right')

  await page.getByRole('link', { name: 'Not right', exact: true }).click()
  await expect(page.getByText('The certificate is of another person')).toBeVisible()
  await page.getByRole('button', { name: 'Propose a change' }).click()
  await expectAccessible(page, 'a change of a selection')
  await page.getByLabel('Right points of each criterion').fill('1')
  await page.getByLabel('Reason', { exact: true }).fill('No certificate')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(page.getByText('Give the points of each of the 2 criteria').first()).toBeVisible()
  await page.getByLabel('Right points of each criterion').fill('10, 5')
  await page.getByRole('button', { name: 'Propose the change' }).click()
  await expect(page.getByText('Points: 15 (10 + 5)')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)

  await approver.page.goto(address)
  await expect(approver.page.getByText('Points: 15 (10 + 5)')).toBeVisible()
  await expectAccessible(approver.page, 'a change that waits, on a phone')
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('No change waits.')).toBeVisible()
  recruiter.quiet()
  approver.quiet()
})
