import { readFileSync } from 'node:fs'
import { sql } from '../../server/database/connect.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { login, member } from '../support/accounts.ts'
import { refereeEntry } from '../support/answers.ts'
import { applicationOf } from '../support/applications.ts'
import { applicant, openJob } from '../support/applying.ts'
import { alive, expect, expectAccessible, test, tooWide } from '../support/browser.ts'
import { decisionStaff } from '../support/decisions.ts'
import { inEveryAppearance } from '../support/appearances.ts'
import type { Portal } from '../support/portal.ts'
import { lift } from '../support/review.ts'
import { pdf } from '../support/sample-files.ts'
import { sendApplication } from '../support/sent.ts'
import { form, send } from '../support/uploads.ts'

// The applications of a logged-in person: the list, and one page for each. `applicationOf` inserts a draft
// or, with a status, a sent application; `sendApplication` sends one through the API. `inEveryAppearance`
// checks the page on several screens.

const STATUSES = ['Pending', 'Under Review', 'Shortlisted', 'Rejected', 'Hired']
const DAY = 86_400_000

/**
 * Officers open the application six times, one of them sees the names, and two decisions take effect.
 * Officers do not see names until another officer agrees.
 */
async function readAndDecided(portal: Portal, application: { id: number; job: number }) {
  await deriveWaitingFacts(portal.deps)
  const staff = await decisionStaff(portal)
  await staff.applied(application.job, 'screening', [application.id], { reason: '' })
  for (let opened = 0; opened < 6; opened++)
    await staff.author.visitor.get(`/api/staff/applications/${application.id}/`)
  portal.clock.advance(60_000)
  await lift(portal, staff.second, application.job)
  await staff.applied(application.job, 'shortlisted', [application.id], {
    reason: 'Bring your certificates on 3 December at nine.',
    early_reason: 'The panel meets before the deadline',
  })
}

