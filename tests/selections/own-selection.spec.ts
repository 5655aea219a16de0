import { readFileSync } from 'node:fs'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { publishResults } from '../../server/selections/publish.ts'
import { sql } from '../../server/database/connect.ts'
import { drafted, withDraft } from '../support/applying.ts'
import { giveRule } from '../support/points-rule.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { enter, expect, expectAccessible, test } from '../support/browser.ts'
import { jobForSelection } from '../support/ceremony.ts'
import { decisionStaff, good, ownerOf } from '../support/decisions.ts'
import { outcomeStaff } from '../support/outcome-staff.ts'
import { drawSelection, publishSelection } from '../support/published.ts'
import { computeRuns, selected } from '../support/selected.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// What an applicant sees of a selection by points: the points before it, and their own place in its
// result. `selected` computes a selection among people with these points.

test('who is not taken reads in the notification’s page which place they had, why, and the proof; in Kiswahili too (selection#selection-own-page)', async ({
  page,
  portal,
}) => {
  const staff = await decisionStaff(portal)
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70, 60, 50])
  // The owner of the last of five applications. The selection has two seats.
  const [, , , , last = 0] = people
  const owner = await ownerOf(portal, last)
  const { lists } = good(await staff.author.visitor.post(`/api/staff/jobs/${job}/selection/lists/`, {}))
  for (const { id } of lists) {
    const { digest } = good(await staff.view(id))
    good(await staff.decide(id, { approve: true, digest }))
  }
  // A decision list takes effect ten minutes after its approval.
  portal.clock.advance(600_000)
  await applyDueLists(portal.deps)
  await publishResults(portal.deps)

  await enter(page, owner.email)
  await page.goto(`/dashboard/applications/${last}/selection`)
  await expect(
    page.getByText(/^You were number 5 of 5 in .+ ward with 50 points \(45 \+ 5\)\.$/),
  ).toBeVisible()
  await expect(page.getByText('You were not taken.'), 'the outcome comes first').toBeVisible()
  await expect(page.getByText('2 were taken; the last had 80.')).toBeVisible()
  await expect(page.getByText('all seats were filled before you.')).toBeVisible()
  await inEveryAppearance(page, 'one’s own place in a selection')
  await page.goto(`/sw/dashboard/applications/${last}/selection`)
  await expect(page.getByText(/^Ulikuwa nambari 5 kati ya 5 katika wadi ya /)).toBeVisible()
  await expectAccessible(page, 'one’s own place in Kiswahili')
  await page.goto(`/dashboard/applications/${people[0]}/selection`)
  await expect(page.getByText('There is no published selection for this application.')).toBeVisible()
  await expectAccessible(page, 'no place in a selection')
})

test('a reserve reads their number and the place of the list, as in the email (selection#selection-reserve-status)', async ({
  page,
  portal,
}) => {
  const staff = await decisionStaff(portal)
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  const [, , last = 0] = people
  const owner = await ownerOf(portal, last)
  await outcomeStaff(portal, staff).publish(job)
  const name = (await portal.db.row<{ name: string }>(sql`select name from wards where code = 1366`))?.name
  await enter(page, owner.email)
  await page.goto(`/dashboard/applications/${last}/selection`)
  await expect(page.getByText(`You are number 1 on the reserve list of ${name}.`)).toBeVisible()
  await page.goto(`/sw/dashboard/applications/${last}/selection`)
  await expect(page.getByText(`Wewe ni nambari 1 katika orodha ya akiba ya ${name}.`)).toBeVisible()
})

test('who left the selection before its first result reads why, and has the proof (selection#selection-publication)', async ({
  page,
  portal,
}) => {
  const staff = await decisionStaff(portal)
  const job = await staff.job()
  const { people } = await selected(portal, job, [90, 80, 70])
  const [first = 0] = people
  const owner = await ownerOf(portal, first)
  const results = outcomeStaff(portal, staff)
  await results.changed(job, { application: first, kind: 'gone', reason_kind: 'not_qualified' })
  await results.askRun(job)
  await computeRuns(portal)
  await results.publish(job)
  await enter(page, owner.email)
  await page.goto(`/dashboard/applications/${first}/selection`)
  await expect(
    page.getByText('You are no longer in the selection: you no longer qualify for this job.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByText('You were number')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'The proof' })).toBeVisible()
  await inEveryAppearance(page, 'a person who left the selection before its result')
})

test('a person saves the proof that they were in the pool of the draw', async ({ page, portal }) => {
  const job = await jobForSelection(portal, await jobStaff(portal))
  await drawSelection(portal, job)
  await publishSelection(portal, job)
  const row = await portal.db.row<{ id: number }>(
    sql`select max(id) as id from job_applications where job_id = ${job}`,
  )
  const id = row?.id ?? 0
  const owner = await ownerOf(portal, id)
  await enter(page, owner.email)
  await page.goto(`/dashboard/applications/${id}/selection`)
  await expect(page.getByText(/^You were entry [1-5] of 5 in the pool/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the proof' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^selection-proof-.+\.json$/)
  expect(JSON.parse(readFileSync(await file.path(), 'utf8')).format).toBe('selection-proof/1')
  await expectAccessible(page, 'the proof of the pool')
})

test('an applicant sees their points before submitting and afterwards, and nothing of them where there is no rule (selection#selection-own-points)', async ({
  page,
  portal,
}) => {
  // The rule names two officers who approved it, so they must exist.
  await decisionStaff(portal)
  await drafted(page, portal, 5)
  await expect(page.getByText('Your points would be')).toHaveCount(0)
  await page.context().clearCookies()
  const { job } = await withDraft(page, portal, 5)
  await giveRule(portal, job.id)
  await page.goto(`/apply?job=${job.id}`)
  await expect(page.getByText(/Your points would be \d+: \d+ \+ \d+ \+ 6\. The most is 46\./)).toBeVisible()
  await expectAccessible(page, 'points before submitting')
  const draft = await portal.db.row<{ id: number }>(
    sql`select id from job_applications where job_id = ${job.id}`,
  )
  await page.goto(`/dashboard/applications/${draft?.id}`)
  await expect(page.getByRole('heading', { name: 'Your points' })).toBeVisible()
  await expectAccessible(page, 'the points of a draft')
})
