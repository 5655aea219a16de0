import { educationEntry, readyToSend, SUBMIT } from './answers.ts'
import { good } from './decisions.ts'
import type { Portal } from './portal.ts'
import { deriveFacts } from './review.ts'
import { form, send } from './uploads.ts'
import type { Visitor } from './visitor.ts'

// Calls of an applicant who corrects a submitted application.

/** The person who owns an application, and the application's job. */
export type Applicant = { visitor: Visitor; applicationId: number; jobId: number }

/**
 * A person with an application that was submitted with the idempotency key `first`. Its facts are derived.
 */
export async function sentOnce(portal: Portal, job: Record<string, unknown> = {}) {
  const person = await readyToSend(portal, { job })
  const first = good(
    await person.visitor.post(SUBMIT, { job_id: person.jobId }, { headers: { 'idempotency-key': 'first' } }),
  )
  await deriveFacts(portal)
  return { ...person, first, reference: String(first.reference_number) }
}

export const actionPath = ({ applicationId }: Applicant, action: string) =>
  `/api/job-applications/${applicationId}/${action}/`
export const reopen = (person: Applicant) => person.visitor.post(actionPath(person, 'reopen'), {})

/** A different school from the one in `answers`. */
export const MAKERERE = [educationEntry({ institution: 'Makerere University' })]
export const institutionOf = ({ education }: { education: { institution: string }[] }) =>
  education[0]?.institution

/** Sends the correction of the application, with a different school. */
export const correct = (person: Applicant, key: string, over: Record<string, unknown> = {}) =>
  person.visitor.post(
    SUBMIT,
    { job_id: person.jobId, education: MAKERERE, ...over },
    { headers: { 'idempotency-key': key } },
  )

export const uploadCv = async (portal: Portal, person: Applicant, name: string, data: Buffer) => {
  const { body, type } = form([{ name: 'file', file: name, type: 'application/pdf', data }])
  const headers = { 'content-type': type, 'content-length': body.length }
  return send(`${portal.url}${actionPath(person, 'documents/cv')}`, {
    token: person.visitor.token,
    headers,
    body,
  })
}
