import { longDeadline } from '#contract/dates.ts'
import { RESET_CODE, SECURITY_ANSWER, UNDO_RESET, VERIFICATION } from '#contract/accounts/limits.ts'
import type { Language } from '#contract/language/paths.ts'
import type { Deps } from '../deps.ts'
import type { Email, Emails } from '../mail/email.ts'
import { emailChangeEmails } from './email-change-emails.ts'
import { passkeyEmails } from './passkey-emails.ts'
import { greetingFor } from './greeting.ts'
import { findReset, findUser, findUserByEmail, issueCode, type UserWithLanguage } from './store.ts'
import { signToken } from '../http/signed-token.ts'
import { resetCode } from './tokens.ts'
import { verificationToken } from './verify-email.ts'

/** The subjects of the account emails. /api/email-config/ also returns them. */
export const subjects = ({ config }: Deps) => ({
  verification: `Verify your email for ${config.organisation.acronym} Jobs`,
  passwordReset: `Your code for a new ${config.organisation.acronym} Jobs password`,
  applicationConfirmation: `${config.organisation.acronym} Jobs has received your application`,
})

const verificationEmail = (deps: Deps, user: UserWithLanguage): Email => ({
  to: user.email,
  language: user.language,
  subject: subjects(deps).verification,
  greeting: greetingFor(user),
  paragraphs: [
    'Thank you for creating an account. One more step: open this link to confirm your email address.',
  ],
  action: {
    label: 'Verify my email',
    url: `${deps.config.publicUrl}/verify-email/${verificationToken(deps.secrets, user.id, deps.now())}`,
  },
  after: [
    `The link works for ${VERIFICATION.hours} hours. After that you can ask for a new one on the login page.`,
    'If you did not create an account, do nothing. The account will be deleted after a week.',
  ],
})

const verificationIfNeeded = (deps: Deps, user: UserWithLanguage | undefined) =>
  user && !user.email_verified_at ? verificationEmail(deps, user) : undefined

/**
 * The stored content of an email that `enqueueLimited` queued. `language` is that of the page that asked for
 * it; undefined in emails queued by earlier versions.
 */
type LimitedEmail = { email: string; language?: Language }
/** `hadQuestion`: whether a security question was removed; undefined in emails queued by earlier versions. */
type PasswordChanged = { userId: number; at: string; hadQuestion?: boolean }

// Says by email that an address has no account. The page cannot: it answers the same for all (T1).
const noAccountEmail = ({ config }: Deps, email: string, language?: Language): Email => ({
  to: email,
  language,
  subject: `No ${config.organisation.acronym} Jobs account under this address`,
  paragraphs: [
    'Someone asked for a code for a new password with this email address. But no account uses this address.',
    'If it was you, perhaps you registered with another address. If you have no account yet, you can create one:',
  ],
  action: { label: 'Register', url: `${config.publicUrl}/register` },
  after: ['If it was not you, you do not need to do anything: most likely someone mistyped an address.'],
})

/**
 * Emails about accounts, built from current data when they are sent. Only two of them go to an address
 * without an account. One answers a request for a code. The other says that an ID number is already known.
 */
