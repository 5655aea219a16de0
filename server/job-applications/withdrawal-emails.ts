import { longDeadline } from '#contract/dates.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import type { Deps } from '../deps.ts'
import type { Emails } from '../mail/email.ts'
import { emailAbout } from '../mail/email-about.ts'
import { findWithdrawnForEmail, type WithdrawnRow } from './withdrawals-store.ts'

/** The job's title when the application was sent, in the language of the recipient. */
const titleOf = ({ language, title, title_sw }: WithdrawnRow) =>
  titledFor(language, { title }, title_sw).title

const linkTo = ({ config }: Pick<Deps, 'config'>, applicationId: number) => ({
  label: 'See my application',
  url: `${config.publicUrl}/dashboard/applications/${applicationId}`,
})

type About = { applicationId: number }
const findAbout = ({ db }: Pick<Deps, 'db'>, { applicationId }: About) =>
  findWithdrawnForEmail(db, applicationId)

/** An email is sent only if what it says is still true. */
export const withdrawalEmails: Emails = {
  'job-applications.withdrawn': emailAbout(findAbout, (row, deps, { applicationId }) => {
    const { reference, withdrawn_at } = row
    if (withdrawn_at === null) return undefined
    const title = titleOf(row)
    return {
      names: [title],
      subject: `Withdrawn: your application for ${title}`,
      paragraphs: [
        `On ${longDeadline(withdrawn_at.toISOString())} you withdrew your application ${reference} for ${title}. Officers no longer see it, and it cannot be chosen.`,
      ],
      action: linkTo(deps, applicationId),
      after: [
        `If this was a mistake or not you, write to us at ${deps.config.organisation.email} within ${APPLICATION.restoreHours} hours. Then we put it back.`,
      ],
    }
  }),

  'job-applications.restored': emailAbout(findAbout, (row, deps, { applicationId }) => {
    const { reference, withdrawn_at } = row
    if (withdrawn_at !== null) return undefined
    const title = titleOf(row)
    return {
      names: [title],
      subject: `Put back: your application for ${title}`,
      paragraphs: [
        `Our support put your application ${reference} for ${title} back, as you asked. It counts again.`,
      ],
      action: linkTo(deps, applicationId),
      after: [`If you did not ask for this, write to us at ${deps.config.organisation.email}.`],
    }
  }),
}