test.describe('S2 §2 My Applications list', () => {
  test('each line shows the job, its place, the time and the status; drafts are listed apart (L2)', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const [draft, sent] = [await openJob(portal), await openJob(portal)]
    await applicationOf(portal, me.id, draft.id)
    const { reference, id } = await sendApplication(portal, me.email, sent.id)
    await page.goto('/dashboard/applications')
    await expect(page.getByText('1 sent, 1 not yet sent')).toBeVisible()
    const [first, second] = [page.locator('.apps > li').nth(0), page.locator('.apps > li').nth(1)]
    for (const words of [
      draft.title,
      'Draft',
      'N/A',
      'Started 24 November 2026',
      'Last updated 24 November 2026',
      '9 days left',
      'External · Garissa',
    ])
      await expect(first).toContainText(words)
    await expect(first.getByRole('link', { name: /^Continue Application/ })).toHaveAttribute(
      'href',
      `/apply?job=${draft.id}`,
    )
    for (const words of [
      sent.title,
      'Pending',
      reference,
      'Applied 24 November 2026',
      'Last updated 24 November 2026',
      'External · Garissa',
    ])
      await expect(second).toContainText(words)
    await inEveryAppearance(page, 'applications')
    await second.getByRole('link').click()
    await page.waitForURL(`**/dashboard/applications/${id}`)
  })

  test('S2 §4: each of the five statuses has its mark, word and colour; L4: the address can filter by status, in any spelling', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    for (const status of STATUSES) await applicationOf(portal, me.id, (await openJob(portal)).id, { status })
    await page.goto('/dashboard/applications')
    // The CSS class for each status. The badge of a status without a colour has no additional class.
    const tone = {
      Pending: /is-amber/,
      'Under Review': /^badge$/,
      Shortlisted: /is-green/,
      Rejected: /is-red/,
      Hired: /is-green/,
    }
    for (const [status, name] of Object.entries(tone)) {
      const badge = page.locator('.apps .badge', { hasText: status })
      await expect(badge).toHaveClass(name)
      await expect(badge.locator('svg')).toHaveCount(1)
    }
    await inEveryAppearance(page, 'applications, every status')
    for (const written of ['under-review', 'UNDER_REVIEW', 'Under%20Review', 'underreview']) {
      await page.goto(`/dashboard/applications?status=${written}`)
      await expect(page.locator('.apps > li')).toHaveCount(1)
      await expect(
        page.getByRole('navigation', { name: 'By status' }).locator('[aria-current=page]'),
      ).toHaveText('Under Review 1')
    }
    await page.goto('/dashboard/applications?status=accepted')
    await expect(page.locator('.apps > li')).toContainText('Hired')
    await page.goto('/dashboard/applications?status=%3Cb%3Elost')
    await expect(page.getByRole('status').filter({ hasText: 'There is no status “<b>lost”.' })).toBeVisible()
    await expect(page.locator('.apps > li')).toHaveCount(5)
    await inEveryAppearance(page, 'applications, unknown status')
    await portal.db.run(sql`update job_applications set status = 'Pending' where user_id = ${me.id}`)
    await page.goto('/dashboard/applications?status=hired')
    await expect(page.getByText('None of your applications is Hired at the moment.')).toBeVisible()
    await inEveryAppearance(page, 'applications, none of a status')
  })

  test('S2 §2, §8: the list says when it is empty, and when it could not be loaded', async ({
    page,
    portal,
  }) => {
    await applicant(page, portal)
    let release = () => {}
    const held = new Promise<void>((go) => (release = go))
    await page.route('**/api/job-applications/', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard/applications')
    await expect(page.getByRole('status').filter({ hasText: 'Opening your pages' })).toBeAttached()
    await inEveryAppearance(page, 'applications, waiting')
    release()
    await expect(page.getByText('No applications')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Browse Jobs' })).toHaveAttribute('href', '/jobs')
    await inEveryAppearance(page, 'applications, none')
    await page.unroute('**/api/job-applications/')
    await page.route('**/api/job-applications/', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      'Failed to load applications. Please try again later.',
    )
    await inEveryAppearance(page, 'applications, failed')
    await page.unroute('**/api/job-applications/')
    await page.route('**/api/job-applications/', (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Please log in to view your applications.')
    await page.unroute('**/api/job-applications/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No applications')).toBeVisible()
  })
})

test.describe('S2 §2 Application detail', () => {
  test('W8 S2 §3: a referee of an older application is shown with relationship and contact', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const id = await applicationOf(portal, me.id, (await openJob(portal)).id)
    const old = [refereeEntry({ relationship: 'Former teacher', contact: '020 123' })]
    await portal.db.run(
      sql`update job_applications set referees = ${JSON.stringify(old)}::jsonb where id = ${id}`,
    )
    await page.goto(`/dashboard/applications/${id}`)
    await expect(page.getByText('Former teacher · 020 123')).toBeVisible()
  })
  test('a sent application is shown as it was sent (L8), with its progress, its receipt and a link back', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const job = await openJob(portal)
    const { id, reference } = await sendApplication(portal, me.email, job.id)
    await portal.db.run(
      sql`update jobs set title = 'Another title', location = 'Elsewhere' where id = ${job.id}`,
    )
    // The virus scanner refused the CV after the application was sent (T14).
    await portal.db.run(sql`
      insert into application_documents (application_id, kind, hash, size, type, name, state, fault, uploaded_at)
      values (${id}, 'cv', ${Buffer.alloc(32)}::bytea, 9000, 'docx', 'cv.docx', 'refused', 'macros', ${portal.clock.now()})`)
    await page.goto(`/dashboard/applications/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title)
    for (const words of [
      reference,
      'Pending',
      'External · Garissa',
      'Applied 24 November 2026',
      'Last updated 24 November 2026',
      'Started',
      'This document contains macros or hidden parts.',
      'KCSE',
      me.email,
      'Moi University',
      'Records Clerk',
      'Halima Abdi',
    ])
      await expect(page.getByRole('main')).toContainText(words)
    const progress = page
      .getByRole('region')
      .or(page.locator('section'))
      .filter({ has: page.getByRole('heading', { name: 'Application Progress' }) })
      .locator('li')
    await expect(progress).toHaveText([
      'Personal detailsComplete',
      'EducationComplete',
      'Work experienceComplete',
      'RefereesComplete',
    ])
    await expect(page.getByText('No officer has opened your application yet.')).toBeVisible()
    await inEveryAppearance(page, 'application')
    await page.getByRole('link', { name: 'Back to Applications' }).click()
    await page.waitForURL('**/dashboard/applications')

    await readAndDecided(portal, { id, job: job.id })
    await page.goto(`/dashboard/applications/${id}`)
    await expect(page.locator('.timeline li').first()).toHaveText(
      /^Shortlisted\s*Bring your certificates on 3 December at nine\.\s*24 November 2026, 2:\d\d p\.m\.\s*Decided by: Recruiter, then Approver$/,
    )
    await expect(page.locator('.timeline li').nth(1)).toHaveText(
      /^Under Review\s*24 November 2026, 2:\d\d p\.m\.\s*Decided by: Recruiter$/,
    )
    const accessRecords = page.getByRole('region', { name: 'Who looked at it' })
    await expect(accessRecords.getByRole('listitem').first()).toHaveText(
      /^Approver 24 November 2026, 2:\d\d p\.m\.\s*Saw the names of everyone who applied for this job$/,
    )
    await expect(accessRecords.getByRole('listitem').nth(1)).toHaveText(
      /^Recruiter .* p\.m\.\s*Read your application\. Your name was hidden\.$/,
    )
    await expect(accessRecords.getByRole('listitem').filter({ visible: true })).toHaveCount(4)
    await inEveryAppearance(page, 'application that was read and decided on')
    await accessRecords.getByText('Show 3 earlier').press('Enter')
    await expect(accessRecords.getByRole('listitem').filter({ visible: true })).toHaveCount(7)
    await inEveryAppearance(page, 'application, all looks')
    await expect(page.getByText(/Officer recruiter|screening/i)).toHaveCount(0)
    await page.route(`**/api/job-applications/${id}/access-records/`, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText(
      'We could not load the list of officers who opened your application.',
    )
    await expect(page.locator('.timeline li').first()).toHaveText('Shortlisted')
    await page.unroute(`**/api/job-applications/${id}/access-records/`)
    await accessRecords.getByRole('button', { name: 'Try again' }).click()
    await expect(accessRecords.getByText('Show 3 earlier')).toBeVisible()
  })

  test('a draft says what is missing and how to continue; one whose job has closed says so', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const job = await openJob(portal)
    const id = await applicationOf(portal, me.id, job.id)
    await page.goto(`/dashboard/applications/${id}`)
    await expect(page.getByText('This application is not sent yet.')).toBeVisible()
    await expect(page.locator('.check li')).toHaveText([
      'Personal detailsComplete',
      'EducationMissing',
      'Work experienceMissing',
      'RefereesMissing',
    ])
    await expect(page.getByRole('link', { name: 'Continue Application' })).toHaveAttribute(
      'href',
      `/apply?job=${job.id}`,
    )
    await expect(page.getByText('You can still change everything here.')).toBeVisible()
    await inEveryAppearance(page, 'application, draft')
    await portal.db.run(
      sql`update jobs set expiry_date = ${new Date(portal.clock.now().getTime() - DAY)} where id = ${job.id}`,
    )
    await page.reload()
    await expect(page.getByText('Applications for this job closed on')).toBeVisible()
    await expectAccessible(page, 'application, draft of a closed job')
    await expect(page.getByText('You can still change everything here.')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Continue Application' })).toHaveCount(0)
  })

  test('L7: another person’s application looks like a missing one; S2 §8 an error is shown; long words do not break the layout', async ({
    page,
    portal,
  }) => {
    const me = await applicant(page, portal)
    const other = await member(portal)
    const job = await openJob(portal)
    const theirs = await sendApplication(portal, other.email, job.id)
    for (const id of [theirs.id, 99_999_999, '0', 'x']) {
      await page.goto(`/dashboard/applications/${id}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Application not found' })).toBeVisible()
    }
    await inEveryAppearance(page, 'application not found')
    const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2)
    const named = await openJob(portal, { title: long.slice(0, 90) })
    const mine = await sendApplication(portal, me.email, named.id, {
      education: [
        { institution: long, qualification_level: 5, area_of_study: long, year_of_completion: '2020' },
      ],
      experience: [
        {
          company: long,
          position: long,
          start_date: '2020-01-01',
          end_date: '',
          currently_working: true,
          responsibilities: `${long}\n${long}`,
        },
      ],
    })
    await page.route(`**/api/job-applications/${mine.id}/`, (route) => route.abort())
    await page.goto(`/dashboard/applications/${mine.id}`)
    await expect(page.getByRole('alert')).toContainText('Failed to load application details')
    await inEveryAppearance(page, 'application, failed')
    await page.unroute(`**/api/job-applications/${mine.id}/`)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('to Present')).toBeVisible()
    await inEveryAppearance(page, 'application, long words')
    // The job's long title must also fit into the public pages.
    for (const path of ['/', '/jobs', `/jobs/${named.id}`]) {
      await page.goto(path)
      await alive(page)
      for (const width of [320, 360, 768, 1280]) {
        await page.setViewportSize({ width, height: 740 })
        expect(await page.evaluate(tooWide), `${path}, ${width} px`).toEqual([])
      }
    }
  })
})

