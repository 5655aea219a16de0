import { isExpired, longDeadline } from '#contract/dates.ts'
import type { Language } from '#contract/language/paths.ts'
import { changeReason, type StoredChangeReason } from '#contract/jobs/extensions.ts'
import { sql, type Tx } from '../database/connect.ts'
import { titleFor } from '../jobs/texts.ts'
import type { Emails } from '../mail/email.ts'
import { emailAbout } from '../mail/email-about.ts'
import { type DraftNews, isUnsent } from './notify-drafts-store.ts'

/**
 * A person's unsent application for a job, or the unsent correction of a sent one. `change` is the reason of
 * the last extension or reopening of the job; null when there was none.
 */
const findUnsentApplication = (tx: Tx, userId: number, jobId: number) =>
  tx.row<{
    email: string
    first_name: string
    language: Language
    title: string
    expiry_date: Date | null
    is_active: boolean
    is_correction: boolean
    change: StoredChangeReason | null
  }>(sql`
    select email, first_name, language, ${titleFor(sql`language`)} as title, expiry_date, jobs.is_active, application.is_completed as is_correction, (
      select jsonb_build_object('reason', reason, 'down_minutes', down_minutes, 'measured_hours', measured_hours)
      from job_changes where job_id = ${jobId} and approved and kind in ('extend', 'reopen') order by id desc limit 1) as change
    from job_applications application join users on users.id = application.user_id join jobs on jobs.id = application.job_id
    where application.user_id = ${userId} and application.job_id = ${jobId} and ${isUnsent}`)

type Notified = { userId: number; jobId: number; news: DraftNews }

/** The news about the job that is still true now. */
function currentNews(job: { is_active: boolean; expiry_date: Date | null }, now: Date): DraftNews {
  if (!job.is_active) return 'withdrawn'
  return isExpired(job.expiry_date, now) ? 'closed' : 'open'
}

/** What the email of each news says about the unsent application. */
type Sentences = Record<DraftNews, string> & { label: string; after: string }

const ofDraft = (title: string, deadline: string): Sentences => ({
  open: `The deadline of ${title} was changed. It now closes on ${deadline}. You have started an application but not sent it.`,
  closed: `Applications for ${title} were closed on ${deadline}, earlier than announced. Your application was not sent.`,
  withdrawn: `${title} was withdrawn. No one can apply for it any more, and your application was not sent.`,
  label: 'Continue my application',
  after: 'If you do not want to apply, do nothing.',
})

const ofCorrection = (title: string, deadline: string): Sentences => ({
  open: `The deadline of ${title} was changed. It now closes on ${deadline}. You have started a correction but not sent it. What you sent before counts.`,
  closed: `Applications for ${title} were closed on ${deadline}, earlier than announced. Your correction was not sent. What you sent before counts.`,
  withdrawn: `${title} was withdrawn. No one can apply for it any more, and your correction was not sent.`,
  label: 'Continue the correction',
  after: 'If you do not want to change anything, do nothing.',
})

/** Emails about changed jobs. Each email is built from current data when it is sent. */
export const staffJobsEmails: Emails = {
  'staff.deadline-changed': emailAbout(
    ({ db }, { userId, jobId }: Notified) => findUnsentApplication(db, userId, jobId),
    ({ title, expiry_date, is_active, is_correction, change }, { config, now }, { jobId, news }) => {
      // The job has changed again, so this news is outdated. The newer change has an email of its own.
      if (currentNews({ is_active, expiry_date }, now()) !== news) return undefined
      const reason = change ? changeReason(change) : ''
      const sentencesOf = is_correction ? ofCorrection : ofDraft
      const sentences = sentencesOf(title, longDeadline(expiry_date))
      const { publicUrl } = config
      const contents = {
        open: {
          subject: `More time for ${title}`,
          paragraphs: [sentences.open, ...(reason ? [`Why: ${reason}`] : [])],
          action: { label: sentences.label, url: `${publicUrl}/apply?job=${jobId}` },
          after: [sentences.after],
        },
        closed: {
          subject: `Applications for ${title} are closed`,
          paragraphs: [sentences.closed],
          action: { label: 'Why it was closed', url: `${publicUrl}/jobs/${jobId}` },
        },
        withdrawn: {
          subject: `${title} was withdrawn`,
          paragraphs: [sentences.withdrawn],
          action: { label: 'See all open jobs', url: `${publicUrl}/jobs` },
        },
      }
      return { names: [title], ...contents[news] }
    },
  ),
}
