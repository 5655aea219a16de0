import { longDeadline } from '#contract/dates.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Emails } from '../mail/email.ts'
import type { DraftNews } from './notify-drafts-store.ts'

const findDraft = (tx: Tx, userId: number, jobId: number) =>
  tx.row<{
    email: string
    first_name: string
    title: string
    expiry_date: Date | null
    is_active: boolean
    reason: string | null
  }>(sql`
    select email, first_name, title, expiry_date, jobs.is_active, (
      select reason from job_changes where job_id = ${jobId} and approved and kind in ('extend', 'reopen') order by id desc limit 1) as reason
    from job_applications it join users on users.id = it.user_id join jobs on jobs.id = it.job_id
    where it.user_id = ${userId} and it.job_id = ${jobId} and not it.is_completed`)

type Notified = { userId: number; jobId: number; news: DraftNews }

/** Emails about changed jobs. Each is built from current data when it is sent. */
export const staffJobsEmails: Emails = {
  'staff.deadline-changed': async (deps, { userId, jobId, news }: Notified) => {
    const draft = await findDraft(deps.db, userId, jobId)
    if (!draft) return undefined
    const open = draft.is_active && (draft.expiry_date === null || draft.expiry_date > deps.now())
    // This news is no longer true; the next email tells the present state.
    if (open !== (news === 'open') || (news === 'withdrawn') === draft.is_active) return undefined
    const { title } = draft
    const when = longDeadline(draft.expiry_date?.toISOString())
    const { publicUrl } = deps.config
    const content = {
      open: {
        subject: `More time for ${title}`,
        says: `The deadline of ${title} was changed. It now closes on ${when}. You have started an application but not sent it.`,
        action: { label: 'Continue my application', url: `${publicUrl}/apply?job=${jobId}` },
      },
      closed: {
        subject: `Applications for ${title} are closed`,
        says: `Applications for ${title} were closed on ${when}, earlier than announced. Your application was not sent.`,
        action: { label: 'Why it was closed', url: `${publicUrl}/jobs/${jobId}` },
      },
      withdrawn: {
        subject: `${title} was withdrawn`,
        says: `${title} was withdrawn. No one can apply for it any more, and your application was not sent.`,
        action: { label: 'See all open jobs', url: `${publicUrl}/jobs` },
      },
    }[news]
    return {
      to: draft.email,
      subject: content.subject,
      greeting: `Dear ${draft.first_name},`,
      paragraphs: [content.says, ...(news === 'open' && draft.reason ? [`Why: ${draft.reason}`] : [])],
      action: content.action,
      ...(news === 'open' ? { after: ['If you do not want to apply, do nothing.'] } : {}),
    }
  },
}
