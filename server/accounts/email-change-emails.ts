import { EMAIL_CHANGE } from '#contract/accounts/limits.ts'
import { longDeadline } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import type { Email, Emails } from '../mail/email.ts'
import { confirmToken, undoToken } from './email-change-links.ts'
import { findChangeForEmail } from './email-change-store.ts'
import { greetingFor } from './greeting.ts'

type Change = NonNullable<Awaited<ReturnType<typeof findChangeForEmail>>>
type Payload = { changeId: string }

/** Builds an email about a pending change of address. It is not sent once that change has ended. */
const whileItWaits =
  (build: (deps: Deps, change: Change) => Email) =>
  async (deps: Deps, { changeId }: Payload) => {
    const change = await findChangeForEmail(deps.db, changeId)
    if (!change || change.changed_at || change.ended_at || change.expires_at <= deps.now()) return undefined
    return build(deps, change)
  }

/** Builds an email about a change of address that was made. It is not sent once the change is undone. */
const onceChanged =
  (build: (deps: Deps, change: Change, changedAt: Date) => Email) =>
  async (deps: Deps, { changeId }: Payload) => {
    const change = await findChangeForEmail(deps.db, changeId)
    return change?.changed_at && !change.ended_at ? build(deps, change, change.changed_at) : undefined
  }

const confirmLink = (deps: Deps, side: 'old' | 'new', { id }: Change) =>
  `${deps.config.publicUrl}/confirm-email/${confirmToken(deps.secrets, side, id)}`

const BOTH_LINKS = `Your email changes when you have opened the links in both emails. They work for ${EMAIL_CHANGE.confirmHours} hours.`

// Says that the new address already has an account. The page does not: it answers the same for all (T1).
const addressHasAccount = ({ config }: Deps, change: Change): Email => ({
  to: change.new_email,
  language: change.language,
  subject: `This address already has an ${config.organisation.acronym} Jobs account`,
  paragraphs: [
    'Someone asked to use this email address for another account. It has an account already, so nothing changed.',
    'If it was you, log in with this address, or give another address for the other account.',
  ],
  action: { label: 'Log in', url: `${config.publicUrl}/login` },
  after: ['If it was not you, you do not need to do anything. Your account is safe.'],
})

/** The emails about a change of an account's address, built from current data when they are sent. */
export const emailChangeEmails: Emails = {
  'accounts.email-change-old': whileItWaits((deps, change) => ({
    to: change.old_email,
    language: change.language,
    subject: 'Confirm the change of your email',
    greeting: greetingFor(change),
    paragraphs: [
      'Someone who is logged in and knows your password asked for another email address for your account.',
      BOTH_LINKS,
      'If it was you, open this link. We sent another link to the new address.',
    ],
    action: { label: 'Yes, change my email', url: confirmLink(deps, 'old', change) },
    after: [
      'If it was not you, do not open the link: without it nothing changes. But someone knows your password. Choose a new one now.',
    ],
  })),

  'accounts.email-change-new': whileItWaits((deps, change) =>
    change.has_account
      ? addressHasAccount(deps, change)
      : {
          to: change.new_email,
          language: change.language,
          subject: `Confirm your new email for ${deps.config.organisation.acronym} Jobs`,
          paragraphs: [
            'Someone asked to use this email address for an account. If it was you, open this link to confirm it.',
            BOTH_LINKS,
          ],
          action: { label: 'Confirm this address', url: confirmLink(deps, 'new', change) },
          after: ['If it was not you, do nothing. Most likely someone mistyped an address.'],
        },
  ),

  'accounts.email-changed-old': onceChanged((deps, change, changedAt) => ({
    to: change.old_email,
    language: change.language,
    subject: 'Your email was changed',
    greeting: greetingFor(change),
    paragraphs: [
      `The email address of your account was changed on ${longDeadline(changedAt.toISOString())}. Both addresses confirmed it.`,
      'If this was you, you do not need to do anything. If it was not, open this link:',
    ],
    action: {
      label: 'This was not me',
      url: `${deps.config.publicUrl}/undo-email/${undoToken(deps.secrets, change.id)}`,
    },
    after: [
      `The link works for ${EMAIL_CHANGE.undoDays} days. It brings this address back, removes the security question and logs out every device.`,
    ],
  })),

  'accounts.email-changed-new': onceChanged((deps, change, changedAt) => ({
    to: change.new_email,
    language: change.language,
    subject: 'This is now the email of your account',
    greeting: greetingFor(change),
    paragraphs: [
      `The email address of your account was changed on ${longDeadline(changedAt.toISOString())}. Log in with this address from now on.`,
      `Every other device is logged out. For ${EMAIL_CHANGE.undoDays} days, a link in the email to the old address can undo the change.`,
    ],
    action: { label: 'Log in', url: `${deps.config.publicUrl}/login` },
  })),
}
