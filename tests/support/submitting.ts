import type { Page } from '@playwright/test'
import { applicant, apply, fillAll, openJob, saved } from './applying.ts'

/** The call that submits. */
export const UPDATE = '**/api/job-applications/update/**'
/** The dialog that confirms the submission. */
export const done = (page: Page) => page.getByRole('dialog', { name: 'Application Submitted Successfully!' })

/** An applicant before the review, everything filled in and saved. */
export async function ready(page: Page, portal: Parameters<typeof openJob>[0]) {
  const job = await openJob(portal)
  const account = await applicant(page, portal)
  await apply(page, job)
  await fillAll(page)
  await saved(page)
  return { job, account }
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
}
