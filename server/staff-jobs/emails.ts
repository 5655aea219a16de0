import { isExpired, longDeadline } from '#contract/dates.ts'
import type { Language } from '#contract/language/paths.ts'
import { changeReason, type StoredChangeReason } from '#contract/jobs/extensions.ts'
import { sql, type Tx } from '../database/connect.ts'
import { titleFor } from '../jobs/texts.ts'
import type { Emails } from '../mail/email.ts'
import { emailAbout } from '../mail/email-about.ts'
import type { DraftNews } from './notify-drafts-store.ts'

/**
 * A person's unsent application for a job. `change` is the reason of the last extension or reopening of the
 * job; null when there was none.
 */
const findDraftApplication = (tx: Tx, userId: number, jobId: number) =>
  tx.row<{
    email: string
    first_name: string
    language: Language
    title: string
    expiry_date: Date | null
    is_active: boolean
    change: StoredChangeReason | null
  }>(sql`
    select email, first_name, language, ${titleFor(sql`language`)} as title, expiry_date, jobs.is_active, (
      select jsonb_build_object('reason', reason, 'down_minutes', down_minutes, 'measured_hours', measured_hours)
      from job_changes where job_id = ${jobId} and approved and kind in ('extend', 'reopen') order by id desc limit 1) as change
    from job_applications application join users on users.id = application.user_id join jobs on jobs.id = application.job_id
    where application.user_id = ${userId} and application.job_id = ${jobId} and not application.is_completed`)

type Notified = { userId: number; jobId: number; news: DraftNews }

/** The news about the job that is still true now. */
function currentNews(job: { is_active: boolean; expiry_date: Date | null }, now: Date): DraftNews {
  if (!job.is_active) return 'withdrawn'
  return isExpired(job.expiry_date, now) ? 'closed' : 'open'
}

/** Emails about changed jobs. Each email is built from current data when it is sent. */
export const staffJobsEmails: Emails = {
  'staff.deadline-changed': emailAbout(
    ({ db }, { userId, jobId }: Notified) => findDraftApplication(db, userId, jobId),
    ({ title, expiry_date, is_active, change }, { config, now }, { jobId, news }) => {
      // The job has changed again, so this news is outdated. The newer change has an email of its own.
      if (currentNews({ is_active, expiry_date }, now()) !== news) return undefined
      const reason = change ? changeReason(change) : ''
      const deadline = longDeadline(expiry_date)
      const { publicUrl } = config
      const contents = {
        open: {
          subject: `More time for ${title}`,
          paragraphs: [
            `The deadline of ${title} was changed. It now closes on ${deadline}. You have started an application but not sent it.`,
            ...(reason ? [`Why: ${reason}`] : []),
          ],
          action: { label: 'Continue my application', url: `${publicUrl}/apply?job=${jobId}` },
          after: ['If you do not want to apply, do nothing.'],
        },
        closed: {
          subject: `Applications for ${title} are closed`,
          paragraphs: [
            `Applications for ${title} were closed on ${deadline}, earlier than announced. Your application was not sent.`,
          ],
          action: { label: 'Why it was closed', url: `${publicUrl}/jobs/${jobId}` },
        },
        withdrawn: {
          subject: `${title} was withdrawn`,
          paragraphs: [
            `${title} was withdrawn. No one can apply for it any more, and your application was not sent.`,
          ],
          action: { label: 'See all open jobs', url: `${publicUrl}/jobs` },
        },
      }
      return { names: [title], ...contents[news] }
    },
  ),
}
