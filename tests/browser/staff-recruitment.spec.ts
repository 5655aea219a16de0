import { DECISIONS } from '#contract/decisions/limits.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { applicant } from '../support/applying.ts'
import { arrive, GARISSA, NAIROBI } from '../support/arriving.ts'
import { expect, expectAccessible, test as base } from '../support/browser.ts'
import { staff, join, named, press, type } from '../support/by-keyboard.ts'
import { emailsTo } from '../support/emails.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import { officerPage } from '../support/officer-page.ts'
import { caseTitle, rowLink, rows } from '../support/officers-table.ts'
import { A_TUESDAY } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'
import { invited } from '../support/staff.ts'

// A whole recruitment with four officers and 80 applicants, from the first invitation to a decision that
// applicants read. Officers use the keyboard alone: `press` reaches an element by Tab and presses Enter,
// `type` types into it.

const test = base.extend({
  baseURL: async ({ portal }, use) => {
    portal.clock.set(A_TUESDAY)
    await use(named(portal))
  },
})
// The test audits the whole log of its portal.
test.use({ alone: 'staff-recruitment' })
const MINUTE = 60_000
const REASON = 'Bring your originals to Anniversary Towers on 14 December at nine.'
/** Applicants in the county of the officer's filter, more than fit on one page, and applicants elsewhere. */
const [THERE, ELSEWHERE] = [60, 20]
const ALL = THERE + ELSEWHERE

