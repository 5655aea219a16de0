import { longDeadline } from '#contract/dates.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { Emails } from '../mail/email.ts'
import { invitationToken } from './send-invitation.ts'
import { findInvitation, findStaff } from './store.ts'

/** Emails to officers. Each email is built from current data when it is sent. */
export const staffEmails: Emails = {
  'staff.password-changed': async (deps, { staffId, at: changedAt }: { staffId: number; at: string }) => {
    const officer = await findStaff(deps.db, staffId)
    if (!officer || officer.disabled_at) return undefined
    return {
      to: officer.email,
      subject: 'Your password was changed',
      greeting: `Dear ${officer.name},`,
      paragraphs: [
        `The password of your staff account was changed on ${longDeadline(changedAt)}. The person was logged in and knew the old password. Every other browser is now logged out.`,
        'If this was you, you do not need to do anything. If it was not, ask an administrator at once to renew your access: that ends every session.',
      ],
      after: [`You can also write to us at ${deps.config.organisation.email}.`],
    }
  },

  'staff.invitation': async (deps, { id }: { id: string }) => {
    const found = await findInvitation(deps.db, id, deps.now())
    if (!found) return undefined
    const { acronym, email } = deps.config.organisation
    const role = ROLE_WORDS[found.role]
    return {
      to: found.email,
      subject: `You are invited to work on ${acronym} Jobs`,
      paragraphs: [
        `You have been invited to join the ${acronym} recruitment portal. Your role is ${role.name.toLowerCase()}. ${role.may}.`,
        'Open this link, choose a password, and set up an authenticator app or a passkey. Everything you do is logged.',
      ],
      action: {
        label: 'Accept the invitation',
        url: `${deps.config.publicUrl}/staff/join/${invitationToken(deps, id)}`,
      },
      after: [
        `The link works once, until ${longDeadline(found.expires_at.toISOString())}.`,
        `If you do not know why you were invited, tell us at ${email}.`,
      ],
    }
  },
}
