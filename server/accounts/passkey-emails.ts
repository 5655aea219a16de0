import { longDeadline } from '#contract/dates.ts'
import type { Deps } from '../deps.ts'
import type { Emails } from '../mail/email.ts'
import { greetingFor } from './greeting.ts'
import { findUser } from './store.ts'

/** `at` is when the passkey was added or removed, as ISO 8601 in UTC. */
type Payload = { userId: number; at: string }

/** An email about the passkeys of an account: what happened, and what to do if it was someone else. */
const aboutPasskeys =
  (subject: string, happened: (moment: string) => string) =>
  async (deps: Deps, { userId, at: changedAt }: Payload) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject,
      greeting: greetingFor(user),
      paragraphs: [
        happened(longDeadline(changedAt)),
        'If this was you, you do not need to do anything. If not, choose a new password now: that removes every passkey and logs out every device.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  }

/** Emails about passkeys. */
export const passkeyEmails: Emails = {
  'accounts.passkey-added': aboutPasskeys(
    'A passkey was added to your account',
    (moment) =>
      `A passkey was added to your account on ${moment}, by someone who was logged in and knew the password. It can log in without the password.`,
  ),
  'accounts.passkey-removed': aboutPasskeys(
    'A passkey was removed from your account',
    (moment) =>
      `A passkey was removed from your account on ${moment}, by someone who was logged in. Your password still works.`,
  ),
}
