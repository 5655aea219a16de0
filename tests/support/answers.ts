import type { Portal } from './portal.ts'
import { type Answer, type Visitor } from './visitor.ts'
import { loggedIn } from './accounts.ts'
import { postJobs } from './jobs.ts'

/** One entry of a list in the application form, valid in every field. `over` replaces fields. */
export const educationEntry = (over: Record<string, unknown> = {}) => ({
  institution: 'Moi University',
  qualification_level: 5,
  area_of_study: 'Statistics',
  year_of_completion: '2021',
  ...over,
})
export const experienceEntry = (over: Record<string, unknown> = {}) => ({
  company: 'County Government of Garissa',
  position: 'Records Clerk',
  start_date: '2022-01-03',
  end_date: '2023-06-30',
  currently_working: false,
  responsibilities: 'Kept the register of land parcels.',
  ...over,
})
export const refereeEntry = (over: Record<string, unknown> = {}) => ({
  name: 'Halima Abdi',
  position: 'Head of Records',
  organization: 'County Government of Garissa',
  email: 'halima@example.org',
  phone: '+254722000111',
  ...over,
})

/** What the application form sends when every field has a value. */
export const answers = (over: Record<string, unknown> = {}) => ({
  education: [educationEntry()],
  experience: [experienceEntry()],
  referees: [refereeEntry()],
  address: 'P.O. Box 1, Garissa',
  ...over,
})

/** Encodes a multipart request body: lists are JSON text, and flags are text (S2 §7). */
export const asForm = (body: Record<string, unknown>): FormData => {
  const form = new FormData()
  for (const [name, answer] of Object.entries(body)) {
    const sent = answer instanceof Blob || typeof answer === 'string' ? answer : JSON.stringify(answer)
    form.set(name, sent)
  }
  return form
}

export const PARTIAL = '/api/job-applications/partial-save/'
export const SUBMIT = '/api/job-applications/submit/'
export const APPLICATIONS = '/api/job-applications/'
export const detailPath = (id: number) => `/api/job-applications/${id}/`
export const updatePath = (id: number) => `/api/job-applications/update/${id}/`

/**
 * A person with a complete draft of an application, not yet submitted. `job` replaces fields of the job, and
 * `over` replaces answers.
 */
export async function readyToSend(
  portal: Portal,
  { job = {}, over = {} }: { job?: Record<string, unknown>; over?: Record<string, unknown> } = {},
) {
  const person = await loggedIn(portal)
  const [jobId = 0] = await postJobs(portal, job)
  const saved = await person.visitor.post(PARTIAL, { job_id: jobId, ...answers(over) })
  if (saved.status !== 200) throw new Error(`not saved: ${saved.text}`)
  return { ...person, jobId, applicationId: Number(saved.json.id), version: Number(saved.json.version) }
}

export const put = (
  visitor: Visitor,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => visitor.request('PUT', path, { body, headers })