test('W23, T14: a clean document can be saved here; one that is still being scanned or was refused says so', async ({
  page,
  portal,
}) => {
  const me = await applicant(page, portal)
  const id = await applicationOf(portal, me.id, (await openJob(portal)).id)
  const visitor = portal.visitor()
  visitor.token = (await login(visitor, me.email)).json.token
  for (const kind of ['cv', 'cover_letter']) {
    const { body, type } = form([{ name: 'file', file: `${kind}.pdf`, type: 'application/pdf', data: pdf() }])
    await send(`${portal.url}/api/job-applications/${id}/documents/${kind}/`, {
      token: visitor.token,
      headers: { 'content-type': type, 'content-length': body.length },
      body,
    })
  }
  const setState = (kind: string, state: string, problem: string | null) =>
    portal.db.run(
      sql`update application_documents set state = ${state}, fault = ${problem} where application_id = ${id} and kind = ${kind}`,
    )
  await setState('cover_letter', 'unscanned', null)
  await page.goto(`/dashboard/applications/${id}`)
  await expect(page.getByText('We are still checking this file for viruses.')).toBeVisible()
  const save = page.getByRole('button', { name: /^Save this file ?: CV$/ })
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(file.suggestedFilename()).toBe('cv.pdf')
  expect(readFileSync(await file.path()).equals(pdf())).toBe(true)
  await page.route('**/documents/cv/', (route) => route.abort())
  await save.click()
  await expect(page.getByText('The file could not be loaded. Please try again.')).toBeVisible()
  await expectAccessible(page, 'documents: one that did not come, one being looked at')
  await setState('cover_letter', 'refused', 'infected')
  await page.reload()
  await expect(page.getByText(DOCUMENT_WORDS.infected)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Save this file/ })).toHaveCount(1)
  await expectAccessible(page, 'documents: one that was not kept')
})
