import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Applicant } from '../sessions/session.ts'
import { findProfile } from './store.ts'

/**
 * The profile of a person. The two specifications read some of its keys in different places. So these are
 * given twice: at the top level and in `profile` (A14).
 */
export const presentProfile = async (deps: Deps, applicant: Applicant) => {
  const row = await findProfile(deps.db, applicant.userId)
  if (!row) throw refuse('signed_out')
  const fields = {
    phone: row.phone,
    idno: row.id_number,
    address: row.address,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    country: row.country,
    county: row.county_code,
    county_name: row.county_name,
    constituency: row.constituency_code,
    constituency_name: row.constituency_name,
    ward: row.ward_code,
    ward_name: row.ward_name,
  }
  const { id, first_name, last_name, email, middle_name, document_type, education, experience, referees } =
    row
  return {
    user: { id, first_name, last_name, email, user: { email } },
    ...fields,
    middle_name,
    document_type,
    profile: { ...fields, education, experience, referees },
    created_at: row.created_at.toISOString(),
    require_security_setup: !row.has_question,
    expires_at: applicant.session.expiresAt.toISOString(),
    server_time: deps.now().toISOString(),
  }
}

export const getProfile: Handler<'GET /api/user/profile/'> = async (deps, { applicant }) =>
  presentProfile(deps, applicant)
