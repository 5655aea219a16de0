import { shortMoment } from '#contract/dates.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import type { Language } from '#contract/language/paths.ts'
import { sql } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { Deps } from '../deps.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Emails } from '../mail/email.ts'
import type { Secrets } from '../secrets.ts'

/** What a newsletter link in an email does: it confirms a subscription, or ends it. */
type Purpose = 'confirm' | 'stop'
const linkToken = (secrets: Secrets, purpose: Purpose, id: number) =>
  signToken(secrets, `newsletter-${purpose}`, String(id))

/** The subscriber's id in the token of a newsletter link. Undefined when we did not sign the token. */
export const subscriberIn = (secrets: Secrets, purpose: Purpose, signedId: string) =>
  Number(verifyToken(secrets, `newsletter-${purpose}`, signedId)) || undefined

const findSubscriber = (deps: Deps, id: number) =>
  deps.db.row<{ email: string; language: Language; stopped_at: Date | null }>(
    sql`select email, language, stopped_at from newsletter_subscribers where id = ${id}`,
  )

// A job without a deadline gets the words `No deadline set`, without `EAT`, the name of the time zone.
const deadlineText = (deadline: Date | null) =>
  deadline ? `Closes ${shortMoment(deadline)} EAT` : shortMoment(null)

export const newsletterEmails: Emails = {
  'newsletter.confirm': async (deps, { subscriberId }: { subscriberId: number }) => {
    const subscriber = await findSubscriber(deps, subscriberId)
    if (!subscriber) return undefined
    return {
      to: subscriber.email,
      language: subscriber.language,
      subject: 'New jobs by email: please confirm',
      paragraphs: [
        `Someone, probably you, asked the ${deps.config.organisation.name} to email this address when a new job is posted. If you want these emails, open this link and press the button:`,
      ],
      action: {
        label: 'Yes, email me',
        url: `${deps.config.publicUrl}/newsletter/confirm/${linkToken(deps.secrets, 'confirm', subscriberId)}`,
      },
      after: ['If you did not ask, do nothing and you will not hear from us.'],
    }
  },

  // Jobs that were closed or hidden after the email was queued are left out.
  'newsletter.openings': async (
    deps,
    { subscriberId, jobIds }: { subscriberId: number; jobIds: number[] },
  ) => {
    const subscriber = await findSubscriber(deps, subscriberId)
    const rows = await deps.db.rows<{
      id: number
      title: string
      title_sw: string | null
      location: string
      expiry_date: Date | null
      /** How many new jobs are open, of which the email shows the first. */
      total: number
    }>(sql`
      select id, title, title_sw, location, expiry_date, (count(*) over ())::int as total from jobs
      where id = any(${jobIds}) and is_active and ${isOpenAt(deps.now())}
      order by expiry_date nulls last, id limit 20`)
    if (!subscriber || subscriber.stopped_at) return undefined
    const jobs = rows.map(({ title_sw, ...job }) => titledFor(subscriber.language, job, title_sw))
    const [firstJob] = jobs
    if (!firstJob) return undefined
    const { publicUrl } = deps.config
    const stopToken = linkToken(deps.secrets, 'stop', subscriberId)
    return {
      to: subscriber.email,
      language: subscriber.language,
      names: jobs.flatMap(({ title, location }) => [title, location]),
      subject: firstJob.total === 1 ? `New job: ${firstJob.title}` : `${firstJob.total} new jobs`,
      paragraphs: [
        jobs.length === 1 ? 'A new job has been posted:' : 'New jobs have been posted:',
        ...jobs.map(
          (job) =>
            `${job.title}\n${job.location}\n${deadlineText(job.expiry_date)}\n${publicUrl}/jobs/${job.id}`,
        ),
      ],
      action: { label: 'See all open jobs', url: `${publicUrl}/jobs` },
      after: [`To stop these emails: ${publicUrl}/newsletter/stop/${stopToken}`],
      // With these two headers a mail program shows a button to unsubscribe (RFC 8058).
      headers: {
        'List-Unsubscribe': `<${publicUrl}/api/newsletter/stop/${stopToken}/>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  },
}