export const accountsEmails: Emails = {
  ...emailChangeEmails,
  ...passkeyEmails,

  'accounts.verify-email': async (deps, { userId }: { userId: number }) =>
    verificationIfNeeded(deps, await findUser(deps.db, userId)),

  'accounts.resend-verification': async (deps, { email }: { email: string }) =>
    verificationIfNeeded(deps, await findUserByEmail(deps.db, email)),

  'accounts.exists': async (deps, { email }: { email: string }) => {
    const user = await findUserByEmail(deps.db, email)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: `You already have an ${deps.config.organisation.acronym} Jobs account`,
      greeting: greetingFor(user),
      paragraphs: [
        'Someone just tried to create an account with this email address. You already have one, so nothing changed.',
        'If it was you, log in with your password. If you have forgotten it, choose a new one:',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: ['If it was not you, you do not need to do anything. Your account is safe.'],
    }
  },

  'accounts.reset-code': async (deps, { email, nonce, language }: LimitedEmail & { nonce: string }) => {
    const user = await findUserByEmail(deps.db, email)
    if (!user) return noAccountEmail(deps, email, language)
    const now = deps.now()
    const expiresAt = new Date(now.getTime() + RESET_CODE.minutes * 60_000)
    // When an email is sent again, its code may be used up or replaced. Such an email is not sent.
    const isIssued = await deps.db.tx((tx) => issueCode(tx, user.id, nonce, now, expiresAt))
    if (!isIssued) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: subjects(deps).passwordReset,
      greeting: greetingFor(user),
      paragraphs: ['You asked for a new password. Type this code on the page where you asked:'],
      code: resetCode(deps.secrets, nonce),
      after: [
        `The code works for ${RESET_CODE.minutes} minutes and for one new password. Do not share it with anyone. We never ask for it by phone.`,
        'If you did not ask, do nothing. Your password stays as it is.',
      ],
    }
  },

  'accounts.password-changed': async (
    deps,
    { userId, at: changedAt, hadQuestion = true }: PasswordChanged,
  ) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'Your password was changed',
      greeting: greetingFor(user),
      paragraphs: [
        `The password of your account was changed on ${longDeadline(changedAt)}. You are now logged out on every device.`,
        ...(hadQuestion
          ? ['We removed your security question. Please set it again after your next login.']
          : []),
        'If this was you, you do not need to do anything. If not, someone can read your email: change the password of your email first, then choose a new one here.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'accounts.password-changed-inside': async (
    deps,
    { userId, at: changedAt }: { userId: number; at: string },
  ) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'Your password was changed',
      greeting: greetingFor(user),
      paragraphs: [
        `The password of your account was changed on ${longDeadline(changedAt)}, by someone who was logged in and knew the old one. Every other device is now logged out.`,
        'If this was you, you do not need to do anything. If not, choose a new password now: that logs out every device.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'accounts.data-taken': async (deps, { userId, at: takenAt }: { userId: number; at: string }) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'A copy of your data was taken',
      greeting: greetingFor(user),
      paragraphs: [
        `A copy of everything about you was taken on ${longDeadline(takenAt)}, by someone who was logged in and knew the password.`,
        'If this was you, you do not need to do anything. If not, choose a new password now: that logs out every device.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'accounts.reset-by-question': async (deps, { resetId, at: changedAt }: { resetId: string; at: string }) => {
    const reset = await findReset(deps.db, resetId)
    if (!reset) return undefined
    return {
      to: reset.email,
      language: reset.language,
      subject: 'Your password was changed',
      greeting: greetingFor(reset),
      paragraphs: [
        `The password of your account was changed on ${longDeadline(changedAt)}, by someone who knew the answer to your security question. You are now logged out on every device.`,
        'If this was you, you do not need to do anything. If it was not, open this link:',
      ],
      action: {
        label: 'This was not me',
        url: `${deps.config.publicUrl}/not-me/${signToken(deps.secrets, 'undo-reset', resetId)}`,
      },
      after: [
        `The link works for ${UNDO_RESET.hours} hours. It restores your old password and removes the security question.`,
      ],
    }
  },

  'accounts.question-changed': async (deps, { userId, at: changedAt }: { userId: number; at: string }) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'Your security question was changed',
      greeting: greetingFor(user),
      paragraphs: [
        `The security question of your account was changed on ${longDeadline(changedAt)}, by someone who was logged in.`,
        'If this was you, you do not need to do anything. If not, choose a new password now: that logs out every device. Then log in and choose a question of your own.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password#code` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'accounts.session-stolen': async (deps, { userId, at: usedAt }: { userId: number; at: string }) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'Your login was used from somewhere else',
      greeting: greetingFor(user),
      paragraphs: [
        `On ${longDeadline(usedAt)} someone used your login in another browser. We ended that login at once, so no one can use it any more.`,
        'If you deleted the cookies of your browser, this was probably you. If not, someone copied your login: change your password now.',
      ],
      action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'accounts.number-known': async (deps, { email, language }: LimitedEmail) => ({
    to: email,
    language,
    subject: `Your ${deps.config.organisation.acronym} Jobs account was not created`,
    paragraphs: [
      'Someone just tried to create an account with this email address. It was not created, because an account with the same ID number already exists.',
      'If it was you, log in with the email address that you gave the first time. If you have forgotten the password, choose a new one:',
    ],
    action: { label: 'Choose a new password', url: `${deps.config.publicUrl}/forgot-password` },
    after: [
      `If you never had an account, write to us at ${deps.config.organisation.email}: someone else may have used your number.`,
    ],
  }),

  'accounts.question-closed': async (deps, { userId }: { userId: number }) => {
    const user = await findUser(deps.db, userId)
    if (!user) return undefined
    return {
      to: user.email,
      language: user.language,
      subject: 'Wrong answers to your security question',
      greeting: greetingFor(user),
      paragraphs: [
        `Someone gave ${SECURITY_ANSWER.tries} wrong answers to your security question. For the next ${SECURITY_ANSWER.hours} hours you cannot change your password with that question.`,
        'You can still log in with your password. You can also choose a new one with a code that we send to this address.',
      ],
      action: { label: 'Send me a code', url: `${deps.config.publicUrl}/forgot-password#code` },
    }
  },
}