test('staff: from an invitation to a verdict, two people at each step, all of it by keyboard, and the log answers for it', async ({
  page,
  portal,
  browser,
}) => {
  const administrator = await staff(portal, browser)
  const recruiter = await staff(portal, browser)
  const approver = await staff(portal, browser)
  const auditor = await staff(portal, browser)

  await test.step('invited, and enrolled with a second factor', async () => {
    const { page: tab } = administrator
    const { token, email } = await invited(portal, { role: 'administrator', email: 'rose@iebc.example' })
    await join(portal, tab, {
      email,
      token,
      name: 'Rose Chebet',
      onEach: (state) => inEveryAppearance(tab, state),
    })
    await press(tab, tab.getByRole('link', { name: 'People' }))
    for (const [role, words] of [
      ['recruiter', 'Recruiter'],
      ['auditor', 'Auditor'],
    ] as const) {
      await type(tab, tab.getByLabel('Work email'), `${role}@iebc.example`)
      await type(tab, tab.getByLabel('Role'), words)
      await press(tab, tab.getByRole('button', { name: 'Send the invitation' }))
      await expect(tab.getByText(`An email is on its way to ${role}@iebc.example.`)).toBeVisible()
    }
    await type(tab, tab.getByLabel('Work email'), 'approver@iebc.example')
    await type(tab, tab.getByLabel('Role'), 'Approver')
    await type(tab, tab.getByLabel('Why'), 'Lists need a second person')
    await press(tab, tab.getByRole('button', { name: 'Propose the invitation' }))
    await expect(
      tab.getByText('Proposed. We email approver@iebc.example once another administrator agrees.'),
    ).toBeVisible()
    await expectAccessible(tab, 'three are invited')
    const { page: other } = await officerPage(portal, browser, 'administrator')
    await other.goto('/staff')
    await press(other, other.getByRole('region', { name: 'Waits for your decision' }).getByRole('link'))
    await press(other, other.getByRole('button', { name: 'Agree' }))
    await expect(other.getByText('Agreed: an email is on its way to approver@iebc.example.')).toBeVisible()
    await other.context().close()
    await join(portal, recruiter.page, { email: 'recruiter@iebc.example', name: 'Peter Kiprono' })
    await join(portal, approver.page, { email: 'approver@iebc.example', name: 'Amina Yusuf' })
    await join(portal, auditor.page, { email: 'auditor@iebc.example', name: 'Joseph Mutua' })
    await expectAccessible(approver.page, 'an approver begins, nothing waits')
  })

  const job =
    await test.step('a job is written by one and approved by another; the public sees it within two seconds', async () => {
      const { page: tab } = recruiter
      await press(tab, tab.getByRole('link', { name: 'Jobs', exact: true }))
      await press(tab, tab.getByRole('button', { name: 'New job' }))
      const dialog = tab.getByRole('dialog')
      await type(tab, dialog.getByLabel('Reference', { exact: true }), 'IEBC/JOURNEY/1')
      await type(tab, dialog.getByLabel('Title', { exact: true }), 'Ballot Ink Custodian')
      await expect(dialog.getByRole('option', { name: 'External' })).toBeAttached()
      await type(tab, dialog.getByLabel('Job type'), 'External')
      await press(tab, dialog.getByRole('button', { name: 'Start the draft' }))
      await tab.waitForURL(/\/staff\/jobs\/\d+$/)
      const id = Number(new URL(tab.url()).pathname.split('/').at(-1))
      await type(tab, tab.getByLabel('Department'), 'Legal Services')
      await type(tab, tab.getByLabel('Place, as the public reads it'), 'Nairobi')
      await type(tab, tab.getByLabel('Day', { exact: true }), '12122026')
      await type(
        tab,
        tab.getByRole('textbox', { name: 'Description', exact: true }),
        'You keep the papers of the returning officer.',
      )
      await type(tab, tab.getByRole('textbox', { name: 'Requirements', exact: true }), 'A diploma')
      await press(tab, tab.getByRole('button', { name: 'Propose to publish' }))
      await press(tab, dialog.getByRole('button', { name: 'Propose it' }))
      await expect(tab.getByText('Proposed. A second person decides.')).toBeVisible()
      await expect(tab.getByRole('button', { name: 'Approve' })).toHaveCount(0)
      await page.goto('/jobs?search=Custodian')
      await expect(page.locator('article')).toHaveCount(0)

      const { page: second } = approver
      await second.goto('/staff')
      await press(second, second.getByRole('link', { name: 'Ballot Ink Custodian', exact: true }))
      await press(second, second.getByRole('button', { name: 'Approve' }))
      await expect(second.getByText('Approved. It has taken effect.')).toBeVisible()
      const approved = performance.now()
      await expect(async () => {
        await page.goto('/jobs?search=Custodian')
        await expect(page.locator('article')).toHaveCount(1, { timeout: 200 })
      }).toPass({ timeout: 2_000, intervals: [100] })
      expect(performance.now() - approved).toBeLessThan(2_000)
      return id
    })

  const { me, mine, others } = await test.step('applications arrive by the front door', async () => {
    const account = await applicant(page, portal, { ...NAIROBI, first_name: 'Achieng' })
    const sent = await sendApplication(portal, account.email, job)
    const elsewhere = await arrive(portal, job, GARISSA, ELSEWHERE)
    await arrive(portal, job, NAIROBI, THERE - 1)
    return { me: account, mine: sent, others: elsewhere }
  })

  const list =
    await test.step('one is read; then filtered, and all that match are put on a list and proposed', async () => {
      const { page: tab } = recruiter
      const places = tab.getByRole('navigation', { name: 'Pages' })
      await tab.goto('/staff/jobs')
      await press(tab, tab.getByRole('link', { name: `${ALL} sent for Ballot Ink Custodian` }))
      await expect(places).toContainText(`1–50 of ${ALL}`)
      await tab.keyboard.press('/')
      await tab.keyboard.type(mine.reference)
      await tab.keyboard.press('Enter')
      await expect(rows(tab)).toHaveCount(1)
      await press(tab, rowLink(tab, 0))
      await expect(caseTitle(tab)).toHaveText(mine.reference)
      await expect(tab.getByText('Achieng')).toHaveCount(0)
      await expect(tab.getByText(me.email)).toHaveCount(0)
      await tab.keyboard.press('Escape')
      await press(tab, tab.getByRole('button', { name: 'Clear filters' }))
      await press(tab, tab.getByRole('button', { name: 'Area', exact: true }))
      await press(tab, tab.getByRole('checkbox', { name: `Nairobi City ${THERE}`, exact: true }), 'Space')
      await expect(places).toContainText(`1–50 of ${THERE}`)
      await press(tab, tab.getByLabel('Select all on this page'), 'Space')
      await press(tab, tab.getByRole('button', { name: `Select all ${THERE} that match` }))
      await tab.keyboard.press('s')
      const dialog = tab.getByRole('dialog')
      await type(tab, dialog.getByLabel('Reason'), REASON)
      await press(tab, dialog.getByRole('button', { name: 'Put on your list' }))
      await expect(tab.locator('.review-outcome')).toContainText(`${THERE} added`)
      await expectAccessible(tab, 'put on a list')
      await press(tab, tab.locator('.review-outcome').getByRole('link'))
      await type(tab, tab.getByLabel('Why decide before the deadline?'), 'The court set a date')
      await press(tab, tab.getByRole('button', { name: `Propose to shortlist ${THERE} applications` }))
      await press(tab, dialog.getByRole('button', { name: `Propose to shortlist ${THERE} applications` }))
      await expect(tab.getByText('Proposed. A second person decides.')).toBeVisible()
      return Number(new URL(tab.url()).pathname.split('/').at(-1))
    })

  // The page has no button for the author's approval, and the author's API call is refused.
  await test.step('who proposed it cannot approve it; the second person does', async () => {
    const { page: tab } = recruiter
    await expect(tab.getByText(STAFF_WORDS.secondPerson)).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    const refused = await tab.evaluate(async (id) => {
      const { csrfToken } = await (await fetch('/api/csrf/')).json()
      const headers = { 'content-type': 'application/json', 'x-csrftoken': csrfToken }
      const { digest } = await (await fetch(`/api/staff/decisions/${id}/`)).json()
      const body = JSON.stringify({ approve: true, note: '', digest })
      return (await fetch(`/api/staff/decisions/${id}/decide/`, { method: 'POST', headers, body })).status
    }, list)
    expect(refused).toBe(403)
    const { page: second } = approver
    await second.goto('/staff')
    await press(second, second.getByRole('region', { name: 'Waits for your decision' }).getByRole('link'))
    await expect(second.getByRole('region', { name: 'The email, as it will be' })).toContainText(REASON)
    await expect(second.getByText('Why it is decided now: The court set a date')).toBeVisible()
    await press(second, second.getByRole('button', { name: 'Approve' }))
    await press(
      second,
      second.getByRole('dialog').getByRole('button', { name: `Shortlist ${THERE} applications` }),
    )
    await expect(second.getByText('Takes effect at 2:12 p.m.; you can undo it until then.')).toBeVisible()
  })

  await test.step('no applicant is notified before the list takes effect', async () => {
    portal.clock.advance((DECISIONS.undoMinutes - 1) * MINUTE)
    expect(await applyDueLists(portal.deps)).toBe(0)
    await page.goto(`/dashboard/applications/${mine.id}`)
    await expect(page.getByRole('main')).toContainText('Pending')
    await expect(page.getByRole('main')).not.toContainText('Shortlisted')
    await page.goto('/dashboard/notifications')
    await expect(page.locator('.news li').first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Shortlisted')
    expect(
      (await emailsTo(portal, me.email)).filter(({ subject }) => subject?.includes('Shortlisted')),
    ).toEqual([])
  })

  await test.step('then each of them is: status, notification, an email with the reason, and who looked at it', async () => {
    portal.clock.advance(MINUTE)
    expect(await applyDueLists(portal.deps)).toBe(THERE)
    await page.goto(`/dashboard/applications/${mine.id}`)
    await expect(page.locator('.timeline li').first()).toContainText(REASON)
    await expect(page.locator('.timeline li').first()).toContainText('Decided by: Recruiter, then Approver')
    await expect(
      page.getByRole('region', { name: 'Who looked at it' }).getByRole('listitem').first(),
    ).toHaveText(/^Recruiter 24 November 2026, 2:02 p\.m\.\s*Read your application\. Your name was hidden\.$/)
    await page.goto('/dashboard/notifications')
    await expect(page.locator('.news li').first()).toContainText('Shortlisted')
    await expectAccessible(page, 'the notice of a decision')
    const emails = (await emailsTo(portal, me.email)).filter(
      ({ subject }) => subject === `News about your application ${mine.reference}`,
    )
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain(`The reason: ${REASON}`)
    const byStatus = await portal.db.rows(sql`
      select status, count(*) as count, count(*) filter (where is_open) as open
      from job_applications sent join application_facts on application_id = sent.id where sent.job_id = ${job} group by 1 order by 2`)
    expect(byStatus).toEqual([
      { status: 'Pending', count: ELSEWHERE, open: 0 },
      { status: 'Shortlisted', count: THERE, open: THERE },
    ])
    for (const { visitor, id, email } of others.slice(0, 2)) {
      expect((await visitor.get(`/api/job-applications/${id}/`)).json.status).toBe('Pending')
      expect((await emailsTo(portal, email)).map(({ subject }) => subject)).toEqual([
        'IEBC Jobs has received your application',
      ])
    }
  })

  await test.step('the auditor reads who did what, and the log holds', async () => {
    const { page: tab } = auditor
    await tab.goto('/staff')
    await press(tab, tab.getByRole('link', { name: 'Audit log', exact: true }))
    const line = (words: string) =>
      tab.getByRole('row').filter({ has: tab.getByRole('cell', { name: words, exact: true }) })
    await expect(line('A decision list took effect')).toBeVisible()
    for (const [words, who] of [
      ['A decision list took effect', 'The portal, at the set hour'],
      ['Approved a decision list', 'Amina Yusuf, Approver'],
      ['Proposed a decision list', 'Peter Kiprono, Recruiter'],
      ['Read an application', mine.reference],
      ['Approved a change to a job', 'Amina Yusuf, Approver'],
      ['Proposed a change to a job', 'Peter Kiprono, Recruiter'],
      ['Accepted an invitation', 'Amina Yusuf, Approver'],
      ['Invited someone to work here', 'Rose Chebet, Administrator'],
    ] as const) {
      const found = line(words).filter({ hasText: who }).first()
      // The newest entries come first. So an older entry may be on a later page.
      while ((await found.count()) === 0) {
        const newest = (await tab.getByRole('row').nth(1).textContent()) ?? ''
        await press(tab, tab.getByRole('link', { name: 'Older' }))
        await expect(tab.getByRole('row').nth(1)).not.toHaveText(newest)
      }
      await expect(found).toBeVisible()
    }
    await checkpointWriter(portal.deps)()
    await press(tab, tab.getByRole('button', { name: 'Check the whole log' }))
    await expect(
      tab.getByText(
        new RegExp(
          `\\b${ALL} submissions, \\d+ audit entries, 1 decision lists, .* Everything is correct\\.$`,
        ),
      ),
    ).toBeVisible()
    const problems: string[] = []
    const found = await auditLog(portal.deps, (problem) => problems.push(problem))
    expect(problems).toEqual([])
    expect(found).toMatchObject({ submissions: ALL, lists: 1, problems: 0 })
  })
  administrator.quiet('administrator')
  recruiter.quiet('recruiter')
  approver.quiet('approver')
  auditor.quiet('auditor')
})
