import { sql } from '../../server/database/connect.ts'
import { count, loggedIn } from './accounts.ts'
import { APPLICATIONS, put, updatePath } from './answers.ts'
import { postJobs } from './jobs.ts'
import type { Portal } from './portal.ts'

export const keyed = (key: string) => ({ 'idempotency-key': key })

/** A person with an empty draft, and the API call that submits it. */
export const emptyDraft = async (portal: Portal, job: Record<string, unknown> = {}) => {
  const person = await loggedIn(portal)
  const [jobId = 0] = await postJobs(portal, job)
  const { json } = await person.visitor.post(APPLICATIONS, { job: jobId })
  const applicationId = Number(json.id)
  const update = (body: Record<string, unknown> = {}, key = '') =>
    put(person.visitor, updatePath(applicationId), body, key ? keyed(key) : {})
  return { ...person, jobId, applicationId, update }
}

/** The data that the portal froze when this application was submitted. */
export const submissionOf = (portal: Portal, id: number) =>
  portal.db.row<{
    frozen: string
    digest: Buffer
    salt: Buffer
    receipt: string
    flags: string[]
    submitted_at: Date
  }>(sql`select * from submissions where application_id = ${id}`)

/** Counts what one submission caused: notifications, emails, and events of the public log. */
export const followed = async (portal: Portal, userId: number, id: number) => ({
  notifications: await count(
    portal,
    sql`select from notifications where user_id = ${userId} and type = 'application_received'`,
  ),
  emails: await count(
    portal,
    sql`select from outbox where topic = 'job-applications.received' and payload = ${JSON.stringify({ applicationId: id })}::jsonb`,
  ),
  // Let the database compute the event's digest from the stored submission.
  events: await count(
    portal,
    sql`select from log_events where kind = 'submission' and digest in (
      select sha256(salt || digest || convert_to(reference_number, 'UTF8') || convert_to(to_char(application.submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'UTF8'))
      from submissions join job_applications application on application.id = application_id where application_id = ${id})`,
  ),
})
