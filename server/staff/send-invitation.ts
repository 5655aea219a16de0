import { randomUUID } from 'node:crypto'
import { STAFF } from '#contract/staff/limits.ts'
import type { Areas } from '#contract/staff/endpoints.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import { signToken, verifyToken } from '../http/signed-token.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { type InvitationRow, insertInvitation } from './store.ts'

/** The signature covers the purpose, so a token made for another purpose is not valid here. */
const TOKEN_PURPOSE = 'staff-invitation'
const DAY_MS = 86_400_000

/** The token in the link of the invitation email. */
export const invitationToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string) =>
  signToken(secrets, TOKEN_PURPOSE, id)

/** The invitation id in a token; undefined when the token's signature is not valid. */
export const invitationIdIn = ({ secrets }: Pick<Deps, 'secrets'>, token: string) =>
  verifyToken(secrets, TOKEN_PURPOSE, token)

export type Invited = { email: string; name: string; role: StaffRole; areas: Areas }

/**
 * Stores an invitation and queues its email. It replaces an earlier invitation to the same address. The
 * caller checks before whether the sender may invite. `invitedBy` is null for the command line.
 */
export async function sendInvitation(
  tx: Tx,
  now: Date,
  invitedBy: number | null,
  { email, name, role, areas }: Invited,
): Promise<InvitationRow> {
  const invitation = await insertInvitation(tx, {
    id: randomUUID(),
    email,
    name: name.trim(),
    role,
    ...areas,
    invited_by: invitedBy,
    created_at: now,
    expires_at: new Date(now.getTime() + STAFF.invitationDays * DAY_MS),
  })
  if (!invitation) throw refuse('failed')
  await enqueueEmail(tx, { topic: 'staff.invitation', payload: { id: invitation.id }, now })
  return invitation
}
