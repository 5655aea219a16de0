import { addMinutes } from '../../server/status/store.ts'
import { member } from '../support/accounts.ts'
import { applicationOf } from '../support/applications.ts'
import { alive, enter, expect, test } from '../support/browser.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { sql } from '../../server/database/connect.ts'
import type { Portal } from '../support/portal.ts'
import { jobStaff } from '../support/staff-jobs.ts'

// The page /status shows minute by minute whether the portal works. A job's rule can move its deadline if the
// portal was down shortly before. The portal proposes this, and two officers agree.

const RULE_WORDS =
  'If the portal is down for more than 15 minutes of the last 24 hours before the deadline, the deadline moves.'
const REASON = 'The portal was down for 95 minutes of the last 24 hours before the deadline.'

/**
 * Two days of probes, in minutes `ago`. Yesterday evening, 65 minutes are down and 25 slow. This morning, a
 * stop for maintenance leaves half an hour without probes. In total, 95 minutes are down.
 */
async function addTwoDays(portal: Portal) {
  const end = Math.floor(portal.clock.now().getTime() / 60_000)
  const failedProbes = (ago: number) => {
    if (ago > 900 && ago <= 965) return 6
    return ago > 965 && ago <= 990 ? 1 : 0
  }
  const row = (ago: number) => ({
    at: new Date((end - ago) * 60_000),
    probing: true,
    probes: 6,
    failed: failedProbes(ago),
    accounts: 0,
    succeeded: 0,
    submitted: ago % 7,
    shed: 0,
    stopped: ago === 331,
  })
  const minutes = Array.from({ length: 3_200 }, (_, n) => row(3_200 - n)).filter(({ at: minute }) => {
    const ago = end - minute.getTime() / 60_000
    return ago > 330 || ago <= 300
  })
  await addMinutes(portal.db, minutes)
  await portal.deps.health?.refresh(portal.db, portal.clock.now())
}

test('/status shows the level, each minute of two days and the deadlines that were moved; officers agree to what the portal measured (last-hour#status-page)', async ({
  page,
  portal,
  browser,
}) => {
  // Deletes the measurements of other tests on this portal.
  await portal.db.run(sql`delete from health_minutes`)
  await portal.deps.health?.refresh(portal.db, portal.clock.now())
  await page.goto('/status')
  await expect(page.getByText('The portal has just started.')).toBeVisible()
  await inEveryAppearance(page, 'the state of a portal that has just started')

  const staff = await jobStaff(portal)
  const deadline = new Date(portal.clock.now().getTime() + 60 * 60_000)
  const id = await staff.published({ expiry_date: deadline.toISOString(), title: 'Logistics Officer' })
  const account = await member(portal)
  await portal.db.run(
    sql`update users set security_question = 'Which?', security_answer_hash = 'x' where id = ${account.id}`,
  )
  await applicationOf(portal, account.id, id)
  await addTwoDays(portal)

  const recruiter = await officerPage(portal, browser, 'recruiter')
  const approver = await officerPage(portal, browser, 'approver')
  // An officer writes the deadline rule as part of the job, and the public page shows it.
  await recruiter.page.goto(`/staff/jobs/${id}?edit=1`)
  await recruiter.page
    .getByLabel('If the portal is down near the deadline')
    .selectOption('The deadline moves')
  await expect(recruiter.page.getByText(`The public reads: ${RULE_WORDS}`)).toBeVisible()
  await recruiter.page.getByLabel('Minutes down, more than').fill('0')
  await recruiter.page.getByRole('button', { name: 'Propose this edit' }).click()
  await recruiter.page.getByRole('dialog').getByLabel('Why').fill('The commission promises it')
  await recruiter.page.getByRole('button', { name: 'Propose it' }).click()
  await expect(recruiter.page.getByText('Enter a number from 1 to 720').first()).toBeVisible()
  await inEveryAppearance(recruiter.page, 'the rule in the editor')
  await recruiter.page.getByLabel('Minutes down, more than').fill('15')
  await recruiter.page.getByRole('button', { name: 'Propose this edit' }).click()
  await recruiter.page.getByRole('dialog').getByLabel('Why').fill('The commission promises it')
  await recruiter.page.getByRole('button', { name: 'Propose it' }).click()
  await expect(recruiter.page.getByText('Proposed. A second person decides.')).toBeVisible()
  await approver.page.goto(`/staff/jobs/${id}`)
  await expect(approver.page.getByRole('row', { name: /If the portal is down/ })).toContainText(RULE_WORDS)
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('Approved. It has taken effect.')).toBeVisible()

  // With one press, an officer proposes the extension that the portal has computed.
  await recruiter.page.goto(`/staff/jobs/${id}`)
  const measured = recruiter.page.getByRole('region', { name: 'The portal proposes to move the deadline' })
  await expect(measured).toContainText(REASON)
  await inEveryAppearance(recruiter.page, 'an extension that the portal proposes')
  await measured.getByRole('button', { name: 'Propose this extension' }).press('Enter')
  await expect(recruiter.page.getByText('Proposed. A second person decides.')).toBeVisible()
  await approver.page.goto(`/staff/jobs/${id}`)
  await expect(approver.page.getByText(REASON).first()).toBeVisible()
  await approver.page.getByRole('button', { name: 'Approve' }).click()
  await expect(approver.page.getByText('Approved. It has taken effect.')).toBeVisible()
  recruiter.quiet()
  approver.quiet()
  await recruiter.page.context().close()
  await approver.page.context().close()

  await portal.deps.health?.refresh(portal.db, portal.clock.now())
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: portal.url,
    viewport: { width: 360, height: 740 },
  })
  const reader = await plain.newPage()
  // The page is cached for some seconds. Reload it until it shows the new state.
  await expect(async () => {
    await reader.goto('/status')
    await expect(reader.getByText(`Why: ${REASON}`)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 40_000 })
  await expect(reader.getByText('The portal is quiet.')).toBeVisible()
  await expect(reader.getByRole('row', { name: /Stopped by us for maintenance/ })).toContainText('30 minutes')
  await expect(reader.getByRole('row', { name: /Down/ })).toContainText('65 minutes')
  await expect(reader.getByRole('img', { name: /^Six hours from/ })).not.toHaveCount(0)
  await reader.getByRole('link', { name: 'Logistics Officer' }).click()
  await expect(reader.getByText(RULE_WORDS)).toBeVisible()
  await expect(
    reader.getByText(/The deadline was .* and was moved\. The portal was down for 95 minutes/),
  ).toBeVisible()
  await plain.close()
  await page.goto('/status')
  await alive(page)
  await inEveryAppearance(page, 'the state of the portal')

  // A person with a draft reads about the new deadline on the dashboard and in the form.
  await enter(page, account.email)
  await page.goto('/dashboard')
  await expect(page.getByText(`The deadline was moved. ${REASON}`)).toBeVisible()
  await inEveryAppearance(page, 'a draft whose deadline was moved')
  await page.goto(`/apply?job=${id}`)
  await expect(page.getByText(`The deadline was moved. ${REASON}`)).toBeVisible()
})
