import { longDeadline } from '#contract/dates.ts'
import { ROLE_WORDS } from '#contract/staff-rights.ts'
import type { Letters } from '../mail/letter.ts'
import { invitationToken } from './invite.ts'
import { findInvitation } from './store.ts'

export const staffLetters: Letters = {
  'staff.invitation': async (deps, { id }: { id: string }) => {
    const found = await findInvitation(deps.db, id, deps.now())
    if (!found) return undefined
    const { acronym, email } = deps.config.organisation
    const role = ROLE_WORDS[found.role]
    return {
      to: found.email,
      subject: `You are invited to work on ${acronym} Jobs`,
      paragraphs: [
        `You are invited as ${role.name.toLowerCase()} of the ${acronym} recruitment portal. ${role.may}.`,
        'Open this link, choose a password, and set up an authenticator app or a passkey. Everything you will do or look at there is kept in a log.',
      ],
      action: { label: 'Accept the invitation', url: `${deps.config.publicUrl}/staff/join/${invitationToken(deps, id)}` },
      after: [`The link works once, until ${longDeadline(found.expires_at.toISOString())}.`, `If you do not know why you are invited, tell us at ${email}.`],
    }
  },
}
