import { isExpired } from '#contract/dates.ts'
import { sql } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import { type Act, answer, type Route } from '../http/serve.ts'
import { notifying } from '../notifications/notify.ts'

type ApplicationRow = { id: number; is_completed: boolean; reference_number: string | null }

const checkApplication: Act<'GET /api/job-applications/check/{id}/'> = async (deps, { applicant, params }) => {
  const row = await deps.db.row<ApplicationRow>(sql`
    select id, is_completed, reference_number from job_applications
    where user_id = ${applicant.userId} and job_id = ${params.id}`)
  return { exists: row !== undefined, is_completed: row?.is_completed ?? false, application_id: row?.id ?? null }
}

/** W9: the constraint decides who creates; everybody else is given the row that is there. */
const startApplication: Act<'POST /api/job-applications/'> = async (deps, { applicant, body, visitor }) => {
  const jobId = body.job ?? body.job_id ?? 0
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const job = await tx.row<{ title: string; expiry_date: Date | null }>(sql`
      select title, expiry_date from jobs where id = ${jobId} and is_active`)
    if (!job) throw refuse('job_not_found')
    const mine = () =>
      tx.row<ApplicationRow>(sql`
        select id, is_completed, reference_number from job_applications where user_id = ${applicant.userId} and job_id = ${jobId}`)
    const present = (row: ApplicationRow, message: string) => ({ ...row, application_id: row.id, exists: true, message })
    const before = await mine()
    if (before) return present(before, 'Your application is here')
    if (isExpired(job.expiry_date, now)) throw refuse('job_closed')
    const created = await tx.row<ApplicationRow>(sql`
      insert into job_applications (user_id, job_id, created_at, updated_at) values (${applicant.userId}, ${jobId}, ${now}, ${now})
      on conflict on constraint job_applications_person_job do nothing
      returning id, is_completed, reference_number`)
    const row = created ?? (await mine())
    if (!row) throw refuse('conflict')
    if (created) {
      visitor.setStatus(201)
      await tx.run(
        notifying({
          userId: applicant.userId,
          type: 'draft_started',
          message: `You started an application for ${job.title}.`,
          url: `/apply?job=${jobId}`,
          now,
        }),
      )
    }
    return present(row, created ? 'Your application is started' : 'Your application is here')
  })
}

export const jobApplicationsRoutes: Route[] = [
  answer('GET /api/job-applications/check/{id}/', checkApplication),
  answer('POST /api/job-applications/', startApplication),
]
