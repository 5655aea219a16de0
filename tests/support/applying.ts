import type { Page } from '@playwright/test'
import { STORED } from '#contract/browser.ts'
import { sql } from '../../server/database/connect.ts'
import { member } from './accounts.ts'
import { educationEntry, experienceEntry, PARTIAL, refereeEntry } from './answers.ts'
import { alive, enter, expect } from './browser.ts'
import { postJobs } from './jobs.ts'
import type { Portal } from './portal.ts'

export type Opening = { id: number; title: string }
let opened = 0

/** A job that closes nine days after the portal's present time. */
export async function openJob(portal: Portal, over: Record<string, unknown> = {}): Promise<Opening> {
  const title = `Polling and Counting Clerk ${++opened} (By-Elections)`
  const expiry_date = new Date(portal.clock.now().getTime() + 9 * 86_400_000).toISOString()
  const [id = 0] = await postJobs(portal, { title, expiry_date, ...over })
  return { id, title: typeof over.title === 'string' ? over.title : title }
}

/**
 * Logs in a person who has a security question, so that no page asks for one. Leaves a simple page open,
 * because each test opens its own.
 */
export async function applicant(page: Page, portal: Portal, over: Record<string, unknown> = {}) {
  const account = await member(portal, over)
  await portal.db.run(
    sql`update users set security_question = 'Which?', security_answer_hash = 'x' where id = ${account.id}`,
  )
  await enter(page, account.email)
  return account
}

/** Logs a person in as `applicant` does, and opens the dashboard. */
export async function onDashboard(page: Page, portal: Portal, over: Record<string, unknown> = {}) {
  const account = await applicant(page, portal, over)
  await page.goto('/dashboard')
  await alive(page)
  return account
}

/** Opens the application form from the page of the job. */
export async function apply(page: Page, job: Opening) {
  await page.goto(`/jobs/${job.id}`)
  await alive(page)
  await page
    .getByRole('button', { name: /Apply Now|Continue Application/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.waitForURL(`**/apply?job=${job.id}`)
  await expect(page.getByRole('heading', { name: 'Personal Details' })).toBeVisible()
}

const HEADINGS = ['Personal Details', 'Education', 'Work Experience', 'Referees', 'Review'] as const

/**
 * Logs in a person whose draft is at this step, with all earlier steps complete. An API call saves the draft,
 * so that the test need not fill in the form. Leaves a simple page open.
 */
export async function withDraft(
  page: Page,
  portal: Portal,
  step: 1 | 2 | 3 | 4 | 5,
  over: Record<string, unknown> = {},
) {
  const job = await openJob(portal, over)
  const account = await applicant(page, portal)
  const token = await page.evaluate(
    ({ id, title, keys }) => {
      localStorage.setItem(keys.jobId, String(id))
      localStorage.setItem(keys.jobTitle, title)
      return localStorage.getItem(keys.token)
    },
    { ...job, keys: STORED },
  )
  const answer = await page.request.post(PARTIAL, {
    headers: {
      origin: new URL(page.url()).origin,
      'sec-fetch-site': 'same-origin',
      authorization: `Token ${token}`,
    },
    data: {
      job_id: job.id,
      education: step > 2 ? [educationEntry()] : [],
      experience: step > 3 ? [experienceEntry()] : [],
      referees: step > 4 ? [refereeEntry()] : [],
      unfinished: { step },
    },
  })
  if (!answer.ok()) throw new Error(`not saved: ${await answer.text()}`)
  return { job, account, id: account.id }
}

/** Logs a person in as `withDraft` does, and opens the application form at that step. */
export async function drafted(...[page, portal, step, over]: Parameters<typeof withDraft>) {
  const person = await withDraft(page, portal, step, over)
  await page.goto(`/apply?job=${person.job.id}`)
  await expectStep(page, HEADINGS[step - 1] ?? '')
  return person
}

export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
/** Waits until the step with this heading is open. */
export const expectStep = (page: Page, heading: string) =>
  expect(page.getByRole('heading', { level: 2, name: heading, exact: true })).toBeVisible()

export async function fillEducation(page: Page, institution = 'Agoro Sare High School') {
  await page.getByLabel('Institution').fill(institution)
  await page.getByLabel('Qualification level').selectOption({ index: 2 })
  await page.getByLabel('Area of study').fill('Mean grade B-')
  await page.getByLabel('Year of graduation/completion').fill('2016')
}

export async function fillExperience(page: Page, position = 'Enumerator') {
  await page.getByLabel('Company').fill('Kenya National Bureau of Statistics')
  await page.getByLabel('Position').fill(position)
  await page.getByLabel('Start date').fill('2019-08-01')
  await page.getByLabel('End date').fill('2019-09-30')
  await page.getByLabel('Responsibilities').fill('Counted households in two locations.')
}

export async function fillReferee(page: Page, name = 'Walter Ouma Odhiambo') {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Position').fill('Principal')
  await page.getByLabel('Organization').fill('Kosele Secondary School')
  await page.getByLabel('Email').fill('w.odhiambo@example.ac.ke')
  await page.getByLabel('Phone').fill('0722018344')
}

/** Fills steps 1 to 4 of the form, and presses Next on each. The review step is then open. */
export async function fillAll(page: Page, onEach: (step: string) => Promise<void> = async () => {}) {
  await onEach('Personal')
  await next(page)
  await expectStep(page, 'Education')
  await fillEducation(page)
  await onEach('Education')
  await next(page)
  await expectStep(page, 'Work Experience')
  await fillExperience(page)
  await onEach('Work Experience')
  await next(page)
  await expectStep(page, 'Referees')
  await fillReferee(page)
  await onEach('Referees')
  await next(page)
  await expectStep(page, 'Review')
  await onEach('Review')
}

/** Waits until the page says that the draft is saved on the device and on the server. */
export const saved = (page: Page) =>
  expect(page.getByText(/^Saved on this device \d\d:\d\d \/ on the server \d\d:\d\d$/)).toBeVisible()

/** A person's draft as the database stores it. */
export const draftOf = async ({ db }: Portal, userId: number, jobId: number) =>
  db.row<{
    id: number
    version: number
    education: { institution: string }[]
    experience: { position: string }[]
    referees: { name: string }[]
    unfinished: Record<string, unknown> | null
    is_completed: boolean
    reference_number: string | null
    address: string
  }>(sql`select * from job_applications where user_id = ${userId} and job_id = ${jobId}`)
