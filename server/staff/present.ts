import type { StaffMember } from '#contract/staff/endpoints.ts'
import type { StaffInvitation, StaffPerson } from '#contract/staff/people.ts'
import { rightsOf } from '#contract/staff/rights.ts'
import type { Staff } from '../sessions/staff-session.ts'
import type { PersonRow } from './people-store.ts'
import type { InvitationRow } from './store.ts'

export const presentMember = ({
  id,
  name,
  email,
  role,
  areas,
  expiresAt,
}: Omit<Staff, 'tokenHash'>): StaffMember => ({
  id,
  name,
  email,
  role,
  areas,
  rights: rightsOf(role),
  expires_at: expiresAt.toISOString(),
})

/** The officer who did something, as other officers see them; null when there is none. */
export const presentOfficer = (id: number | null, name: string | null) =>
  // A name is null only when its id is null too. The '' is for the type.
  id === null ? null : { id, name: name ?? '' }

export const presentPerson = ({
  counties,
  constituencies,
  created_at,
  last_seen_at,
  ...rest
}: PersonRow): StaffPerson => ({
  ...rest,
  areas: { counties, constituencies },
  created_at: created_at.toISOString(),
  last_seen_at: last_seen_at?.toISOString() ?? null,
})

export const presentInvitation = ({
  counties,
  constituencies,
  created_at,
  expires_at,
  ...rest
}: InvitationRow): StaffInvitation => ({
  ...rest,
  areas: { counties, constituencies },
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
})
