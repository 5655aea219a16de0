import type { Page } from '@playwright/test'
import { drafted, saved } from './applying.ts'
import type { Portal } from './portal.ts'

/** The path of the API call that submits an application. */
export const UPDATE = '**/api/job-applications/update/**'
/** The dialog that confirms the submission. */
export const done = (page: Page) => page.getByRole('dialog', { name: 'Application Submitted Successfully!' })

/** An applicant at the review step of the form, with everything filled in and saved. */
export async function ready(page: Page, portal: Portal, job: Record<string, unknown> = {}) {
  const person = await drafted(page, portal, 5, job)
  await saved(page)
  return person
}

export async function submit(page: Page) {
  await page.getByRole('button', { name: 'Submit application' }).click()
  await page.getByRole('button', { name: 'Yes, Submit' }).click()
}
