import { t } from '@lingui/core/macro'
import type { Areas } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS, STAFF_ROLES, type StaffRole } from '#contract/staff/rights.ts'
import { SelectField } from '../form/choices.tsx'
import { choiceFrom } from '../staff-ui/typed-choice.ts'
import { AreasField } from './areas-field.tsx'

/** An empty list of areas means that the officer works in the whole country. */
export const EVERYWHERE: Areas = { counties: [], constituencies: [] }
const OPTIONS = STAFF_ROLES.map((role) => [role, ROLE_WORDS[role].name] as const)

type Props = {
  /** A prefix for the ids of the fields, where another form on the page has the same fields. */
  prefix?: string
  role: StaffRole
  onRole: (role: StaffRole) => void
  areas: Areas
  onAreas: (areas: Areas) => void
}

/** The role of an officer, and the areas of a reviewer. */
export const RoleFields = ({ prefix = '', role, onRole, areas, onAreas }: Props) => (
  <>
    <SelectField
      id={`${prefix}role`}
      label={t`Role`}
      hint={`${ROLE_WORDS[role].may}.`}
      options={OPTIONS}
      empty=""
      value={role}
      onValue={(chosen) => onRole(choiceFrom(STAFF_ROLES, chosen) ?? role)}
    />
    {role === 'reviewer' && <AreasField id={`${prefix}areas`} value={areas} onValue={onAreas} />}
  </>
)
